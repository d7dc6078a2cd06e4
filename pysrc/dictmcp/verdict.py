"""What was right or wrong about an exchange, rule by rule, for any server, hand-written ones included.

The rules are in `rules`, a table for each thing that they look at. Here is only in which order they speak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from .exchange import Exchange
from .rules import BATCHES, EXPLANATIONS, FORM, RULES, SENT, SHAPES, Rule, Severity, address


class Finding(NamedTuple):
    """One rule's word on an exchange. page: where the rule is written."""

    rule: str
    severity: Severity
    text: str
    page: str


def judge(exchange: Exchange) -> list[Finding]:
    """Everything there is to say about an exchange, what is wrong first."""
    if isinstance(exchange.message, list):
        found = _batch(exchange)
    else:
        found = _by(FORM, exchange) or _by(RULES, exchange)
        if not _is_wrong(found):  # what has a rule of its own is not said twice
            found += _by(SHAPES, exchange)
        found += _by(SENT, exchange)
    if not _is_wrong(found, "warning"):
        found += _by(EXPLANATIONS, exchange)
    return sorted(found, key=lambda finding: _ORDER.index(finding.severity))


def _batch(exchange: Exchange) -> list[Finding]:
    found = _by(BATCHES, exchange)
    for part in exchange.parts:
        where = f"The reply with the id {part.message['id']!r}: "
        found += [
            one._replace(text=where + one.text) for one in judge(part) if one.severity in ("wrong", "warning")
        ]
    return found


def _by(rules: Iterable[Rule], exchange: Exchange) -> list[Finding]:
    return [
        Finding(rule.name, rule.severity, text, address(rule.page, exchange.revision))
        for rule in rules
        for text in rule.check(exchange)
    ]


def _is_wrong(found: list[Finding], *more: str) -> bool:
    return any(finding.severity in ("wrong", *more) for finding in found)


_ORDER: Final = ("wrong", "warning", "right", "note", "hint")
