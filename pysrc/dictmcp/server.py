"""Server: one endpoint for every revision, over the registries.

Which method exists where is the table in `methods`; what a connection remembers is in `session`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from .calling import with_context
from .context import Context, Emit, Trace
from .doors import Doors
from .jsonrpc import INTERNAL_ERROR, Message, RpcError
from .methods import METHODS, Method
from .revisions import ALL, HANDSHAKE, SERVER_INFO, STATELESS, check_meta, is_stateless, negotiate
from .router import Handler, Router, unknown_method
from .session import Session
from .tools import Entry, RegistrationError, ToolRegistry

Function = TypeVar("Function", bound=Callable[..., Any])


class RegistrationWarning(UserWarning):
    """A tool was left out, and why; the others are served."""


class Server(Doors):
    """An MCP server of all revisions.

        server = Server("demo")

        @server.tool
        def add(a: int, b: int) -> int:
            "Add two numbers."
            return a + b

        route = server.route

    tools: a plain registry to start with. page_size: how many entries a list answers at once, None for
    all. revisions: which are served. ttl_ms, cache_scope: how long, in milliseconds, and for whom
    clients may cache lists. The doors serve one default session; `session()` makes others.
    """

    def __init__(
        self,
        name: str,
        version: str = "0.1.0",
        *,
        title: str | None = None,
        instructions: str | None = None,
        tools: Mapping[str, Entry] | None = None,
        page_size: int | None = None,
        revisions: Iterable[str] = ALL,
        ttl_ms: int = 0,
        cache_scope: str = "private",
    ) -> None:
        if page_size is not None and page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        self.info = {"name": name, **({} if title is None else {"title": title}), "version": version}
        self.instructions = instructions
        self.page_size = page_size
        self.revisions = tuple(revision for revision in ALL if revision in set(revisions))
        if not self.revisions:
            raise ValueError(f"revisions must name at least one of {', '.join(ALL)}")
        self.caching = {"ttlMs": ttl_ms, "cacheScope": cache_scope}
        self.tools = ToolRegistry()
        self.router = EraRouter(self.info, self.caching, self.revisions)
        self._refused: list[str] = []
        self._default = self.session()
        for tool, entry in (tools or {}).items():
            self._register(tool, entry)

    def tool(self, function: Any = None, /, **options: Any) -> Any:
        """Register a function as a tool: @server.tool, @server.tool(title="Add"), server.tool(obj.method).

        A tool that cannot be registered is left out with a RegistrationWarning; see `problems`.
        """
        if function is None:
            return lambda decorated: self.tool(decorated, **options)
        self._register(function, **options)
        return function

    def method(self, name: str, revisions: Iterable[str] = ALL) -> Callable[[Function], Function]:
        """Add the decorated function as a JSON-RPC method: @server.method("acme/teapot")."""

        def add(handler: Function) -> Function:
            self.router.add_method(Method(name, with_context(handler), tuple(revisions)))
            return handler

        return add

    @property
    def problems(self) -> list[str]:
        """Why tools were left out, a sentence each."""
        return [*self._refused, *self.tools.problems()]

    def session(self) -> Session:
        """A connection of its own: what the handshake era must remember of one client."""
        return Session(self)

    async def route_async(
        self, message: Any, emit: Emit | None = None, trace: Trace | None = None
    ) -> Message | list[Message] | None:
        """The reply to a message of the default session, or None when nothing is to be sent."""
        return await self._default.route_async(message, emit, trace)

    def _register(self, tool: Any, entry: Entry | None = None, **options: Any) -> None:
        try:
            self.tools.add(tool, entry, **options)
        except RegistrationError as error:
            if self.tools.is_in_use:
                raise
            self._refused.append(str(error))
            warnings.warn(str(error), RegistrationWarning, stacklevel=3)


class EraRouter(Router):
    """Finds the method for the revision that a message belongs to, and finishes results as it has them."""

    def __init__(self, info: Message, caching: Message, revisions: tuple[str, ...]) -> None:
        super().__init__()
        self._info = info
        self._caching = caching
        self._revisions = revisions
        self._handshake = next((one for one in reversed(revisions) if one in HANDSHAKE), None)
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
        if method is None or (method.is_notification and "id" in message):
            known = [name for name, revision in self._table if revision == ctx.revision]
            raise unknown_method(message["method"], known, f" in MCP {ctx.revision}")
        return method.handler

    def wrap(self, result: Any, message: Message, ctx: Context) -> Message:
        """A result as its revision has it: a stateless one says what it is, from whom, for how long."""
        result = super().wrap(result, message, ctx)
        if not isinstance(result, dict):
            kind = type(result).__name__
            raise RpcError(
                INTERNAL_ERROR, f"Internal error: method {message['method']!r} returned a {kind}, not a dict"
            )
        if ctx.revision not in STATELESS:
            return result
        method = self._table[message["method"], ctx.revision]
        meta = {SERVER_INFO: self._info, **result.get("_meta", {})}
        return {
            "resultType": "complete",
            **result,
            **(self._caching if method.is_cacheable else {}),
            "_meta": meta,
        }

    def accept(self, response: Message, ctx: Context) -> None:
        """Take a response of the client."""
        ctx.session.accept(response)

    def _revision(self, message: Message, ctx: Context) -> str:
        if is_stateless(ctx.meta):
            return check_meta(ctx.meta, self._revisions)
        if self._handshake is not None:
            return ctx.session.revision or self._handshake
        if message["method"] == "initialize":
            return negotiate(str((message.get("params") or {}).get("protocolVersion")), self._revisions)
        # Only stateless revisions are served: a request must name one, a notification need not.
        return check_meta(ctx.meta, self._revisions) if "id" in message else self._revisions[-1]
