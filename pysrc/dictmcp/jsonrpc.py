"""JSON-RPC 2.0 envelopes as MCP narrows them: build, parse, check and encode messages.

Pure functions on text and dicts. Nothing here knows a method, a tool or a transport.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Final, Literal

Message = dict[str, Any]
Id = str | int
Kind = Literal["request", "notification", "response"]

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603

MAX_CHARACTERS: Final = 64 * 1024 * 1024
MAX_DEPTH: Final = 500

_ENVELOPE_MEMBERS = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})


class RpcError(Exception):
    """An error to be sent as an error envelope; raise it from any method handler.

    code: an integer, see https://www.jsonrpc.org/specification#error_object. message: one sentence.
    data: any JSON value, left out when None.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        if type(code) is not int or not isinstance(message, str):
            raise TypeError(
                f"an RpcError has a code, an integer, and a message, a string, not {code!r}, {message!r}"
            )
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


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
    if isinstance(error, RpcError):
        return make_error(id, error.code, error.message, error.data)
    return make_error(id, INTERNAL_ERROR, f"Internal error: {describe(error)}")


def describe(error: BaseException) -> str:
    """An exception as one line, class first. Never raises, whatever the exception's own str does."""
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:
        text = "(its text cannot be read)"
    return f"{name}: {text}" if text else name


def _call(method: str, params: Message | None) -> Message:
    return {"method": method} | ({} if params is None else {"params": params})


# -- check ---------------------------------------------------------------------------------------


def is_valid_id(value: object) -> bool:
    """Whether a value may be a request's id: a string or an integer. A bool is neither, nor is 1.0."""
    return type(value) in (str, int)


def readable_id(message: object) -> Id | None:
    """The id that an answer to this message echoes, or None if it has none that can be echoed."""
    id = message.get("id") if isinstance(message, dict) else None
    return id if is_valid_id(id) else None


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
        raise _refused(
            f"the message is {'a batch, which this revision does not have' if is_batch else 'not an object'}"
        )
    if "method" not in message:
        if "result" in message or "error" in message:
            return "response"
        raise _refused("'method' is missing")
    if "id" in message and not is_valid_id(message["id"]):
        raise _refused("'id' must be a string or an integer")
    if message.get("jsonrpc") != "2.0":
        raise _refused("'jsonrpc' must be \"2.0\"")
    if not isinstance(message["method"], str):
        raise _refused("'method' must be a string")
    if "result" in message or "error" in message:
        raise _refused("a message with 'method' cannot also have 'result' or 'error'")
    params = message.get("params")
    if isinstance(params, list):
        raise RpcError(
            INVALID_PARAMS, "Invalid params: 'params' must be an object; MCP has no positional params"
        )
    if params is not None and not isinstance(params, dict):
        raise _refused("'params' must be an object")
    return "request" if "id" in message else "notification"


def expects_no_answer(message: object) -> bool:
    """Whether a message is a notification or a response, valid or not: nothing may be sent back."""
    if not isinstance(message, dict) or ("id" in message and "method" in message):
        return False
    return isinstance(message.get("method"), str) or (
        "method" not in message and bool({"result", "error"} & set(message))
    )


# -- text ----------------------------------------------------------------------------------------


def parse(text: str | bytes) -> Any:
    """The JSON value of a message's text, with a byte order mark tolerated.

    Raises RpcError. -32700: not JSON (NaN and Infinity are not) or not UTF-8. -32600: JSON that is
    refused, because readers would disagree on what it says (repeated member names, numbers out of
    range) or it is too large or too deep; `peek_id` reads the id of these.
    """
    if isinstance(text, bytes | bytearray):
        text = _decode(text)
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_CHARACTERS:
        raise _refused(f"the message has {len(text)} characters, the limit is {MAX_CHARACTERS}")
    if _is_deeper_than(MAX_DEPTH, text):
        raise _refused(f"the message is nested deeper than {MAX_DEPTH} levels")
    try:
        return _DECODER.decode(text)
    except _Repeated:
        return _with_repeated_members(text)
    except json.JSONDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: {error}") from None
    except ValueError:
        raise _refused("a number has more digits than can be read") from None
    except RecursionError:
        raise _refused("the message is nested too deeply") from None


