"""Messages as text: parse what comes in, within limits; encode what goes out, for any reader.

Everything that JSON leaves open is decided here. https://www.rfc-editor.org/rfc/rfc8259
"""

from __future__ import annotations

import json
import re
from collections import Counter
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from json.scanner import make_scanner
from typing import Any, Final

from .errors import PARSE_ERROR, RpcError, refused

MAX_CHARACTERS: Final = 64 * 1024 * 1024
MAX_DEPTH: Final = 500

_ENVELOPE_MEMBERS = frozenset({"jsonrpc", "id", "method", "params", "result", "error"})


def parse(text: str | bytes) -> Any:
    """The JSON value of a message's text, with a byte order mark tolerated.

    Raises RpcError. -32700: not JSON (NaN and Infinity are not) or not UTF-8. -32600: JSON that is
    refused, because readers would disagree on what it says (repeated member names, numbers out of
    range) or it is too large or too deep; `peek_id` reads the id of these.
    """
    if not isinstance(text, str):
        text = _decode(text)
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_DEPTH:
        _check_size(text)
    try:
        return _decoded(text)
    except json.JSONDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: {_in_every_python(error)}") from None
    except ValueError:
        raise refused("a number has more digits than can be read") from None
    except RecursionError:
        raise refused("the message is nested too deeply") from None


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


def peek_id(text: str | bytes) -> str | int | None:
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
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # cannot be written as UTF-8
_LINE_END = re.compile("[\x85\u2028\u2029]")  # for some readers


class _Encoder:
    """The standard encoder, keeping what json.dumps makes anew for every message, at the cost of one."""

    def __init__(self) -> None:
        self._standard = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        self._begin()

    def encode(self, message: Any) -> str:
        """Raises ValueError, TypeError or RecursionError."""
        try:
            return "".join(self._parts(message, 0))
        except BaseException:
            self._begin()  # it still believes to be inside of what it could not encode
            raise

    def _begin(self) -> None:
        like = self._standard
        self._parts: Any = like.iterencode
        if c_make_encoder is not None:
            marks = like.key_separator, like.item_separator
            flags = like.sort_keys, like.skipkeys, like.allow_nan
            self._parts = c_make_encoder({}, like.default, encode_basestring, None, *marks, *flags)


_ENCODER = _Encoder()


def _decode(data: bytes | bytearray) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RpcError(PARSE_ERROR, f"Parse error: byte {error.start} is not UTF-8") from None


def _check_size(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise refused(f"the message has {len(text)} characters, the limit is {MAX_CHARACTERS}")
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper_than(MAX_DEPTH, text):
        raise refused(f"the message is nested deeper than {MAX_DEPTH} levels")


def _is_deeper_than(limit: int, text: str) -> bool:
    # json.loads recurses in C: under WebAssembly deep nesting kills the interpreter beyond repair.
    depth = 0
    for match in _TOKEN.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > limit:
                return True
        elif match[0] in "]}":
            depth -= 1
    return False


def _in_every_python(error: json.JSONDecodeError) -> json.JSONDecodeError:
    """What is wrong, in the words of Python 3.13 and later: those before do not know a trailing comma."""
    end = error.doc[error.pos : error.pos + 1]
    before = error.doc[: error.pos].rstrip(" \t\n\r")
    kind = {"Expecting property name enclosed in double quotes}": "object", "Expecting value]": "array"}
    if error.msg + end not in kind or not before.endswith(","):
        return error
    what = f"Illegal trailing comma before end of {kind[error.msg + end]}"
    return json.JSONDecodeError(what, error.doc, len(before) - 1)


class _Repeated(Exception):
    """An object has a member name twice."""


def _decoded(text: str) -> Any:
    try:
        value, end = _scan(text, 0)
        if end == len(text):
            return value
    except StopIteration:
        pass  # does not begin with a value
    except _Repeated:
        return _with_repeated_members(text)
    try:
        return _DECODER.decode(text)  # skips space around the value, says what else there is
    except _Repeated:
        return _with_repeated_members(text)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Repeated
    return members


def _with_repeated_members(text: str) -> Any:
    """The value of text with repeated member names, if they are of the envelope and none of its own."""
    repeated: list[tuple[dict[str, Any], str]] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        counts = Counter(name for name, _ in pairs)
        repeated.extend((found, name) for name, count in counts.items() if count > 1)
        return found

    value = json.loads(text, object_pairs_hook=members, parse_constant=_no_constant, parse_float=_finite)
    envelopes = value if isinstance(value, list) else [value]
    for owner, name in repeated:
        # Members that an envelope does not have are ignored, repeated or not.
        if name in _ENVELOPE_MEMBERS or all(owner is not envelope for envelope in envelopes):
            raise refused(f"the member name {json.dumps(name)} is repeated in one object")
    return value


def _no_constant(name: str) -> None:
    raise RpcError(PARSE_ERROR, f"Parse error: {name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise refused(f"the number {text} is out of range")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_no_constant, parse_float=_finite)
_scan: Any = make_scanner(_DECODER)  # type: ignore[arg-type]
