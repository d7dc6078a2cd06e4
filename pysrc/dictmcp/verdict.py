"""What was right or wrong about an exchange, rule by rule, for any server, hand-written ones included.

To add a rule: write its function in `rules`, add its row to RULES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple

from . import rules
from .exchange import Exchange
from .revisions import HANDSHAKE, STATELESS

Severity = Literal["right", "hint", "note", "wrong"]

_SPEC: Final = "https://modelcontextprotocol.io/specification"


class Finding(NamedTuple):
    """One rule's word on an exchange. page: where the rule is written."""

    rule: str
    severity: Severity
    text: str
    page: str


def judge(exchange: Exchange) -> list[Finding]:
    """Everything there is to say about an exchange, what is wrong first."""
    era = STATELESS[-1] if exchange.is_stateless else HANDSHAKE[-1]
    found = [
        Finding(rule.name, rule.severity, text, f"{_SPEC}/{era}/{rule.page}")
        for rule in RULES
        for text in rule.check(exchange)
    ]
    if not any(finding.severity == "wrong" for finding in found):
        found += [
            Finding(rule.name, rule.severity, text, f"{_SPEC}/{era}/{rule.page}")
            for rule in EXPLANATIONS
            for text in rule.check(exchange)
        ]
    return found


class Rule(NamedTuple):
    """A rule: its name, how bad breaking it is, where it is written, and who finds it broken."""

    name: str
    severity: Severity
    page: str
    check: Callable[[Exchange], Iterable[str]]


RULES: Final = (
    Rule("notification-answered", "wrong", "basic", rules.notification_answered),
    Rule("request-unanswered", "wrong", "basic", rules.request_unanswered),
    Rule("bare-value", "wrong", "basic", rules.bare_value),
    Rule("version", "wrong", "basic", rules.version),
    Rule("result-xor-error", "wrong", "basic", rules.result_xor_error),
    Rule("id", "wrong", "basic", rules.same_id),
    Rule("result-object", "wrong", "basic", rules.result_is_object),
    Rule("error-object", "wrong", "basic", rules.error_is_object),
    Rule("error-code", "wrong", "server/tools", rules.error_code),
    Rule("initialize-result", "wrong", "basic/lifecycle", rules.initialize_result),
    Rule("tool-content", "wrong", "server/tools", rules.tool_content),
    Rule("tool-is-error", "wrong", "server/tools", rules.tool_is_error),
    Rule("tool-definition", "wrong", "server/tools", rules.tool_definitions),
    Rule("result-type", "wrong", "basic", rules.result_type),
    Rule("caching", "wrong", "server/utilities/caching", rules.caching),
    Rule("tool-failure", "note", "server/tools", rules.tool_failure),
    Rule("before-initialize", "hint", "basic/lifecycle", rules.before_initialize),
)
EXPLANATIONS: Final = (
    Rule("nothing-sent", "right", "basic", rules.why_nothing),
    Rule("error", "right", "basic", rules.why_error),
    Rule("tool-failed", "right", "server/tools", rules.why_tool_failed),
    Rule("answered", "right", "basic", rules.why_result),
)
