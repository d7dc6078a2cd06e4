"""What is sent for one request over HTTP: one JSON reply, or an SSE stream once it needs company.

Which of the two is decided by the first thing that leaves. https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..jsonrpc import Message
from ..text import encode
from .callers import Fields
from .media import JSON, STREAM

KEEP_ALIVE: Final = 15.0  # seconds of silence before a comment is sent, so that no proxy hangs up

_EXTRA: Final = (("content-type", STREAM), ("cache-control", "no-cache"), ("x-accel-buffering", "no"))


class Stream:
    """An SSE stream, opened by its first event. scope, receive, send: of the request; fields: headers."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, fields: Fields) -> None:
        self.fields = fields
        self.is_open = False
        self._scope, self._receive, self._send = scope, receive, send
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def emit(self, message: Message) -> None:
        """Send a message on the stream as soon as it is its turn."""
        self._waiting.put_nowait(f"event: message\ndata: {encode(message)}\n\n")

    def finish(self, *_: object) -> None:
        """Send nothing after what was emitted so far."""
        self._waiting.put_nowait(None)

    @property
    def has_more(self) -> bool:
        """Whether something waits to be sent."""
        return not self._waiting.empty()

    async def run(self, keep_alive: float | None = KEEP_ALIVE) -> bool:
        """Send what is emitted until `finish`. Returns False when the client has gone before that.

        keep_alive: after how many seconds of silence to send a comment; None for never.
        """
        gone = asyncio.create_task(self._watch())
        gone.add_done_callback(self.finish)
        try:
            while not gone.done():
                try:
                    event = await asyncio.wait_for(self._waiting.get(), keep_alive)
                except asyncio.TimeoutError:
                    event = ":\n\n"
                if event is None:
                    break
                await self.write(event)
            return not gone.done()
        except OSError:
            return False
        finally:
            gone.cancel()

    async def write(self, text: str = "") -> None:
        """Send a part of the stream now."""
        if not self.is_open:
            self.is_open = True
            headers = [(name.encode(), value.encode()) for name, value in (*_EXTRA, *self.fields)]
            await self._send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    async def close(self, last: str | None = None) -> None:
        """End the stream, with a last message."""
        await self.write("" if last is None else f"event: message\ndata: {last}\n\n")
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def reply(self, text: str, status: int) -> None:
        """Send one JSON reply instead of a stream."""
        await self._respond(Response(text, status, dict(self.fields), media_type=JSON))

    async def nothing(self, status: int) -> None:
        """Send a status and no body instead of a stream."""
        await self._respond(Response(None, status, dict(self.fields)))

    async def _respond(self, response: Response) -> None:
        await response(self._scope, self._receive, self._send)

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


async def read_body(receive: Receive, limit: int) -> bytes | None:
    """The whole body of a request; None if it is longer than limit bytes, and is then read past.

    Raises ConnectionError when the client goes away before its end.
    """
    parts: list[bytes] = []
    size = 0
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ConnectionError("the client has gone")
        size += len(event.get("body", b""))
        if size <= limit:
            parts.append(event.get("body", b""))
        if not event.get("more_body", False) or size > _DRAINED * limit:
            return b"".join(parts) if size <= limit else None


_DRAINED: Final = 16  # how many times the limit is read past before the client is left to itself
