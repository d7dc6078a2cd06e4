"""One message in both eras: as 2025-11-25 and as 2026-07-28 have it, and what differs in the replies.

Each is sent to the same server loaded anew, with clock and ids fixed, so that nothing else differs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ..hosting import load
from ..jsonrpc import Message
from ..methods import METHODS
from ..presets import HANDSHAKE_ERA
from ..revisions import CLIENT_CAPABILITIES, CLIENT_INFO, HANDSHAKE, LOG_LEVEL, PROTOCOL_VERSION, STATELESS
from .aside import aside
from .places import Place, differences, named
from .steady import steady

PATIENCE: Final = 5.0  # seconds for a reply
WIDTH: Final = 60

_OWN: Final = (PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL)
_CLIENT: Final = {"name": "playground", "version": "1.0.0"}
_INSTEAD: Final = {
    "initialize": "every request says in its _meta what initialize said once; server/discover tells the rest",
    "notifications/initialized": "there is no handshake to end",
    "ping": "a connection holds nothing that could be found dead",
    "logging/setLevel": "a request's _meta names the level",
    "resources/subscribe": "subscriptions/listen takes its place",
    "resources/unsubscribe": "the stream of subscriptions/listen is closed",
    "server/discover": "initialize tells the same",
    "subscriptions/listen": "resources/subscribe takes its place",
}


class Line(NamedTuple):
    """A line of JSON, and whether it differs on the other side."""

    text: str
    differs: bool


class Side(NamedTuple):
    """A message in one revision and what came of it. note: why nothing, or an error, was to be expected."""

    revision: str
    sent: list[Line]
    left: list[list[Line]]
    note: str


class Both(NamedTuple):
    """The two sides, and the places where their replies differ."""

    sides: list[Side]
    places: list[str]


def in_handshake_era(message: Message) -> Message:
    """A message without what only the stateless era puts into it."""
    params = message.get("params")
    if not isinstance(params, dict):
        return message
    kept = {name: value for name, value in params.items() if name not in ("inputResponses", "requestState")}
    meta = kept.pop("_meta", None)
    if isinstance(meta, dict):
        meta = {name: value for name, value in meta.items() if name not in _OWN}
    if meta or ("_meta" in params and not isinstance(meta, dict)):
        kept["_meta"] = meta
    rest = {name: value for name, value in message.items() if name != "params"}
    return {**rest, "params": kept} if kept else rest


def in_stateless_era(message: Message) -> Message:
    """A message with what every request of the stateless era says in its `_meta`."""
    params = message.get("params", {})
    if "id" not in message or "method" not in message or not isinstance(params, dict):
        return message
    meta = params.get("_meta", {})
    if not isinstance(meta, dict):
        return message
    own = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}, CLIENT_INFO: _CLIENT}
    return {**message, "params": {**params, "_meta": {**own, **meta}}}


async def in_both(source: str, message: Message) -> Both:
    """A message sent in both revisions. Raises LoadError."""
    forms = (in_handshake_era(message), in_stateless_era(message))
    with aside():
        came = [
            await _exchange(source, form, era)
            for form, era in zip(forms, (HANDSHAKE, STATELESS), strict=True)
        ]
    sent_places = {one.place for one in differences(forms[0], forms[1], False)}
    replies = [one[-1] if one else None for one in came]
    places = [one.place for one in differences(replies[0], replies[1], False)]
    sides = []
    for form, left, era in zip(forms, came, (HANDSHAKE, STATELESS), strict=True):
        shown = [[*lines(one, set())] for one in left[:-1]] + [[*lines(one, {*places})] for one in left[-1:]]
        sides.append(
            Side(era[-1], [*lines(form, sent_places)], shown, _note(form.get("method"), era[-1], left))
        )
    return Both(sides, [named(place) for place in places])


async def _exchange(source: str, message: Message, era: tuple[str, ...]) -> list[Any]:
    """What leaves for a message, the reply last."""
    with steady():
        doors = (await load(source)).doors
        left: list[Any] = []
        if era == HANDSHAKE and message.get("method") != "initialize":
            for _, first in HANDSHAKE_ERA[:2]:
                await _reply(doors, first, [])
        await _reply(doors, message, left)
        doors.close()
    return left


async def _reply(doors: Any, message: Message, left: list[Any]) -> None:
    with contextlib.suppress(asyncio.TimeoutError):
        text = json.dumps(message)
        asking = doors.route_text_async(text, lambda sent: left.append(json.loads(sent)))
        reply = await asyncio.wait_for(asking, PATIENCE)
        if reply is not None:
            left.append(json.loads(reply))


def _note(method: Any, revision: str, left: list[Any]) -> str:
    if (having := _HAVING.get(method)) is not None and revision not in having:
        return f"{revision} has no {method}: {_INSTEAD.get(method, 'it belongs to the other era')}."
    is_answered = any(isinstance(one, dict) and "method" not in one for one in left)
    if left and not is_answered:
        return f"No reply came within {PATIENCE:g} s: the server waits for the client's answer."
    return ""


_HAVING: Final[dict[Any, set[str]]] = {}
for _method in METHODS:
    _HAVING.setdefault(_method.name, set()).update(_method.revisions)


# -- lines -----------------------------------------------------------------------------------------


def lines(value: Any, marks: set[Place]) -> Iterator[Line]:
    """A value as lines to read, those of the marked places marked."""
    return _lines(value, marks, (), ("", "", ""))


def _lines(value: Any, marks: set[Place], place: Place, around: tuple[str, str, str]) -> Iterator[Line]:
    indent, head, tail = around
    differs = any(place[: len(mark)] == mark for mark in marks)
    inside = not differs and any(mark[: len(place)] == place for mark in marks)
    text = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or not (inside or len(indent + head + text) > WIDTH):
        yield Line(f"{indent}{head}{text}{tail}", differs)
        return
    is_object = isinstance(value, dict)
    yield Line(f"{indent}{head}{'{' if is_object else '['}", differs)
    members = [*(value.items() if isinstance(value, dict) else enumerate(value))]
    for at, (name, member) in enumerate(members):
        inner = f"{json.dumps(name, ensure_ascii=False)}: " if is_object else ""
        comma = "," if at < len(members) - 1 else ""
        yield from _lines(member, marks, (*place, name), (f"{indent}  ", inner, comma))
    yield Line(f"{indent}{'}' if is_object else ']'}{tail}", differs)
