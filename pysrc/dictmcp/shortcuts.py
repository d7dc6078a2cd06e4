"""Schemas as Python functions, for the keywords that most tools use: quick to say that a value fits.

A shortcut never says yes where jsonschema says no. Where it says no, jsonschema decides and explains.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Fits = Callable[[Any], bool]


class NoShortcut(Exception):
    """A schema that has something in it which only jsonschema can judge."""


def shortcut(schema: Any) -> Fits | None:
    """A function that says whether a value certainly fits a schema; None if there is none.

    It says no to 4.0 for an integer, which fits but is to be changed to 4.
    """
    try:
        return _compile(schema)
    except NoShortcut:
        return None


def _compile(schema: Any) -> Fits:
    if schema is True:
        return _always
    if not isinstance(schema, dict):
        raise NoShortcut
    checks = [
        check for name in schema if name not in _SAYING_NOTHING for check in [_keyword(name, schema)] if check
    ]
    if not checks:
        return _always
    if len(checks) == 1:
        return checks[0]
    if len(checks) == 2:
        first, second = checks
        return lambda value: first(value) and second(value)
    return lambda value: all(check(value) for check in checks)


def _keyword(name: str, schema: dict[str, Any]) -> Fits | None:
    if name == "type" and schema["type"] == "object":
        return _object(schema)
    if name in _PART_OF_OBJECT and schema.get("type") == "object":
        return None
    make = _KEYWORDS.get(name)
    if make is None:
        raise NoShortcut
    return make(schema[name])


def _object(schema: dict[str, Any]) -> Fits:
    """All of an object's keywords in one function: this is what arguments are."""
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    if not isinstance(properties, dict) or not isinstance(required, list):
        raise NoShortcut
    members = {name: _compile(part) for name, part in properties.items()}
    needed = tuple(required)
    additional = schema.get("additionalProperties", True)
    other = None if additional is False else _compile(additional)

    def fits(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name in needed:
            if name not in value:
                return False
        for name, member in value.items():
            check = members.get(name, other)
            if check is None or not check(member):
                return False
        return True

    return fits


def _type(kind: Any) -> Fits:
    if not isinstance(kind, str) or kind not in _TYPES:
        raise NoShortcut
    wanted = _TYPES[kind]
    if len(wanted) == 1:
        only = wanted[0]
        return lambda value: type(value) is only
    return lambda value: type(value) in wanted


def _items(schema: Any) -> Fits:
    check = _compile(schema)
    return lambda value: type(value) is not list or all(map(check, value))


def _any_of(schemas: list[Any]) -> Fits:
    checks = [_compile(schema) for schema in schemas]
    return lambda value: any(check(value) for check in checks)


def _enum(choices: list[Any]) -> Fits:
    if not all(isinstance(choice, str) for choice in choices):
        raise NoShortcut  # 1, 1.0 and true are equal to Python
    wanted = frozenset(choices)
    return lambda value: type(value) is str and value in wanted


def _number(compare: Callable[[Any, Any], bool]) -> Callable[[Any], Fits]:
    return lambda limit: lambda value: type(value) not in _NUMBER or compare(value, limit)


def _length(kind: type[str] | type[list[Any]], compare: Callable[[int, int], bool]) -> Callable[[Any], Fits]:
    def with_limit(limit: Any) -> Fits:
        def fits(value: Any) -> bool:
            return not isinstance(value, kind) or compare(len(value), limit)

        return fits

    return with_limit


def _always(value: Any) -> bool:
    return True


_NUMBER: Final = (int, float)
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "integer": (int,),
    "number": _NUMBER,
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
}
_SAYING_NOTHING: Final = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "format",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$comment",
    }
)
_PART_OF_OBJECT: Final = ("properties", "required", "additionalProperties")
_KEYWORDS: Final[dict[str, Callable[[Any], Fits]]] = {
    "type": _type,
    "items": _items,
    "anyOf": _any_of,
    "enum": _enum,
    "minimum": _number(lambda value, limit: value >= limit),
    "maximum": _number(lambda value, limit: value <= limit),
    "exclusiveMinimum": _number(lambda value, limit: value > limit),
    "exclusiveMaximum": _number(lambda value, limit: value < limit),
    "minLength": _length(str, lambda length, limit: length >= limit),
    "maxLength": _length(str, lambda length, limit: length <= limit),
    "minItems": _length(list, lambda length, limit: length >= limit),
    "maxItems": _length(list, lambda length, limit: length <= limit),
}
