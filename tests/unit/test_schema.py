"""schema: what a compiled schema accepts, refuses, and cannot be."""

import pytest
from dictmcp.schema import BadSchema, Checker

TREE = {
    "$defs": {"node": {"type": "object", "properties": {"kids": {"items": {"$ref": "#/$defs/node"}}}}},
    "$ref": "#/$defs/node",
}
EMBEDDED = {
    "$defs": {
        "item": {
            "$id": "https://schemas.example/item",
            "$defs": {"name": {"type": "string"}},
            "properties": {"name": {"$ref": "#/$defs/name"}},
        }
    },
    "$ref": "https://schemas.example/item",
}

FITS = [
    ({}, [None, 0, "", [], {}, True]),
    ({"type": "integer"}, [0, -1, 10**30, 4.0]),
    ({"type": "number"}, [0, 1.5, 10**30]),
    ({"type": ["integer", "null"]}, [1, None]),
    ({"enum": [1, "a"]}, [1, 1.0, "a"]),
    ({"const": {"a": [0]}}, [{"a": [0]}]),
    ({"pattern": "^a$"}, ["a", 5]),
    ({"pattern": "^\\d{2}\\w$"}, ["12_"]),
    ({"pattern": "(?<year>\\d{4})-[$]"}, ["2031-$"]),
    ({"pattern": "\\$$"}, ["5$"]),
    ({"multipleOf": 0.1}, [0.3, 1.1, 2, 0]),
    ({"multipleOf": 3}, [9, 9.0, -3]),
    ({"maxLength": 1}, ["\U0001f33b"]),
    ({"format": "date"}, ["no date"]),
    ({"uniqueItems": True}, [[1, True, "1", 0, False], [[1], [True]]]),
    ({"not": {"type": "string"}}, [1]),
    ({"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}, ["a", 1]),
    ({"prefixItems": [{"type": "integer"}], "items": False}, [[1], []]),
    ({"contains": {"const": 1}, "minContains": 2}, [[1, 1]]),
    ({"dependentRequired": {"a": ["b"]}}, [{"a": 1, "b": 2}, {}]),
    ({"properties": {"a": True}, "unevaluatedProperties": False}, [{"a": 1}]),
    ({"patternProperties": {"^x$": {"type": "string"}}}, [{"x": "a", "x\n": 1}]),
    (TREE, [{}, {"kids": [{"kids": []}]}]),
    (EMBEDDED, [{"name": "a"}]),
    ({"$ref": "#a", "$defs": {"a": {"$anchor": "a", "type": "string"}}}, ["a"]),
    ({"$defs": {"a": {"type": "string"}}, "$ref": "#/$defs/a", "minLength": 2}, ["ab"]),
    ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, [{"type": "string"}, True]),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]}, [[1, "a"]]),
    ({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "string"}, ["a"]),
]
DOES_NOT_FIT = [
    ({"type": "integer"}, [True, "4", 4.5, None, [1]]),
    ({"type": "number"}, [True, "1"]),
    ({"type": "boolean"}, [0, 1, "true"]),
    ({"type": "string"}, [1, None]),
    ({"type": "null"}, [0, False, ""]),
    ({"enum": [1]}, [True, "1"]),
    ({"enum": [False]}, [0]),
    ({"const": [1]}, [[True], [1, 1]]),
    ({"const": {"a": 0}}, [{"a": False}]),
    ({"pattern": "^a$"}, ["a\n", "b"]),
    ({"pattern": "^\\d$"}, ["\u0661", "1\n"]),
    ({"pattern": "^\\w$"}, ["\u00e9"]),
    ({"multipleOf": 0.1}, [0.35]),
    ({"multipleOf": 3}, [10]),
    ({"maxLength": 1}, ["e\u0301"]),
    ({"uniqueItems": True}, [[1, 1.0], [{"a": 1}, {"a": 1}]]),
    ({"maximum": 10}, [10.5, 10**400]),
    ({"prefixItems": [{"type": "integer"}], "items": False}, [["a"], [1, 2]]),
    ({"contains": {"const": 1}, "minContains": 2}, [[1], [1, True]]),
    ({"dependentRequired": {"a": ["b"]}}, [{"a": 1}]),
    ({"properties": {"a": True}, "unevaluatedProperties": False}, [{"b": 1}]),
    (TREE, [{"kids": [{"kids": [5]}]}]),
    (EMBEDDED, [{"name": 5}]),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, [3]),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]}, [["a"]]),
]


