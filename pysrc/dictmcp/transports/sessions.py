"""The page's dealings with recorded sessions: orders as dicts in, answers as dicts out.

To add an action: write its function, add its row to ACTIONS.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final, NamedTuple

from ..doors import Doors
from ..errors import RpcError
from ..hosting import LoadError
from ..jsonrpc import Message
from ..sessions import SessionFileError, compare, opened, read, recorded, replay, replays, write
from ..sessions.file import SUFFIX
from ..sessions.interface import changes, interface, summary
from ..sessions.steady import Steady
from ..text import encode, parse


class Served(NamedTuple):
    """The server that is being served: its source, and what it calls itself."""

    source: str
    name: str


async def act(action: str, order: Message, served: Served) -> Message:
    """The answer to an order; {"error": a sentence} when it cannot be carried out."""
    try:
        return await ACTIONS[action](order, served)
    except (SessionFileError, LoadError) as error:
        return {"error": str(error)}


async def _save(order: Message, served: Served) -> Message:
    """entries: the page's log. is_steady: clock and ids were fixed."""
    recording = recorded(order["entries"], served.name, f"A session with {served.name}", order["isSteady"])
    return {"text": write(recording), "filename": f"{_plain(served.name)}{SUFFIX}", **_about(recording)}


async def _open(order: Message, served: Served) -> Message:
    """text, name: a file's."""
    recording = read(order["text"], order["name"])
    return {"text": order["text"], "filename": order["name"], **_about(recording)}


async def _replay(order: Message, served: Served) -> Message:
    """text: a session file's. Each message, the same, changed or volatile, and where."""
    from ..sessions.exports import named_message

    _need(served)
    recording = read(order["text"])
    rows = []
    found = compare(recording, await replays(served.source, recording))
    for step, one in zip(recording.steps, found, strict=True):
        places = [place._asdict() for place in one.places]
        rows.append(
            {"name": named_message(step.text), "sent": step.text, "verdict": one.verdict, "places": places}
        )
    counts = {kind: sum(one.verdict == kind for one in found) for kind in ("same", "changed", "volatile")}
    said = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "it holds no message"
    return {"rows": rows, "summary": said, "server": served.name}


async def _export(order: Message, served: Served) -> Message:
    """text: a session file's. kind: of `sessions.exports`."""
    from ..sessions.exports import Taken, kind_called

    recording = read(order["text"])
    shown = recording
    kind = kind_called(order["kind"])
    if kind.is_checked and served.source:
        runs = await replays(served.source, recording._replace(is_steady=False))
        if recording.is_steady:
            runs.append(await replay(served.source, recording))
        shown = opened(recording, runs)
    text = kind.make(Taken(recording, shown, served.source))
    return {"text": text, "filename": kind.filename}


async def _both(order: Message, served: Served) -> Message:
    """text: a message's. It as both eras have it, and what differs in the replies."""
    from ..sessions.revisions import in_both

    _need(served)
    try:
        message = parse(order["text"])
    except RpcError:
        return {"error": "This is not JSON, and so it is no message that a revision could have another way."}
    if not isinstance(message, dict):
        return {"error": "Only a single message can be sent in both revisions."}
    both = await in_both(served.source, message)
    sides = [
        {
            **side._asdict(),
            "sent": _lines(side.sent),
            "left": [_lines(one) for one in side.left],
        }
        for side in both.sides
    ]
    return {"sides": sides, "places": both.places}


async def _answer(order: Message, served: Served) -> Message:
    """text: of a question. A result that answers it plainly."""
    from ..sessions.answering import plain_answer

    question = parse(order["text"])
    return {"text": encode(plain_answer(question["method"], question.get("params") or {}))}


async def _again(order: Message, served: Served) -> Message:
    """message, reply, responses: texts. The message again, with the answers that the reply required."""
    from ..sessions.answering import next_round

    result, responses = parse(order["reply"])["result"], parse(order["responses"])
    return {"text": encode(next_round(parse(order["message"]), result, responses, order["id"]))}


def _lines(shown: list[Any]) -> list[Message]:
    return [{"text": line.text, "differs": line.differs} for line in shown]


def _need(served: Served) -> None:
    if not served.source:
        raise SessionFileError("No server is running: press Run first.")


def _about(recording: Any) -> Message:
    from ..sessions.exports import KINDS

    kinds = [{"kind": one.kind, "label": one.label, "filename": one.filename} for one in KINDS]
    return {
        "title": recording.title,
        "server": recording.server,
        "count": len(recording.steps),
        "isSteady": recording.is_steady,
        "kinds": kinds,
    }


def _plain(name: str) -> str:
    from ..export.naming import identifier

    return identifier(name)


ACTIONS: Final[dict[str, Callable[[Message, Served], Awaitable[Message]]]] = {
    "save": _save,
    "open": _open,
    "replay": _replay,
    "export": _export,
    "both": _both,
    "answer": _answer,
    "again": _again,
}


async def changed_interface(doors: Doors, before: str) -> Message:
    """What a server offers now, and what changed since `before`, which is JSON of that or nothing."""
    now = await interface(doors)
    found = changes(json.loads(before), now) if before else []
    return {
        "interface": json.dumps(now),
        "summary": summary(found),
        "changes": [one._asdict() for one in found],
    }


class Fixed:
    """Whether clock and ids are fixed: for the server that is served, and for the next one."""

    def __init__(self) -> None:
        self.is_wanted = False
        self._steady: Steady | None = None

    @contextlib.contextmanager
    def next(self) -> Iterator[None]:
        """While the next one is loaded. If that fails, all is as it was before."""
        before, self._steady = self._steady, Steady() if self.is_wanted else None
        if before is not None:
            before.__exit__()
        if self._steady is not None:
            self._steady.__enter__()
        try:
            yield
        except BaseException:
            if self._steady is not None:
                self._steady.__exit__()
            self._steady = before
            if before is not None:
                before.__enter__()
            raise
