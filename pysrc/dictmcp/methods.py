"""The methods of MCP: one table of what exists in which revision, and a function for each row.

To add a method: write its function, add its row to METHODS. A function gets (params, ctx).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from . import content
from .context import Context
from .jsonrpc import INVALID_PARAMS, Message, RpcError
from .paging import page
from .revisions import ALL, HANDSHAKE, STATELESS, negotiate

if TYPE_CHECKING:
    from .server import Server


class Method(NamedTuple):
    """A method and the revisions that have it.

    is_notification: it has no reply, so a request for it is an unknown method. is_cacheable: its
    stateless results say how long they may be kept.
    """

    name: str
    handler: Callable[[Message, Context], Any]
    revisions: tuple[str, ...]
    is_notification: bool = False
    is_cacheable: bool = False


def initialize(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle."""
    requested = params.get("protocolVersion")
    if not isinstance(requested, str):
        raise RpcError(
            INVALID_PARAMS, "Invalid params: initialize needs 'protocolVersion', a string like '2025-11-25'"
        )
    for name in ("capabilities", "clientInfo"):
        if not isinstance(params.get(name, {}), dict):
            raise RpcError(INVALID_PARAMS, f"Invalid params: {name!r} of initialize must be an object")
    server = ctx.session.server
    ctx.session.open(negotiate(requested, server.revisions), params)
    return {
        "protocolVersion": ctx.session.revision,
        "capabilities": _capabilities(server),
        "serverInfo": server.info,
        **_instructions(server),
    }


def initialized(params: Message, ctx: Context) -> None:
    """The client has seen the reply to initialize."""
    ctx.session.is_initialized = True


def discover(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/discover."""
    supported = [revision for revision in ctx.session.server.revisions if revision in STATELESS]
    return {
        "supportedVersions": supported,
        "capabilities": _capabilities(ctx.session.server),
        **_instructions(ctx.session.server),
    }


def ping(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping."""
    return {}


def cancelled(params: Message, ctx: Context) -> None:
    """https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation."""
    ctx.session.cancel(params.get("requestId"))


def list_tools(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/tools#listing-tools."""
    tools, more = page(ctx.session.server.tools.list(), params, ctx.session.server.page_size)
    return {"tools": [_tool_as_of(tool, ctx.revision) for tool in tools], **more}


async def call_tool(params: Message, ctx: Context) -> Message:
    """https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools."""
    name, arguments = params.get("name"), params.get("arguments")
    if not isinstance(name, str):
        raise RpcError(
            INVALID_PARAMS, "Invalid params: tools/call needs 'name', the name of a tool as a string"
        )
    if not isinstance(arguments, dict | None):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'arguments' of tools/call must be an object")
    return _result_as_of(await ctx.session.server.tools.call_async(name, arguments, ctx), ctx.revision)


def _capabilities(server: Server) -> Message:
    return {"tools": {}}


def _instructions(server: Server) -> Message:
    return {} if server.instructions is None else {"instructions": server.instructions}


# Members that came later than the method they belong to; an older client is not sent them.
_TOOL_MEMBERS_SINCE: Final = {
    "annotations": "2025-03-26",
    "title": "2025-06-18",
    "outputSchema": "2025-06-18",
    "_meta": "2025-06-18",
    "icons": "2025-11-25",
}


def _tool_as_of(tool: Message, revision: str) -> Message:
    shown = {name: value for name, value in tool.items() if _TOOL_MEMBERS_SINCE.get(name, "") <= revision}
    if revision in HANDSHAKE and shown.get("outputSchema", {}).get("type") != "object":
        shown.pop("outputSchema", None)
    return shown


def _result_as_of(result: Message, revision: str) -> Message:
    shown = {**result, "content": [content.as_of(block, revision) for block in result["content"]]}
    structured = shown.get("structuredContent")
    if revision < "2025-06-18" or (revision in HANDSHAKE and not isinstance(structured, dict)):
        shown.pop("structuredContent", None)
    return shown


METHODS: Final = (
    Method("initialize", initialize, HANDSHAKE),
    Method("notifications/initialized", initialized, HANDSHAKE, is_notification=True),
    Method("server/discover", discover, STATELESS, is_cacheable=True),
    Method("ping", ping, HANDSHAKE),
    Method("notifications/cancelled", cancelled, ALL, is_notification=True),
    Method("tools/list", list_tools, ALL, is_cacheable=True),
    Method("tools/call", call_tool, ALL),
)
