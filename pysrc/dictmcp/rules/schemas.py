"""The schemas of tools: whether they are any, and whether clients and models take them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeGuard

from ..exchange import Exchange
from ..schema import BadSchema, Checker
from ..subschemas import parts
from .rule import LARGE, STATELESS, Rule, kind, shown, weighs_more_than
from .tools import definitions


def input_schema(exchange: Exchange) -> Iterator[str]:
    """Arguments are an object, and a schema says so."""
    for where, tool in definitions(exchange):
        schema = tool.get("inputSchema")
        if not isinstance(schema, dict):
            given = kind(schema) if "inputSchema" in tool else "missing"
            yield (
                f"{where}: 'inputSchema' is {given}; for a tool without arguments it is {{\"type\": "
                '"object"}.'
            )
        elif schema.get("type") != "object":
            given = f"of the type {shown(schema['type'])}" if "type" in schema else "without a 'type'"
            yield f'{where}: \'inputSchema\' is {given}; clients refuse all but "type": "object" at its root.'


def output_schema(exchange: Exchange) -> Iterator[str]:
    """Before 2026-07-28 structured content is an object, and a schema says so."""
    for where, tool in definitions(exchange):
        schema = tool.get("outputSchema", {"type": "object"})
        if not isinstance(schema, dict):
            yield f"{where}: 'outputSchema' is {kind(schema)}; it must be a schema, an object, or left out."
        elif schema.get("type") != "object" and exchange.revision not in STATELESS:
            yield (
                f'{where}: \'outputSchema\' must have "type": "object" at its root before {STATELESS[0]}; '
                "put the value into an object, or leave the schema out."
            )


def schema_invalid(exchange: Exchange) -> Iterator[str]:
    """A schema is a schema."""
    for where, name, schema in _schemas(exchange):
        why = _bad(schema)
        if why and "refers to" not in why and "dialect" not in why:
            yield f"{where}: '{name}' cannot be used: {why}."


def schema_reference(exchange: Exchange) -> Iterator[str]:
    """A schema needs nothing from outside."""
    for where, name, schema in _schemas(exchange):
        why = _bad(schema)
        if why and "refers to" in why:
            yield f"{where}: in '{name}' {why}."


def schema_dialect(exchange: Exchange) -> Iterator[str]:
    """A schema is written in a dialect that clients read."""
    for where, name, schema in _schemas(exchange):
        why = _bad(schema)
        if why and "dialect" in why:
            yield f"{where}: in '{name}' {why}."


def schema_boolean(exchange: Exchange) -> Iterator[str]:
    """Before 2026-07-28 the schema of a property is an object."""
    if exchange.revision in STATELESS:
        return
    for where, name, schema in _schemas(exchange):
        properties = schema.get("properties")
        found = [key for key, one in properties.items() if isinstance(one, bool)] if _is(properties) else []
        if found:
            yield (
                f"{where}: in '{name}' the property {shown(found[0])} is a bare true or false; before "
                f"{STATELESS[0]} it must be an object: {{}} for anything."
            )


def schema_branches(exchange: Exchange) -> Iterator[str]:
    """Arguments are described at the root, not only in branches."""
    for where, schema in _inputs(exchange):
        found = [name for name in _BRANCHES if name in schema]
        if found and "properties" not in schema:
            yield (
                f"{where}: 'inputSchema' describes its arguments only under {found[0]!r} at the root, which "
                "several clients and models refuse; list all of them under 'properties'."
            )


def schema_top_level(exchange: Exchange) -> Iterator[str]:
    """Some models take no branches at the root."""
    for where, schema in _inputs(exchange):
        found = [name for name in _BRANCHES if name in schema]
        if found and "properties" in schema:
            yield (
                f"{where}: 'inputSchema' has {found[0]!r} at the root; some model APIs refuse or ignore that."
            )


def schema_deep(exchange: Exchange) -> Iterator[str]:
    """Arguments are not nested too deeply."""
    for where, schema in _inputs(exchange):
        if not weighs_more_than(LARGE, schema) and (depth := _depth(schema)) > _DEEPEST:
            yield (
                f"{where}: the arguments are nested {depth} levels deep, and clients refuse more than "
                f"{_DEEPEST}; models fill flat arguments in better, too."
            )


def schema_required(exchange: Exchange) -> Iterator[str]:
    """What is required is described."""
    for where, schema in _inputs(exchange):
        required, properties = schema.get("required"), schema.get("properties", {})
        if (
            not isinstance(required, list)
            or not _is(properties)
            or not _BRANCHES_OR_PATTERNS.isdisjoint(schema)
        ):
            continue
        unknown = [name for name in required if isinstance(name, str) and name not in properties]
        if unknown:
            yield f"{where}: {shown(unknown[0])} is required, and no property of that name is described."


def schema_property_name(exchange: Exchange) -> Iterator[str]:
    """An argument's name is one that model APIs take."""
    for where, schema in _inputs(exchange):
        for part in parts(schema) if not weighs_more_than(LARGE, schema) else ():
            properties = part.get("properties")
            for name in properties if _is(properties) else ():
                if not _NAME.fullmatch(name):
                    yield (
                        f"{where}: the argument {shown(name)} has a name that some model APIs "
                        "refuse; they take "
                        "1 to 64 of A-Z, a-z, 0-9, '_', '-' and '.'."
                    )
                    return


