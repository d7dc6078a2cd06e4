"""What only shows over several exchanges, or in what is sent beside the reply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..exchange import Exchange
from ..jsonrpc import is_valid_id
from ..revisions import LOG_LEVEL
from .rule import Rule, shown
from .stateless import NEEDED

# -- the registry over time -------------------------------------------------------------------------


def registry_changed(exchange: Exchange) -> Iterator[str]:
    """The list of tools does not change behind a client's back."""
    if not exchange.known.changes or (exchange.is_stateless and not _promises_a_list(exchange)):
        return
    said = "; ".join(exchange.known.changes[:4])
    called = ", ".join(exchange.known.calls)
    between = f"Between them came calls of {called}. " if called else ""
    yield (
        f"This list is not the one before it: {said}. {between}A handler must not change the "
        "registry that it "
        "came from; if tools do come and go, declare listChanged and send notifications/tools/list_changed."
    )


def _promises_a_list(exchange: Exchange) -> bool:
    """Whether a server has said what it offers, and not that the list changes: who wants to know, listens."""
    offered = (exchange.known.capabilities or {}).get("tools")
    return isinstance(offered, dict) and offered.get("listChanged") is not True


# -- messages that are sent beside the reply --------------------------------------------------------


def emitted_envelope(exchange: Exchange) -> Iterator[str]:
    """What is sent beside the reply is a message, too."""
    for one in exchange.emitted:
        if not isinstance(one, dict) or one.get("jsonrpc") != "2.0":
            yield f'{shown(one)} was sent before the reply; it needs "jsonrpc": "2.0" and a \'method\'.'
        elif not isinstance(one.get("method"), str):
            yield f"{shown(one)} was sent before the reply, and is no notification: it has no 'method'."


def notification_with_id(exchange: Exchange) -> Iterator[str]:
    """A notification has no id."""
    for one in _sent(exchange):
        if "id" in one and str(one["method"]).startswith("notifications/"):
            yield (
                f"{one['method']} was sent with the id {shown(one['id'])}; a notification has none, "
                "leave it out."
            )


def server_request(exchange: Exchange) -> Iterator[str]:
    """A server only asks a client that can answer, and in the stateless era never so."""
    for one in _requests(exchange):
        capability, client = NEEDED.get(one["method"]), exchange.known.client
        if exchange.is_stateless:
            yield (
                f"The server sent a request of its own, {one['method']}; in {exchange.revision} "
                "it answers with "
                "an input_required result instead."
            )
        elif not is_valid_id(one.get("id")):
            yield (
                f"The server's request {one['method']} has the id {shown(one.get('id'))}; use a "
                "string or an integer."
            )
        elif capability and client is not None and capability not in client:
            yield (
                f"The client does not declare {capability!r}, and was asked for {one['method']}; it "
                "cannot answer."
            )


def progress_token(exchange: Exchange) -> Iterator[str]:
    """Progress is told to who asked for it."""
    asked = exchange.meta.get("progressToken")
    for params in _progress(exchange):
        token = params.get("progressToken")
        if "progressToken" not in exchange.meta:
            yield (
                "Progress was sent, and the request has no progressToken in params._meta: nobody "
                "waits for it."
            )
            return
        if type(token) is not type(asked) or token != asked:
            yield (
                f"Progress was sent for the token {shown(token)}; the request's is {shown(asked)}. "
                "Copy it unchanged."
            )


def progress_backwards(exchange: Exchange) -> Iterator[str]:
    """Progress only ever grows."""
    steps = [params.get("progress") for params in _progress(exchange)]
    numbers = [one for one in steps if isinstance(one, int | float) and not isinstance(one, bool)]
    fell = next((at for at, now in enumerate(numbers[1:]) if now <= numbers[at]), None)
    if fell is not None:
        yield (
            f"Progress went from {numbers[fell]} to {numbers[fell + 1]}; "
            "each notification must have a larger number."
        )


def log_undeclared(exchange: Exchange) -> Iterator[str]:
    """Who logs to a client has declared it, or was asked to."""
    logged = [one for one in _sent(exchange) if one["method"] == "notifications/message"]
    if not logged:
        return
    if exchange.is_stateless and LOG_LEVEL not in exchange.meta:
        yield (
            f"notifications/message was sent, and the request has no {LOG_LEVEL!r} in params._meta: "
            "send none."
        )
    offered = exchange.known.capabilities
    if not exchange.is_stateless and offered is not None and "logging" not in offered:
        yield 'notifications/message was sent, and the server does not declare "logging": {}; declare it.'


def late_notification(exchange: Exchange) -> Iterator[str]:
    """The reply is the last that is sent for a request."""
    for one in exchange.known.late:
        method = one.get("method") if isinstance(one, dict) else None
        if method == "notifications/progress":
            yield (
                f"After the reply to an earlier request, {method} was still sent for it ({shown(one, 90)}); "
                "the reply is the last message for a request."
            )


def _sent(exchange: Exchange) -> Iterator[dict[str, Any]]:
    return (one for one in exchange.emitted if isinstance(one, dict) and isinstance(one.get("method"), str))


def _requests(exchange: Exchange) -> Iterator[dict[str, Any]]:
    return (one for one in _sent(exchange) if "id" in one and not one["method"].startswith("notifications/"))


def _progress(exchange: Exchange) -> Iterator[dict[str, Any]]:
    for one in _sent(exchange):
        if one["method"] == "notifications/progress" and isinstance(one.get("params"), dict):
            yield one["params"]


RULES: Final = (
    Rule("registry-changed", "warning", "tools", registry_changed),
    Rule("emitted-envelope", "wrong", "messages", emitted_envelope),
    Rule("notification-with-id", "wrong", "messages", notification_with_id),
    Rule("server-request", "wrong", "asking", server_request),
    Rule("progress-token", "wrong", "progress", progress_token),
    Rule("progress-backwards", "wrong", "progress", progress_backwards),
    Rule("log-undeclared", "wrong", "logging", log_undeclared),
    Rule("late-notification", "wrong", "progress", late_notification),
)
