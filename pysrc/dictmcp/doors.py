"""The four doors of anything that answers messages: dict or text, awaited or at once.

A host of any kind only ever uses these. Text doors turn unreadable text into an error envelope too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calling import Failed, accepts, by_hand, call, report
from .context import Emit, Trace
from .errors import INTERNAL_ERROR, INVALID_REQUEST, RpcError
from .jsonrpc import Message, error_envelope, expects_no_answer, readable_id
from .text import encode, parse, peek_id
from .values import blame

EmitText = Callable[[str], None]


class Doors:
    """Whoever writes `route_async` gets the other three doors with it.

    emit: called with each message that is not the reply (progress, log, ...) as soon as there is one.
    trace: called with the name of each step and what it works on.
    """

    async def route_async(self, message: Any, emit: Emit | None = None, trace: Trace | None = None) -> Any:
        """The reply to a message, or None when nothing is to be sent."""
        raise NotImplementedError

    def connect(self, emit: Emit | None) -> None:
        """Have messages that belong to no request leave through emit. There may be none: nothing happens."""

    def end(self) -> None:
        """Cancel what is under way, for the client is gone. There may be no way to: nothing happens."""

    def connect_text(self, emit: EmitText | None) -> None:
        """As `connect`, with text."""
        self.connect(None if emit is None else lambda sent: emit(encode(sent)))

    def close(self) -> None:
        """The host is about to end: answer what would otherwise wait for ever."""

    def route(self, message: Any, emit: Emit | None = None, trace: Trace | None = None) -> Any:
        """As `route_async`, at once. Raises NeedsAwait, a RuntimeError, if the handler really waits."""
        return by_hand(self.route_async(message, emit, trace), lambda: _name(message))

    async def route_text_async(
        self, text: str | bytes, emit: EmitText | None = None, trace: Trace | None = None
    ) -> str | None:
        """As `route_async`, from text to text: one line of JSON, or None. `emit` gets text too."""
        try:
            message = parse(text)
        except RpcError as error:
            return encode(unreadable(text, error))
        if trace is not None:
            trace("parse", message)
        reply = await self.route_async(
            message, None if emit is None else lambda sent: emit(encode(sent)), trace
        )
        if reply is None:
            return None
        return written(reply, message, trace)

    def route_text(
        self, text: str | bytes, emit: EmitText | None = None, trace: Trace | None = None
    ) -> str | None:
        """As `route_text_async`, at once. Raises NeedsAwait, a RuntimeError, if the handler really waits."""
        return by_hand(self.route_text_async(text, emit, trace), lambda: _name(text))


class HandWritten(Doors):
    """The doors of a `route(message)` function that somebody wrote, plain or async.

    What it returns is sent as it is, right or wrong; what it raises becomes an error envelope. It
    only ever sees objects: anything else is no message, and refused before it.
    """

    def __init__(self, route: Callable[..., Any]) -> None:
        self._route = route
        self._takes_emit = accepts(route, "emit")

    async def route_async(self, message: Any, emit: Emit | None = None, trace: Trace | None = None) -> Any:
        """The reply of the hand-written function, whatever it is."""
        try:
            if not isinstance(message, dict):
                raise RpcError(INVALID_REQUEST, "Invalid Request: the message is not an object")
            if trace is not None:
                trace("run", message)
            return await call(self._route, message, **({"emit": emit} if self._takes_emit else {}))
        except RpcError as error:
            return error_envelope(error, None)
        except Failed as failure:
            report("route raised", failure.error)
            return None if expects_no_answer(message) else error_envelope(failure.error, readable_id(message))


def unreadable(text: str | bytes, error: RpcError) -> Message:
    """The error envelope for text that `parse` refused."""
    # Text that is no JSON has no id; text that is refused unread may have one.
    return error_envelope(error, peek_id(text) if error.code == INVALID_REQUEST else None)


def written(reply: Any, message: Any, trace: Trace | None = None) -> str:
    """The reply to a message as text; one that has no JSON form becomes an error."""
    if trace is not None:
        trace("send", reply)
    try:
        return encode(reply)
    except BaseException:  # the reply may hold objects of any class
        is_batch = isinstance(message, list) and isinstance(reply, list)
        refusal = [_sendable(one, one) for one in reply] if is_batch else _sendable(reply, message)
        if trace is not None:
            trace("send", refusal)
        return encode(refusal)


def text_door(route: Callable[..., Any]) -> Doors:
    """The text doors, `route_text` and `route_text_async`, of any `route`; a server's own are its doors."""
    owner = getattr(route, "__self__", None)
    return owner if isinstance(owner, Doors) else HandWritten(route)


def _sendable(reply: Any, message: Any) -> Any:
    """A reply with an error in place of what cannot be encoded; of a batch only those that cannot be."""
    try:
        encode(reply)
    except BaseException:  # the reply may hold objects of any class
        why = f"the reply cannot be sent: {blame(reply)}"
        report(why)
        return error_envelope(RpcError(INTERNAL_ERROR, f"Internal error: {why}"), readable_id(message))
    return reply


def _name(message: Any) -> str:
    if isinstance(message, str | bytes):
        try:
            message = parse(message)
        except RpcError:
            return "the server"
    method = message.get("method") if isinstance(message, dict) else "the server"
    params = message.get("params") if isinstance(message, dict) else None
    if method == "tools/call" and isinstance(params, dict):
        return f"tool {params.get('name')!r}"
    return f"method {method!r}" if isinstance(message, dict) else "the server"
