"""The handshake, and what follows from it: the revision, the capabilities, the methods that there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..errors import INVALID_REQUEST, METHOD_NOT_FOUND
from ..exchange import Exchange
from ..methods import METHODS
from ..revisions import UNSUPPORTED_PROTOCOL_VERSION
from ..shapes import knows
from .errors import CAPABILITY
from .rule import HANDSHAKE, STATELESS, Rule, kind, shown

# -- initialize -------------------------------------------------------------------------------------


def initialize_result(exchange: Exchange) -> Iterator[str]:
    """The reply to initialize has all that a client needs."""
    if exchange.method != "initialize" or not isinstance(exchange.result, dict):
        return
    info = exchange.result.get("serverInfo")
    if not isinstance(exchange.result.get("capabilities"), dict):
        yield (
            "The result of initialize needs 'capabilities', an object: {\"tools\": {}} for a server "
            "with tools."
        )
    if not isinstance(info, dict) or not all(isinstance(info.get(name), str) for name in ("name", "version")):
        yield "The result of initialize needs 'serverInfo', an object with 'name' and 'version', strings."


def protocol_version(exchange: Exchange) -> Iterator[str]:
    """A handshake settles on a revision that there is."""
    if exchange.method != "initialize" or not isinstance(exchange.result, dict):
        return
    asked, given = exchange.params.get("protocolVersion"), exchange.result.get("protocolVersion")
    if given in HANDSHAKE:
        return
    if given in STATELESS:
        yield f"'protocolVersion' is {shown(given)}, which has no handshake; settle on {HANDSHAKE[-1]}."
    elif given is not None and given == asked:
        yield (
            f"The client asked for {shown(asked)}, which does not exist, and it was confirmed. "
            f"Offer a revision that this server speaks, such as {HANDSHAKE[-1]}."
        )
    else:
        yield f"'protocolVersion' is {kind(given)}; it must be one of {', '.join(HANDSHAKE)}."


def version_refused(exchange: Exchange) -> Iterator[str]:
    """Whoever asks for another revision is offered one, not refused."""
    params, code = exchange.params, exchange.code
    if (
        exchange.method != "initialize"
        or type(code) is not int
        or code in (INVALID_REQUEST, METHOD_NOT_FOUND)
    ):
        return
    if exchange.is_stateless or not isinstance(params.get("protocolVersion"), str):
        return
    if not all(isinstance(params.get(name, {}), dict) for name in ("capabilities", "clientInfo")):
        return
    data = exchange.error.get("data")
    offered = data.get("supported") if isinstance(data, dict) else None
    if (
        code == UNSUPPORTED_PROTOCOL_VERSION
        and isinstance(offered, list)
        and set(map(str, offered)) <= set(STATELESS)
    ):
        return
    yield (
        f"initialize for {shown(params['protocolVersion'])} was refused with {code}; a server answers with a "
        f"result that offers a revision it speaks, such as {HANDSHAKE[-1]}, and the client decides."
    )


def before_initialize(exchange: Exchange) -> Iterator[str]:
    """What a client owes before it asks."""
    is_early = exchange.is_request and not exchange.is_open and not exchange.is_stateless
    if is_early and exchange.method not in ("initialize", "ping") and isinstance(exchange.result, dict):
        yield "A client of the handshake era sends initialize first; the server answered all the same."


def ping_result(exchange: Exchange) -> Iterator[str]:
    """The answer to ping is empty."""
    if exchange.method == "ping" and isinstance(exchange.result, dict):
        more = [name for name in exchange.result if name not in ("_meta", "resultType")]
        if more:
            yield f"The result of ping is {{}}; this one has {', '.join(map(repr, more))}."


# -- methods and capabilities -----------------------------------------------------------------------


def capability_undeclared(exchange: Exchange) -> Iterator[str]:
    """What a server serves, it declares."""
    capability, offered = CAPABILITY.get(exchange.method), exchange.known.capabilities
    if capability is None or offered is None or not isinstance(exchange.result, dict):
        return
    if exchange.method in _SAID_BY_LIST:
        return
    if capability not in offered and not (capability == "completions" and exchange.revision == HANDSHAKE[0]):
        yield (
            f"{exchange.method} is served, but the server's capabilities lack {capability!r}, so "
            "that clients "
            f'do not ask; declare "{capability}": {{}}.'
        )


def method_not_in_revision(exchange: Exchange) -> Iterator[str]:
    """A method of another revision is not served."""
    revisions = _REVISIONS.get(exchange.method)
    if revisions and exchange.revision not in revisions and isinstance(exchange.result, dict):
        yield (
            f"{exchange.method} is served, which {exchange.revision} does not have; "
            f"answer {METHOD_NOT_FOUND}, by which a client learns what it speaks to."
        )


def own_method(exchange: Exchange) -> Iterator[str]:
    """A server may have methods of its own."""
    if not exchange.is_request or not isinstance(exchange.result, dict):
        return
    if not any(knows(exchange.method, revision) for revision in (HANDSHAKE[-1], STATELESS[-1])):
        yield (
            f"{exchange.method} is no method of MCP. A server may have its own; if this one was not meant to "
            f"have it, answer {METHOD_NOT_FOUND}."
        )


def notification_as_request(exchange: Exchange) -> Iterator[str]:
    """A notification with an id is a request for a method that nobody has."""
    is_meant = exchange.is_request and exchange.method.startswith("notifications/")
    if is_meant and isinstance(exchange.result, dict):
        yield (
            f"{exchange.method} came with an id, as a request, and a request of that name does not exist; "
            f"answer {METHOD_NOT_FOUND}."
        )


_SAID_BY_LIST: Final = ("tools/call", "prompts/get", "resources/read")
_REVISIONS: Final = {method.name: method.revisions for method in METHODS if not method.is_notification}

RULES: Final = (
    Rule("initialize-result", "wrong", "lifecycle", initialize_result),
    Rule("protocol-version", "wrong", "lifecycle", protocol_version),
    Rule("version-refused", "wrong", "lifecycle", version_refused),
    Rule("before-initialize", "hint", "lifecycle", before_initialize),
    Rule("ping-result", "warning", "ping", ping_result),
    Rule("capability-undeclared", "wrong", "lifecycle", capability_undeclared),
    Rule("method-not-in-revision", "wrong", "lifecycle", method_not_in_revision),
    Rule("own-method", "note", "messages", own_method),
    Rule("notification-as-request", "warning", "messages", notification_as_request),
)
