"""What a replay gave, held against what was recorded: each message is the same, changed, or volatile.

Volatile is what differs only in places that change by nature; each such place says how that is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from .file import Recording, Step
from .places import ANY, Difference, Place, differences, fits, named

Verdict = Literal["same", "changed", "volatile"]

_TWICE: Final = "two replays of this server differ here"
_DECLARED: Final = "the session file says that this changes"
_OWN: Final = "MCP leaves this value to the server"
_FORMS: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?"), "a point in time"),
    (re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"), "a UUID"),
)
_MINTED: Final = ("result.requestState", "result.nextCursor")
_SHOWN: Final = 2000


class Deviation(NamedTuple):
    """One place that differs. message: which of the messages that left. why: why it is volatile, if so."""

    message: int
    path: str
    kind: str
    was: str
    now: str
    why: str


class Compared(NamedTuple):
    """One message of a session, compared. left: what left this time, as text."""

    verdict: Verdict
    places: list[Deviation]
    left: list[str]


def compare(recording: Recording, replays: list[list[list[Any]]]) -> list[Compared]:
    """Each message of a session. replays: of one or more, what left for each message; the first counts."""
    return [
        _step(_Judge(recording, step), [replay[at] for replay in replays])
        for at, step in enumerate(recording.steps)
    ]


def opened(recording: Recording, replays: list[list[list[Any]]]) -> Recording:
    """The same session with "<any>" in every place that changes by nature."""
    steps = []
    for at, step in enumerate(recording.steps):
        judge = _Judge(recording, step)
        runs = [replay[at] for replay in replays]
        receive = json.loads(json.dumps(step.receive))
        for one in [*judge.declared_places(), *judge.restless_places(runs)]:
            _open(receive, one)
        steps.append(step._replace(receive=receive, is_exact=step.is_exact and receive == step.receive))
    return recording._replace(steps=steps)


def _step(judge: _Judge, runs: list[list[Any]]) -> Compared:
    first, *others = runs
    judge.restless = {one.place for other in others for one in differences(first, other, False)}
    found = [_deviation(one, judge.why(one)) for one in judge.differences(first)]
    verdict: Verdict = "same"
    if found:
        verdict = "volatile" if all(one.why for one in found) else "changed"
    return Compared(verdict, found, [json.dumps(value, ensure_ascii=False) for value in first])


class _Judge:
    """Tells which places of one message change by nature. restless: those where replays differ."""

    def __init__(self, recording: Recording, step: Step) -> None:
        self._step = step
        self._declared = (*recording.volatile, *step.volatile)
        self.restless: set[Place] = set()

    def differences(self, left: list[Any]) -> Iterator[Difference]:
        return differences(self._step.receive, left, not self._step.is_exact)

    def why(self, difference: Difference) -> str:
        """Why a place changes by nature, or nothing."""
        place = difference.place
        if any(fits(pattern, place[1:]) for pattern in self._declared):
            return _DECLARED
        if any(place[: len(one)] == one for one in self.restless):
            return _TWICE
        if difference.kind != "changed":
            return ""
        if named(place[1:]) in _MINTED or self._is_id_of_a_question(place):
            return _OWN
        return _likeness(difference.was, difference.now)

    def declared_places(self) -> Iterator[Place]:
        for place in _places(self._step.receive):
            if any(fits(pattern, place[1:]) for pattern in self._declared):
                yield place

    def restless_places(self, runs: list[list[Any]]) -> Iterator[Place]:
        """Places that differ between replays, or from what was recorded and for a reason."""
        self.restless = {one.place for run in runs for one in differences(runs[0], run, False)}
        for run in runs:
            for one in self.differences(run):
                if self.why(one):
                    yield one.place if one.kind == "changed" else one.place[:-1]

    def _is_id_of_a_question(self, place: Place) -> bool:
        message = self._step.receive[int(place[0])]
        return place[1:] == ("id",) and isinstance(message, dict) and "method" in message


def _likeness(was: Any, now: Any) -> str:
    """Why two texts are one but for times and ids in them, or nothing."""
    if not isinstance(was, str) or not isinstance(now, str):
        return ""
    for pattern, what in _FORMS:
        if pattern.search(was) and pattern.sub("", was) == pattern.sub("", now):
            return f"both are alike but for {what}"
    return ""


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for name, member in members:
        yield from _places(member, (*place, name))


def _open(receive: list[Any], place: Place) -> None:
    if not place:
        return  # how many messages leave cannot be left open
    value: Any = receive
    for part in place[:-1]:
        if value == ANY:
            return
        value = value[part]
    if value != ANY:
        value[place[-1]] = ANY


def _deviation(difference: Difference, why: str) -> Deviation:
    at, *rest = difference.place
    was = "" if difference.kind == "added" else _shown(difference.was)
    now = "" if difference.kind == "removed" else _shown(difference.now)
    return Deviation(int(at), named(tuple(rest)), difference.kind, was, now, why)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
