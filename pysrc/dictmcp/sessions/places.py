"""Where two JSON values differ, and what a place is called: `result.content[0].text`.

1, 1.0, true and "1" are four values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

ANY: Final = "<any>"
OPEN: Final = "..."

Place = tuple[str | int, ...]

_PLAIN: Final = re.compile(r"[^\W\d][\w-]*")


class Difference(NamedTuple):
    """One place where a value is not as wanted. was: what was wanted, now: what is there."""

    place: Place
    kind: Literal["changed", "added", "removed"]
    was: Any = None
    now: Any = None


def named(place: Place) -> str:
    """A place as text; "" is the whole value."""
    parts = []
    for part in place:
        if isinstance(part, int):
            parts.append(f"[{part}]")
        elif _PLAIN.fullmatch(part):
            parts.append(f".{part}")
        else:
            escaped = part.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f'["{escaped}"]')
    return "".join(parts).removeprefix(".")


def fits(pattern: str, place: Place) -> bool:
    """Whether a place or one around it is meant: `*` stands for one name or index, `**` for any number."""
    wanted = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", r"[^.\[\]]+")
    return any(re.fullmatch(wanted, named(place[:length])) for length in range(1, len(place) + 1))


def differences(want: Any, got: Any, is_open: bool = True, place: Place = ()) -> Iterator[Difference]:
    """Every place where a value is not as wanted, in order.

    is_open: in what is wanted the string "<any>" is any value, inside a longer string any text, and the
    member "...": "<any>" of an object allows further members.
    """
    if is_open and want == ANY and isinstance(want, str):
        return
    if isinstance(want, dict) and isinstance(got, dict):
        yield from _members(want, got, is_open, place)
    elif isinstance(want, list) and isinstance(got, list):
        for at, (one, other) in enumerate(zip(want, got, strict=False)):
            yield from differences(one, other, is_open, (*place, at))
        for at in range(len(want), len(got)):
            yield Difference((*place, at), "added", now=got[at])
        for at in range(len(got), len(want)):
            yield Difference((*place, at), "removed", was=want[at])
    elif not (is_open and _is_text_like(want, got)) and (type(want) is not type(got) or want != got):
        yield Difference(place, "changed", want, got)


def _members(want: dict[str, Any], got: dict[str, Any], is_open: bool, place: Place) -> Iterator[Difference]:
    further = is_open and want.get(OPEN) == ANY
    for name, value in want.items():
        if further and name == OPEN:
            continue
        if name in got:
            yield from differences(value, got[name], is_open, (*place, name))
        else:
            yield Difference((*place, name), "removed", was=value)
    for name in () if further else [one for one in got if one not in want]:
        yield Difference((*place, name), "added", now=got[name])


def _is_text_like(want: Any, got: Any) -> bool:
    if not (isinstance(want, str) and ANY in want and isinstance(got, str)):
        return False
    return re.fullmatch(".*".join(map(re.escape, want.split(ANY))), got, re.DOTALL) is not None
