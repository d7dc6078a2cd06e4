"""The rules that an exchange is judged by, one function each: it says what is to be said, or nothing.

What they are called, how bad breaking them is and where they are written is the table in `verdict`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from . import content
from .errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND
from .exchange import UNREADABLE, Exchange
from .faults import preview
from .jsonrpc import expects_no_answer, is_valid_id, readable_id
from .revisions import HANDSHAKE

# -- rules: what a server got wrong ---------------------------------------------------------------


def notification_answered(exchange: Exchange) -> Iterator[str]:
    """Nobody answers a notification or a response."""
    if (
        exchange.reply is not None
        and exchange.message is not UNREADABLE
        and expects_no_answer(exchange.message)
    ):
        yield "The message has no id, or is a response, so it must not be answered; this server answered."


def request_unanswered(exchange: Exchange) -> Iterator[str]:
    """A request is owed a response."""
    if exchange.reply is None and exchange.is_request:
        yield "The message has an id, so one response is owed; nothing was sent."


def bare_value(exchange: Exchange) -> Iterator[str]:
    """A reply is an object."""
    if exchange.reply is not None and not isinstance(exchange.reply, dict | list):
        yield f"The bare value {preview(exchange.reply)} was sent; a reply is an object."


def version(exchange: Exchange) -> Iterator[str]:
    """A reply says which JSON-RPC it speaks."""
    if isinstance(exchange.reply, dict) and exchange.reply.get("jsonrpc") != "2.0":
        yield "The reply's 'jsonrpc' must be \"2.0\"."


def result_xor_error(exchange: Exchange) -> Iterator[str]:
    """A response has a result or an error."""
    if isinstance(exchange.reply, dict) and ("result" in exchange.reply) == ("error" in exchange.reply):
        both = "both" if "result" in exchange.reply else "neither"
        yield f"A response has exactly one of 'result' and 'error'; this one has {both}."


def same_id(exchange: Exchange) -> Iterator[str]:
    """An id comes back as it was sent."""
    if not isinstance(exchange.reply, dict):
        return
    asked, given = readable_id(exchange.message), exchange.reply.get("id")
    if "id" in exchange.reply and not is_valid_id(given):
        yield f"The reply's id is {preview(given)}; an id is a string or an integer, or left out."
    elif asked is not None and "id" not in exchange.reply:
        yield f"The request's id is {preview(asked)}, the reply has none; it comes back as it was sent."
    elif asked is not None and (type(asked), asked) != (type(given), given):
        yield f"The request's id is {preview(asked)}, the reply's is {preview(given)}; it comes back as sent."


def result_is_object(exchange: Exchange) -> Iterator[str]:
    """MCP's results are objects."""
    if (
        isinstance(exchange.reply, dict)
        and "result" in exchange.reply
        and not isinstance(exchange.result, dict)
    ):
        yield "A result is an object; for nothing it is {}."


def error_is_object(exchange: Exchange) -> Iterator[str]:
    """An error has a code and a message."""
    if not isinstance(exchange.reply, dict) or "error" not in exchange.reply:
        return
    error = exchange.reply["error"]
    if (
        not isinstance(error, dict)
        or type(error.get("code")) is not int
        or not isinstance(error.get("message"), str)
    ):
        yield "An error is an object with 'code', an integer, and 'message', a string."


def error_code(exchange: Exchange) -> Iterator[str]:
    """A code says what is wrong with what."""
    if exchange.code == METHOD_NOT_FOUND and exchange.method == "tools/call":
        yield f"tools/call exists: for an unknown tool the code is {INVALID_PARAMS}, not {METHOD_NOT_FOUND}."


def initialize_result(exchange: Exchange) -> Iterator[str]:
    """The reply to initialize has all that a client needs."""
    if exchange.method != "initialize" or not isinstance(exchange.result, dict):
        return
    version, info = exchange.result.get("protocolVersion"), exchange.result.get("serverInfo")
    if version not in HANDSHAKE:
        yield f"'protocolVersion' is {preview(version)}; a handshake settles on {', '.join(HANDSHAKE)}."
    if not isinstance(exchange.result.get("capabilities"), dict):
        yield "The result of initialize needs 'capabilities', an object."
    if not isinstance(info, dict) or not all(isinstance(info.get(name), str) for name in ("name", "version")):
        yield "The result of initialize needs 'serverInfo', an object with 'name' and 'version', strings."


def tool_failure(exchange: Exchange) -> Iterator[str]:
    """A failing tool is a result."""
    if exchange.method == "tools/call" and exchange.code == INTERNAL_ERROR:
        yield f"{INTERNAL_ERROR} is for the server's own fault; a failing tool is a result with isError."


