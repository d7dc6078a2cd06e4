"""What a server offers, and what an edit did to it: added, removed, changed, and whether old clients break.

A change says so in a sentence. breaks: "yes", "no", or "perhaps" where only its author can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from ..doors import Doors
from ..jsonrpc import Message, is_valid_response, make_request
from ..presets import list_tools
from ..revisions import CLIENT_CAPABILITIES, HANDSHAKE, PROTOCOL_VERSION, STATELESS
from ..server import Server
from .schemas import Breaks, changed_schema, joined

Interface = dict[str, dict[str, Message]]

_PAGES: Final = 100
_META: Final = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}


class Kind(NamedTuple):
    """A kind of thing that a server offers: its name, how it is listed, and what tells one from another."""

    kind: str
    method: str
    member: str
    key: str


KINDS: Final = (
    Kind("tool", "tools/list", "tools", "name"),
    Kind("resource", "resources/list", "resources", "uri"),
    Kind("resource template", "resources/templates/list", "resourceTemplates", "uriTemplate"),
    Kind("prompt", "prompts/list", "prompts", "name"),
)


class Change(NamedTuple):
    """One change. where: as short as a strip can show, like `add.b`. short: what happened to it."""

    kind: str
    what: Literal["added", "removed", "changed"]
    where: str
    short: str
    text: str
    breaks: Breaks


async def interface(doors: Doors) -> Interface:
    """What a server offers, by kind and name, asked for as a client would ask.

    A hand-written one is only asked for its tools: nobody knows what else its `route` would do.
    """
    found = {"tool": {tool["name"]: tool for tool in await list_tools(doors)}}
    if isinstance(doors, Server):
        is_stateless = not {*doors.revisions} & {*HANDSHAKE}
        session = doors.session()  # leaves the session that people see as it is
        for kind in KINDS[1:]:
            found[kind.kind] = await _listed(session, kind, {"_meta": _META} if is_stateless else {})
    return found


async def _listed(doors: Doors, kind: Kind, params: Message) -> dict[str, Message]:
    named: dict[str, Message] = {}
    for _ in range(_PAGES):
        reply = await doors.route_async(make_request(0, kind.method, params or None))
        result = reply.get("result") if is_valid_response(reply) else None
        if not isinstance(result, dict):
            break
        named |= {one[kind.key]: one for one in result.get(kind.member, ())}
        if not isinstance(cursor := result.get("nextCursor"), str):
            break
        params = {**params, "cursor": cursor}
    return named


def changes(before: Interface, after: Interface) -> list[Change]:
    """What an edit did to what a server offers; what breaks old clients first."""
    found = [change for kind in KINDS for change in _of_kind(kind.kind, before, after)]
    return sorted(found, key=lambda change: ("yes", "perhaps", "no").index(change.breaks))


def _of_kind(kind: str, before: Interface, after: Interface) -> Iterator[Change]:
    was, now = before.get(kind, {}), after.get(kind, {})
    for name in was:
        if name not in now:
            text = f"{name}: the {kind} is gone; whoever uses it gets an error."
            yield Change(kind, "removed", name, "removed", text, "yes")
        elif was[name] != now[name]:
            yield from _changed(kind, name, was[name], now[name])
    for name in now:
        if name not in was:
            yield Change(kind, "added", name, "added", f"{name}: the {kind} is new.", "no")


def _changed(kind: str, name: str, was: Message, now: Message) -> Iterator[Change]:
    for member in dict.fromkeys((*was, *now)):
        if was.get(member) != now.get(member):
            for where, short, text, breaks in _MEMBERS.get(member, _wording)(
                member, was.get(member), now.get(member)
            ):
                at = joined(name, where)
                yield Change(kind, "changed", at, short, f"{name}: {text}", breaks)


Found = Iterator[tuple[str, str, str, Breaks]]


def _input(member: str, was: Any, now: Any) -> Found:
    yield from changed_schema(was, now, "argument", is_input=True)


def _output(member: str, was: Any, now: Any) -> Found:
    if now is None:
        yield (
            "",
            "no output schema",
            "it no longer declares an output schema; who reads by it is lost.",
            "yes",
        )
    elif was is None:
        yield "", "output schema", "it declares an output schema now.", "no"
    else:
        yield from changed_schema(was, now, "the result's", is_input=False)


def _arguments(member: str, was: Any, now: Any) -> Found:
    """Those of a prompt are a list; as a schema they are objects of text."""

    def schema(listed: Any) -> Message:
        entries = [one for one in listed or () if isinstance(one, dict) and isinstance(one.get("name"), str)]
        described = {one["name"]: {"type": "string", **_described(one)} for one in entries}
        return {"properties": described, "required": [one["name"] for one in entries if one.get("required")]}

    yield from changed_schema(schema(was), schema(now), "argument", is_input=True)


def _described(entry: Message) -> Message:
    return {name: entry[name] for name in ("title", "description") if name in entry}


def _wording(member: str, was: Any, now: Any) -> Found:
    verb = "is new" if was is None else "is gone" if now is None else "has changed"
    yield "", f"{member} {verb}", f"its {member} {verb}; calls are not affected.", "no"


def _behaviour(member: str, was: Any, now: Any) -> Found:
    yield (
        "",
        f"{member} changed",
        f"its {member} say something else: clients may treat it differently.",
        "perhaps",
    )


def _media(member: str, was: Any, now: Any) -> Found:
    yield "", f"{member} changed", f"its {member} was {was}, and is {now}: who reads it must know.", "perhaps"


_MEMBERS: Final[dict[str, Callable[[str, Any, Any], Found]]] = {
    "inputSchema": _input,
    "outputSchema": _output,
    "arguments": _arguments,
    "annotations": _behaviour,
    "mimeType": _media,
}


def summary(found: list[Change]) -> str:
    """The changes in a few words, "" for none: "1 tool added, `add.b` now required, and 2 more"."""
    counts: dict[tuple[str, str], list[str]] = {}
    parts = []
    for change in found:
        if change.what != "changed":
            counts.setdefault((change.kind, change.what), []).append(change.where)
        elif change.breaks != "no":
            parts.append(f"`{change.where}` {change.short}")
    counted = [
        f"{len(names)} {kind}{'' if len(names) == 1 else 's'} {what}"
        for (kind, what), names in counts.items()
    ]
    quiet = [f"`{one.where}` {one.short}" for one in found if one.what == "changed" and one.breaks == "no"]
    said = [*counted, *parts, *quiet]
    more = len(said) - _SAID
    return ", ".join(said[:_SAID]) + (f", and {more} more" if more > 0 else "")


_SAID: Final = 3