def each(table: list) -> list:
    """A row for each value."""
    return [
        pytest.param(schema, value, id=f"{number}-{at}")
        for number, (schema, values) in enumerate(table)
        for at, value in enumerate(values)
    ]


@pytest.mark.parametrize(("schema", "value"), each(FITS))
def test_what_fits(schema: dict, value: object) -> None:
    assert Checker(schema).faults(value) == []


@pytest.mark.parametrize(("schema", "value"), each(DOES_NOT_FIT))
def test_what_does_not_fit(schema: dict, value: object) -> None:
    assert Checker(schema).faults(value)


@pytest.mark.parametrize(
    ("schema", "word"),
    [
        (None, "object"),
        ([], "object"),
        ({"type": "text"}, "type"),
        ({"properties": {"a": {"minimum": "1"}}}, "minimum"),
        ({"required": "a"}, "required"),
        ({"$ref": "#/$defs/none"}, "#/$defs/none"),
        ({"items": [1]}, "items"),
        ({"properties": {"a": {"$ref": "https://schemas.example/a"}}}, "nothing is fetched"),
        ({"properties": {"a": {"$ref": "file:///etc/hostname"}}}, "nothing is fetched"),
        ({"properties": {"a": {"$dynamicRef": "https://schemas.example/a"}}}, "schemas.example"),
        ({"$schema": "https://schemas.example/dialect"}, "dialect"),
        ({"$schema": 5}, "dialect"),
        ({"pattern": "("}, "pattern"),
        ({"pattern": "\\p{L}"}, "pattern"),
        ({"patternProperties": {"[": {}}}, "pattern"),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_what_is_no_schema(schema: object, word: str) -> None:
    with pytest.raises(BadSchema, match=r".") as refused:
        Checker(schema)
    assert word in str(refused.value)


@pytest.mark.parametrize(
    ("schema", "value", "changed"),
    [
        ({"type": "integer"}, 4.0, 4),
        ({"type": "number"}, 4.0, 4.0),
        ({"type": ["integer", "number"]}, 4.0, 4.0),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, 4.0, 4),
        ({"properties": {"a": {"type": "integer"}}}, {"a": 4.0, "b": 4.0}, {"a": 4, "b": 4.0}),
        ({"additionalProperties": {"type": "integer"}}, {"a": 4.0}, {"a": 4}),
        ({"patternProperties": {"^a": {"type": "integer"}}}, {"a": 4.0, "b": 4.0}, {"a": 4, "b": 4.0}),
        ({"items": {"type": "integer"}}, [4.0], [4]),
        ({"prefixItems": [{}, {"type": "integer"}]}, [4.0, 4.0], [4.0, 4]),
        ({"$defs": {"n": {"type": "integer"}}, "$ref": "#/$defs/n"}, 1e20, 10**20),
        ({}, 4.0, 4.0),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_a_whole_float_becomes_an_integer_where_one_is_wanted(schema, value, changed) -> None:
    def types(value: object) -> object:
        if isinstance(value, dict):
            return {key: types(member) for key, member in value.items()}
        return [types(item) for item in value] if isinstance(value, list) else (type(value), value)

    checker = Checker(schema)
    assert checker.faults(value) == []
    assert types(checker.with_integers(value)) == types(changed)


def test_a_schema_that_only_refers_to_itself_ends() -> None:
    assert Checker({"$ref": "#"}).faults(1) == ["the value is nested too deeply to be checked"]


def test_a_deep_value_is_checked_or_refused_in_words() -> None:
    value: dict = {}
    for _ in range(400):
        value = {"kids": [value]}
    assert all(isinstance(text, str) for text in Checker(TREE).faults(value))


def test_the_schema_is_left_as_it_is() -> None:
    schema = {"type": "object", "properties": {"a": {"pattern": "^a$"}}}
    Checker(schema).faults({"a": "b"})
    assert schema == {"type": "object", "properties": {"a": {"pattern": "^a$"}}}
