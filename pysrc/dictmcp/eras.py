"""The router of a server: the revision of a message, its method there, and its result as that has it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from .context import Context, check_level
from .errors import INTERNAL_ERROR, INVALID_PARAMS, RpcError
from .jsonrpc import Message
from .methods import METHODS, Method
from .revisions import HANDSHAKE, LOG_LEVEL, SERVER_INFO, STATELESS, check_meta, is_stateless, negotiate
from .router import Handler, Router, unknown_method

if TYPE_CHECKING:
    from .server import Server


class EraRouter(Router):
    """Routes messages of both eras. Everything it decides by is a table: METHODS, by method and revision."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self._revisions = server.revisions
        self._handshake = next((one for one in reversed(self._revisions) if one in HANDSHAKE), None)
        self._table: dict[tuple[str, str], Method] = {}
        for method in METHODS:
            self.add_method(method)

    def add_method(self, method: Method) -> None:
        """Add a method to the revisions that it belongs to, or replace it."""
        self._table |= {(method.name, revision): method for revision in method.revisions}

    def look_up(self, message: Message, ctx: Context) -> Handler:
        """The handler for the message's method in its revision, which the context then knows."""
        ctx.revision = self._revision(message, ctx)
        method = self._table.get((message["method"], ctx.revision))
        if method is None or not self._offers(method, message):
            here = (one for (_, revision), one in self._table.items() if revision == ctx.revision)
            known = [one.name for one in here if self._offers(one, message)]
            raise unknown_method(message["method"], known, f" in MCP {ctx.revision}")
        if ctx.revision not in STATELESS:
            return method.handler
        if LOG_LEVEL in ctx.meta:
            check_level(ctx.meta[LOG_LEVEL])
        if method.may_ask:
            return functools.partial(self._server.rounds.run, method.name, method.handler)
        return method.handler

    def wrap(self, result: Any, message: Message, ctx: Context) -> Message:
        """A result as its revision has it: a stateless one says what it is, from whom, for how long."""
        given: Message = {} if result is None else result
        if not isinstance(given, dict):
            kind = type(result).__name__
            raise RpcError(
                INTERNAL_ERROR, f"Internal error: method {message['method']!r} returned a {kind}, not a dict"
            )
        if ctx.revision not in STATELESS:
            return given
        result = {"resultType": "complete", **given}
        is_kept = (
            self._table[message["method"], ctx.revision].is_cacheable and result["resultType"] == "complete"
        )
        meta = result.get("_meta", {})
        if not isinstance(meta, dict):
            raise RpcError(INTERNAL_ERROR, "Internal error: the '_meta' of a result must be an object")
        meta = {SERVER_INFO: self._server.info, **meta}
        return {**result, **(self._server.caching if is_kept else {}), "_meta": meta}

    def accept(self, response: Message, ctx: Context) -> None:
        """Take a response of the client."""
        ctx.session.accept(response)

    def _offers(self, method: Method, message: Message) -> bool:
        if method.is_notification and "id" in message:
            return False
        return not method.capability or self._server.offers(method.capability)

    def _revision(self, message: Message, ctx: Context) -> str:
        is_request = "id" in message
        meta = message["params"].get("_meta") if message.get("params") else None
        if is_request and meta is not None and not isinstance(meta, dict):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'params._meta' must be an object")
        session = ctx.session
        if is_request and (session.is_stateless or (meta and is_stateless(meta))):
            return check_meta(ctx.meta, self._revisions)
        if self._handshake is not None:
            return session.revision or self._handshake
        if message["method"] == "initialize":
            return negotiate(str((message.get("params") or {}).get("protocolVersion")), self._revisions)
        # Only stateless revisions are served: a request must name one, a notification need not.
        return check_meta(ctx.meta, self._revisions) if is_request else self._revisions[-1]
