"""Reads the lessons, which are folders of small files, as the one JSON file each that the page fetches.

How a lesson is written: web/lessons/README.md. What is wrong with one is said as a Problem.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sitemaker.toolchain import Problem

MEMBERS = {
    "about": ({"title", "summary"}, set()),
    "exercise": ({"title", "kind", "checks", "hints"}, set()),
    "prediction": ({"title", "kind", "question", "choices"}, set()),
    "check": (
        {"name", "why"},
        {"send", "call", "args", "value", "want", "right", "stdin", "stdout", "unchanged", "spoil", "emit"},
    ),
    "hint": ({"id", "text"}, {"check", "fault", "at", "says"}),
    "choice": ({"text", "says"}, {"right"}),
}


def read_lessons(folder: Path) -> list[dict[str, Any]]:
    """Every lesson below a folder, in order. Raises Problem."""
    return [read_lesson(about.parent) for about in sorted(folder.glob("*/about.json"))]


def read_lesson(folder: Path) -> dict[str, Any]:
    """A lesson: slug, title, summary, and its steps in order. Raises Problem."""
    about = _json(folder / "about.json", "about")
    steps = [read_step(file.parent) for file in sorted(folder.glob("*/step.json"))]
    return {"slug": folder.name, **about, "steps": steps}


def read_step(folder: Path) -> dict[str, Any]:
    """A step: slug, title, kind, text, start, and what its kind needs. Raises Problem."""
    file = folder / "step.json"
    kind = _read(file).get("kind")
    if kind not in ("exercise", "prediction"):
        raise Problem(f'{file}: \'kind\' is {kind!r}; it must be "exercise" or "prediction".')
    step = {"slug": folder.name, **_json(file, kind)}
    for name in ("text.md", "start.py", *(["solution.py"] if kind == "exercise" else [])):
        if not (folder / name).is_file():
            raise Problem(f"{folder} has no {name}: write it.")
        step[name.partition(".")[0]] = (folder / name).read_text("utf-8")
    for number, one in enumerate(step.get("checks", ())):
        _members(one, "check", f"{file}, check {number}")
    for number, one in enumerate(step.get("hints", ())):
        _members(one, "hint", f"{file}, hint {number}")
    for number, one in enumerate(step.get("choices", ())):
        _members(one, "choice", f"{file}, choice {number}")
    return step


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise Problem(f"{file} is not JSON: {error}.") from None
    if not isinstance(content, dict):
        raise Problem(f"{file} must hold an object.")
    return content


def _json(file: Path, what: str) -> dict[str, Any]:
    return _members(_read(file), what, str(file))


def _members(content: dict[str, Any], what: str, where: str) -> dict[str, Any]:
    needed, more = MEMBERS[what]
    if missing := sorted(needed - content.keys()):
        raise Problem(f"{where} has no {missing[0]!r}: add it.")
    if strange := sorted(content.keys() - needed - more):
        raise Problem(
            f"{where} has {strange[0]!r}, which nobody reads: there are {', '.join(needed | more)}."
        )
    return content
