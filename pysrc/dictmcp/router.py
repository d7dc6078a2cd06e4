"""A dispatch table: method name -> function. Validate, look up, run, wrap; one message, one answer.

Knows JSON-RPC and nothing of MCP. Whatever a handler does, the router answers the next message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, TypeVar

from .calling import Failed, call, report, with_context
from .context import Context, Emit, Trace
from .doors import Doors
from .errors import METHOD_NOT_FOUND, RpcError, as_rpc_error
from .jsonrpc import Message, check, error_envelope, expects_no_answer, make_response, readable_id

Handler = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])


class Router(Doors):
    """Answers messages from a table of methods.

        router = Router({"ping": lambda params: {}})
        router.route({"jsonrpc": "2.0", "id": 1, "method": "ping"})

    A handler gets `params`, {} when the message has none, and a Context if it declares `ctx`. It
    returns the result or raises RpcError; anything else it raises is -32603. Sync or async. A result is
    passed on as it is: that it has a JSON form is for the text doors to see, which answer -32603 if not.
    """

    def __init__(self, methods: Mapping[str, Handler] | None = None) -> None:
        self._methods: dict[str, Handler] = {}
        for name, handler in (methods or {}).items():
            self.add(name, handler)

    @property
    def methods(self) -> Mapping[str, Handler]:
        """The dispatch table, to look at; `add` changes it."""
        return MappingProxyType(self._methods)

    def add(self, name: str, handler: Handler) -> None:
        """Add a method, or replace it."""
        self._methods[name] = with_context(handler)

    def method(self, name: str) -> Callable[[Function], Function]:
        """Add the decorated function as a method: @router.method("ping")."""

        def add(handler: Function) -> Function:
            self.add(name, handler)
            return handler

        return add

    async def route_async(
        self, message: Any, emit: Emit | None = None, trace: Trace | None = None
    ) -> Message | None:
        """The response to a request; None for a notification and for a response."""
        return await self.answer(message, Context(message, emit, trace))

    async def answer(self, message: Any, ctx: Context) -> Message | None:
        """The answer to a message in its context; a subclass that knows more of the context uses this."""
        kind = reply = None
        try:
            ctx.step("validate", message)
            kind = check(message)
            if kind == "response":
                self.accept(message, ctx)
                return None
            ctx.step("look up", message["method"])
            handler = self.look_up(message, ctx)
            ctx.step("run", message.get("params"))
            result = await call(handler, message.get("params") or {}, ctx)
            ctx.step("wrap", result)
            if kind == "request":
                reply = make_response(message["id"], self.wrap(result, message, ctx))
        except RpcError as error:
            reply = error_envelope(error, readable_id(message))
        except Failed as failure:
            reply = self.failed(message, failure.error)
        ctx.finished = True
        is_owed = kind == "request" or not expects_no_answer(message)
        return reply if is_owed and not ctx.cancelled else None

    def look_up(self, message: Message, ctx: Context) -> Handler:
        """The handler for a valid message. Raises RpcError -32601 if there is none."""
        handler = self._methods.get(message["method"])
        if handler is None:
            raise unknown_method(message["method"], self._methods)
        return handler

    def wrap(self, result: Any, message: Message, ctx: Context) -> Any:
        """What a handler returned, as the `result` of its response; nothing is an empty object."""
        return {} if result is None else result

    def accept(self, response: Message, ctx: Context) -> None:
        """Take a response. A router asks nobody anything, so it waits for none."""

    def failed(self, message: Message, error: BaseException) -> Message:
        """The error envelope for what a handler raised."""
        if as_rpc_error(error) is None:
            report(f"method {message['method']!r} raised", error)
        return error_envelope(error, readable_id(message))


def unknown_method(name: str, known: Iterable[str], where: str = "") -> RpcError:
    """The -32601 error for a method, with the nearest known name."""
    near = get_close_matches(name, known, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return RpcError(METHOD_NOT_FOUND, f"Method not found: there is no {name!r}{where}{hint}")
