"""Where a JSON Schema holds further schemas, and how to walk and change them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

# By name, in a list, or directly.
_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTED: Final = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_SINGLE: Final = (
    *("items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"),
    *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"),
)


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and every schema inside it; what is no object is passed over."""
    if not isinstance(schema, dict):
        return
    yield schema
    for name in _NAMED:
        for part in schema[name].values() if isinstance(schema.get(name), dict) else ():
            yield from parts(part)
    for name in _LISTED:
        for part in schema[name] if isinstance(schema.get(name), list) else ():
            yield from parts(part)
    for name in _SINGLE:
        yield from parts(schema.get(name))


def changed(schema: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """A copy of a schema in which every schema, from the outside in, is what change makes of it."""
    if not isinstance(schema, dict):
        return schema
    copy = change(dict(schema))
    for name in _NAMED:
        if isinstance(copy.get(name), dict):
            copy[name] = {key: changed(part, change) for key, part in copy[name].items()}
    for name in _LISTED:
        if isinstance(copy.get(name), list):
            copy[name] = [changed(part, change) for part in copy[name]]
    for name in _SINGLE:
        if isinstance(copy.get(name), dict):
            copy[name] = changed(copy[name], change)
    return copy
