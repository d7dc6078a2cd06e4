"""Batches: an array of messages, which 2025-03-26 has and no other revision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..exchange import Exchange, same_id
from ..jsonrpc import expects_no_answer, is_valid_id
from .rule import Rule, shown

BATCHES: Final = "2025-03-26"


def batch_refused(exchange: Exchange) -> Iterator[str]:
    """Where there are batches, they are served."""
    if exchange.revision == BATCHES and exchange.message and not isinstance(exchange.reply, list):
        if exchange.reply is None and any(not expects_no_answer(one) for one in exchange.message):
            yield "The batch has requests, and nothing was sent; answer with an array, a response for each."
        elif exchange.reply is not None:
            yield (
                f"{BATCHES} has batches: answer this one with an array of responses, not "
                f"{shown(exchange.reply)}."
            )


def batch_served(exchange: Exchange) -> Iterator[str]:
    """Where there are none, a batch is no message."""
    if exchange.revision != BATCHES and (isinstance(exchange.reply, list) or exchange.code != -32600):
        yield f"{exchange.revision} has no batches: answer one error, -32600, not {shown(exchange.reply)}."


def batch_empty(exchange: Exchange) -> Iterator[str]:
    """Nothing is said with an empty array."""
    if exchange.reply == []:
        yield "An empty array was sent; where no message of a batch is to be answered, nothing is sent."
    elif exchange.revision == BATCHES and exchange.message == [] and exchange.code != -32600:
        yield f"An empty batch is no message: answer one error, -32600, not {shown(exchange.reply)}."


def batch_size(exchange: Exchange) -> Iterator[str]:
    """Each request of a batch has one response, and nothing else has."""
    if exchange.revision != BATCHES or not isinstance(exchange.reply, list) or not exchange.reply:
        return
    owed = [one for one in exchange.message if not expects_no_answer(one)]
    asked = [one["id"] for one in owed if isinstance(one, dict) and is_valid_id(one.get("id"))]
    given = [one.get("id") if isinstance(one, dict) else None for one in exchange.reply]
    missing = _beyond(asked, given)
    extra = _beyond([id for id in given if is_valid_id(id)], asked)
    if missing:
        yield f"The batch's request with the id {shown(missing[0])} has no response in the array."
    elif extra:
        yield (
            f"The array has a response with the id {shown(extra[0])}, which no request of the batch "
            "waits for."
        )
    elif len(owed) != len(given):
        yield f"The batch has {len(owed)} messages to be answered, and the array {len(given)} responses."


def batch_initialize(exchange: Exchange) -> Iterator[str]:
    """A handshake is made alone."""
    for part in exchange.parts:
        if part.method == "initialize" and isinstance(part.result, dict):
            yield "initialize was served inside a batch; it must come alone. Answer it with -32600."


def batch_sent(exchange: Exchange) -> Iterator[str]:
    """Only one revision has batches."""
    if exchange.revision != BATCHES:
        yield f"What was sent is a batch, which only {BATCHES} has; this exchange is of {exchange.revision}."


def batch_order(exchange: Exchange) -> Iterator[str]:
    """Responses may come in any order."""
    if isinstance(exchange.reply, list) and exchange.revision == BATCHES:
        asked = [
            one["id"] for one in exchange.message if isinstance(one, dict) and is_valid_id(one.get("id"))
        ]
        given = [one["id"] for one in exchange.reply if isinstance(one, dict) and is_valid_id(one.get("id"))]
        if len(asked) == len(given) and asked != given and not _beyond(asked, given):
            yield "The responses come in another order than the requests; that is allowed, the ids tell."


def _beyond(ids: list[Any], others: list[Any]) -> list[Any]:
    """The ids that have no partner among the others."""
    left, found = list(others), []
    for id in ids:
        partner = next((at for at, one in enumerate(left) if same_id(id, one)), None)
        if partner is None:
            found.append(id)
        else:
            del left[partner]
    return found


RULES: Final = (
    Rule("batch-refused", "wrong", "messages", batch_refused),
    Rule("batch-served", "wrong", "messages", batch_served),
    Rule("batch-empty", "wrong", "messages", batch_empty),
    Rule("batch-size", "wrong", "messages", batch_size),
    Rule("batch-initialize", "wrong", "lifecycle", batch_initialize),
    Rule("batch-sent", "note", "messages", batch_sent),
    Rule("batch-order", "note", "messages", batch_order),
)
