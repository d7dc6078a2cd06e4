"""The parts of an exported session that are written by hand."""

from __future__ import annotations

from importlib import resources


def piece(file: str) -> str:
    """A file of this folder, without its first lines: those are for whoever reads it here."""
    text = (resources.files(__package__) / file).read_text("utf-8")
    return text.partition("# ---\n")[2]
