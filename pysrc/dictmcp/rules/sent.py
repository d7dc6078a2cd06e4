"""What was wrong with the message itself: whoever sends it may do so on purpose, so these are notes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from ..errors import RpcError
from ..exchange import REFUSED, UNREADABLE, Exchange
from ..jsonrpc import check
from ..revisions import require_meta
from ..shapes import knows, misfits, shape
from .rule import HANDSHAKE, LARGE, STATELESS, Rule, weighs_more_than


def sent_text(exchange: Exchange) -> Iterator[str]:
    """A message is JSON that all read alike."""
    if exchange.message is UNREADABLE:
        yield "What was sent is not JSON."
    elif exchange.message is REFUSED:
        yield "What was sent is JSON, but too large, too deep, or readers would disagree on it."


def sent_envelope(exchange: Exchange) -> Iterator[str]:
    """A message is an envelope."""
    if exchange.message is UNREADABLE or exchange.message is REFUSED or isinstance(exchange.message, list):
        return
    try:
        check(exchange.message)
    except RpcError as error:
        yield f"What was sent is not valid: {error.message.partition(': ')[2]}."


def sent_meta(exchange: Exchange) -> Iterator[str]:
    """A stateless request says its revision and what the client can do."""
    if exchange.is_stateless and exchange.is_request:
        try:
            require_meta(exchange.meta)
        except RpcError as error:
            yield f"What was sent is not whole: {error.message.partition(': ')[2]}."


def sent_method(exchange: Exchange) -> Iterator[str]:
    """A method is one that the revision has, in the direction in which it goes."""
    method, revision = exchange.method, exchange.revision
    if not method or shape("asked", method, revision):
        return
    elsewhere = [one for one in (*HANDSHAKE, *STATELESS) if shape("asked", method, one)]
    if elsewhere:
        yield (
            f"{revision} has no {method}; {', '.join(elsewhere)} {'has' if len(elsewhere) == 1 else 'have'}."
        )
    elif knows(method, revision):
        yield f"{method} goes from the server to the client, not the other way."


def sent_kind(exchange: Exchange) -> Iterator[str]:
    """Requests have an id, and notifications have none."""
    method = exchange.method
    if not method or not shape("asked", method, exchange.revision):
        return
    if method.startswith("notifications/") and "id" in exchange.message:
        yield f"{method} was sent with an id, which makes it a request; a notification has none."
    elif not method.startswith("notifications/") and "id" not in exchange.message:
        yield f"{method} was sent without an id, which makes it a notification; nobody answers it."


def sent_shape(exchange: Exchange) -> Iterator[str]:
    """Params are what the type of the method says."""
    name = shape("asked", exchange.method, exchange.revision) if exchange.method else ""
    if not name or weighs_more_than(LARGE, exchange.message):
        return
    whole = {"jsonrpc": "2.0", **exchange.message}
    if not exchange.method.startswith("notifications/"):
        whole.setdefault("id", 0)
    if whole.get("params", 0) is None:
        del whole["params"]
    wanted = misfits(whole, name, exchange.revision)
    for wrong in islice((one for one in wanted if one.startswith("params") and "_meta" not in one), 3):
        yield (
            f"What was sent is not what {exchange.method} takes: {wrong} (type {name} of "
            f"{exchange.revision})."
        )


RULES: Final = (
    Rule("sent-text", "note", "messages", sent_text),
    Rule("sent-envelope", "note", "messages", sent_envelope),
    Rule("sent-meta", "note", "messages", sent_meta),
    Rule("sent-method", "note", "lifecycle", sent_method),
    Rule("sent-kind", "note", "messages", sent_kind),
    Rule("sent-shape", "note", "schema", sent_shape),
)
