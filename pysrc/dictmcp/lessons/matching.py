"""Whether a value is the one that was wanted, and if not, in what way it is another."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ..faults import path
from ..rules.rule import kind, shown

ANY: Final = "<any>"
"""In what is wanted: any value."""
TEXT: Final = "<text>"
"""In what is wanted: any string that is not empty."""
OPEN: Final = "..."
"""In an object that is wanted: further members are fine."""


class Fault(NamedTuple):
    """What is the matter with an answer.

    kind: missing, extra, value, type, length, none (nothing came), some (something came where nothing
    should), raised, unknown (the code does not define the name), changed, printed, or a rule of the verdict.
    at: where in the value, as in params.name. text: a sentence.
    """

    kind: str
    at: str
    text: str


def compare(want: Any, got: Any, at: tuple[str | int, ...] = ()) -> Fault | None:
    """The first way in which a value is not as wanted. 1, 1.0, true and "1" are four values."""
    if want == ANY or (want == TEXT and isinstance(got, str) and got):
        return None
    if type(want) is not type(got):
        return _other_type(want, got, path(at))
    if isinstance(want, dict):
        return _objects(want, got, at)
    if isinstance(want, list):
        return _arrays(want, got, at)
    if want == got:
        return None
    expected = "a text" if want == TEXT else shown(want)
    return Fault("value", path(at), f"{_the(path(at))} is {shown(got)}, not {expected}.")


def _other_type(want: Any, got: Any, where: str) -> Fault:
    if want is None:
        return Fault("some", where, f"Nothing (None) was to come, and there came {shown(got)}.")
    expected = "a text" if want == TEXT else _wanted(want)
    if got is None:
        return Fault("none", where, f"{_the(where)} is None; {expected} was to come.")
    return Fault("type", where, f"{_the(where)} is {kind(got)}, not {expected}.")


def _objects(want: dict[str, Any], got: dict[str, Any], at: tuple[str | int, ...]) -> Fault | None:
    where = path(at)
    for name in want:
        if name != OPEN and name not in got:
            return Fault("missing", path((*at, name)), f"{_the(where)} has no {name!r}.")
    for name in got:
        if OPEN not in want and name not in want:
            said = f"{_the(where)} has {str(name)!r}, which does not belong there."
            return Fault("extra", path((*at, str(name))), said)
    found = (compare(want[name], got[name], (*at, name)) for name in want if name != OPEN)
    return next(filter(None, found), None)


def _arrays(want: list[Any], got: list[Any], at: tuple[str | int, ...]) -> Fault | None:
    if len(want) != len(got):
        said = f"{_the(path(at))} has {len(got)} items, not {len(want)}: {shown(got)}."
        return Fault("length", path(at), said)
    found = (compare(one, got[number], (*at, number)) for number, one in enumerate(want))
    return next(filter(None, found), None)


def _the(where: str) -> str:
    return f"'{where}'" if where else "What came back"


def _wanted(want: Any) -> str:
    return shown(want) if isinstance(want, str | int | float) else kind(want)
