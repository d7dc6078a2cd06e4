"""JSON-RPC 2.0 envelopes as MCP narrows them: build and check messages, and the errors among them.

Pure functions on dicts. Nothing here knows a method, a tool or a transport. All that somebody needs
who writes JSON-RPC by hand is here: errors and text, which have modules of their own, are passed on.
"""

from __future__ import annotations

from typing import Any, Literal

from .errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
    as_rpc_error,
    describe,
    refused,
)
from .text import encode, parse

__all__ = [
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "Id",
    "Kind",
    "Message",
    "RpcError",
    "check",
    "encode",
    "error_envelope",
    "expects_no_answer",
    "is_valid_id",
    "is_valid_response",
    "make_error",
    "make_notification",
    "make_request",
    "make_response",
    "parse",
    "readable_id",
]

Message = dict[str, Any]
Id = str | int
Kind = Literal["request", "notification", "response"]

# -- build ---------------------------------------------------------------------------------------


def make_request(id: Id, method: str, params: Message | None = None) -> Message:
    """A request: whoever receives it owes one response with the same id."""
    return {"jsonrpc": "2.0", "id": id, **_call(method, params)}


def make_notification(method: str, params: Message | None = None) -> Message:
    """A notification: a message without an id, which nobody answers."""
    return {"jsonrpc": "2.0", **_call(method, params)}


def make_response(id: Id, result: Any) -> Message:
    """The response to the request with this id."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def make_error(id: Id | None, code: int, message: str, data: Any = None) -> Message:
    """The error response to the request with this id.

    With id None the request's id could not be read, and the member is left out: MCP's schemas make
    it optional and never null (https://modelcontextprotocol.io/specification/2025-11-25/basic).
    """
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0"} | ({} if id is None else {"id": id}) | {"error": error}


def error_envelope(error: BaseException, id: Id | None) -> Message:
    """The one place where an exception becomes an error envelope. Never raises."""
    known = as_rpc_error(error)
    if known is not None:
        return make_error(id, known.code, known.message, known.data)
    return make_error(id, INTERNAL_ERROR, f"Internal error: {describe(error)}")


def _call(method: str, params: Message | None) -> Message:
    return {"method": method} | ({} if params is None else {"params": params})


# -- check ---------------------------------------------------------------------------------------


def is_valid_id(value: object) -> bool:
    """Whether a value may be a request's id: a string or an integer. A bool is neither, nor is 1.0."""
    return type(value) in (str, int)


def readable_id(message: object) -> Id | None:
    """The id that an answer to this message echoes, or None if it has none that can be echoed."""
    id = message.get("id") if isinstance(message, dict) else None
    return id if type(id) in (str, int) else None


def is_valid_response(message: object) -> bool:
    """Whether a value is one JSON-RPC response: version, an id, exactly one of result and error.

    Takes anything and never raises. An error without an id is legal MCP but answers no request: False.
    """
    try:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            return False
        if not is_valid_id(message.get("id")) or ("result" in message) == ("error" in message):
            return False
        return "result" in message or _is_error_object(message["error"])
    except Exception:
        return False


def _is_error_object(error: object) -> bool:
    return (
        isinstance(error, dict) and type(error.get("code")) is int and isinstance(error.get("message"), str)
    )


def check(message: object) -> Kind:
    """What kind of message this is; decided by which members are there, then their values are checked.

    Raises RpcError: -32600 for what is no message, -32602 for positional params (MCP's are by name).
    """
    if not isinstance(message, dict):
        is_batch = isinstance(message, list)
        raise refused(
            f"the message is {'a batch, which this revision does not have' if is_batch else 'not an object'}"
        )
    if "method" not in message:
        if "result" in message or "error" in message:
            return "response"
        raise refused("'method' is missing")
    if "id" in message and not is_valid_id(message["id"]):
        raise refused("'id' must be a string or an integer")
    if message.get("jsonrpc") != "2.0":
        raise refused("'jsonrpc' must be \"2.0\"")
    if not isinstance(message["method"], str):
        raise refused("'method' must be a string")
    if "result" in message or "error" in message:
        raise refused("a message with 'method' cannot also have 'result' or 'error'")
    params = message.get("params")
    if isinstance(params, list):
        raise RpcError(
            INVALID_PARAMS, "Invalid params: 'params' must be an object; MCP has no positional params"
        )
    if params is not None and not isinstance(params, dict):
        raise refused("'params' must be an object")
    return "request" if "id" in message else "notification"


def expects_no_answer(message: object) -> bool:
    """Whether a message is a notification or a response, valid or not: nothing may be sent back."""
    if not isinstance(message, dict) or ("id" in message and "method" in message):
        return False
    return isinstance(message.get("method"), str) or (
        "method" not in message and bool({"result", "error"} & set(message))
    )
