"""Why a right answer is what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..exchange import Exchange
from ..jsonrpc import expects_no_answer
from .rule import Rule


def why_nothing(exchange: Exchange) -> Iterator[str]:
    """Why nothing was sent."""
    if exchange.reply is not None:
        return
    if exchange.known.was_cancelled:
        yield "The client has cancelled this request, so nothing more is sent for it."
    elif isinstance(exchange.message, list):
        yield "Nothing in the batch is to be answered, so nothing was sent."
    elif expects_no_answer(exchange.message):
        what = "A notification, a message without an id," if exchange.method else "A response"
        yield f"{what} is never answered: nothing was sent."


def why_error(exchange: Exchange) -> Iterator[str]:
    """Why the error has the code and the id that it has."""
    if isinstance(exchange.code, int) and exchange.code in CODES:
        yield CODES[exchange.code]
    if exchange.code is not None and "id" not in exchange.reply:
        yield "No id could be read from the message, so the error has none; MCP does not allow null."


def why_tool_failed(exchange: Exchange) -> Iterator[str]:
    """Why a tool's failure is a result."""
    if isinstance(exchange.result, dict) and exchange.result.get("isError") is True:
        yield "The tool failed, not the protocol: isError tells whoever called, model or person."


def why_asked(exchange: Exchange) -> Iterator[str]:
    """Why a result asks something."""
    if isinstance(exchange.result, dict) and exchange.complete is None:
        yield (
            "The server needs to know something first: the client answers by sending the "
            "request again, under "
            "a new id, with inputResponses and the requestState as it came."
        )


def why_result(exchange: Exchange) -> Iterator[str]:
    """Why there is a result."""
    if exchange.complete is not None and exchange.complete.get("isError") is not True:
        yield f"One response, with the id of its request and a result: {exchange.method} was served."


def why_array(exchange: Exchange) -> Iterator[str]:
    """Why there is an array."""
    if isinstance(exchange.reply, list):
        yield "A batch is answered with one array: a response for each request in it, none for notifications."


CODES: Final = {
    -32700: "-32700, parse error: the text is not JSON.",
    -32600: "-32600, invalid request: the text is JSON, but not one valid message.",
    -32601: "-32601, method not found: this revision, or this server, does not have the method.",
    -32602: "-32602, invalid params: the method exists, but cannot be served with these params.",
    -32603: "-32603, internal error: the server failed, and it is not the client's fault.",
    -32002: "-32002, resource not found: what the handshake era says where there is no such resource.",
    -32020: "-32020, header mismatch: the HTTP headers and the message say different things.",
    -32021: "-32021, missing client capability: 'data' names what the client would have to declare.",
    -32022: "-32022, unsupported protocol version: 'data' names the versions to choose from.",
}

RULES: Final = (
    Rule("nothing-sent", "right", "messages", why_nothing),
    Rule("error", "right", "messages", why_error),
    Rule("tool-failed", "right", "tools", why_tool_failed),
    Rule("asked", "right", "asking", why_asked),
    Rule("answered", "right", "messages", why_result),
    Rule("batch", "right", "messages", why_array),
)
