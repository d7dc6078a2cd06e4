"""The stateless era: what every request says, every result says of itself, and how a client is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..errors import INVALID_PARAMS, METHOD_NOT_FOUND, RpcError
from ..exchange import Exchange
from ..methods import METHODS
from ..revisions import PROTOCOL_VERSION, UNSUPPORTED_PROTOCOL_VERSION, require_meta
from .rule import STATELESS, Rule, kind, shown

# -- requests and results ------------------------------------------------------------------------------


def required_meta(exchange: Exchange) -> Iterator[str]:
    """A stateless request says its revision and what the client can do."""
    if not exchange.is_stateless or not exchange.is_request or not exchange.is_envelope:
        return
    try:
        require_meta(exchange.meta)
    except RpcError as error:
        if exchange.code not in (INVALID_PARAMS, METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION):
            given = "a result" if "result" in exchange.reply else f"the code {shown(exchange.code)}"
            yield f"{error.message.partition(': ')[2]}: that is {INVALID_PARAMS}, not {given}."


def unsupported_version(exchange: Exchange) -> Iterator[str]:
    """A revision that is not served is refused."""
    own = exchange.meta.get(PROTOCOL_VERSION)
    if not isinstance(own, str) or own in STATELESS or not exchange.is_request or not exchange.is_envelope:
        return
    if exchange.code not in (UNSUPPORTED_PROTOCOL_VERSION, INVALID_PARAMS, METHOD_NOT_FOUND):
        given = "a result" if "result" in exchange.reply else f"the code {shown(exchange.code)}"
        yield (
            f"The request names the revision {shown(own)}, which is not stateless; that is "
            f"{UNSUPPORTED_PROTOCOL_VERSION} with 'supported' and 'requested', not {given}."
        )


def result_type(exchange: Exchange) -> Iterator[str]:
    """A stateless result says what it is."""
    if not exchange.is_stateless or not isinstance(exchange.result, dict):
        return
    if "resultType" not in exchange.result:
        yield (f'Every result of {exchange.revision} says its \'resultType\'; add "resultType": "complete".')
    elif not isinstance(exchange.result["resultType"], str):
        yield (
            f"'resultType' is {kind(exchange.result['resultType'])}; it must be a string, such as "
            '"complete".'
        )


def caching(exchange: Exchange) -> Iterator[str]:
    """A cacheable result says for how long and for whom."""
    result = exchange.complete
    if not exchange.is_stateless or result is None or exchange.method not in _CACHEABLE:
        return
    if "ttlMs" not in result:
        yield "The result must carry 'ttlMs', how many milliseconds it may be kept; 0 for not at all."
    elif type(result["ttlMs"]) is not int or result["ttlMs"] < 0:
        yield f"'ttlMs' is {kind(result['ttlMs'])}; it must be an integer of milliseconds, 0 or more."
    if "cacheScope" not in result:
        yield 'The result must carry \'cacheScope\', for whom it may be kept: "private" or "public".'
    elif result["cacheScope"] not in ("private", "public"):
        yield f'\'cacheScope\' is {kind(result["cacheScope"])}; it must be "private" or "public".'


def too_new(exchange: Exchange) -> Iterator[str]:
    """An older client is not sent what a newer revision brought."""
    if exchange.is_stateless or not isinstance(exchange.result, dict):
        return
    newer = [name for name in ("resultType", "ttlMs", "cacheScope") if name in exchange.result]
    if newer and not _asks(exchange.result):
        yield (
            f"{', '.join(map(repr, newer))} came with {STATELESS[0]}, and this exchange is of "
            f"{exchange.revision}; leave it out, or serve the message by the rules of its revision."
        )


def supported_versions(exchange: Exchange) -> Iterator[str]:
    """What a server answers, it says it supports."""
    if (
        exchange.method != "server/discover"
        or not exchange.is_stateless
        or not isinstance(exchange.result, dict)
    ):
        return
    supported = exchange.result.get("supportedVersions")
    if isinstance(supported, list) and exchange.revision not in supported:
        yield f"'supportedVersions' lacks {exchange.revision}, in which this very answer was given; add it."


# -- asking the client ------------------------------------------------------------------------------


def input_required(exchange: Exchange) -> Iterator[str]:
    """A result asks the client where the revision and the method allow it, and asks for something."""
    result = exchange.result
    if not isinstance(result, dict) or not _asks(result):
        return
    if not exchange.is_stateless:
        yield f"{exchange.revision} does not have input_required; send the client a request instead."
    elif exchange.method not in _MAY_ASK:
        yield f"{exchange.method} may not answer with input_required; only {', '.join(_MAY_ASK)} may."
    elif "inputRequests" not in result and "requestState" not in result:
        yield "input_required needs 'inputRequests', 'requestState', or both: nothing is asked for."


def input_undeclared(exchange: Exchange) -> Iterator[str]:
    """A client is only asked for what it says it can do."""
    result = exchange.result
    asked = result.get("inputRequests") if isinstance(result, dict) and _asks(result) else None
    own = exchange.meta.get("io.modelcontextprotocol/clientCapabilities")
    for name, one in asked.items() if isinstance(asked, dict) else ():
        method = one.get("method") if isinstance(one, dict) else None
        capability = NEEDED.get(method) if isinstance(method, str) else None
        if capability and isinstance(own, dict) and capability not in own:
            yield (
                f"The client does not declare {capability!r} in this request, and {name!r} asks it for "
                f"{method}; answer -32021 with 'requiredCapabilities', or do without."
            )


def _asks(result: dict[str, Any]) -> bool:
    return result.get("resultType") == "input_required"


NEEDED: Final = {
    "elicitation/create": "elicitation",
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
}
_CACHEABLE: Final = tuple(method.name for method in METHODS if method.is_cacheable)
_MAY_ASK: Final = tuple(method.name for method in METHODS if method.may_ask)

RULES: Final = (
    Rule("required-meta", "wrong", "messages", required_meta),
    Rule("unsupported-version", "wrong", "lifecycle", unsupported_version),
    Rule("result-type", "wrong", "messages", result_type),
    Rule("caching", "wrong", "caching", caching),
    Rule("too-new", "warning", "messages", too_new),
    Rule("supported-versions", "wrong", "discover", supported_versions),
    Rule("input-required", "wrong", "asking", input_required),
    Rule("input-undeclared", "wrong", "asking", input_undeclared),
)
