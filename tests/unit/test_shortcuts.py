"""A shortcut never says yes where jsonschema says no, and where it can it says yes."""

from typing import Any

import pytest
from dictmcp.schema import Checker
from dictmcp.shortcuts import shortcut
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.validators import Draft202012Validator

NAMES = st.sampled_from(["a", "b", "c"])
NUMBERS = st.integers(-3, 3) | st.sampled_from([0.5, 2.0, -1.5])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.sampled_from(["", "a", "ab", "🌻", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def members(**strategies: Any) -> Any:
    return st.fixed_dictionaries({}, optional=strategies)


LEAVES = st.one_of(
    st.just(True),
    st.just(False),
    members(
        type=st.sampled_from(["integer", "number", "string", "boolean", "null", "array", "object"]),
        minimum=NUMBERS,
        maximum=NUMBERS,
        exclusiveMinimum=NUMBERS,
        exclusiveMaximum=NUMBERS,
        minLength=st.integers(0, 2),
        maxLength=st.integers(0, 2),
        minItems=st.integers(0, 2),
        maxItems=st.integers(0, 2),
        description=st.just("says nothing"),
    ),
    members(enum=st.lists(st.sampled_from(["a", "ab"]), min_size=1, max_size=2, unique=True)),
    members(enum=st.just([1, "a"])),
    members(pattern=st.just("^a")),
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: members(
        type=st.sampled_from(["object", "array"]),
        properties=st.dictionaries(NAMES, inner, max_size=3),
        required=st.lists(NAMES, max_size=2, unique=True),
        additionalProperties=inner,
        items=inner,
        anyOf=st.lists(inner, min_size=1, max_size=2),
    ),
    max_leaves=6,
)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(SCHEMAS, VALUES)
def test_a_shortcut_never_says_yes_where_jsonschema_says_no(schema: Any, value: Any) -> None:
    fits = shortcut(schema)
    if fits is not None and fits(value):
        assert Draft202012Validator(schema).is_valid(value)


@settings(max_examples=600, deadline=None, derandomize=True)
@given(SCHEMAS.filter(lambda schema: isinstance(schema, dict)), VALUES)
def test_a_checker_agrees_with_jsonschema(schema: dict[str, Any], value: Any) -> None:
    assert bool(Checker(schema).faults(value)) != Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param({"type": "object", "properties": {"a": {"type": "integer"}}}, {"a": 1}, id="object"),
        pytest.param({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, None, id="any-of"),
        pytest.param({"type": "array", "items": {"type": "string"}}, ["a"], id="items"),
        pytest.param({"type": "integer", "minimum": 1, "maximum": 3}, 2, id="limits"),
        pytest.param({"enum": ["a", "b"]}, "b", id="enum"),
    ],
)
def test_what_most_schemas_consist_of_has_a_shortcut(schema: dict[str, Any], value: Any) -> None:
    fits = shortcut(schema)
    assert fits is not None
    assert fits(value)


@pytest.mark.parametrize("value", [1.0, True, "1"], ids=["float", "bool", "text"])
def test_a_shortcut_takes_only_an_int_for_an_integer(value: Any) -> None:
    fits = shortcut({"type": "integer"})
    assert fits is not None
    assert not fits(value)


def test_a_schema_with_a_pattern_has_no_shortcut() -> None:
    assert shortcut({"type": "string", "pattern": "a"}) is None
