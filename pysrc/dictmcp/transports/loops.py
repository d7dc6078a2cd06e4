"""An event loop that goes on when a task or callback that a tool started raises SystemExit.

asyncio ends the loop for it, and with it the server, for everybody. The task has it all the same.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Generator
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..calling import report

Result = TypeVar("Result")

if TYPE_CHECKING or sys.platform != "win32":
    _Loop = asyncio.SelectorEventLoop
else:
    _Loop = asyncio.ProactorEventLoop


class SturdyLoop(_Loop):
    """The system's usual event loop, but only what it runs until complete ends it by raising."""

    _main: asyncio.Future[Any] | None = None

    def run_until_complete(self, future: Generator[Any, None, Result] | Awaitable[Result]) -> Result:
        """Run until this is done, and give its result."""
        self._main = main = asyncio.ensure_future(cast(Awaitable[Result], future), loop=self)
        return super().run_until_complete(main)

    def run_forever(self) -> None:
        """Run until told to stop."""
        while True:
            try:
                return super().run_forever()
            except (SystemExit, KeyboardInterrupt) as error:
                if self._main is None or self._main.done():
                    raise
                report("a task raised", error)
