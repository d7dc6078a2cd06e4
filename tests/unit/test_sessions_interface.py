"""sessions.interface: what an edit did to what a server offers, and whether old clients break."""

import asyncio

import pytest
from dictmcp.hosting import load
from dictmcp.sessions.interface import changes, interface, summary

HEAD = "from typing import Literal\nfrom dictmcp import Server\nserver = Server('demo')\n"
ADD = "@server.tool\ndef add(a: int, b: int = 0) -> int:\n    'Add.'\n    return a + b\n"


def offered(source: str) -> dict:
    return asyncio.run(interface_of(source))


async def interface_of(source: str) -> dict:
    return await interface((await load(source)).doors)


def edited(before: str, after: str) -> list:
    return changes(offered(HEAD + before), offered(HEAD + after))


def schemas(before: dict, after: dict, member: str = "inputSchema") -> list[tuple[str, str, str]]:
    found = changes(
        {"tool": {"t": {"name": "t", member: before}}}, {"tool": {"t": {"name": "t", member: after}}}
    )
    return [(one.where, one.short, one.breaks) for one in found]


def test_nothing_changed() -> None:
    assert edited(ADD, ADD.replace("a + b", "b + a")) == []
    assert summary([]) == ""


def test_a_tool_more_and_one_less() -> None:
    (gone, new) = edited(ADD, ADD.replace("add", "sum_up"))
    assert gone[1:] == (
        "removed",
        "add",
        "removed",
        "add: the tool is gone; whoever uses it gets an error.",
        "yes",
    )
    assert new[1:] == ("added", "sum_up", "added", "sum_up: the tool is new.", "no")


def test_an_argument_becomes_required() -> None:
    found = edited(ADD, ADD.replace("b: int = 0", "b: int"))
    first = found[0]
    assert (first.where, first.short, first.breaks) == ("add.b", "now required", "yes")
    assert first.text == "add: argument `b` is now required: old calls without it fail."
    assert summary(found).startswith("`add.b` now required")


def test_what_breaks_comes_first() -> None:
    found = edited(
        ADD, ADD.replace("b: int = 0", "b: int").replace("'Add.'", "'Adds.'") + ADD.replace("add", "more")
    )
    assert [one.breaks for one in found] == sorted((one.breaks for one in found), key="yes perhaps no".index)
    assert summary(found).startswith("1 tool added, `add.b` now required")


OBJECT = {"type": "object"}


@pytest.mark.parametrize(
    ("before", "after", "where", "short", "breaks"),
    [
        ({}, {"properties": {"a": {}}}, "t.a", "added", "no"),
        ({}, {"properties": {"a": {}}, "required": ["a"]}, "t.a", "now required", "yes"),
        ({"properties": {"a": {}}}, {}, "t.a", "removed", "perhaps"),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"additionalProperties": False},
            "t.a",
            "removed",
            "yes",
        ),
        ({"required": ["a"]}, {}, "t.a", "now optional", "no"),
        (
            {"properties": {"a": {"type": "integer"}}},
            {"properties": {"a": {"type": "number"}}},
            "t.a",
            "is now number",
            "no",
        ),
        (
            {"properties": {"a": {"type": "number"}}},
            {"properties": {"a": {"type": "integer"}}},
            "t.a",
            "is now integer",
            "yes",
        ),
        (
            {"properties": {"a": {"type": "string"}}},
            {"properties": {"a": {}}},
            "t.a",
            "is now of any type",
            "no",
        ),
        (
            {"properties": {"a": {"enum": [1, 2]}}},
            {"properties": {"a": {"enum": [1]}}},
            "t.a",
            "no longer 2",
            "yes",
        ),
        (
            {"properties": {"a": {"enum": [1]}}},
            {"properties": {"a": {"enum": [1, 2]}}},
            "t.a",
            "also 2",
            "no",
        ),
        ({"properties": {"a": {}}}, {"properties": {"a": {"enum": [1]}}}, "t.a", "choices", "yes"),
        (
            {"properties": {"a": {"minimum": 1}}},
            {"properties": {"a": {"minimum": 2}}},
            "t.a",
            "minimum 2",
            "yes",
        ),
        (
            {"properties": {"a": {"minimum": 1}}},
            {"properties": {"a": {"minimum": 0}}},
            "t.a",
            "minimum 0",
            "no",
        ),
        (
            {"properties": {"a": {"maxLength": 9}}},
            {"properties": {"a": {"maxLength": 8}}},
            "t.a",
            "maxLength 8",
            "yes",
        ),
        ({"properties": {"a": {"maxLength": 9}}}, {"properties": {"a": {}}}, "t.a", "maxLength gone", "no"),
        ({"properties": {"a": {}}}, {"properties": {"a": {"pattern": "x"}}}, "t.a", "pattern changed", "yes"),
        (
            {"properties": {"a": {"pattern": "y"}}},
            {"properties": {"a": {"pattern": "x"}}},
            "t.a",
            "pattern changed",
            "perhaps",
        ),
        (
            {"properties": {"a": {"default": 1}}},
            {"properties": {"a": {"default": 2}}},
            "t.a",
            "default changed",
            "perhaps",
        ),
        ({"properties": {"a": {"title": "A"}}}, {"properties": {"a": {}}}, "t.a", "title changed", "no"),
        (
            {"properties": {"a": {}}},
            {"properties": {"a": {"anyOf": [{}]}}},
            "t.a",
            "anyOf changed",
            "perhaps",
        ),
        ({}, {"additionalProperties": False}, "t", "closed", "yes"),
        ({"additionalProperties": False}, {}, "t", "open", "no"),
        (
            {"properties": {"a": {"items": {"properties": {"b": {"type": "string"}}}}}},
            {"properties": {"a": {"items": {"properties": {"b": {"type": "null"}}}}}},
            "t.a[].b",
            "is now null",
            "yes",
        ),
    ],
)
def test_an_input_schema(before: dict, after: dict, where: str, short: str, breaks: str) -> None:
    assert schemas(OBJECT | before, OBJECT | after) == [(where, short, breaks)]