_BRANCHES: Final = ("anyOf", "oneOf", "allOf")
_BRANCHES_OR_PATTERNS: Final = frozenset({*_BRANCHES, "$ref", "patternProperties", "if", "dependentSchemas"})
_DEEPEST: Final = 10
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def _is(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _schemas(exchange: Exchange) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for where, tool in definitions(exchange):
        for name in ("inputSchema", "outputSchema"):
            if isinstance(tool.get(name), dict):
                yield where, name, tool[name]


def _inputs(exchange: Exchange) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((where, schema) for where, name, schema in _schemas(exchange) if name == "inputSchema")


def _depth(schema: dict[str, Any]) -> int:
    inner = [
        *_named(schema.get("properties")),
        *_one(schema.get("items")),
        *_one(schema.get("additionalProperties")),
    ]
    return max((1 + _depth(one) for one in inner), default=0)


def _named(value: Any) -> list[dict[str, Any]]:
    return [one for one in value.values() if isinstance(one, dict)] if isinstance(value, dict) else []


def _one(value: Any) -> list[dict[str, Any]]:
    return [value] if isinstance(value, dict) else []


def _bad(schema: dict[str, Any]) -> str:
    """Why a schema cannot be used, "" if it can, or is too large to be compiled for a verdict."""
    if weighs_more_than(LARGE, schema):
        return ""
    try:
        return _compiled(json.dumps(schema))
    except (TypeError, ValueError, RecursionError):
        return ""  # it has no JSON form, which another rule says


@lru_cache(256)
def _compiled(text: str) -> str:
    try:
        Checker(json.loads(text))
    except BadSchema as error:
        return str(error)
    return ""


RULES: Final = (
    Rule("input-schema", "wrong", "tools", input_schema),
    Rule("output-schema", "wrong", "tools", output_schema),
    Rule("schema-invalid", "wrong", "tools", schema_invalid),
    Rule("schema-reference", "wrong", "tools", schema_reference),
    Rule("schema-dialect", "warning", "messages", schema_dialect),
    Rule("schema-boolean", "wrong", "schema", schema_boolean),
    Rule("schema-branches", "warning", "tools", schema_branches),
    Rule("schema-top-level", "note", "tools", schema_top_level),
    Rule("schema-deep", "warning", "tools", schema_deep),
    Rule("schema-required", "warning", "tools", schema_required),
    Rule("schema-property-name", "warning", "tools", schema_property_name),
)
