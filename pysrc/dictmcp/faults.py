"""Validation errors as sentences for the person or model that wrote the value.

One sentence for each fault: where, as in `item.kids[0].sku`, and what to change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final

from jsonschema.exceptions import ValidationError

from .patterns import as_written

_MOST: Final = 10


def sentences(errors: Iterable[ValidationError], root: str = "") -> list[str]:
    """Validation errors as sentences, each said once, at most ten. root: what the value is called."""
    said = list(dict.fromkeys(text for error in errors for text in _explain(error, root)))
    return said if len(said) <= _MOST else [*said[:_MOST], f"and {len(said) - _MOST} more"]


def path(parts: Iterable[Any], root: str = "") -> str:
    """Where a value is: ("item", "kids", 0, "sku") is item.kids[0].sku."""
    text = root
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        elif isinstance(part, str) and re.fullmatch(r"[^\W\d]\w*", part):
            text += f".{part}" if text else part
        else:
            text += f"[{json.dumps(str(part))}]"
    return text


def odd_names(value: Any, root: str = "") -> Iterator[str]:
    """The member names in a value that are no strings, a sentence each: only Python can write such."""
    if isinstance(value, dict):
        for name, member in value.items():
            if not isinstance(name, str):
                yield f"{root or 'the value'}: the member name {name!r} is not a string"
            yield from odd_names(member, path([name], root))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from odd_names(item, path([index], root))


def preview(value: Any) -> str:
    """A value as short JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _explain(error: ValidationError, root: str) -> list[str]:
    where = path(error.absolute_path, root)
    if error.validator is None:  # a schema that is just `false`
        return [f"{where or 'the value'} is not allowed"]
    explain = _BY_KEYWORD.get(error.validator)
    if explain is None:
        return [f"{where or 'the value'}: {error.message}"]
    return explain(error, where, root)


def _required(error: ValidationError, where: str, root: str) -> list[str]:
    missing = (name for name in error.validator_value if name not in error.instance)
    return [f"{path([name], where)} is required" for name in missing]


def _additional(error: ValidationError, where: str, root: str) -> list[str]:
    known = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    said = []
    for name in error.instance:
        if name in known or any(re.search(pattern, name) for pattern in patterns):
            continue
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(known) or 'nothing'}"
        said.append(f"{path([name], where)} is not expected ({hint})")
    return said


def _type(error: ValidationError, where: str, root: str) -> list[str]:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    return [
        f"{where or 'the value'} must be {' or '.join(map(_article, wanted))}, not {_kind(error.instance)}"
    ]


def _enum(error: ValidationError, where: str, root: str) -> list[str]:
    choices = ", ".join(preview(choice) for choice in error.validator_value[:20])
    return [f"{where or 'the value'} must be one of {choices}, not {preview(error.instance)}"]


def _const(error: ValidationError, where: str, root: str) -> list[str]:
    return [f"{where or 'the value'} must be {preview(error.validator_value)}, not {preview(error.instance)}"]


def _pattern(error: ValidationError, where: str, root: str) -> list[str]:
    pattern = as_written(error.validator_value)
    return [
        f"{where or 'the value'} must match the pattern {pattern}, and {preview(error.instance)} does not"
    ]


def _not(error: ValidationError, where: str, root: str) -> list[str]:
    if error.validator_value == {}:  # whatever the value, it must not be there
        return [f"{where or 'the value'} is not allowed"]
    return [f"{where or 'the value'} must not fit {preview(error.validator_value)}, and it does"]


def _alternatives(error: ValidationError, where: str, root: str) -> list[str]:
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    if not branches:  # oneOf, and more than one matches
        return [
            f"{where or 'the value'} matches more than one of the alternatives; it must match exactly one"
        ]
    # Branches that only fail on the type of the value itself: say all the types that would do.
    wrong_type = [
        inner for branch in branches.values() for inner in branch if _is_wrong_type_of(inner, error)
    ]
    if len(wrong_type) == len(branches):
        wanted = " or ".join(_article(inner.validator_value) for inner in wrong_type)
        return [f"{where or 'the value'} must be {wanted}, not {_kind(error.instance)}"]
    nearest = min(branches.values(), key=lambda branch: _distance(branch, error))
    return [text for inner in nearest for text in _explain(inner, root)]


def _distance(branch: list[ValidationError], error: ValidationError) -> tuple[Any, ...]:
    """How far a value is from an alternative: wrong type, wrong tag, many faults, shallow faults."""
    return (
        any(_is_wrong_type_of(inner, error) for inner in branch),
        any(inner.validator in ("const", "enum") for inner in branch),
        len(branch),
        -max(len(inner.absolute_path) for inner in branch),
    )


def _is_wrong_type_of(inner: ValidationError, error: ValidationError) -> bool:
    same = len(inner.absolute_path) == len(error.absolute_path)
    return same and inner.validator == "type" and isinstance(inner.validator_value, str)


def _article(kind: str) -> str:
    return {"null": "null", "array": "an array", "object": "an object", "integer": "an integer"}.get(
        kind, f"a {kind}"
    )


def _kind(value: Any) -> str:
    names = {bool: "the boolean", int: "the number", float: "the number", str: "the string"}
    if value is None:
        return "null"
    name = names.get(type(value))
    return f"{name} {preview(value)}" if name else "an array" if isinstance(value, list) else "an object"


_BY_KEYWORD: Final[dict[str, Callable[[ValidationError, str, str], list[str]]]] = {
    "required": _required,
    "additionalProperties": _additional,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "not": _not,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
}
