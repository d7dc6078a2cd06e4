"""JSON Schema at work: compile a schema once, check values against it, say what is wrong in words.

jsonschema validates; what is added here is what Python does differently from the standard, and the
sentences. https://modelcontextprotocol.io/specification/2026-07-28/basic (JSON Schema usage)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from jsonschema import validators
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import Draft202012Validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from .faults import sentences
from .patterns import to_python
from .shortcuts import shortcut

Schema = dict[str, Any]

# Where a schema holds further schemas: by name, in a list, or directly.
_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTED: Final = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_SINGLE: Final = (
    *("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"),
    *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"),
)


class BadSchema(ValueError):
    """A schema that cannot be used; the text says where and why."""


class Checker:
    """A compiled schema. Raises BadSchema when the schema is invalid for its dialect, uses a dialect or
    pattern that is not supported, or refers outside itself: nothing is ever fetched.
    """

    def __init__(self, schema: Schema) -> None:
        dialect = _dialect(schema)
        in_python = _with_python_patterns(schema)
        try:
            dialect.check_schema(in_python)
        except SchemaError as error:
            where = "".join(f"[{part!r}]" for part in error.absolute_path)
            raise BadSchema(f"the schema{where} is not valid: {error.message}") from None
        self._schema = schema
        self._shortcut = shortcut(schema)
        self._validator = _strict(dialect)(in_python, registry=Registry())
        self._has_integers = any(_may_be(part, "integer") for part in _parts(schema))
        for part in _parts(schema):
            if isinstance(part.get("$ref"), str):
                self._resolve(part["$ref"])

    def fits(self, value: Any) -> bool:
        """Whether a value certainly fits, and nothing in it is to be changed: the quick way."""
        return self._shortcut is not None and self._shortcut(value)

    def faults(self, value: Any, root: str = "") -> list[str]:
        """What is wrong with a value, a sentence each; an empty list if nothing is. root: its name."""
        try:
            if self.fits(value) or self._validator.is_valid(value):
                return []
            return sentences(self._validator.iter_errors(value), root)
        except RecursionError:
            return [f"{root or 'the value'} is nested too deeply to be checked"]

    def with_integers(self, value: Any) -> Any:
        """A valid value in which 4.0 stands as 4 wherever the schema says integer."""
        return self._integers(self._schema, value) if self._has_integers else value

    def _integers(self, schema: Any, value: Any) -> Any:
        if not isinstance(schema, dict):
            return value
        if isinstance(schema.get("$ref"), str):
            value = self._integers(self._resolve(schema["$ref"]), value)
        for branch in (part for name in ("allOf", "anyOf", "oneOf") for part in schema.get(name, ())):
            value = self._integers(branch, value)
        if (
            isinstance(value, float)
            and value.is_integer()
            and _may_be(schema, "integer")
            and not _may_be(schema, "number")
        ):
            return int(value)
        if isinstance(value, dict):
            named, other = schema.get("properties", {}), schema.get("additionalProperties")
            return {name: self._integers(named.get(name, other), member) for name, member in value.items()}
        if isinstance(value, list):
            first, rest = schema.get("prefixItems", []), schema.get("items")
            return [
                self._integers(first[i] if i < len(first) else rest, item) for i, item in enumerate(value)
            ]
        return value

    def _resolve(self, reference: str) -> Any:
        try:
            return self._validator._resolver.lookup(reference).contents
        except Unresolvable:
            hint = "put it under '$defs', nothing is fetched"
            raise BadSchema(f"the schema refers to {reference!r}, which is not in it; {hint}") from None


def _dialect(schema: Schema) -> Any:
    if not isinstance(schema, dict):
        raise BadSchema(f"the schema must be an object, not {type(schema).__name__}")
    name = schema.get("$schema", Draft202012Validator.META_SCHEMA["$id"])
    known = {dialect.META_SCHEMA.get("$id", dialect.META_SCHEMA.get("id")): dialect for dialect in _DIALECTS}
    for uri, dialect in known.items():
        if isinstance(name, str) and name.rstrip("#") == uri.rstrip("#"):
            return dialect
    raise BadSchema(f"the schema dialect {name!r} is not supported; leave '$schema' out for 2020-12")


_DIALECTS = (
    *(Draft202012Validator, validators.Draft201909Validator, validators.Draft7Validator),
    *(validators.Draft6Validator, validators.Draft4Validator),
)


def _multiple_of(validator: Any, factor: float, value: Any, schema: Schema) -> Iterator[ValidationError]:
    # Of the numbers as written: in binary floating point 0.3 is no multiple of 0.1.
    if validator.is_type(value, "number") and Fraction(Decimal(repr(value))) % Fraction(
        Decimal(repr(factor))
    ):
        yield ValidationError(f"{value!r} is not a multiple of {factor!r}")


def _strict(dialect: Any, made: dict[Any, Any] = {}) -> Any:  # noqa: B006 - the cache
    if dialect not in made:
        made[dialect] = validators.extend(dialect, {"multipleOf": _multiple_of})
    return made[dialect]


def _may_be(schema: Schema, name: str) -> bool:
    kind = schema.get("type")
    return kind == name or (isinstance(kind, list) and name in kind)


def _parts(schema: Any) -> Iterator[Schema]:
    """A schema and every schema inside it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for name in _NAMED:
        for part in schema[name].values() if isinstance(schema.get(name), dict) else ():
            yield from _parts(part)
    for name in _LISTED:
        for part in schema[name] if isinstance(schema.get(name), list) else ():
            yield from _parts(part)
    for name in _SINGLE:
        yield from _parts(schema.get(name))


def _with_python_patterns(schema: Any) -> Any:
    """A copy of a schema whose regular expressions, ECMA-262 in the standard, mean the same to Python."""
    if not isinstance(schema, dict):
        return schema
    copy = dict(schema)
    if isinstance(copy.get("pattern"), str):
        copy["pattern"] = _python_pattern(copy["pattern"])
    if isinstance(copy.get("patternProperties"), dict):
        copy["patternProperties"] = {
            _python_pattern(name): part for name, part in copy["patternProperties"].items()
        }
    return _over_parts(copy, _with_python_patterns)


def _over_parts(copy: Schema, change: Callable[[Any], Any]) -> Schema:
    for name in _NAMED:
        if isinstance(copy.get(name), dict):
            copy[name] = {key: change(part) for key, part in copy[name].items()}
    for name in _LISTED:
        if isinstance(copy.get(name), list):
            copy[name] = [change(part) for part in copy[name]]
    for name in _SINGLE:
        if isinstance(copy.get(name), dict):
            copy[name] = change(copy[name])
    return copy


def _python_pattern(pattern: str) -> str:
    try:
        return to_python(pattern)
    except re.error as error:
        raise BadSchema(f"the pattern {pattern!r} cannot be used: {error}") from None
