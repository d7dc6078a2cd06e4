"""The official types as compact JSON Schemas, one file a revision: what pysrc/dictmcp/shapes/ holds.

    python tests/verdict/derive_shapes.py      writes them anew, from the package `mcp-types`

That package has the types of 2025-11-25, which it uses for the whole handshake era, and of 2026-07-28.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from mcp_types import MissingRequiredClientCapabilityErrorData, UnsupportedProtocolVersionErrorData, methods
from pydantic.json_schema import models_json_schema

FOLDER = Path(__file__).parents[2] / "pysrc" / "dictmcp" / "shapes"
ERAS = {
    "2025-11-25": ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"),
    "2026-07-28": ("2026-07-28",),
}
TABLES = {
    "results": (methods.SERVER_RESULTS,),
    "asked": (methods.CLIENT_REQUESTS, methods.CLIENT_NOTIFICATIONS),
    "sent": (methods.SERVER_REQUESTS, methods.SERVER_NOTIFICATIONS),
    "answers": (methods.CLIENT_RESULTS,),
}
ERRORS = {
    "2025-11-25": {},
    "2026-07-28": {
        "-32021": MissingRequiredClientCapabilityErrorData,
        "-32022": UnsupportedProtocolVersionErrorData,
    },
}
SAYING_NOTHING = {"title", "description", "default", "discriminator", "$comment", "examples", "deprecated"}


def files() -> dict[str, str]:
    """The content of each file, by its name."""
    return {f"{revision}.json": json.dumps(era(revision), separators=(",", ":")) + "\n" for revision in ERAS}


def era(newest: str) -> dict[str, Any]:
    """The types of an era: $defs, and for each table method -> name of its type, and since when.

    since: what came later than the era began. A type that is one of several is a list of names.
    """
    chosen: dict[str, dict[str, Any]] = {
        name: {method: kinds(table[method, newest]) for table in tables for method, _ in rows(table, newest)}
        for name, tables in TABLES.items()
    }
    chosen["errors"] = {code: [kind] for code, kind in ERRORS[newest].items()}
    models = {kind for table in chosen.values() for found in table.values() for kind in found}
    ordered = sorted(models, key=lambda kind: kind.__name__)
    _, whole = models_json_schema([(kind, "validation") for kind in ordered], by_alias=True)
    return {
        "$defs": {name: compact(schema) for name, schema in sorted(whole["$defs"].items())},
        **{
            table: {key: names(found) for key, found in sorted(chosen[table].items())}
            for table in sorted(chosen)
        },
        "since": since(newest),
    }


def rows(table: dict[tuple[str, str], Any], revision: str) -> Iterator[tuple[str, str]]:
    """The rows of a table of mcp-types that are of a revision."""
    return (row for row in table if row[1] == revision)


def kinds(kind: Any) -> list[type]:
    """A type as the list of those it is one of."""
    return list(get_args(kind)) or [kind]


def names(found: list[type]) -> str | list[str]:
    """What types are called in $defs."""
    return found[0].__name__ if len(found) == 1 else [kind.__name__ for kind in found]


def since(newest: str) -> dict[str, str]:
    """The methods that came later than the era began: since when there are they."""
    revisions = ERAS[newest]
    began = {
        method: min(one for other, one in table if other == method and one in revisions)
        for tables in TABLES.values()
        for table in tables
        for method, _ in rows(table, newest)
    }
    return {method: first for method, first in sorted(began.items()) if first != revisions[0]}


def compact(schema: Any) -> Any:
    """A schema without what says nothing about a value. A member that may be left out is not null."""
    if isinstance(schema, list):
        return [compact(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name not in SAYING_NOTHING}
    if kept.get("additionalProperties") is True:
        del kept["additionalProperties"]
    if kept.get("const") is not None or "enum" in kept:
        kept.pop("type", None)
    if "oneOf" in kept:
        kept["anyOf"] = kept.pop("oneOf")
    if isinstance(kept.get("properties"), dict):
        required = kept.get("required", [])
        members = {
            name: compact(one if name in required else _without_null(one))
            for name, one in kept["properties"].items()
        }
        said = {name: one for name, one in members.items() if one or name in required}
        return {name: compact(one) for name, one in kept.items() if name != "properties"} | (
            {"properties": said} if said else {}
        )
    return {name: compact(one) for name, one in kept.items()}


def _without_null(schema: Any) -> Any:
    if not isinstance(schema, dict) or "anyOf" not in schema:
        return schema
    others = [one for one in schema["anyOf"] if one != {"type": "null"}]
    rest = {name: one for name, one in schema.items() if name != "anyOf"}
    return {**rest, **others[0]} if len(others) == 1 else {**rest, "anyOf": others}


if __name__ == "__main__":
    for file, text in files().items():
        (FOLDER / file).write_text(text, "utf-8")
        print(f"{file}: {len(text)} bytes")
