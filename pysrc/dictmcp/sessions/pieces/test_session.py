"""What makes an exported session a test; `Talk`, `COMMAND` and `STEPS` stand above it there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .talk import Talk

COMMAND: list[str] = []
STEPS: list[dict[str, Any]] = []


# ---
def differences(want: Any, got: Any, where: str = "it") -> list[str]:
    """Where a value is not as wanted. "<any>" is any value, and any text within a text."""
    if want == "<any>":
        return []
    if isinstance(want, dict) and isinstance(got, dict):
        is_open = want.get("...") == "<any>"
        named = {name: value for name, value in want.items() if not (is_open and name == "...")}
        found = [f"{where} has no {name!r}" for name in named if name not in got]
        found += [
            f"{where} has {name!r} too: {got[name]!r}" for name in got if not is_open and name not in named
        ]
        for name in (name for name in named if name in got):
            found += differences(named[name], got[name], f"{where}[{name!r}]")
        return found
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return [one for at in range(len(want)) for one in differences(want[at], got[at], f"{where}[{at}]")]
    alike = type(want) is type(got) and want == got
    if isinstance(want, str) and "<any>" in want and isinstance(got, str):
        alike = re.fullmatch(".*".join(map(re.escape, want.split("<any>"))), got, re.DOTALL) is not None
    return [] if alike else [f"{where} is {got!r}, not {want!r}"]


@pytest.fixture(scope="module")
def left() -> list[list[Any]]:
    """What left the server for each message."""
    return Talk(COMMAND, STEPS).have()


@pytest.mark.parametrize("at", range(len(STEPS)), ids=[step["name"] for step in STEPS])
def test_message(at: int, left: list[list[Any]]) -> None:
    """Each message gets what it got when the session was recorded."""
    assert differences(STEPS[at]["receive"], left[at], "what left") == []
