"""The files of an export that are written by hand; `$name` in them is filled in."""

from __future__ import annotations

from importlib import resources
from string import Template


def written(file: str, **filled: str) -> str:
    """A file of this folder, filled in."""
    text = (resources.files(__package__) / file).read_text("utf-8")
    return Template(text).substitute(filled) if filled else text
