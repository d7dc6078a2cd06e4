"""presets: ready-made messages, made from what a server says of itself."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from dictmcp import Server, make_error, text_door
from dictmcp.presets import arguments, list_tools, presets, pretty, sample
from dictmcp.schema import Checker

SCHEMAS = [
    {"type": "object"},
    {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
    {"type": "object", "properties": {"a": {"type": "number", "minimum": 100}}, "required": ["a"]},
    {"type": "object", "properties": {"a": {"enum": ["s", "m"]}}, "required": ["a"]},
    {"type": "object", "properties": {"a": {"const": 0}}, "required": ["a"]},
    {
        "type": "object",
        "properties": {"a": {"type": "array", "items": {"type": "string"}}},
        "required": ["a"],
    },
    {"type": "object", "properties": {"a": {"type": ["null", "string"]}}, "required": ["a"]},
    {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}},
        "required": ["a"],
    },
    {"type": "object", "properties": {"a": {"type": "integer", "default": 7}, "b": {"examples": ["x"]}}},
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: json.dumps(schema.get("properties")))
def test_sample_arguments_fit(schema: dict) -> None:
    assert Checker(schema).faults(arguments(schema)) == []


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"examples": [5], "default": 6}, 5),
        ({"default": None, "type": "string"}, None),
        ({"const": 0}, 0),
        ({"enum": ["a", "b"]}, "a"),
        ({"type": "boolean"}, True),
        ({"type": "string"}, "text"),
        ({"type": []}, None),
        ({"type": 5}, None),
        ({"examples": []}, None),
        (True, None),
        (None, None),
        ({}, None),
    ],
    ids=repr,
)
def test_samples(schema: object, value: object) -> None:
    assert sample(schema) == value


@pytest.fixture
def server() -> Server:
    server = Server("a")

    @server.tool
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    @server.tool
    def steps() -> str:
        """Report progress."""
        return ""

    return server


def test_calls_come_first_and_succeed(server: Server) -> None:
    ready = presets(asyncio.run(list_tools(server)))
    assert [preset.label for preset in ready[:2]] == ["call add", "call steps"]
    for preset in ready[:2]:
        assert json.loads(server.route_text(preset.text))["result"]["isError"] is False


def test_a_tool_that_reports_progress_is_asked_for_it(server: Server) -> None:
    message = json.loads(presets(asyncio.run(list_tools(server)))[1].text)
    assert message["params"]["_meta"]["progressToken"] == message["id"]


def test_every_preset_is_what_its_group_says(server: Server) -> None:
    for preset in presets(asyncio.run(list_tools(server))):
        reply = server.route_text(preset.text)
        is_error = reply is not None and "error" in json.loads(reply)
        wrong = preset.group == "Wrong on purpose"
        assert (preset.label, is_error) == (preset.label, wrong and "notification" not in preset.label)


def test_asking_for_tools_leaves_the_session_alone(server: Server) -> None:
    asyncio.run(list_tools(server))
    assert server.route([{}])["error"]["code"] == -32600


def test_a_server_of_the_stateless_era_is_asked_in_its_way(server: Server) -> None:
    modern = Server("b", revisions=["2026-07-28"])
    modern.tool(lambda: "", name="it")
    assert [tool["name"] for tool in asyncio.run(list_tools(modern))] == ["it"]


@pytest.mark.parametrize(
    "result",
    [None, {}, {"tools": None}, {"tools": [None, 5, {}, {"name": 5}]}, {"tools": {}}, []],
    ids=repr,
)
def test_a_server_that_answers_badly_has_no_tools(result: object) -> None:
    doors = text_door(lambda message: {"jsonrpc": "2.0", "id": message["id"], "result": result})
    assert asyncio.run(list_tools(doors)) == []


@pytest.mark.parametrize("reply", [None, "bare", 5, [], make_error(0, 1, "no")], ids=repr)
def test_a_server_that_does_not_answer_has_no_tools(reply: object) -> None:
    assert asyncio.run(list_tools(text_door(lambda message: reply))) == []


def test_tools_on_later_pages_are_found() -> None:
    server = Server("paged", page_size=2)
    for name in "abcde":
        server.tool(lambda: "", name=name)
    assert [tool["name"] for tool in asyncio.run(list_tools(server))] == [*"abcde"]


def test_a_list_without_end_is_left_alone_after_a_while() -> None:
    asked = []

    def route(message: dict) -> dict:
        asked.append(message)
        result = {"tools": [{"name": f"t{len(asked)}"}], "nextCursor": str(len(asked))}
        return {"jsonrpc": "2.0", "id": message["id"], "result": result}

    assert len(asyncio.run(list_tools(text_door(route)))) == len(asked) == 64


def test_two_tools_of_one_name_are_one_preset() -> None:
    tools = [{"name": "a", "inputSchema": {}}, {"name": "a", "inputSchema": {}}]
    doors = text_door(lambda message: {"jsonrpc": "2.0", "id": message["id"], "result": {"tools": tools}})
    assert len(asyncio.run(list_tools(doors))) == 1


@pytest.mark.parametrize(
    "value",
    [{}, [], 5, "a", None, {"a": [1, {"b": "\u00e9" * 100}], "c": {}}, [[["x" * 80]]]],
    ids=lambda v: repr(v)[:20],
)
def test_pretty_text_is_the_same_value(value: object) -> None:
    assert json.loads(pretty(value)) == value


def test_pretty_text_breaks_only_what_is_long() -> None:
    assert pretty({"a": [1, 2], "b": "x" * 70}) == '{\n  "a": [1, 2],\n  "b": "' + "x" * 70 + '"\n}'


@pytest.mark.parametrize(
    "schema",
    [
        None,
        5,
        {"properties": [1]},
        {"properties": {"a": {"enum": 3}}, "required": ["a"]},
        {"required": 7, "properties": {"a": {}}},
    ],
    ids=["null", "number", "list of properties", "enum is a number", "required is a number"],
)
def test_a_tool_whose_schema_is_none_can_be_called_all_the_same(schema: object) -> None:
    ready = presets([{"name": "odd", "inputSchema": schema}])
    assert json.loads(ready[0].text)["params"]["name"] == "odd"


@pytest.mark.parametrize("count", [0, 1, 12])
def test_ids_count_up_in_the_order_shown(count: int) -> None:
    texts = [preset.text for preset in presets([{"name": f"t{at}"} for at in range(count)])]
    found = [int(match[1]) for text in texts if (match := re.search(r'"id": ?(\d+)', text))]
    assert found == list(range(1, len(found) + 1))
    assert len(found) == count + 7


def test_the_page_has_the_first_message_before_python_can_tell_it() -> None:
    script = (Path(__file__).parents[2] / "web" / "page" / "first-message.js").read_text("utf-8")
    assert presets([])[0].text in script
