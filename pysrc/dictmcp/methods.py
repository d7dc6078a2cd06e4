"""The methods of MCP: one table of what exists in which revision, and a function for each row.

To add a method: write its function, add its row to METHODS. A function gets (params, ctx).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import as_of
from .context import Context, check_level
from .errors import INVALID_PARAMS, RpcError
from .jsonrpc import Message
from .paging import page
from .resources import UnknownResource
from .revisions import ALL, HANDSHAKE, STATELESS, negotiate

if TYPE_CHECKING:
    from .server import Server


class Method(NamedTuple):
    """A method and the revisions that have it.

    capability: the server must declare it, else the method is unknown. is_notification: it has no
    reply, so a request for it is unknown. is_cacheable: its stateless results say how long they may be
    kept. may_ask: its handlers may ask the client.
    """

    name: str
    handler: Callable[[Message, Context], Any]
    revisions: tuple[str, ...]
    capability: str = ""
    is_notification: bool = False
    is_cacheable: bool = False
    may_ask: bool = False


# -- lifecycle -----------------------------------------------------------------------------------


def initialize(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle."""
    requested = _string(params, "protocolVersion", "initialize", "a string like '2025-11-25'")
    for name in ("capabilities", "clientInfo"):
        if not isinstance(params.get(name, {}), dict):
            raise RpcError(INVALID_PARAMS, f"Invalid params: {name!r} of initialize must be an object")
    server = ctx.session.server
    ctx.session.open(negotiate(requested, server.revisions), params)
    revision = ctx.session.revision or ""
    return {
        "protocolVersion": revision,
        "capabilities": ctx.session.offers(server.capabilities(revision)),
        "serverInfo": as_of.members(server.info, revision),
        **_instructions(server),
    }


def initialized(params: Message, ctx: Context) -> None:
    """The client has seen the reply to initialize."""
    ctx.session.is_initialized = True


