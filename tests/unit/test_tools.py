"""tools: registering, listing, calling, wrapping."""

import asyncio

import pytest
from dictmcp import NeedsAwait, RegistrationError, RpcError, ToolError, ToolRegistry
from dictmcp.tools import failure

NUMBERS = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a"],
    "additionalProperties": False,
}


def entry(handler=lambda arguments: "fine", **members) -> dict:
    """An entry of a plain registry."""
    return {"description": "A tool.", "inputSchema": {"type": "object"}, "handler": handler, **members}


def returning(value: object, **members) -> ToolRegistry:
    """A registry whose tool `it` returns this value."""
    return ToolRegistry({"it": entry(lambda arguments: value, **members)})


def text(*texts: str, **more: object) -> dict:
    """A result of text blocks."""
    return {"content": [{"type": "text", "text": one} for one in texts], "isError": False, **more}


def test_the_shape_that_a_call_has() -> None:
    assert returning("5").call("it", {}) == {"content": [{"type": "text", "text": "5"}], "isError": False}


def test_the_shape_that_a_failure_has() -> None:
    def handler(arguments: dict) -> None:
        raise ValueError("no")

    result = ToolRegistry({"it": entry(handler)}).call("it", {})
    assert result == {"content": [{"type": "text", "text": "ValueError: no"}], "isError": True}


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (None, text()),
        ("", text("")),
        ("a", text("a")),
        (0, text("0")),
        (True, text("true")),
        (1.0, text("1.0")),
        ([], text("[]")),
        ([1, "a"], text('[1,"a"]')),
        ({}, text("{}", structuredContent={})),
        ({"a": [1]}, text('{"a":[1]}', structuredContent={"a": [1]})),
        ({"type": "text", "text": "a"}, text("a")),
        ([{"type": "text", "text": "a"}, 5, "b", {"c": 1}], text("a", "5", "b", '{"c":1}')),
        ({"content": []}, text()),
        ({"content": [{"type": "text", "text": "a"}], "isError": True}, failure("a")),
        ({"content": "a"}, text('{"content":"a"}', structuredContent={"content": "a"})),
        ({"type": ["a"]}, text('{"type":["a"]}', structuredContent={"type": ["a"]})),
    ],
    ids=repr,
)
def test_what_is_returned_is_wrapped(value: object, result: dict) -> None:
    assert returning(value).call("it") == result


@pytest.mark.parametrize(
    "value",
    [
        b"bytes",
        float("nan"),
        object(),
        {"content": [{"type": "json"}]},
        {"content": [{"type": "text"}]},
        {"content": [{"type": "text", "text": "a"}], "_meta": None},
        {"content": [{"type": "text", "text": "a"}], "_meta": []},
    ],
    ids=["bytes", "nan", "object", "no block", "no text", "no meta", "meta list"],
)
def test_what_cannot_be_sent_is_a_failure(value: object) -> None:
    result = returning(value).call("it")
    assert result["isError"] is True
    assert "'it'" in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("schema", "value", "structured"),
    [
        ({"type": "object"}, {"a": 1}, {"a": 1}),
        ({"type": "array"}, [1], [1]),
        ({"type": "integer"}, 0, 0),
        ({"type": "boolean"}, False, False),
        ({"type": "string"}, "", ""),
        ({"type": ["object", "null"]}, None, None),
    ],
    ids=str,
)
def test_a_declared_output_is_structured(schema: dict, value: object, structured: object) -> None:
    result = returning(value, outputSchema=schema).call("it")
    assert result["isError"] is False
    assert result["structuredContent"] == structured


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object"}, "a"),
        ({"type": "object"}, None),
        ({"type": "object"}, []),
        ({"required": ["a"]}, {}),
    ],
    ids=str,
)
def test_a_declared_output_is_enforced(schema: dict, value: object) -> None:
    result = returning(value, outputSchema=schema).call("it")
    assert (result["isError"], "structuredContent" in result) == (True, False)


def test_a_failure_needs_no_declared_output() -> None:
    def handler(arguments: dict) -> None:
        raise ToolError("Try again.")

    assert ToolRegistry({"it": entry(handler, outputSchema={"type": "object"})}).call("it") == failure(
        "Try again."
    )


