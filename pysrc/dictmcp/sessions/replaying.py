"""A session had again with a server that is loaded anew: the same messages, in the same order.

What the server made up the first time and expects to get back (the id of a question, a state, a
cursor) is sent back as it made it up this time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterable
from typing import Any, Final

from ..doors import Doors
from ..errors import RpcError
from ..hosting import load
from ..text import encode, parse
from .aside import aside
from .file import Recording, Step
from .steady import steady

PATIENCE: Final = 5.0  # seconds for what a message waits for

_BACK: Final = (("requestState", "requestState"), ("nextCursor", "cursor"))  # in a result, in params


async def replays(source: str, recording: Recording, times: int = 2) -> list[list[list[Any]]]:
    """What left for each message, each time. Raises LoadError."""
    return [await replay(source, recording) for _ in range(times)]


async def replay(source: str, recording: Recording) -> list[list[Any]]:
    """What left for each message, once. Raises LoadError."""
    with aside(), steady() if recording.is_steady else contextlib.nullcontext():
        return await _Replay((await load(source)).doors, recording.steps).run()


class _Replay:
    def __init__(self, doors: Doors, steps: list[Step]) -> None:
        self._doors = doors
        self._steps = steps
        self._left: list[list[Any]] = [[] for _ in steps]
        self._came = 0
        self._news = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        self._again = Again()

    async def run(self) -> list[list[Any]]:
        try:
            for at, step in enumerate(self._steps):
                await self._until(step.after)
                text = self._again.sent(step.text)
                self._doors.connect_text(lambda sent, at=at: self._take(at, sent))  # type: ignore[misc]
                task = asyncio.ensure_future(self._deliver(at, text))
                self._open.add(task)
                task.add_done_callback(self._done)
                await asyncio.sleep(0)
            await self._until(None)
        finally:
            for task in [*self._open]:
                task.cancel()
            self._doors.connect_text(None)
            self._doors.close()
        return self._left

    async def _deliver(self, at: int, text: str) -> None:
        reply = await self._doors.route_text_async(text, lambda sent: self._take(at, sent))
        if reply is not None:
            self._take(at, reply)

    def _take(self, at: int, text: str) -> None:
        value = json.loads(text)
        here = self._left[at]
        recorded = self._steps[at].receive
        if len(here) < len(recorded):
            self._again.learn(recorded[len(here)], value)
        here.append(value)
        self._came += 1
        self._news.set()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._open.discard(task)
        self._news.set()

    async def _until(self, after: int | None) -> None:
        """Wait for so many messages, or for everything; not for ever."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while self._open and (after is None or self._came < after):
            self._news.clear()
            left = deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self._news.wait(), max(left, 0))
            except asyncio.TimeoutError:
                return


class Again:
    """What a server made up when a session was recorded, and what it makes up now."""

    def __init__(self) -> None:
        self._now: dict[tuple[str, Any], Any] = {}

    def learn(self, recorded: Any, left: Any) -> None:
        """Hold a message that leaves against the one that was recorded in its place."""
        if not (isinstance(recorded, dict) and isinstance(left, dict)):
            return
        if "method" in recorded and "method" in left:
            self._note("id", recorded.get("id"), left.get("id"))
        was, now = recorded.get("result"), left.get("result")
        if isinstance(was, dict) and isinstance(now, dict):
            for name, back in _BACK:
                self._note(back, was.get(name), now.get(name))

    def sent(self, text: str) -> str:
        """A message's text with what is known now."""
        try:
            message = parse(text) if self._now else None
        except RpcError:
            return text
        if not isinstance(message, dict):
            return text
        params = message.get("params")
        holders: Iterable[tuple[Any, str]] = [(params, back) for _, back in _BACK]
        if "method" not in message:
            holders = [(message, "id")]
        changed = [self._replace(holder, name) for holder, name in holders]
        return encode(message) if any(changed) else text

    def _note(self, name: str, was: Any, now: Any) -> None:
        if isinstance(was, str | int) and isinstance(now, str | int) and was != now:
            self._now[name, was] = now

    def _replace(self, holder: Any, name: str) -> bool:
        value = holder.get(name) if isinstance(holder, dict) else None
        if not isinstance(value, str | int) or (name, value) not in self._now:
            return False
        holder[name] = self._now[name, value]
        return True