@pytest.mark.parametrize(
    ("before", "after", "where", "short", "breaks"),
    [
        ({}, {"properties": {"a": {}}}, "t.a", "added", "no"),
        ({"properties": {"a": {}}}, {}, "t.a", "removed", "yes"),
        ({"required": ["a"]}, {}, "t.a", "may be missing", "yes"),
        ({}, {"required": ["a"]}, "t.a", "always there", "no"),
        (
            {"properties": {"a": {"type": "integer"}}},
            {"properties": {"a": {"type": "number"}}},
            "t.a",
            "is now number",
            "yes",
        ),
        (
            {"properties": {"a": {"type": "number"}}},
            {"properties": {"a": {"type": "integer"}}},
            "t.a",
            "is now integer",
            "no",
        ),
        (
            {"properties": {"a": {"enum": [1]}}},
            {"properties": {"a": {"enum": [1, 2]}}},
            "t.a",
            "also 2",
            "yes",
        ),
    ],
)
def test_an_output_schema_is_held_the_other_way_round(
    before: dict, after: dict, where: str, short: str, breaks: str
) -> None:
    assert schemas(before, after, "outputSchema") == [(where, short, breaks)]


def test_an_output_schema_comes_and_goes() -> None:
    with_one, without = {"tool": {"t": {"name": "t", "outputSchema": {}}}}, {"tool": {"t": {"name": "t"}}}
    assert [one.breaks for one in changes(with_one, without)] == ["yes"]
    assert [one.breaks for one in changes(without, with_one)] == ["no"]


def test_prompts_resources_and_templates() -> None:
    before = "@server.prompt\ndef p(a: str) -> str:\n    return a\n"
    before += "@server.resource('x://1', mimeType='text/plain')\ndef r() -> str:\n    return ''\n"
    after = before.replace("a: str", "a: str, b: str").replace("text/plain", "text/html")
    after += "@server.resource('x://{n}')\ndef t(n: str) -> str:\n    return n\n"
    found = edited(before, after)
    assert [(one.kind, one.where, one.short, one.breaks) for one in found] == [
        ("prompt", "p.b", "now required", "yes"),
        ("resource", "x://1", "mimeType changed", "perhaps"),
        ("resource template", "x://{n}", "added", "no"),
    ]
    assert summary(found) == "1 resource template added, `p.b` now required, `x://1` mimeType changed"


def test_hints_are_for_the_author_to_judge() -> None:
    before = ADD.replace("server.tool", "server.tool(annotations={'readOnlyHint': True})")
    (found,) = edited(before, before.replace("True", "False"))
    assert (found.where, found.breaks) == ("add", "perhaps")


def test_a_few_are_named_and_the_rest_counted() -> None:
    found = edited("", "".join(ADD.replace("add", f"add{n}") for n in range(3)))
    assert summary(found) == "3 tools added"
    after = ADD.replace("a: int, b: int = 0", "a: str, b: str, c: str, d: str")
    assert summary(edited(ADD, after)).endswith(" more")


def test_a_hand_written_server_is_asked_for_its_tools_alone() -> None:
    source = (
        "asked = []\ndef route(message):\n    asked.append(message['method'])\n"
        "    tools = [{'name': 'x', 'of': str(asked)}]\n"
        "    return {'jsonrpc': '2.0', 'id': message['id'], 'result': {'tools': tools}}\n"
    )
    assert offered(source) == {"tool": {"x": {"name": "x", "of": "['tools/list']"}}}


def test_a_stateless_server_is_asked_in_its_way() -> None:
    source = (HEAD + ADD).replace("Server('demo'", "Server('demo', revisions=['2026-07-28']")
    source += "@server.prompt\ndef p() -> str:\n    return ''\n"
    assert [*offered(source)["prompt"]] == ["p"]
