"""The official types of the revision: what the other rules have no name for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from ..exchange import Exchange
from ..shapes import knows, misfits, shape
from .rule import LARGE, Rule, weighs_more_than

_MOST: Final = 5


def result_shape(exchange: Exchange) -> Iterator[str]:
    """A result is what the type of its method says."""
    result = exchange.result
    if not exchange.method or not isinstance(result, dict) or weighs_more_than(LARGE, result):
        return
    name = shape("results", exchange.method, exchange.revision, result)
    if name:
        yield from _said(result, name, exchange.revision, "result", f"the result of {exchange.method}")


def error_shape(exchange: Exchange) -> Iterator[str]:
    """An error that MCP defines has the data that it says."""
    name = shape("errors", str(exchange.code), exchange.revision)
    if name and not weighs_more_than(LARGE, exchange.error):
        data = exchange.error.get("data")
        yield from _said(data, name, exchange.revision, "data", f"the error {exchange.code}")


def emitted_shape(exchange: Exchange) -> Iterator[str]:
    """What is sent beside the reply is what its type says, and of the revision."""
    for one in exchange.emitted:
        method = one.get("method") if isinstance(one, dict) else None
        if not isinstance(method, str) or weighs_more_than(LARGE, one):
            continue
        name = shape("sent", method, exchange.revision)
        if name:
            yield from _said(one, name, exchange.revision, "", method)
        elif any(knows(method, revision) for revision in ("2025-11-25", "2026-07-28")):
            yield f"The server sent {method}, which a server of {exchange.revision} does not send."


def not_looked_at(exchange: Exchange) -> Iterator[str]:
    """What is too large is not held against its type."""
    if isinstance(exchange.result, dict) and weighs_more_than(LARGE, exchange.result):
        yield "The result is too large to be checked member by member here; only its envelope was looked at."


def _said(value: Any, name: str, revision: str, where: str, what: str) -> Iterator[str]:
    found = list(islice(misfits(value, name, revision, where), _MOST))
    for one in found:
        yield f"In {what}, {one} (type {name} of {revision})."


RULES: Final = (
    Rule("shape", "wrong", "schema", result_shape),
    Rule("error-shape", "wrong", "schema", error_shape),
    Rule("emitted-shape", "wrong", "schema", emitted_shape),
)
LIMITS: Final = (Rule("too-large", "note", "schema", not_looked_at),)
