"""JSON has one kind of number: where a schema says integer, 4.0 is 4, and arrives as that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .patterns import to_python
from .subschemas import parts


class Integers:
    """Changes the values that fit a schema. targets: what its references mean, see `references`."""

    def __init__(self, schema: dict[str, Any], targets: dict[int, Any]) -> None:
        self._schema = schema
        self._targets = targets
        self._are_there = any(_may_be(part, "integer") for part in parts(schema))

    def made(self, value: Any) -> Any:
        """The value, with integers wherever the schema says so."""
        return self._change(self._schema, value) if self._are_there else value

    def _change(self, schema: Any, value: Any) -> Any:
        if not isinstance(schema, dict):
            return value
        for same in self._of_the_same_value(schema):
            value = self._change(same, value)
        if isinstance(value, float):
            is_meant = value.is_integer() and _may_be(schema, "integer") and not _may_be(schema, "number")
            return int(value) if is_meant else value
        if isinstance(value, dict):
            return {name: self._change(_of_member(schema, name), member) for name, member in value.items()}
        if isinstance(value, list):
            first, rest = schema.get("prefixItems", []), schema.get("items")
            return [
                self._change(first[at] if at < len(first) else rest, item) for at, item in enumerate(value)
            ]
        return value

    def _of_the_same_value(self, schema: dict[str, Any]) -> Iterator[Any]:
        if id(schema) in self._targets and self._targets[id(schema)] is not schema:
            yield self._targets[id(schema)]
        for name in ("allOf", "anyOf", "oneOf"):
            yield from schema.get(name, ())
        yield from (schema[name] for name in ("then", "else") if name in schema)


def _of_member(schema: dict[str, Any], name: str) -> Any:
    if name in schema.get("properties", {}):
        return schema["properties"][name]
    for pattern, part in schema.get("patternProperties", {}).items():
        if re.search(to_python(pattern), name):
            return part
    return schema.get("additionalProperties")


def _may_be(schema: dict[str, Any], name: str) -> bool:
    kind = schema.get("type")
    return kind == name or (isinstance(kind, list) and name in kind)
