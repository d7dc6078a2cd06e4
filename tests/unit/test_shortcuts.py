"""shortcuts: never a yes where jsonschema says no."""

from dictmcp.schema import Checker
from dictmcp.shortcuts import shortcut
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.validators import Draft202012Validator

PLAIN = st.sampled_from([None, True, False, 0, 1, -1, 2, 10**20, 0.0, 1.0, 4.0, 2.5, "", "a", "ab", "1"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)
TYPES = st.sampled_from(["integer", "number", "string", "boolean", "null", "array", "object"])
SIMPLE = st.fixed_dictionaries(
    {},
    optional={
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
        "minimum": st.sampled_from([0, 1, 1.5]),
        "exclusiveMaximum": st.sampled_from([1, 2, 4.0]),
        "minLength": st.integers(0, 2),
        "maxLength": st.integers(0, 2),
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 2),
        "enum": st.lists(PLAIN, min_size=1, max_size=3),
        "const": PLAIN,
        "multipleOf": st.sampled_from([2, 0.5]),
        "default": PLAIN,
        "format": st.just("date"),
    },
)
SCHEMAS = st.recursive(
    SIMPLE | st.booleans(),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["object", "array"]),
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
            "additionalProperties": inner,
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
        },
    ),
    max_leaves=5,
).filter(lambda schema: isinstance(schema, dict))


@settings(max_examples=1000, deadline=None)
@given(SCHEMAS, VALUES)
def test_a_yes_is_jsonschemas_yes(schema: dict, value: object) -> None:
    fits = shortcut(schema)
    if fits is not None and fits(value):
        assert Draft202012Validator(schema).is_valid(value)


@settings(max_examples=600, deadline=None)
@given(SCHEMAS, VALUES)
def test_a_checker_agrees_with_jsonschema(schema: dict, value: object) -> None:
    assert (Checker(schema).faults(value) == []) is Draft202012Validator(schema).is_valid(value)
