"""Whether a message that a server sends is what the official types of its revision say.

The types are those of the package `mcp-types`; it has them for 2025-11-25, which it uses for all older
revisions too, and for 2026-07-28. When MCP_SCHEMA_DIR names a folder with the official schema files,
<revision>.json, those of each revision are used as well.
"""

import base64
import functools
import json
import os
import re
from pathlib import Path
from typing import Any, get_args

from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from mcp_types import MissingRequiredClientCapabilityErrorData, UnsupportedProtocolVersionErrorData, methods
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import TypeAdapter, ValidationError

FOLDER = os.environ.get("MCP_SCHEMA_DIR")
DIALECTS = {"definitions": Draft7Validator, "$defs": Draft202012Validator}

# Errors whose data has a type of its own: code -> that type, and the name of the whole in the schema file.
ERRORS = {
    -32020: (None, "HeaderMismatchError"),
    -32021: (MissingRequiredClientCapabilityErrorData, "MissingRequiredClientCapabilityError"),
    -32022: (UnsupportedProtocolVersionErrorData, "UnsupportedProtocolVersionError"),
}
NOT_STATELESS = (-32002, -32042)  # basic/index of 2026-07-28: MUST NOT be sent

# Where a schema file is known to be wrong: (revision, definition) -> what is left out of it, and why.
ERRATA = {
    # An error without an id has no legal form before 2025-11-25; later ones leave the id out.
    ("2024-11-05", "JSONRPCError"): ("required", "id"),
    ("2025-03-26", "JSONRPCError"): ("required", "id"),
    ("2025-06-18", "JSONRPCError"): ("required", "id"),
    # The bounds of a number need not be integers, says schema.ts.
    ("2025-06-18", "NumberSchema"): ("properties", "minimum", "maximum"),
    ("2025-11-25", "NumberSchema"): ("properties", "minimum", "maximum", "default"),
}

FORMATS = FormatChecker(())
FORMATS.checks("uri")(lambda uri: not isinstance(uri, str) or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", uri))
FORMATS.checks("byte", ValueError)(
    lambda data: not isinstance(data, str) or base64.b64decode(data, validate=True) is not None
)

KNOWN = {
    method
    for table in (
        methods.CLIENT_REQUESTS,
        methods.CLIENT_NOTIFICATIONS,
        methods.SERVER_REQUESTS,
        methods.SERVER_NOTIFICATIONS,
    )
    for method, _ in table
}


def check(message: Any, revision: str, method: str | None = None) -> list[str]:
    """What is wrong with a message that a server sends under a revision, a sentence each.

    method: of the request that it answers, None if it is no response. What MCP does not know, methods of
    the server's own, is checked as far as JSON-RPC goes.
    """
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return [f"this is no JSON-RPC message: {message!r}"]
    if method is None and "method" in message:
        return _sent(message, revision)
    if "error" in message:
        return _error(message, revision)
    return _result(message, revision, method)


def _sent(message: dict[str, Any], revision: str) -> list[str]:
    method = message["method"]
    table = methods.SERVER_REQUESTS if "id" in message else methods.SERVER_NOTIFICATIONS
    if method not in KNOWN:
        return _envelope(message, {"jsonrpc", "id", "method", "params"})
    if (method, revision) not in table:
        return [f"a server does not send {method} in {revision}"]
    kind = table[method, revision]
    return [
        *_envelope(message, {"jsonrpc", "id", "method", "params"}),
        *_typed(message, kind),
        *_by_file(message, revision, kind.__name__),
    ]


def _error(message: dict[str, Any], revision: str) -> list[str]:
    faults = _envelope(message, {"jsonrpc", "id", "error"})
    error = message["error"]
    if not isinstance(error, dict) or not isinstance(error.get("message"), str):
        return [*faults, f"this is no error object: {error!r}"]
    code = error.get("code")
    if not isinstance(code, int) or isinstance(code, bool):
        return [*faults, f"the code is no integer: {code!r}"]
    if revision in MODERN_PROTOCOL_VERSIONS and code in NOT_STATELESS:
        faults.append(f"the code {code} is not for {revision}")
    data, name = ERRORS.get(code, (None, None))
    if data is not None:
        faults += _typed(error.get("data"), data)
    if name is not None:
        faults += _by_file(message, "2026-07-28", name)
    plain = "JSONRPCErrorResponse" if revision >= "2025-11-25" else "JSONRPCError"
    return [*faults, *_by_file(message, revision, plain)]


def _result(message: dict[str, Any], revision: str, method: str | None) -> list[str]:
    faults = _envelope(message, {"jsonrpc", "id", "result"}, {"id", "result"})
    result = message.get("result")
    if not isinstance(result, dict):
        return [*faults, f"the result is no object: {result!r}"]
    if revision in MODERN_PROTOCOL_VERSIONS and not isinstance(result.get("resultType"), str):
        faults.append("the result has no resultType")
    if method not in KNOWN:
        return faults
    kind = methods.SERVER_RESULTS.get((method, revision))
    if kind is None:
        return [*faults, f"there is no {method} in {revision}, so it has no result"]
    for one in get_args(kind):  # a result, or what input it requires
        if (one.__name__ == "InputRequiredResult") == (result.get("resultType") == "input_required"):
            kind = one
    return [*faults, *_typed(result, kind), *_by_file(result, revision, kind.__name__)]


def _envelope(message: dict[str, Any], allowed: set[str], required: set[str] = frozenset()) -> list[str]:
    faults = [f"the message has {name!r}" for name in message if name not in allowed]
    faults += [f"the message has no {name!r}" for name in required if name not in message]
    if "id" in message and (isinstance(message["id"], bool) or not isinstance(message["id"], int | str)):
        faults.append(f"the id is {message['id']!r}")
    return faults


@functools.cache
def _adapter(kind: Any) -> TypeAdapter:
    return TypeAdapter(kind)


def _typed(value: Any, kind: Any) -> list[str]:
    try:
        _adapter(kind).validate_json(json.dumps(value), strict=True, by_name=False, by_alias=True)
    except ValidationError as error:
        return [
            f"{kind.__name__} {'.'.join(map(str, one['loc']))}: {one['msg']}, it is {one['input']!r}"
            for one in error.errors()
        ]
    return []


def _by_file(value: Any, revision: str, name: str) -> list[str]:
    if FOLDER is None:
        return []
    found = _validator(revision, name).iter_errors(value)
    return [f"{name} in {revision}.json, {one.json_path}: {one.message}" for one in found]


@functools.cache
def _validator(revision: str, name: str) -> Any:
    whole = _file(revision)
    key = next(key for key in DIALECTS if key in whole)
    dialect = DIALECTS[key]
    return dialect({key: whole[key], "$ref": f"#/{key}/{name}"}, format_checker=FORMATS)


@functools.cache
def _file(revision: str) -> dict[str, Any]:
    whole = json.loads((Path(FOLDER) / f"{revision}.json").read_text("utf-8"))
    for (of, name), (member, *wrong) in ERRATA.items():
        if of == revision:
            definition = next(whole[key] for key in DIALECTS if key in whole)[name]
            kept = definition[member]
            definition[member] = (
                [one for one in kept if one not in wrong]
                if isinstance(kept, list)
                else {**kept, **dict.fromkeys(wrong, True)}
            )
    return whole
