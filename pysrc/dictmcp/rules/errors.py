"""Errors: whether a failure is an error or an `isError` result, and which code says what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from ..errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
)
from ..exchange import REFUSED, UNREADABLE, Exchange
from ..jsonrpc import check
from ..methods import METHODS
from ..revisions import UNSUPPORTED_PROTOCOL_VERSION
from .rule import STATELESS, Rule, shown

_BY_NAME: Final = {method.name: method for method in METHODS}
CAPABILITY: Final = {
    method.name: method.capability for method in METHODS if method.capability and not method.is_notification
}
_STANDARD: Final = (PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR)
_OF_MCP: Final = {-32020: "HeaderMismatch", -32021: "MissingRequiredClientCapability", -32022: "Unsupported"}
_RETIRED: Final = {-32002: "resource not found is -32602 now", -32042: "a URL is asked for as an input now"}

# -- messages that are none -------------------------------------------------------------------------


def parse_error_code(exchange: Exchange) -> Iterator[str]:
    """Text that is not JSON is a parse error."""
    if exchange.message is UNREADABLE and exchange.is_envelope and exchange.code != PARSE_ERROR:
        given = "a result" if "result" in exchange.reply else f"the code {shown(exchange.code)}"
        yield f"The text is not JSON, and {given} came back; that is {PARSE_ERROR}, parse error."


def invalid_request_code(exchange: Exchange) -> Iterator[str]:
    """JSON that is no valid message is an invalid request."""
    why = _invalid(exchange)
    if why is None or type(exchange.code) is not int:
        return
    accepted = {INVALID_REQUEST, INVALID_PARAMS, *([METHOD_NOT_FOUND] if exchange.method else [])}
    if exchange.code not in accepted:
        yield (
            f"The text is JSON, but no valid message ({why}): that is {INVALID_REQUEST}, not {exchange.code}."
        )


def invalid_served(exchange: Exchange) -> Iterator[str]:
    """What is no valid message is not served."""
    why = _invalid(exchange)
    if why is not None and isinstance(exchange.result, dict):
        yield f"The message is not valid ({why}), and was served all the same; answer {INVALID_REQUEST}."


def _invalid(exchange: Exchange) -> str | None:
    if exchange.message is UNREADABLE:
        return None
    if exchange.message is REFUSED:
        return "it is too large, too deep, or readers disagree on it"
    try:
        check(exchange.message)
    except RpcError as error:
        return error.message.partition(": ")[2]
    return None


# -- methods ----------------------------------------------------------------------------------------


def method_that_must_be(exchange: Exchange) -> Iterator[str]:
    """Some methods every server has."""
    method = _BY_NAME.get(exchange.method)
    if exchange.code == METHOD_NOT_FOUND and method is not None and exchange.is_request:
        is_owed = exchange.method in _MUST_HAVE and exchange.revision in method.revisions
        if is_owed and not method.capability:
            yield f"Every server of {exchange.revision} answers {exchange.method}; add the method."


def capability_claimed(exchange: Exchange) -> Iterator[str]:
    """What a server says it has, it has."""
    capability = CAPABILITY.get(exchange.method)
    if exchange.code != METHOD_NOT_FOUND or not capability or not exchange.known.capabilities:
        return
    is_part_of_it = (
        exchange.revision in _BY_NAME[exchange.method].revisions and exchange.method in _COMES_WITH
    )
    if is_part_of_it and capability in exchange.known.capabilities:
        yield (
            f"The server says that it has {capability!r}, and does not know {exchange.method}; "
            "add the method, or do not claim the capability."
        )


def error_code(exchange: Exchange) -> Iterator[str]:
    """The method exists: it is the params that are wrong."""
    if exchange.code == METHOD_NOT_FOUND and exchange.method == "tools/call":
        yield (
            f"{METHOD_NOT_FOUND} says that there is no method tools/call. For an unknown tool the code is "
            f"{INVALID_PARAMS}; for arguments that do not fit, return a result with isError."
        )


def unknown_method_code(exchange: Exchange) -> Iterator[str]:
    """A method that does not exist is not found."""
    if type(exchange.code) is not int or exchange.code == METHOD_NOT_FOUND or not exchange.is_request:
        return
    if exchange.method in _BY_NAME or _invalid(exchange) is not None:
        return
    is_said = _NO_METHOD.search(str(exchange.error.get("message"))) is not None
    prefix = exchange.method.partition("/")[0]
    is_slip = prefix in _PREFIXES and bool(get_close_matches(exchange.method, _BY_NAME, 1, 0.8))
    if is_said or is_slip:
        yield f"There is no method {exchange.method!r}: that is {METHOD_NOT_FOUND}, not {exchange.code}."


_MUST_HAVE: Final = ("initialize", "ping", "server/discover")
_COMES_WITH: Final = (
    *("tools/list", "tools/call", "prompts/list", "prompts/get", "resources/list", "resources/read"),
    *("logging/setLevel", "completion/complete"),
)
_PREFIXES: Final = frozenset(name.partition("/")[0] for name in _BY_NAME)
_NO_METHOD: Final = re.compile(r"(unknown|no such|not (found|known|implemented|supported))", re.IGNORECASE)

# -- codes ------------------------------------------------------------------------------------------


def retired_code(exchange: Exchange) -> Iterator[str]:
    """A code that the stateless era has given up is not sent."""
    if exchange.is_stateless and exchange.code in _RETIRED:
        yield f"{exchange.code} must not be sent in {exchange.revision}: {_RETIRED[exchange.code]}."


def reserved_code(exchange: Exchange) -> Iterator[str]:
    """Nobody makes up codes that are reserved."""
    code = exchange.code
    if type(code) is not int or code in _STANDARD or code in _OF_MCP or code in _RETIRED:
        return
    is_of_mcp = exchange.revision in STATELESS and -32099 <= code <= -32020
    if is_of_mcp or -32768 <= code <= -32100:
        yield (
            f"The code {code} is {'for MCP' if is_of_mcp else 'for JSON-RPC'} to give, and has no meaning; "
            "choose codes of your own outside the range from -32768 to -32000."
        )


def unsupported_code(exchange: Exchange) -> Iterator[str]:
    """A revision that is not served is told with its own code and what there is instead."""
    data = exchange.error.get("data")
    if exchange.code == UNSUPPORTED_PROTOCOL_VERSION and not (
        isinstance(data, dict)
        and isinstance(data.get("supported"), list)
        and isinstance(data.get("requested"), str)
    ):
        yield (
            f"The 'data' of {UNSUPPORTED_PROTOCOL_VERSION} must be an object with 'supported', an array, and "
            "'requested', a string: a client chooses from it."
        )


RULES: Final = (
    Rule("parse-error-code", "wrong", "messages", parse_error_code),
    Rule("invalid-request-code", "wrong", "messages", invalid_request_code),
    Rule("invalid-served", "warning", "messages", invalid_served),
    Rule("method-missing", "wrong", "lifecycle", method_that_must_be),
    Rule("capability-claimed", "wrong", "lifecycle", capability_claimed),
    Rule("error-code", "wrong", "tools", error_code),
    Rule("unknown-method-code", "wrong", "messages", unknown_method_code),
    Rule("retired-code", "wrong", "messages", retired_code),
    Rule("reserved-code", "wrong", "messages", reserved_code),
    Rule("unsupported-data", "wrong", "lifecycle", unsupported_code),
)
