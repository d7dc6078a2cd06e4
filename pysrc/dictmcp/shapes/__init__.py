"""The official types of each revision, as compact schemas, and a walker that holds values against them.

The JSON files beside this one are made from the package `mcp-types` by tests/verdict/derive_shapes.py. A
file is read when its era is first asked for. It has the types of 2025-11-25 for the whole handshake era.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..revisions import HANDSHAKE, STATELESS

Schema = dict[str, Any]


def shape(table: str, key: str, revision: str, value: Any = None) -> str:
    """The name of a type, "" if there is none. table: results, asked, sent, answers or errors.

    key: a method, or for errors a code. value: what is to be held against it; where there are several
    types, the one that it means to be.
    """
    types = _types(_era(revision))
    found = types[table].get(key, "")
    if types["since"].get(key, "") > revision:
        return ""
    if isinstance(found, str):
        return found
    asks = isinstance(value, dict) and value.get("resultType") == "input_required"
    return str(found[1 if asks and len(found) > 1 else 0])


def knows(method: str, revision: str) -> bool:
    """Whether a revision has a method, in either direction."""
    return any(shape(table, method, revision) for table in ("asked", "sent"))


def misfits(value: Any, name: str, revision: str, where: str = "") -> Iterator[str]:
    """Where a value is not what the type says, a phrase each. where: what the value is called."""
    types = _types(_era(revision))["$defs"]
    return _walk(value, types[name], types, where)


def _era(revision: str) -> str:
    return revision if revision in STATELESS else HANDSHAKE[-1]


@cache
def _types(era: str) -> dict[str, Any]:
    types: dict[str, Any] = json.loads(files(__name__).joinpath(f"{era}.json").read_text("utf-8"))
    return types


def _walk(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    for name in schema:
        check = KEYWORDS.get(name)
        if check is not None:
            yield from check(value, schema, types, where or "it")


def _ref(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    return _walk(value, _target(schema, types), types, where)


def _const(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if not _is_same(value, schema["const"]):
        yield f"{where} must be {json.dumps(schema['const'])}, not {_kind(value)}"


def _enum(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if not any(_is_same(value, one) for one in schema["enum"]):
        yield f"{where} must be one of {', '.join(map(json.dumps, schema['enum']))}, not {_kind(value)}"


def _type(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    wanted = schema["type"]
    if not _IS[wanted](value):
        yield f"{where} must be {_ARTICLE.get(wanted, f'a {wanted}')}, not {_kind(value)}"


def _required(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (f"{_member(where, name)} is missing" for name in schema["required"] if name not in value)


def _properties(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in schema["properties"].items():
            if name in value:
                yield from _walk(value[name], one, types, _member(where, name))


def _additional(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    for name in value if isinstance(value, dict) else ():
        if name not in known:
            yield from _walk(value[name], others, types, _member(where, name))


def _items(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    for at, one in enumerate(value if isinstance(value, list) else ()):
        yield from _walk(one, schema["items"], types, f"{where}[{at}]")


def _max_items(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if isinstance(value, list) and len(value) > schema["maxItems"]:
        yield f"{where} has {len(value)} items; at most {schema['maxItems']} are allowed"


def _minimum(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if _IS["number"](value) and value < schema["minimum"]:
        yield f"{where} must be at least {schema['minimum']}, not {value}"


def _maximum(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    if _IS["number"](value) and value > schema["maximum"]:
        yield f"{where} must be at most {schema['maximum']}, not {value}"


def _any_of(value: Any, schema: Schema, types: Schema, where: str) -> Iterator[str]:
    """Nothing if a branch fits; else what keeps the value from fitting the branch that it means to be."""
    branches = schema["anyOf"]
    meant = [branch for branch in branches if _is_meant(value, branch, types)]
    if len(meant) == 1:
        yield from _walk(value, meant[0], types, where)
    elif not any(_fits(value, branch, types) for branch in meant or branches):
        yield f"{where} fits none of the {len(branches)} forms that there are, it is {_kind(value)}"


def _fits(value: Any, schema: Schema, types: Schema) -> bool:
    return next(_walk(value, schema, types, ""), None) is None


def _is_meant(value: Any, branch: Schema, types: Schema) -> bool:
    """Whether a value has the tags of a branch: the members that are constant in it."""
    while "$ref" in branch:
        branch = _target(branch, types)
    tags = {name: one["const"] for name, one in branch.get("properties", {}).items() if "const" in one}
    return (
        bool(tags) and isinstance(value, dict) and all(value.get(name) == tag for name, tag in tags.items())
    )


def _target(schema: Schema, types: Schema) -> Schema:
    found: Schema = types[schema["$ref"].rpartition("/")[2]]
    return found


def _is_same(value: Any, other: Any) -> bool:
    return type(value) is type(other) and bool(value == other)


def _member(where: str, name: str) -> str:
    plain = name if name.replace("_", "a").isalnum() else json.dumps(name)
    return plain if where == "it" else f"{where}.{plain}"


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    text = json.dumps(value[:60] if isinstance(value, str) else value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}..."


_IS: Final = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: type(value) is int or (isinstance(value, float) and value.is_integer()),
}
_ARTICLE: Final = {"object": "an object", "array": "an array", "integer": "an integer", "null": "null"}


KEYWORDS: Final[dict[str, Callable[[Any, Schema, Schema, str], Iterator[str]]]] = {
    "$ref": _ref,
    "const": _const,
    "enum": _enum,
    "anyOf": _any_of,
    "type": _type,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "items": _items,
    "maxItems": _max_items,
    "minimum": _minimum,
    "maximum": _maximum,
}
