"""What tools/list tells of tools: their names and descriptions, what they cost, and its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ..exchange import Exchange
from .rule import Rule, kind, shown, tool_list

# -- definitions ------------------------------------------------------------------------------------


def tools_array(exchange: Exchange) -> Iterator[str]:
    """tools/list lists tools."""
    result = exchange.complete
    if exchange.method != "tools/list" or result is None:
        return
    if not isinstance(result.get("tools"), list):
        given = f"is {kind(result['tools'])}" if "tools" in result else "is missing"
        yield f"'tools' {given}; the result of tools/list needs an array, [] for a server without tools."
        return
    for at, tool in enumerate(result["tools"]):
        if not isinstance(tool, dict):
            yield f"tools[{at}] is {kind(tool)}; a tool is an object with 'name' and 'inputSchema'."


def handler_shown(exchange: Exchange) -> Iterator[str]:
    """The handler stays on the server."""
    for where, tool in definitions(exchange):
        found = [name for name in _INSIDES if name in tool]
        if found:
            yield (
                f"{where} shows {', '.join(map(repr, found))}, which stays on the server; list a "
                "copy without it."
            )


def tool_name(exchange: Exchange) -> Iterator[str]:
    """A tool has a name."""
    for at, tool in enumerate(tool_list(exchange)):
        if isinstance(tool, dict) and (not isinstance(tool.get("name"), str) or not tool["name"]):
            given = kind(tool["name"]) if "name" in tool else "missing"
            yield f"tools[{at}]: 'name' is {given}; a tool needs a name, a string, by which it is called."


def tool_name_twice(exchange: Exchange) -> Iterator[str]:
    """A name stands for one tool."""
    names = [tool["name"] for _, tool in definitions(exchange) if isinstance(tool.get("name"), str)]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield (
            f"The name {shown(name)} is there {names.count(name)} times; a call reaches only one of "
            "the tools."
        )


def tool_name_characters(exchange: Exchange) -> Iterator[str]:
    """A name is made of characters that every client takes."""
    for where, tool in definitions(exchange):
        name = tool.get("name")
        strange = sorted(set(_STRANGE.findall(name))) if isinstance(name, str) else []
        if strange:
            yield (
                f"{where}: the name has {', '.join(map(shown, strange[:5]))}; many clients refuse all but "
                "A-Z, a-z, 0-9, '_', '-' and '.'. What people see goes into 'title'."
            )


def tool_name_length(exchange: Exchange) -> Iterator[str]:
    """A name is not too long for any client."""
    for where, tool in definitions(exchange):
        name = tool.get("name")
        if isinstance(name, str) and len(name) > _LONGEST_NAME:
            yield (
                f"{where}: the name has {len(name)} characters; keep it to {_LONGEST_NAME}, as "
                "clients may refuse it."
            )


def tool_description(exchange: Exchange) -> Iterator[str]:
    """A tool says what it is for."""
    bare = [where for where, tool in definitions(exchange) if not tool.get("description")]
    if bare:
        yield f"{_listed(bare)}: no 'description'; it is all that a model knows of a tool beside its schema."


def definitions(exchange: Exchange) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tools that are listed and are objects, and what to call each."""
    for at, tool in enumerate(tool_list(exchange)):
        if isinstance(tool, dict):
            name = tool.get("name")
            yield f"tools[{at}] ({_short(name)})" if isinstance(name, str) else f"tools[{at}]", tool


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:37]}..."


_INSIDES: Final = ("handler", "function", "callback", "fn", "func")
_STRANGE: Final = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST_NAME: Final = 128


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


# -- cost -------------------------------------------------------------------------------------------


