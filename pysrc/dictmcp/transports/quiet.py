"""Asking a hand-written server something of our own: what it prints and logs meanwhile is nobody's business.

Only the task that asks is silenced; whatever else runs at the same time is heard.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Coroutine, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

_LAST_WORDS = 0.05  # seconds for a cancelled task to end in, still unheard

quiet: ContextVar[bool] = ContextVar("quiet", default=False)


async def quietly(asking: Coroutine[Any, Any, T], seconds: float) -> T:
    """What the coroutine returns. Raises TimeoutError when it takes too long, even if it goes on then."""
    with _hushed_stdout():
        token = quiet.set(True)
        task = asyncio.ensure_future(asking)
        quiet.reset(token)
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            task.cancel()
            await asyncio.wait({task}, timeout=_LAST_WORDS)
            raise TimeoutError
    return task.result()


class _Hushed:
    """A stream that lets nothing through of what is written quietly, and is the other one in all else."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return len(text) if quiet.get() else int(self._stream.write(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def _hushed_stdout() -> Iterator[None]:
    hushed: Any = _Hushed(sys.stdout)
    with contextlib.redirect_stdout(hushed):
        yield
