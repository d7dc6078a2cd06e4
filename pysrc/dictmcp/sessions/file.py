"""The file of a session: what was sent, and all that left because of it, message by message.

A conversation file is the same format, written by hand. Files of every earlier format stay readable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ..errors import RpcError
from ..jsonrpc import Message, make_notification, make_request
from ..revisions import HANDSHAKE
from ..text import encode, parse
from .places import ANY, OPEN

FORMAT: Final = 1
SUFFIX: Final = ".mcp-session.json"


class Step(NamedTuple):
    """One message, as text, and all that left because of it, in order, the reply last.

    after: sent once so many messages had come in all, without waiting for what was still to come; None:
    once everything had come. volatile: places that change by nature. is_exact: nothing in `receive`
    stands for something else.
    """

    text: str
    receive: list[Any]
    after: int | None = None
    volatile: tuple[str, ...] = ()
    is_exact: bool = False


class Recording(NamedTuple):
    """A session. server: whom it was with, or the file of that. volatile: places, in every message.

    is_steady: it was recorded with clock and ids fixed.
    """

    title: str
    server: str
    steps: list[Step]
    volatile: tuple[str, ...] = ()
    is_steady: bool = False


class SessionFileError(ValueError):
    """What is no session file. The text is one sentence that says what is wrong with it, and where."""


# -- reading ---------------------------------------------------------------------------------------


def read(text: str, name: str = "The file") -> Recording:
    """A session from the text of a file. Raises SessionFileError."""
    try:
        return _recording(json.loads(text))
    except RecursionError:
        raise SessionFileError(f"{name} is nested too deeply to be a session.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise SessionFileError(f"{name} is not JSON: {error.msg.lower()} at {where}.") from None
    except _Wrong as wrong:
        raise SessionFileError(f"{name} is no session: {wrong}.") from None


class _Wrong(Exception):
    pass


def _recording(content: Any) -> Recording:
    if not isinstance(content, dict):
        raise _Wrong("it holds no object with 'steps'")
    version = content.get("format", 0)
    if isinstance(version, bool) or not isinstance(version, int) or version < 0:
        raise _Wrong(f"'format' is {_shown(version)}, not a whole number")
    if version > FORMAT:
        raise _Wrong(f"it is of format {version}, and this page reads up to {FORMAT}: open it in a newer one")
    steps = _list(content, "steps")
    begin = _handshake(content["handshake"]) if "handshake" in content else []
    return Recording(
        _text(content, "title", ""),
        _text(content, "server", ""),
        begin + [_step(step, f"steps[{at}]") for at, step in enumerate(steps)],
        tuple(_texts(content, "volatile", "")),
        content.get("steady") is True,
    )


def _step(step: Any, where: str) -> Step:
    if not isinstance(step, dict) or "send" not in step:
        raise _Wrong(f"{where} has no 'send'")
    text = step["send"] if isinstance(step["send"], str) else json.dumps(step["send"], separators=(",", ":"))
    fill = step.get("fill", {})
    if not isinstance(fill, dict):
        raise _Wrong(f"{where}.fill is {_shown(fill)}, not an object")
    for name, part in fill.items():
        match part:
            case [str(piece), int(times)] if 0 <= times * len(piece) <= _LONGEST:
                text = text.replace(name, piece * times)
            case _:
                raise _Wrong(f"{where}.fill[{name!r}] is {_shown(part)}, not a text and how many times")
    after = step.get("after")
    if after is not None and (isinstance(after, bool) or not isinstance(after, int) or after < 0):
        raise _Wrong(f"{where}.after is {_shown(after)}, not a number of messages")
    volatile = tuple(_texts(step, "volatile", f"{where}."))
    return Step(text, _list(step, "receive", f"{where}."), after, volatile, step.get("exact") is True)


_LONGEST: Final = 64 * 1024 * 1024


def _handshake(revision: Any) -> list[Step]:
    if revision not in HANDSHAKE:
        raise _Wrong(f"'handshake' is {_shown(revision)}, not one of {', '.join(HANDSHAKE)}")
    return handshake(revision)


def handshake(revision: str) -> list[Step]:
    """What a client of this revision begins with."""
    client = {"name": "replay", "version": "1.0.0"}
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
    result = {"protocolVersion": revision, "capabilities": {"tools": ANY, OPEN: ANY}, OPEN: ANY}
    hello = make_request("hello", "initialize", params)
    ready = make_notification("notifications/initialized")
    return [
        Step(json.dumps(hello), [{"jsonrpc": "2.0", "id": "hello", "result": result}]),
        Step(json.dumps(ready), []),
    ]


def _list(holder: Message, name: str, where: str = "") -> list[Any]:
    value = holder.get(name)
    if not isinstance(value, list):
        raise _Wrong(f"{where}{name} is missing" if value is None else f"{where}{name} is no array")
    return value


def _text(holder: Message, name: str, default: str) -> str:
    value = holder.get(name, default)
    if not isinstance(value, str):
        raise _Wrong(f"{name!r} is {_shown(value)}, not a text")
    return value


def _texts(holder: Message, name: str, where: str) -> list[str]:
    value = holder.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _Wrong(f"{where}{name} is no array of texts")
    return value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else f"{text[:57]}..."


# -- writing ---------------------------------------------------------------------------------------


def write(recording: Recording) -> str:
    """The text of a session's file, a message a line."""
    head: Message = {"format": FORMAT, "title": recording.title, "server": recording.server}
    if recording.is_steady:
        head["steady"] = True
    if recording.volatile:
        head["volatile"] = [*recording.volatile]
    lines = [f"  {_line(name)}: {_line(value)},\n" for name, value in head.items()]
    steps = ",\n".join(map(_written, recording.steps))
    return "{\n" + "".join(lines) + '  "steps": [' + (f"\n{steps}\n  " if steps else "") + "]\n}\n"