def encode(message: Any) -> str:
    """A message as one line of compact JSON text that any UTF-8 stream can carry, and any reader read.

    Half a surrogate pair becomes U+FFFD, for strict readers refuse the whole line for it; only an id
    comes back as it came. Raises ValueError, TypeError or RecursionError for what has no JSON form.
    """
    text = _ENCODER.encode(message)
    if text.isascii():
        return text
    if isinstance(message, dict) and isinstance(message.get("id"), str) and _HALF_PAIR.search(message["id"]):
        members = (
            (name, json.dumps(value) if name == "id" else encode(value)) for name, value in message.items()
        )
        return "{" + ",".join(f"{encode(str(name))}:{value}" for name, value in members) + "}"
    return _LINE_END.sub(lambda match: f"\\u{ord(match[0]):04x}", _HALF_PAIR.sub("\ufffd", text))


def peek_id(text: str | bytes) -> Id | None:
    """The top-level id of a message that is not parsed, from its first 64 KiB; None if not found there."""
    if isinstance(text, bytes | bytearray):
        text = text[:_PEEK].decode("utf-8", "replace")
    depth, ids = 0, []
    for match in _TOKEN.finditer(text[:_PEEK]):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(match[0], 0)
        if depth == 1 and match[0] == '"id"' and _COLON.match(text, match.end()):
            value = _ID.match(text, match.end())
            ids.append(json.loads(value[1]) if value else None)
    return ids[0] if len(ids) == 1 else None  # readers disagree on an id that is there twice


_PEEK = 64 * 1024
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_COLON = re.compile(r"\s*:")
_ID = re.compile(
    r'\s*:\s*("(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|-?(?:0|[1-9][0-9]{0,4000}))\s*[,}]'
)
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # cannot be written as UTF-8
_LINE_END = re.compile("[\x85\u2028\u2029]")  # for some readers


def _decode(data: bytes | bytearray) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: byte {error.start} is not UTF-8") from None


def _is_deeper_than(limit: int, text: str) -> bool:
    # json.loads recurses in C: under WebAssembly deep nesting kills the interpreter beyond repair.
    if text.count("[") + text.count("{") <= limit:
        return False
    depth = 0
    for match in _TOKEN.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > limit:
                return True
        elif match[0] in "]}":
            depth -= 1
    return False


class _Repeated(Exception):
    """An object has a member name twice."""


def _members(pairs: list[tuple[str, Any]]) -> Message:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Repeated
    return members


def _with_repeated_members(text: str) -> Any:
    """The value of text with repeated member names, if they are of the envelope and none of its own."""
    repeated: list[tuple[Message, str]] = []

    def members(pairs: list[tuple[str, Any]]) -> Message:
        found = dict(pairs)
        counts = Counter(name for name, _ in pairs)
        repeated.extend((found, name) for name, count in counts.items() if count > 1)
        return found

    value = json.loads(text, object_pairs_hook=members, parse_constant=_no_constant, parse_float=_finite)
    envelopes = value if isinstance(value, list) else [value]
    for owner, name in repeated:
        # Members that an envelope does not have are ignored, repeated or not.
        if name in _ENVELOPE_MEMBERS or all(owner is not envelope for envelope in envelopes):
            raise _refused(f"the member name {json.dumps(name)} is repeated in one object")
    return value


def _no_constant(name: str) -> None:
    raise RpcError(PARSE_ERROR, f"Parse error: {name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _refused(f"the number {text} is out of range")
    return number


def _refused(why: str) -> RpcError:
    return RpcError(INVALID_REQUEST, f"Invalid Request: {why}")


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_constant, parse_float=_finite)
