"""What HTTP adds to a message: headers that must say what the body says, and a status for each reply.

Pure functions. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from ..asking import MISSING_CLIENT_CAPABILITY
from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RpcError
from ..jsonrpc import Message
from ..revisions import (
    HANDSHAKE,
    PROTOCOL_VERSION,
    STATELESS,
    UNSUPPORTED_PROTOCOL_VERSION,
    check_meta,
    is_stateless,
    require_meta,
    unsupported,
)

HEADER_MISMATCH: Final = -32020

VERSION: Final = "mcp-protocol-version"
METHOD: Final = "mcp-method"
NAME: Final = "mcp-name"
PARAMETER: Final = "mcp-param-"
SESSION: Final = "mcp-session-id"

# Clients of revisions that have no version header send none.
WITHOUT_HEADER: Final = "2025-03-26"

Headers = Mapping[str, str]

# method -> the param that Mcp-Name repeats
NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

# error code -> status, by era; any other reply is 200
_STATUS: Final = {
    True: {
        PARSE_ERROR: 400,
        INVALID_REQUEST: 400,
        METHOD_NOT_FOUND: 404,
        HEADER_MISMATCH: 400,
        MISSING_CLIENT_CAPABILITY: 400,
        UNSUPPORTED_PROTOCOL_VERSION: 400,
    },
    False: {PARSE_ERROR: 400, INVALID_REQUEST: 400, UNSUPPORTED_PROTOCOL_VERSION: 400},
}


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header values by lower-case name; those of a repeated name are joined, so they equal nothing else."""
    headers: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1").strip(" \t")
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    return headers


def status(reply: Any, of_stateless: bool) -> int:
    """The HTTP status of a reply."""
    error = reply.get("error") if isinstance(reply, dict) else None
    code = error.get("code") if isinstance(error, dict) else None
    return _STATUS[of_stateless].get(code, 200) if isinstance(code, int) else 200


def is_streamed(message: Any) -> bool:
    """Whether a message is answered by a stream and nothing else."""
    return isinstance(message, dict) and message.get("method") == "subscriptions/listen"


# -- which era -----------------------------------------------------------------------------------


def of_stateless_era(message: Any, headers: Headers, served: Sequence[str]) -> bool:
    """Whether a message is of the stateless era: its header says so, or its `_meta` does.

    A server of that era alone takes everything for it, but for `initialize`, which it has to refuse.
    """
    if headers.get(VERSION) in STATELESS or is_stateless(_meta(message)):
        return True
    method = message.get("method") if isinstance(message, dict) else None
    return method != "initialize" and not any(revision in HANDSHAKE for revision in served)


def handshake_revision(headers: Headers, served: Sequence[str]) -> str | None:
    """The revision that a message of the handshake era follows; None if only its connection knows.

    Raises RpcError -32022 for a version header that is not served.
    """
    version = headers.get(VERSION)
    if version is None:
        return WITHOUT_HEADER if WITHOUT_HEADER in served else None
    legacy = [revision for revision in served if revision in HANDSHAKE]
    if version not in legacy:
        raise unsupported(version, legacy)
    return version


# -- the stateless era: headers repeat the body --------------------------------------------------


def check_request(message: Message, headers: Headers, served: Sequence[str]) -> None:
    """Check what every request of the stateless era must have.

    Raises RpcError, the first that applies: -32602 for a missing key of `_meta`, -32020 for a header
    that is missing or says something else than the body, -32022 for a version that is not served.
    """
    meta = _meta(message)
    require_meta(meta)
    _compare("MCP-Protocol-Version", headers.get(VERSION), meta[PROTOCOL_VERSION])
    _compare("Mcp-Method", headers.get(METHOD), message["method"])
    named = (message.get("params") or {}).get(NAMED.get(message["method"]))
    if isinstance(named, str):
        _compare("Mcp-Name", _decoded("Mcp-Name", headers.get(NAME)), named)
    check_meta(meta, served)


def check_parameters(schema: Message, arguments: Any, headers: Headers) -> None:
    """Check the Mcp-Param-* headers of a call against its arguments. schema: the tool's inputSchema.

    Raises RpcError -32020.
    """
    for path, name in mirrored(schema):
        label = f"Mcp-Param-{name}"
        value = _at(arguments, path)
        given = _decoded(label, headers.get(PARAMETER + name.lower()))
        if value is None and given is not None:
            raise mismatch(f"{label} is there, but the body has no value for it")
        if isinstance(value, bool):
            _compare(label, given, "true" if value else "false")
        elif isinstance(value, int | float):
            if given is None or not _INTEGER.fullmatch(given) or Decimal(given) != value:
                _compare(label, given, str(value))
        elif isinstance(value, str):
            _compare(label, given, value)


def mirrored(schema: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The properties that clients repeat in a header, as (where, name of the header's last part)."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for key, part in properties.items() if isinstance(properties, dict) else ():
        if isinstance(part, dict):
            if isinstance(part.get("x-mcp-header"), str):
                yield (*path, key), part["x-mcp-header"]
            yield from mirrored(part, (*path, key))


def decoded(value: str) -> str:
    """A header value as the text it stands for: =?base64?...?= is decoded, anything else is literal.

    Raises ValueError for characters that no header may have, and for base64 that is not strictly so.
    """
    if _FORBIDDEN.search(value):
        raise ValueError("it holds characters that a header must not have; encode it as =?base64?...?=")
    if not (value.startswith(_OPENING) and value.endswith(_CLOSING)) or len(value) < _SHORTEST:
        return value
    encoded = value[len(_OPENING) : -len(_CLOSING)]
    try:
        data = base64.b64decode(encoded, validate=True)
        text = data.decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError(f"its base64 cannot be read: {error}") from None
    if base64.b64encode(data).decode() != encoded:
        raise ValueError("its base64 is not in the one form that these bytes have")
    return text


def mismatch(why: str) -> RpcError:
    """The -32020 error."""
    return RpcError(HEADER_MISMATCH, f"Header mismatch: {why}")


_OPENING: Final = "=?base64?"
_CLOSING: Final = "?="
_SHORTEST: Final = len(_OPENING + _CLOSING)
_FORBIDDEN: Final = re.compile(r"[^\t\x20-\x7e]")
_INTEGER: Final = re.compile(r"-?\d{1,20}(\.0+)?")


def _decoded(label: str, value: str | None) -> str | None:
    try:
        return None if value is None else decoded(value)
    except ValueError as error:
        raise mismatch(f"{label} is malformed: {error}") from None


def _compare(label: str, given: str | None, wanted: str) -> None:
    if given is None:
        raise mismatch(f"{label} is missing; the body says {wanted!r}")
    if given != wanted:
        raise mismatch(f"{label} says {given!r}, the body {wanted!r}")


def _meta(message: Any) -> Message:
    params = message.get("params") if isinstance(message, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _at(arguments: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        arguments = arguments.get(key) if isinstance(arguments, dict) else None
    return arguments