def discover(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/discover."""
    server = ctx.session.server
    supported = [revision for revision in server.revisions if revision in STATELESS]
    capabilities = server.capabilities(ctx.revision)
    return {"supportedVersions": supported, "capabilities": capabilities, **_instructions(server)}


def ping(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping."""
    return {}


def cancelled(params: Message, ctx: Context) -> None:
    """https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation."""
    ctx.session.cancel(params.get("requestId"))


def ignored(params: Message, ctx: Context) -> None:
    """A notification that asks nothing of this server."""


def set_level(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging."""
    ctx.session.log_level = check_level(params.get("level"))
    return {}


# -- tools, resources, prompts -------------------------------------------------------------------


def list_tools(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools."""
    return _page("tools", ctx.session.server.tools.list(), params, ctx)


async def call_tool(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools."""
    name = _string(params, "name", "tools/call", "the name of a tool")
    arguments = params.get("arguments")
    if arguments is not None and not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'arguments' of tools/call must be an object")
    result = await ctx.session.server.tools.call_async(name, arguments, ctx)
    return as_of.tool_result(result, ctx.revision)


def list_resources(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/resources#listing-resources."""
    return _page("resources", ctx.session.server.resources.list(), params, ctx)


def list_templates(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-templates."""
    return _page("resourceTemplates", ctx.session.server.resources.list_templates(), params, ctx)


async def read_resource(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/resources#reading-resources."""
    uri = _string(params, "uri", "resources/read", "the URI of a resource")
    try:
        return {"contents": await ctx.session.server.resources.read(uri, ctx)}
    except UnknownResource as error:
        code = INVALID_PARAMS if ctx.revision in STATELESS else RESOURCE_NOT_FOUND
        raise RpcError(code, f"Resource not found: {error.uri!r}", {"uri": error.uri}) from None


def subscribe(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions."""
    ctx.session.subscriptions.add(_string(params, "uri", "resources/subscribe", "the URI of a resource"))
    return {}


def unsubscribe(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions."""
    ctx.session.subscriptions.discard(
        _string(params, "uri", "resources/unsubscribe", "the URI of a resource")
    )
    return {}


async def listen(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions."""
    return await ctx.session.server.audience.listen(params, ctx)


def list_prompts(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#listing-prompts."""
    return _page("prompts", ctx.session.server.prompts.list(), params, ctx)


async def get_prompt(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#getting-a-prompt."""
    name = _string(params, "name", "prompts/get", "the name of a prompt")
    arguments = _strings(params.get("arguments"), "prompts/get")
    result = await ctx.session.server.prompts.get(name, arguments, ctx)
    messages = [{**one, "content": as_of.block(one["content"], ctx.revision)} for one in result["messages"]]
    return {**result, "messages": messages}


async def complete(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion."""
    reference, argument, context = (_object(params, name) for name in ("ref", "argument", "context"))
    name = _string(argument, "name", "completion/complete", "the name of the argument")
    value = _string(argument, "value", "completion/complete", "the beginning of its value")
    of, parameters = ctx.session.server.completable(reference)
    if name not in parameters:
        raise RpcError(INVALID_PARAMS, f"Invalid params: {of!r} has no argument {name!r}")
    chosen = _strings(context.get("arguments"), "completion/complete")
    completions = ctx.session.server.completions
    return {"completion": await completions.complete(of, parameters[name], value, chosen, ctx)}


# -- params and results --------------------------------------------------------------------------

RESOURCE_NOT_FOUND: Final = -32002


def _string(params: Message, name: str, method: str, what: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise RpcError(INVALID_PARAMS, f"Invalid params: {method} needs {name!r}, {what}, as a string")
    return value


def _strings(value: Any, method: str) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise RpcError(
            INVALID_PARAMS, f"Invalid params: the arguments of {method} must be an object of strings"
        )
    return value


def _object(params: Message, name: str) -> Message:
    value = params.get(name, {})
    if not isinstance(value, dict):
        raise RpcError(INVALID_PARAMS, f"Invalid params: {name!r} must be an object")
    return value


def _page(name: str, items: list[Message], params: Message, ctx: Context) -> Message:
    shown, more = page(items, params, ctx.session.server.page_size)
    return {name: [as_of.members(item, ctx.revision) for item in shown], **more}


def _instructions(server: Server) -> Message:
    return {} if server.instructions is None else {"instructions": server.instructions}


METHODS: Final = (
    Method("initialize", initialize, HANDSHAKE),
    Method("notifications/initialized", initialized, HANDSHAKE, is_notification=True),
    Method("server/discover", discover, STATELESS, is_cacheable=True),
    Method("ping", ping, HANDSHAKE),
    Method("notifications/cancelled", cancelled, ALL, is_notification=True),
    Method("notifications/progress", ignored, ALL, is_notification=True),
    Method("notifications/roots/list_changed", ignored, HANDSHAKE, is_notification=True),
    Method("logging/setLevel", set_level, HANDSHAKE, "logging"),
    Method("tools/list", list_tools, ALL, "tools", is_cacheable=True),
    Method("tools/call", call_tool, ALL, "tools", may_ask=True),
    Method("resources/list", list_resources, ALL, "resources", is_cacheable=True),
    Method("resources/templates/list", list_templates, ALL, "resources", is_cacheable=True),
    Method("resources/read", read_resource, ALL, "resources", is_cacheable=True, may_ask=True),
    Method("resources/subscribe", subscribe, HANDSHAKE, "resources"),
    Method("resources/unsubscribe", unsubscribe, HANDSHAKE, "resources"),
    Method("subscriptions/listen", listen, STATELESS),
    Method("prompts/list", list_prompts, ALL, "prompts", is_cacheable=True),
    Method("prompts/get", get_prompt, ALL, "prompts", may_ask=True),
    Method("completion/complete", complete, ALL, "completions"),
)