def cost(exchange: Exchange) -> Iterator[str]:
    """Tools take room in what a model can read."""
    costs = [tokens(tool) for tool in tool_list(exchange)]
    if costs:
        most = max(range(len(costs)), key=costs.__getitem__)
        name = tool_list(exchange)[most].get("name") if isinstance(tool_list(exchange)[most], dict) else None
        yield (
            f"These {len(costs)} tools take about {sum(costs):,} tokens of a model's context in every "
            f"conversation (an estimate: four characters a token), most of it {shown(name)}, {costs[most]:,}."
            if len(costs) > 1
            else f"This tool takes about {costs[0]:,} tokens of a model's context in every conversation "
            "(an estimate: four characters a token)."
        )


def cost_of_one(exchange: Exchange) -> Iterator[str]:
    """One tool does not tell a novel."""
    for where, tool in definitions(exchange):
        if tokens(tool) > DEAR_TOOL:
            yield (
                f"{where} takes about {tokens(tool):,} tokens (an estimate), more than {DEAR_TOOL:,}: every "
                "conversation pays for it. Shorten its description and schema; put what is long "
                "into a resource."
            )


def cost_of_all(exchange: Exchange) -> Iterator[str]:
    """All tools together leave room for work."""
    whole = sum(tokens(tool) for tool in tool_list(exchange))
    if whole > DEAR_LIST:
        yield (
            f"These tools take about {whole:,} tokens (an estimate), more than {DEAR_LIST:,}: models choose "
            "worse the more they have to read. Offer fewer, or shorter ones."
        )


def tokens(value: Any) -> int:
    """About how many tokens a value's JSON takes: four ASCII characters, or one other, a token."""
    return round(_characters(value) / 4)


def _characters(value: Any) -> int:
    if isinstance(value, str):
        return len(value) + 2 + (0 if value.isascii() else 3 * len(_ASCII.sub("", value)))
    if isinstance(value, dict):
        return 2 + sum(_characters(str(name)) + _characters(one) + 2 for name, one in value.items())
    if isinstance(value, list):
        return 2 + sum(_characters(one) + 1 for one in value)
    return 5


DEAR_TOOL: Final = 2_000
DEAR_LIST: Final = 20_000
_ASCII: Final = re.compile(r"[\x00-\x7f]+")

# -- pages ------------------------------------------------------------------------------------------


def next_cursor(exchange: Exchange) -> Iterator[str]:
    """A cursor is a string, and left out on the last page."""
    result = exchange.complete
    if exchange.method not in _LISTS or result is None or "nextCursor" not in result:
        return
    if not isinstance(result["nextCursor"], str):
        yield (
            f"'nextCursor' is {kind(result['nextCursor'])}; it must be a string, and on the last page it "
            "is left out."
        )


def cursor_repeats(exchange: Exchange) -> Iterator[str]:
    """Pages come to an end."""
    result = exchange.complete
    given = result.get("nextCursor") if exchange.method in _LISTS and result is not None else None
    own = exchange.params.get("cursor")
    if not isinstance(given, str) or own is None:
        return
    if given == own or exchange.known.cursors.get(given, own) != own:
        yield (
            f"'nextCursor' is {shown(given)}, which this walk through the pages was given before: "
            "a client goes round for ever. Leave it out on the last page."
        )


_LISTS: Final = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")

RULES: Final = (
    Rule("tools-array", "wrong", "tools", tools_array),
    Rule("handler-shown", "wrong", "tools", handler_shown),
    Rule("tool-name", "wrong", "tools", tool_name),
    Rule("tool-name-twice", "wrong", "tools", tool_name_twice),
    Rule("tool-name-characters", "warning", "tools", tool_name_characters),
    Rule("tool-name-length", "warning", "tools", tool_name_length),
    Rule("tool-description", "note", "tools", tool_description),
    Rule("cost-of-tool", "warning", "tools", cost_of_one),
    Rule("cost-of-tools", "warning", "tools", cost_of_all),
    Rule("cost", "note", "tools", cost),
    Rule("next-cursor", "wrong", "pagination", next_cursor),
    Rule("cursor-repeats", "wrong", "pagination", cursor_repeats),
)
