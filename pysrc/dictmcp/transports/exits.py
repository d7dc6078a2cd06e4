"""In Pyodide a task that raises SystemExit ends the worker: not with this."""

from __future__ import annotations

import asyncio

from ..calling import report


def outlive_exits() -> None:
    """Have the running loop go on when a task that a tool started exits; the task has it all the same."""
    loop = asyncio.get_running_loop()
    if hasattr(loop, "_system_exit_handler") and hasattr(loop, "_keyboard_interrupt_handler"):
        loop._system_exit_handler = lambda code: report(f"a task raised SystemExit: {code}")
        loop._keyboard_interrupt_handler = lambda: report("a task raised KeyboardInterrupt")