@pytest.mark.parametrize("text", ["", "ToolError: twice", "a\nb"], ids=repr)
def test_a_tool_error_is_its_text(text: str) -> None:
    def handler(arguments: dict) -> None:
        raise ToolError(text)

    told = ToolRegistry({"it": entry(handler)}).call("it")["content"][0]["text"]
    assert told == (text or "ToolError")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "a is required"),
        ({"a": "1"}, "a must be an integer"),
        ({"a": True}, "a must be an integer"),
        ({"a": 1, "c": 1}, "c is not expected"),
        ({"a": 1, "\ud800": 1}, "ud800"),
    ],
    ids=repr,
)
def test_arguments_that_do_not_fit_never_reach_the_handler(arguments: dict, word: str) -> None:
    def handler(arguments: dict) -> None:
        raise AssertionError

    result = ToolRegistry({"it": entry(handler, inputSchema=NUMBERS)}).call("it", arguments)
    assert result["isError"] is True
    assert word in result["content"][0]["text"]


def test_a_whole_float_reaches_the_handler_as_an_integer() -> None:
    registry = ToolRegistry(
        {"it": entry(lambda arguments: type(arguments["a"]).__name__, inputSchema=NUMBERS)}
    )
    assert registry.call("it", {"a": 4.0}) == text("int")


def test_an_unknown_tool_is_no_failure_of_a_tool() -> None:
    with pytest.raises(RpcError, match="did you mean 'it'") as refused:
        returning("").call("itt")
    assert refused.value.code == -32602


def test_an_async_tool_is_awaited() -> None:
    async def handler(arguments: dict) -> str:
        await asyncio.sleep(0)
        return "later"

    registry = ToolRegistry({"it": entry(handler)})
    assert asyncio.run(registry.call_async("it")) == text("later")
    with pytest.raises(NeedsAwait, match="tool 'it' is async"):
        registry.call("it")


def test_a_list_shows_everything_but_the_handler() -> None:
    members = {
        "title": "A",
        "outputSchema": {"type": "object"},
        "annotations": {},
        "icons": [],
        "_meta": {"a": 1},
    }
    shown = ToolRegistry({"it": entry(**members)}).list()
    assert shown == [{"name": "it", "description": "A tool.", "inputSchema": {"type": "object"}, **members}]


def test_an_entry_without_a_schema_takes_anything() -> None:
    registry = ToolRegistry({"it": {"handler": lambda arguments: arguments["a"]}})
    assert registry.list() == [{"name": "it", "inputSchema": {"type": "object"}}]
    assert registry.call("it", {"a": "b"}) == text("b")


def test_tools_stay_in_order() -> None:
    registry = ToolRegistry({name: entry() for name in "cab"})
    assert [tool["name"] for tool in registry.list()] == list(registry) == ["c", "a", "b"]
    assert (len(registry), "a" in registry, "d" in registry) == (3, True, False)


@pytest.mark.parametrize("change", ["entry", "list"])
def test_what_is_listed_is_what_is_enforced(change: str) -> None:
    original = entry(inputSchema={"type": "object", "properties": {"a": {"type": "integer"}}})
    registry = ToolRegistry({"it": original})
    (original if change == "entry" else registry.list()[0])["inputSchema"]["properties"]["b"] = {}
    assert registry.list()[0]["inputSchema"]["properties"] == {"a": {"type": "integer"}}


@pytest.mark.parametrize(
    ("bad", "word"),
    [
        (None, "entry"),
        ([], "entry"),
        ({}, "handler"),
        (entry(handler=None), "handler"),
        (entry(handler="print"), "handler"),
        ({**entry(), "handlr": 1}, "handler"),
        ({**entry(), "input_schema": {}}, "inputSchema"),
        (entry(name="other"), "other"),
        (entry(inputSchema=[]), "inputSchema"),
        (entry(inputSchema={"type": "array"}), "inputSchema"),
        (entry(inputSchema={"properties": {"a": {"type": "text"}}}), "text"),
        (entry(inputSchema={"properties": {"a": {"$ref": "https://schemas.example/a"}}}), "schemas.example"),
        (entry(outputSchema={"type": "text"}), "text"),
    ],
    ids=lambda value: repr(value)[:90].partition(" at 0x")[0],
)
def test_a_bad_entry_is_refused_by_name(bad: object, word: str) -> None:
    with pytest.raises(RegistrationError, match="'it'") as refused:
        ToolRegistry({"it": bad})
    assert word in str(refused.value)


def attribute(x: "pytest.nothing"): ...
def broken(x: "list["): ...  # noqa: F722
def opaque(x: "pytest.Mark | complex"): ...
def variable(*args): ...


@pytest.mark.parametrize("function", [attribute, broken, opaque, variable])
def test_a_bad_signature_is_refused_by_name(function) -> None:
    with pytest.raises(RegistrationError, match=function.__name__):
        ToolRegistry().add(function)


@pytest.mark.parametrize("value", [int, dict, 5, None], ids=str)
def test_what_has_no_signature_is_refused(value: object) -> None:
    with pytest.raises(RegistrationError):
        ToolRegistry().add(value)


