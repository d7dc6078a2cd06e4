"""Regular expressions of JSON Schema, ECMA-262 in the standard, as Python's that mean the same."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from .subschemas import changed

_TOKEN: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|[$.]|\(\?<(?![=!])", re.DOTALL)
_SPACES: Final = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_IN_PYTHON: Final = {
    "$": r"\Z",
    ".": r"[^\n\r\u2028\u2029]",
    "(?<": "(?P<",
    r"\s": f"[{_SPACES}]",
    r"\S": f"[^{_SPACES}]",
}
_written: dict[str, str] = {}


@lru_cache(maxsize=1024)
def to_python(pattern: str) -> str:
    """The same expression for Python. Raises re.error for one that Python does not have.

    Without this `^a$` would match "a\\n", and `\\d` the digits of every script.
    """
    translated = f"(?a:{_TOKEN.sub(_translate, pattern)})"
    try:
        re.compile(translated)
    except re.error as error:
        raise re.error(error.msg, pattern) from None
    _written[translated] = pattern
    return translated


def as_written(translated: str) -> str:
    """The expression as its author wrote it."""
    return _written.get(translated, translated)


def in_python(schema: Any) -> Any:
    """A copy of a schema with Python's expressions. Raises re.error."""
    return changed(schema, _for_jsonschema)


def _translate(token: re.Match[str]) -> str:
    if token[0].startswith("["):
        return re.sub(
            r"\\.", lambda escape: _SPACES if escape[0] == r"\s" else escape[0], token[0], flags=re.DOTALL
        )
    return _IN_PYTHON.get(token[0], token[0])


def _for_jsonschema(schema: dict[str, Any]) -> dict[str, Any]:
    """Patterns in Python's words, and `false` as {"not": {}}: jsonschema loses the path of a bare false."""
    if isinstance(schema.get("pattern"), str):
        schema["pattern"] = to_python(schema["pattern"])
    if isinstance(schema.get("patternProperties"), dict):
        schema["patternProperties"] = {
            to_python(name): part for name, part in schema["patternProperties"].items()
        }
    for name in ("properties", "patternProperties", "$defs"):
        if isinstance(schema.get(name), dict):
            schema[name] = {key: _spelt_out(part) for key, part in schema[name].items()}
    for name in ("allOf", "anyOf", "oneOf", "prefixItems"):
        if isinstance(schema.get(name), list):
            schema[name] = [_spelt_out(part) for part in schema[name]]
    return schema


def _spelt_out(schema: Any) -> Any:
    return {"not": {}} if schema is False else schema
