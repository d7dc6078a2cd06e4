"""faults: validation errors as sentences that say where and what to change."""

import pytest
from dictmcp.faults import path, preview
from dictmcp.schema import Checker

TAGGED = [
    {
        "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
        "required": ["kind", "radius"],
        "type": "object",
    },
    {
        "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
        "required": ["kind", "side"],
        "type": "object",
    },
]


@pytest.mark.parametrize(
    ("schema", "value", "sentences"),
    [
        ({"required": ["a", "b"]}, {}, ["a is required", "b is required"]),
        ({"required": ["a b"]}, {}, ['["a b"] is required']),
        ({"type": "integer"}, "4", ['the value must be an integer, not the string "4"']),
        ({"type": "integer"}, True, ["the value must be an integer, not the boolean true"]),
        ({"type": ["string", "null"]}, [], ["the value must be a string or null, not an array"]),
        ({"items": {"type": "object"}}, [{}, 5], ["[1] must be an object, not the number 5"]),
        ({"enum": [1, None]}, True, ["the value must be one of 1, null, not true"]),
        ({"const": "a"}, 1, ['the value must be "a", not 1']),
        (
            {"properties": {"text": {}}, "additionalProperties": False},
            {"txet": 1},
            ["txet is not expected (did you mean text?)"],
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"zzz": 1},
            ["zzz is not expected (it takes a)"],
        ),
        ({"additionalProperties": False}, {"a": 1}, ["a is not expected (it takes nothing)"]),
        (
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            "a",
            ['the value must be an integer or null, not the string "a"'],
        ),
        ({"oneOf": TAGGED}, {"kind": "square"}, ["side is required"]),
        ({"oneOf": TAGGED}, {"kind": "square", "side": "a"}, ['side must be a number, not the string "a"']),
        ({"anyOf": TAGGED}, {"kind": "circle"}, ["radius is required"]),
        (
            {"anyOf": [{"type": "string"}, {"items": {"type": "integer"}, "type": "array"}]},
            [1, "a"],
            ['[1] must be an integer, not the string "a"'],
        ),
        (
            {"oneOf": [{}, {}]},
            1,
            ["the value matches more than one of the alternatives; it must match exactly one"],
        ),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_sentences(schema: dict, value: object, sentences: list[str]) -> None:
    assert Checker(schema).faults(value) == sentences


def test_where_is_said_from_the_root() -> None:
    schema = {"properties": {"kids": {"items": {"required": ["sku"]}}}}
    assert Checker(schema).faults({"kids": [{}]}, "item") == ["item.kids[0].sku is required"]


def test_a_pattern_is_shown_as_it_was_written() -> None:
    assert "^a$" in Checker({"pattern": "^a$"}).faults("a\n")[0]


def test_a_member_that_is_never_allowed_is_named() -> None:
    assert "a" in Checker({"properties": {"aside": False}}).faults({"aside": 1})[0].split()[0]


def test_at_most_ten_faults_are_told() -> None:
    said = Checker({"items": {"type": "integer"}}).faults(["a"] * 25)
    assert len(said) == 11
    assert said[-1] == "and 15 more"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        (("item", "kids", 0, "sku"), "item.kids[0].sku"),
        ((0,), "[0]"),
        (("a b", "c"), '["a b"].c'),
        (("\ud800",), '["\\ud800"]'),
        (("",), '[""]'),
        (("1a",), '["1a"]'),
        (("\u00e9t\u00e9",), "\u00e9t\u00e9"),
    ],
    ids=repr,
)
def test_paths(parts: tuple, text: str) -> None:
    assert path(parts) == text


def test_a_long_value_is_shown_in_part() -> None:
    assert preview("a" * 100) == '"' + "a" * 56 + "..."