def tool_content(exchange: Exchange) -> Iterator[str]:
    """A tool result is made of content blocks."""
    if exchange.method != "tools/call" or not isinstance(exchange.result, dict):
        return
    if exchange.result.get("resultType", "complete") != "complete":
        return
    blocks = exchange.result.get("content")
    if not isinstance(blocks, list):
        yield "A tool result needs 'content', an array of content blocks, even beside structuredContent."
        return
    for at, block in enumerate(blocks):
        if (wrong := content.fault(block)) is not None:
            yield f"content[{at}]: {wrong}."


def tool_is_error(exchange: Exchange) -> Iterator[str]:
    """isError is a flag."""
    flag = exchange.result.get("isError", False) if isinstance(exchange.result, dict) else False
    if exchange.method == "tools/call" and not isinstance(flag, bool):
        yield "'isError' must be true or false."


def tool_definitions(exchange: Exchange) -> Iterator[str]:
    """A tool's definition is one that clients take."""
    if exchange.method != "tools/list" or not isinstance(exchange.result, dict):
        return
    tools = exchange.result.get("tools")
    if not isinstance(tools, list):
        yield "The result of tools/list needs 'tools', an array."
        return
    names = [tool.get("name") for tool in tools if isinstance(tool, dict)]
    for at, tool in enumerate(tools):
        for wrong in _tool_faults(tool, names):
            yield f"tools[{at}]{wrong}"


def _tool_faults(tool: Any, names: list[Any]) -> Iterator[str]:
    if not isinstance(tool, dict):
        yield " must be an object."
        return
    name, schema = tool.get("name"), tool.get("inputSchema")
    if not isinstance(name, str):
        yield " needs 'name', a string."
    elif names.count(name) > 1:
        yield f": the name {name!r} is taken twice; clients see one of them."
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield f" ({name}): 'inputSchema' must be a schema of 'type' object; clients refuse others."
    if "handler" in tool:
        yield f" ({name}): the handler is showing; it stays on the server."


def result_type(exchange: Exchange) -> Iterator[str]:
    """A stateless result says what it is."""
    if exchange.is_stateless and isinstance(exchange.result, dict) and "resultType" not in exchange.result:
        yield "Every result of this revision says its 'resultType'; a plain one is \"complete\"."


def caching(exchange: Exchange) -> Iterator[str]:
    """A cacheable result says for how long."""
    if exchange.is_stateless and isinstance(exchange.result, dict) and exchange.method in _CACHEABLE:
        missing = [name for name in ("ttlMs", "cacheScope") if name not in exchange.result]
        if missing:
            yield f"The result must carry {' and '.join(missing)}: how long, and for whom, it may be kept."


_LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
_CACHEABLE: Final = ("server/discover", "resources/read", *_LISTS)


# -- explanations: why a right answer is what it is -------------------------------------------------


def why_nothing(exchange: Exchange) -> Iterator[str]:
    """Why nothing was sent."""
    if exchange.reply is None and exchange.method:
        yield "A notification, a message without an id, is never answered: nothing was sent."
    elif exchange.reply is None:
        yield "A response is never answered: nothing was sent."


def why_error(exchange: Exchange) -> Iterator[str]:
    """Why the error has the code and the id that it has."""
    if isinstance(exchange.code, int) and exchange.code in _CODES:
        yield _CODES[exchange.code]
    if exchange.code is not None and "id" not in exchange.reply:
        yield "No id could be read from the message, so the error has none; MCP does not allow null."


def why_tool_failed(exchange: Exchange) -> Iterator[str]:
    """Why a tool's failure is a result."""
    if isinstance(exchange.result, dict) and exchange.result.get("isError") is True:
        yield "The tool failed, not the protocol: isError tells whoever called, model or person."


def why_result(exchange: Exchange) -> Iterator[str]:
    """Why there is a result."""
    if isinstance(exchange.result, dict) and exchange.result.get("isError") is not True:
        yield f"One response, with the id of its request and a result: {exchange.method} was served."


def before_initialize(exchange: Exchange) -> Iterator[str]:
    """What a client owes before it asks."""
    is_early = exchange.is_request and not exchange.is_open and not exchange.is_stateless
    if is_early and exchange.method not in ("initialize", "ping") and isinstance(exchange.result, dict):
        yield "A client of the handshake era sends initialize first; the server answered all the same."


_CODES: Final = {
    -32700: "-32700, parse error: the text is not JSON.",
    -32600: "-32600, invalid request: the text is JSON, but not one valid message.",
    -32601: "-32601, method not found: this revision, or this server, does not have the method.",
    -32602: "-32602, invalid params: the method exists, but cannot be served with these params.",
    -32603: "-32603, internal error: the server failed, and it is not the client's fault.",
    -32022: "-32022, unsupported protocol version: 'data' names the versions to choose from.",
}
