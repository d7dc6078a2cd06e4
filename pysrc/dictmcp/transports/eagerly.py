"""Answers at once where nothing waits: what finishes in its first step costs no turn of the event loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any


def eagerly(function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
    """The function, returning what it returns if nothing in it waits, and a task otherwise.

    To be called while an event loop runs.
    """

    def call(*args: Any) -> Any:
        loop = asyncio.get_running_loop()
        if sys.version_info < (3, 12):  # had no eager tasks
            return loop.create_task(function(*args))
        task = asyncio.Task(function(*args), loop=loop, eager_start=True)
        return task.result() if task.done() else task

    return call
