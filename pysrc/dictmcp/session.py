"""One connection: what the handshake era must remember of a client, and the requests under way.

The stateless era remembers nothing; its requests only pass through here to be cancelled.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from .context import Context, Emit, Trace
from .doors import Doors
from .jsonrpc import INVALID_REQUEST, Id, Message, RpcError, error_envelope, readable_id

if TYPE_CHECKING:
    from .server import Server

BATCHES = ("2025-03-26",)


class Session(Doors):
    """A client's connection to a server, with the four doors.

    revision: what the handshake settled on, None before it. is_initialized: the client has said
    that it is ready. client_info, client_capabilities: what the client said of itself.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.revision: str | None = None
        self.is_initialized = False
        self.client_info: Message = {}
        self.client_capabilities: Message = {}
        self._under_way: dict[tuple[type, Id], tuple[Context | None, asyncio.Task[Any] | None]] = {}

    def open(self, revision: str, params: Message) -> None:
        """Start, or start again, with what `initialize` said."""
        self.revision = revision
        self.is_initialized = False
        self.client_info = params.get("clientInfo", {})
        self.client_capabilities = params.get("capabilities", {})

    def cancel(self, request_id: object) -> None:
        """Cancel a request under way: nothing more is sent for it. Any other id is ignored."""
        if not isinstance(request_id, str | int):
            return
        ctx, task = self._under_way.get((type(request_id), request_id), (None, None))
        if ctx is not None:
            ctx.cancelled = True
        if task is not None:
            task.cancel()

    def accept(self, response: Message) -> None:
        """Take a response. The server has asked nothing, so it answers no question: ignored."""

    async def route_async(
        self, message: Any, emit: Emit | None = None, trace: Trace | None = None
    ) -> Message | list[Message] | None:
        """The reply to a message, to a batch the list of replies; None when nothing is to be sent."""
        if isinstance(message, list) and message and self.revision in BATCHES:
            replies = [await self._in_batch(one, emit, trace) for one in message]
            return [reply for reply in replies if reply is not None] or None
        return await self._route(message, emit, trace)

    async def _in_batch(self, message: Any, emit: Emit | None, trace: Trace | None) -> Message | None:
        if isinstance(message, dict) and message.get("method") == "initialize" and "id" in message:
            error = RpcError(INVALID_REQUEST, "Invalid Request: initialize cannot be part of a batch")
            return error_envelope(error, readable_id(message))
        return await self._route(message, emit, trace)

    async def _route(self, message: Any, emit: Emit | None, trace: Trace | None) -> Message | None:
        ctx = Context(message, emit, trace, self)
        if ctx.request_id is None:
            return await self.server.router.answer(message, ctx)
        key = (type(ctx.request_id), ctx.request_id)
        self._under_way[key] = (ctx, _current_task())
        try:
            return await self.server.router.answer(message, ctx)
        except asyncio.CancelledError:
            if not ctx.cancelled:
                raise
            return None
        finally:
            self._under_way.pop(key, None)


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
