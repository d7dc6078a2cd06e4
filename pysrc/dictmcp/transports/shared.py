"""Several hosts in one interpreter: each has a module, prints, failures and tasks of its own.

What belongs to whom is told by the context that a task runs in, so that hosts may work at the same time.
"""

from __future__ import annotations

import asyncio
import contextlib
import linecache
import logging
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from ..tracebacks import trimmed
from .quiet import quiet
from .worker import Host, Post

_MOST_PRINTED = 200_000  # characters of one write; the page shows no more of them


class SharedHost(Host):
    """One of several hosts.

    name: its own among them. post: as a Host's, and called with ("printed", text) for what is printed.
    """

    def __init__(self, name: str, post: Post) -> None:
        super().__init__(post)  # which hears of failures alone; _working mends that
        self._module = f"server_{name}"
        self._filename = ""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def load(self, source: str, filename: str = "server.py", module: str = "") -> str:
        """As a Host. The file name has to be this host's own: tracebacks find their lines by it."""
        self._filename = filename
        with self._working():
            return await super().load(source, filename, module or self._module)

    async def deliver(self, text: str, post: Post | None = None) -> str:
        """As a Host; all that is said goes to the host's own post."""
        with self._working():
            return await super().deliver(text)

    def tell(self, kind: str, text: str) -> None:
        """Hand something to whoever made this host."""
        self._post(kind, text)

    def interrupt(self) -> None:
        """Cancel what is under way here, and what tools have started. Others go on."""
        for task in _tasks_of(self) | self._tasks:
            task.cancel()

    def leave(self) -> None:
        """End what is under way, and keep nothing."""
        self.interrupt()
        if self._doors is not None:
            self._doors.close()
        self._doors = None
        sys.modules.pop(self._module, None)
        linecache.cache.pop(self._filename, None)

    @contextlib.contextmanager
    def _working(self) -> Iterator[None]:
        _tell_apart()  # again each time: a server file may have put other streams there
        before = _current.set(self)
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            yield
        finally:
            if task is not None:
                self._tasks.discard(task)
            _current.reset(before)


_current: ContextVar[SharedHost | None] = ContextVar("current", default=None)


class _Apart:
    """A stream that gives each host what is printed in it, and is the other stream in all else."""

    tells_apart = True

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        host = _current.get()
        if host is None or not isinstance(text, str):
            return int(self._stream.write(text))
        host.tell("printed", text[: _MOST_PRINTED + 1])
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Reporter(logging.Handler):
    """Tells each host of the failures in it."""

    def emit(self, record: logging.LogRecord) -> None:
        host = _current.get()
        if host is not None and not quiet.get():
            error = record.exc_info[1] if record.exc_info else None
            text = record.getMessage()
            host.tell("error", text if error is None else f"{text}\n{trimmed(error)}")


def _tell_apart() -> None:
    logger = logging.getLogger("dictmcp")
    if not any(isinstance(handler, _Reporter) for handler in logger.handlers):
        logger.handlers = [_Reporter()]
    for name in ("stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if not getattr(stream, "tells_apart", False):  # whatever is around it by now
            setattr(sys, name, _Apart(stream))


def _tasks_of(host: SharedHost) -> set[asyncio.Task[Any]]:
    found: set[asyncio.Task[Any]] = set()
    try:
        running = asyncio.all_tasks()
    except RuntimeError:  # there is no loop, so nothing runs
        return found
    for task in running:
        get_context = getattr(task, "get_context", None)  # since Python 3.12
        if get_context is not None and get_context().get(_current) is host:
            found.add(task)
    return found