def test_a_name_is_not_empty() -> None:
    with pytest.raises(RegistrationError, match="name"):
        ToolRegistry({"": entry()})


def test_a_name_is_taken_once() -> None:
    def again() -> str:
        return "second"

    registry = ToolRegistry({"again": entry(lambda arguments: "first")})
    with pytest.raises(
        RegistrationError, match=r"'again' is defined twice, .*test_tools.py line \d+ and .* line \d+"
    ):
        registry.add(again)
    assert registry.call("again") == text("first")


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(RegistrationError, match="titel"):
        ToolRegistry().add(lambda: "", name="it", titel="A")


def test_an_annotation_may_be_defined_later() -> None:
    namespace: dict = {}
    exec("def it(x: 'Later') -> str:\n    return type(x).__name__", namespace)
    registry = ToolRegistry()
    registry.add(namespace["it"])
    problem = registry.problems()[0]
    assert ["it" in problem, "'x'" in problem, "Later" in problem] == [True, True, True]
    assert registry.list() == []
    namespace["Later"] = int
    assert registry.call("it", {"x": 1}) == text("int")
    assert registry.problems() == []


def test_nothing_is_registered_while_a_tool_runs() -> None:
    registry = ToolRegistry()

    def late() -> str:
        return ""

    registry.add("early", entry(lambda arguments: registry.add(late)))
    told = registry.call("early")
    assert told["isError"] is True
    assert ["'late'" in told["content"][0]["text"], "'early'" in told["content"][0]["text"]] == [True, True]
    assert list(registry) == ["early"]
    registry.add(late)
    assert list(registry) == ["early", "late"]


def test_nothing_is_registered_while_an_async_tool_waits() -> None:
    async def main() -> None:
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def handler(arguments: dict) -> str:
            begun.set()
            await go_on.wait()
            return "done"

        registry = ToolRegistry({"it": entry(handler)})
        task = asyncio.create_task(registry.call_async("it"))
        await begun.wait()
        with pytest.raises(RegistrationError):
            registry.add("late", entry())
        go_on.set()
        assert await task == text("done")
        registry.add("late", entry())

    asyncio.run(main())


def test_a_tool_may_be_removed() -> None:
    registry = ToolRegistry({"it": entry()})
    registry.remove("it")
    assert registry.list() == []
    with pytest.raises(RegistrationError, match="'it'"):
        registry.remove("it")


@pytest.mark.parametrize("name", [None, 5, [], {}, ("it",)], ids=repr)
def test_a_name_that_is_no_string_is_an_unknown_tool(name: object) -> None:
    with pytest.raises(RpcError, match="Unknown tool") as refused:
        returning("5").call(name, {})
    assert refused.value.code == -32602


@pytest.mark.parametrize(
    "schema",
    [
        NUMBERS,
        {"type": "object", "patternProperties": {"^x": {"type": "string"}}},
        {"type": "object", "properties": {"a": {"type": "object", "patternProperties": {"^x": False}}}},
    ],
    ids=["closed", "patterns", "inner"],
)
@pytest.mark.parametrize("arguments", [{1: 2}, {"a": {None: 2}}, {"a": [{(): 2}]}], ids=repr)
def test_a_member_name_that_is_no_string_is_a_failure(schema: dict, arguments: dict) -> None:
    result = returning("5", inputSchema=schema).call("it", arguments)
    told = result["content"][0]["text"]
    assert not result["isError"] or "Invalid arguments for tool 'it'" in told


def test_a_member_name_that_is_no_string_is_named() -> None:
    result = returning("5", inputSchema=NUMBERS).call("it", {"a": 1, 7: 2})
    assert result["isError"]
    assert "the member name 7 is not a string" in result["content"][0]["text"]


class Hostile(type):
    """A class that has no name to be told."""

    @property
    def __name__(cls):
        raise ZeroDivisionError("name")


class Nameless(ToolError, metaclass=Hostile):
    """Its class cannot be named."""


class Faceless(Exception):
    """Raises whatever it is asked."""

    def __getattribute__(self, name: str):
        raise ZeroDivisionError(name)


class Lost(RpcError):
    """Never got its code."""

    def __init__(self) -> None:
        pass


@pytest.mark.parametrize(
    "error", [Nameless, Faceless, Lost, ToolError], ids=["nameless", "faceless", "lost", "empty"]
)
def test_whatever_exception_a_tool_raises_is_a_failure(error: type[BaseException]) -> None:
    def handler(arguments: dict) -> None:
        raise error()

    result = ToolRegistry({"it": entry(handler)}).call("it", {})
    assert result["isError"]
    assert result["content"][0]["text"]