def _written(step: Step) -> str:
    send = _line(value_of(step.text))
    receive = [f"      {_line(value)}" for value in step.receive]
    more: Message = {}
    if step.after is not None:
        more["after"] = step.after
    if step.volatile:
        more["volatile"] = [*step.volatile]
    if step.is_exact:
        more["exact"] = True
    told = "".join(f",\n     {_line(name)}: {_line(value)}" for name, value in more.items())
    came = "[\n" + ",\n".join(receive) + "\n     ]" if receive else "[]"
    return f'    {{"send": {send}{told},\n     "receive": {came}}}'


def _line(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if _NO_UTF8.search(text) else text


_NO_UTF8: Final = re.compile(r"[\ud800-\udfff\u2028\u2029]")


def value_of(text: str) -> Any:
    """The message that a text is, where writing that down loses nothing but white space; else the text."""
    try:
        value = parse(text)
        is_whole = isinstance(value, dict | list) and _compact(text) in (
            encode(value),
            json.dumps(value, separators=(",", ":")),
        )
    except (RpcError, ValueError, RecursionError):
        return text
    return value if is_whole else text


def _compact(text: str) -> str:
    return _BETWEEN.sub(lambda found: found[0] if found[0].startswith('"') else "", text)


_BETWEEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[ \t\r\n]+')


# -- from what happened ----------------------------------------------------------------------------


def recorded(entries: Iterable[Message], server: str, title: str = "", is_steady: bool = False) -> Recording:
    """A session from a log: objects with "kind", "text" and the "id" that joins messages and replies.

    kind: "sent", "received" or "nothing"; anything else is no message. isEnd: nothing more comes for that
    message. What was received without an id belongs to the message before it.
    """
    log = _Log()
    for entry in entries:
        log.take(entry)
    return Recording(title, server, log.steps, (), is_steady)


class _Log:
    """Puts together what belongs together. An answer to a question bears its message's id, and ends nothing
    but itself.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._at: dict[Any, int] = {}
        self._waiting: dict[Any, int] = {}  # by id: how many sent messages of that id have not ended
        self._came = 0

    def take(self, entry: Message) -> None:
        """The next entry."""
        kind, id = entry["kind"], entry.get("id")
        if kind == "sent":
            self._sent(entry["text"], id)
        elif kind == "received" and self.steps:
            self._received(json.loads(entry["text"]), id)
        if kind == "nothing" or entry.get("isEnd"):
            self._waiting[id] = self._waiting.get(id, 1) - 1

    def _sent(self, text: str, id: Any) -> None:
        is_waiting = any(count > 0 for count in self._waiting.values())
        self.steps.append(Step(text, [], self._came if is_waiting else None))
        if self._waiting.get(id, 0) <= 0:
            self._at[id] = len(self.steps) - 1
            self._waiting[id] = 0
        self._waiting[id] += 1

    def _received(self, value: Any, id: Any) -> None:
        here = self._at.get(id, len(self.steps) - 1)
        step = self.steps[here]
        is_exact = step.is_exact or _looks_open(value)
        self.steps[here] = step._replace(receive=[*step.receive, value], is_exact=is_exact)
        self._came += 1


def _looks_open(value: Any) -> bool:
    if isinstance(value, dict):
        return OPEN in value or any(map(_looks_open, value.values()))
    if isinstance(value, list):
        return any(map(_looks_open, value))
    return isinstance(value, str) and ANY in value
