"""What a rule is, where the rules are written, and the words they share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, NamedTuple

from ..exchange import Exchange
from ..revisions import HANDSHAKE, STATELESS

Severity = Literal["wrong", "warning", "right", "note", "hint"]
"""wrong: a MUST is broken. warning: a SHOULD is, or clients will trip over it. note: worth knowing. hint: for
whoever reads on."""


class Rule(NamedTuple):
    """A rule: its name, how bad breaking it is, where it is written, and who finds it broken.

    page: a key of PAGES. check: yields a sentence for each time that the rule is broken.
    """

    name: str
    severity: Severity
    page: str
    check: Callable[[Exchange], Iterable[str]]


class Page(NamedTuple):
    """Where something is written: in the handshake era, and in the stateless one."""

    handshake: str
    stateless: str


PAGES: Final = {
    "messages": Page("basic", "basic"),
    "lifecycle": Page("basic/lifecycle", "basic/versioning"),
    "discover": Page("basic/lifecycle", "server/discover"),
    "ping": Page("basic/utilities/ping", "basic/versioning"),
    "progress": Page("basic/utilities/progress", "basic/patterns/progress"),
    "asking": Page("client/elicitation", "basic/patterns/mrtr"),
    "caching": Page("basic", "server/utilities/caching"),
    "tools": Page("server/tools", "server/tools"),
    "resources": Page("server/resources", "server/resources"),
    "prompts": Page("server/prompts", "server/prompts"),
    "completion": Page("server/utilities/completion", "server/utilities/completion"),
    "logging": Page("server/utilities/logging", "server/utilities/logging"),
    "pagination": Page("server/utilities/pagination", "server/utilities/pagination"),
    "schema": Page("schema", "schema"),
}
# What was written elsewhere, or not yet, in older revisions.
_ELSEWHERE: Final = {
    ("2024-11-05", "messages"): "basic/messages",
    ("2024-11-05", "caching"): "basic/messages",
    ("2024-11-05", "asking"): "client/sampling",
    ("2025-03-26", "asking"): "client/sampling",
    ("2024-11-05", "schema"): "basic/messages",
    ("2025-03-26", "schema"): "basic",
}
_SPECIFICATION: Final = "https://modelcontextprotocol.io/specification"


def address(page: str, revision: str) -> str:
    """Where a page of PAGES is, for a revision."""
    row = PAGES[page]
    path = row.stateless if revision in STATELESS else _ELSEWHERE.get((revision, page), row.handshake)
    return f"{_SPECIFICATION}/{revision}/{path}"


def shown(value: Any, most: int = 60) -> str:
    """The beginning of a value's JSON; a large value is not encoded whole for it."""
    text = ""
    if isinstance(value, str):
        value = value[: most + 1]
    try:
        for part in json.JSONEncoder(ensure_ascii=False, default=lambda one: type(one).__name__).iterencode(
            value
        ):
            text += part[: most + 1]
            if len(text) > most:
                return f"{text[: most - 3]}..."
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__
    return text


def kind(value: Any) -> str:
    """What sort of JSON value this is, with the value where it is short."""
    if value is None:
        return "null"
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "an array"
    names = {bool: "the boolean", int: "the number", float: "the number", str: "the string"}
    return f"{names[type(value)]} {shown(value)}" if type(value) in names else f"a {type(value).__name__}"


LARGE: Final = 5_000
"""What weighs more than this is not looked at member by member: verdicts are given with every message."""


def weighs_more_than(limit: int, value: Any) -> bool:
    """Whether a value has more members, items and hundreds of characters than limit; looks no further."""
    weight, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        weight += 1 + (len(one) // 100 if isinstance(one, str) else 0)
        if isinstance(one, dict | list):
            if weight + len(one) > limit:
                return True
            waiting += one.values() if isinstance(one, dict) else one
        if weight > limit:
            return True
    return False


def strings(value: Any) -> list[str]:
    """The texts of the text blocks of a tool result."""
    blocks = value.get("content") if isinstance(value, dict) else None
    found = [one.get("text") for one in blocks if isinstance(one, dict)] if isinstance(blocks, list) else []
    return [text for text in found if isinstance(text, str)]


def named(exchange: Exchange) -> str:
    """The name of the tool that is called, "" if there is none."""
    name = exchange.params.get("name")
    return name if exchange.method == "tools/call" and isinstance(name, str) else ""


def tool_list(exchange: Exchange) -> list[Any]:
    """What a reply to tools/list lists, [] if it lists nothing."""
    listed = exchange.method == "tools/list" and isinstance(exchange.result, dict)
    tools = exchange.result.get("tools") if listed else None
    return tools if isinstance(tools, list) else []


def is_older_than(revision: str, exchange: Exchange) -> bool:
    """Whether the exchange is of a revision before this one."""
    return exchange.revision < revision


__all__ = [
    "HANDSHAKE",
    "LARGE",
    "PAGES",
    "STATELESS",
    "Rule",
    "Severity",
    "address",
    "is_older_than",
    "kind",
    "named",
    "shown",
    "strings",
    "tool_list",
    "weighs_more_than",
]
