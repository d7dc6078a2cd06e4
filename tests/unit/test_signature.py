"""signature: the schema that a function's hints make, and how the function is called."""

import datetime
import enum
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath
from typing import Annotated, Any, Literal, NamedTuple, Optional, TypedDict, Union
from uuid import UUID

import pytest
from dictmcp.schema import Checker
from dictmcp.signature import BadArgument, BadSignature, Signature

NULLABLE = [{"type": "integer"}, {"type": "null"}]


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Item:
    sku: int | str
    kids: "list[Item] | None" = None


class Found(TypedDict):
    hits: list[str]


class Pair(NamedTuple):
    left: int
    right: str


HINTS = [
    (int, {"type": "integer"}),
    (float, {"type": "number"}),
    (str, {"type": "string"}),
    (bool, {"type": "boolean"}),
    (None, {"type": "null"}),
    (Any, {}),
    (object, {}),
    (list, {"type": "array"}),
    (dict, {"type": "object"}),
    (list[int], {"type": "array", "items": {"type": "integer"}}),
    (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
    (int | None, {"anyOf": NULLABLE}),
    (Optional[int], {"anyOf": NULLABLE}),  # noqa: UP045
    (Union[int, None], {"anyOf": NULLABLE}),  # noqa: UP007
    (
        Annotated[int, "how many", {"minimum": 1}],
        {"type": "integer", "description": "how many", "minimum": 1},
    ),
    (Annotated[int | None, "how many"], {"anyOf": NULLABLE, "description": "how many"}),
]


def schema_of(hint: object, **default: object) -> dict:
    """The schema of one parameter with this hint."""

    def function(x): ...

    function.__annotations__ = {"x": hint}
    if default:
        function.__defaults__ = (default["default"],)
    return Signature(function).input_schema


@pytest.mark.parametrize(("hint", "schema"), HINTS, ids=range(len(HINTS)))
def test_hints(hint: object, schema: dict) -> None:
    properties = {"x": schema}
    assert schema_of(hint) == {
        "type": "object",
        "properties": properties,
        "required": ["x"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("default", "shown"),
    [
        (5, {"default": 5}),
        (None, {"default": None}),
        (Colour.RED, {"default": "red"}),
        (object(), {}),
        (len, {}),
    ],
    ids=["number", "none", "enum", "object", "function"],
)
def test_a_parameter_with_a_default_is_optional(default: object, shown: dict) -> None:
    schema = schema_of(Any, default=default)
    assert schema["properties"] == {"x": shown}
    assert "required" not in schema


def test_a_choice_is_an_enum() -> None:
    assert schema_of(Literal["s", "m"])["properties"]["x"]["enum"] == ["s", "m"]


def test_a_recursive_class_is_a_definition() -> None:
    schema = schema_of(Item)
    assert schema["properties"] == {"x": {"$ref": "#/$defs/Item"}}
    assert Checker(schema).faults({"x": {"sku": 1, "kids": [{"sku": "a", "kids": None}]}}) == []


@pytest.mark.parametrize(
    ("hint", "given", "value"),
    [
        (int | str, "12345", "12345"),
        (str | int, 5, 5),
        (str, '{"a":1}', '{"a":1}'),
        (Any, "1", "1"),
        (list[int | str], ["1", 1], ["1", 1]),
        (dict[str, bool | int], {"a": True, "b": 1}, {"a": True, "b": 1}),
        (datetime.date, "2031-05-06", datetime.date(2031, 5, 6)),
        (datetime.date | str, "2031-05-06", datetime.date(2031, 5, 6)),
        (datetime.datetime, "2031-05-06T07:08:09", datetime.datetime(2031, 5, 6, 7, 8, 9)),
        (Decimal, "1.10", Decimal("1.10")),
        (UUID, str(UUID(int=1)), UUID(int=1)),
        (PurePath, "a/b", PurePath("a/b")),
        (Colour, "red", Colour.RED),
        (Literal["a", 1], 1, 1),
        (Item, {"sku": "1"}, Item("1")),
        (Item, {"sku": "1", "kids": [{"sku": 2}]}, Item("1", [Item(2)])),
        (Item | None, None, None),
        (list[Item], [{"sku": 1}], [Item(1)]),
        (set[int], [1, 2], {1, 2}),
        (tuple[int, str], [1, "a"], (1, "a")),
        (Pair, [1, "a"], Pair(1, "a")),
        (Found, {"hits": ["a"]}, {"hits": ["a"]}),
        (dict[int, str], {"1": "a"}, {1: "a"}),
        (Annotated[datetime.date, "when"], "2031-05-06", datetime.date(2031, 5, 6)),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_argument_arrives_as_its_type(hint: object, given: object, value: object) -> None:
    def function(x):
        return x

    function.__annotations__ = {"x": hint}
    signature = Signature(function)
    assert Checker(signature.input_schema).faults({"x": given}) == []
    arrived = signature.call({"x": given}, None)
    assert (type(arrived), arrived) == (type(value), value)


@pytest.mark.parametrize(
    ("hint", "given"), [(datetime.date, "2031-02-30"), (UUID, "no"), (Decimal, "x")], ids=str
)
def test_an_argument_that_is_no_value_of_its_type_is_named(hint: type, given: str) -> None:
    def function(x): ...

    function.__annotations__ = {"x": hint}
    with pytest.raises(BadArgument, match="x"):
        Signature(function).call({"x": given}, None)


class Opaque:
    """A class that JSON does not know."""


HOPELESS = [Opaque, Callable[[int], str], type[int], complex, Iterator[int], 5, list[Opaque], Opaque | None]


@pytest.mark.parametrize("hint", HOPELESS, ids=str)
def test_a_hint_without_a_json_form_is_refused_by_name(hint: object) -> None:
    with pytest.raises(BadSignature, match="'x'"):
        schema_of(hint)


def variable(*args): ...
def keywords(**kwargs): ...


@pytest.mark.parametrize("function", [variable, keywords])
def test_parameters_without_a_name_are_refused(function) -> None:
    with pytest.raises(BadSignature, match="named parameters"):
        Signature(function)


class Tools:
    def method(self, a: int) -> str:
        return f"{type(self).__name__} {a}"

    def __call__(self, a: int) -> str:
        return f"called {a}"

    @staticmethod
    def static(a: int) -> str:
        return f"static {a}"

    @classmethod
    def of_class(cls, a: int) -> str:
        return f"{cls.__name__} {a}"


def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@wrapped
def decorated(a: int) -> str:
    return f"decorated {a}"


def three(a: int, b: int, c: int) -> str:
    return f"{a} {b} {c}"


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (Tools().method, "Tools 5"),
        (Tools(), "called 5"),
        (Tools.static, "static 5"),
        (Tools.of_class, "Tools 5"),
        (decorated, "decorated 5"),
        (functools.partial(three, b=1, c=2), "5 1 2"),
    ],
    ids=["method", "object", "static", "class", "decorated", "partial"],
)
def test_whatever_can_be_called_can_be_a_tool(function, told: str) -> None:
    signature = Signature(function)
    assert signature.input_schema["properties"]["a"] == {"type": "integer"}
    assert signature.call({"a": 5}, None) == told


def positions(a: int, b: int = 1, c: int = 2, /, d: int = 3) -> tuple:
    return a, b, c, d


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        ({"a": 0}, (0, 1, 2, 3)),
        ({"a": 0, "c": 9}, (0, 1, 9, 3)),
        ({"d": 7, "b": 8, "a": 0}, (0, 8, 2, 7)),
        ({"a": 0, "b": 1, "c": 2, "d": 3}, (0, 1, 2, 3)),
    ],
    ids=str,
)
def test_positional_parameters_get_their_own_values(arguments: dict, values: tuple) -> None:
    assert Signature(positions).call(arguments, None) == values


def test_ctx_is_no_argument() -> None:
    def function(a: int, ctx):
        return a, ctx

    signature = Signature(function)
    assert list(signature.input_schema["properties"]) == ["a"]
    assert signature.call({"a": 1}, "the context") == (1, "the context")


@pytest.mark.parametrize(
    ("hint", "declares"),
    [(Item, True), (Found, True), (int, False), (dict, False), (str, False), (None, False)],
    ids=str,
)
def test_only_a_class_of_members_declares_an_output_schema(hint: object, declares: bool) -> None:
    def function(): ...

    function.__annotations__ = {"return": hint}
    schema = Signature(function).output_schema
    assert (schema is not None) is declares
    assert schema is None or schema["type"] == "object"
