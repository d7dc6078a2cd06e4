"""Regular expressions of JSON Schema, ECMA-262 in the standard, as Python's that mean the same."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$|\(\?<(?![=!])", re.DOTALL)
_IN_PYTHON: Final = {"$": r"\Z", "(?<": "(?P<"}
_written: dict[str, str] = {}


def to_python(pattern: str) -> str:
    """The same expression for Python. Raises re.error for one that Python does not have.

    Without this `^a$` would match "a\\n", and `\\d` the digits of every script.
    """
    translated = _TOKEN.sub(lambda token: _IN_PYTHON.get(token[0], token[0]), pattern)
    translated = f"(?a:{translated})"
    re.compile(translated)
    _written[translated] = pattern
    return translated


def as_written(translated: str) -> str:
    """The expression as its author wrote it."""
    return _written.get(translated, translated)
