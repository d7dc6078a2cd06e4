"""The Python half of the page: text from the page's worker in, text for the page out.

What crosses is JSON text in both directions; the page knows nothing of MCP that this does not tell it.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final

from ..doors import Doors, HandWritten
from ..exchange import REFUSED, UNREADABLE
from ..history import History
from ..hosting import MODULE, LoadError, load
from ..jsonrpc import PARSE_ERROR, Message
from ..presets import list_tools, presets
from ..stations import ways
from ..text import encode
from ..tracebacks import trimmed
from ..verdict import judge
from .beside import Beside
from .exits import outlive_exits
from .quiet import quiet, quietly
from .sessions import Fixed, Served, act, changed_interface
from .spoiled import spoiled

Post = Callable[[str, str], Any]

_DETAIL = 2000
_NOTHING = "no server is running; run one first"
_ASKING: Final = "Asking the server for its tools"
_PATIENCE = 2.0  # seconds
_LATE: Final = "tools/list has not answered within {:g} s, so there are no ready-made calls."


class Host:
    """Hosts one server module at a time.

    post: called with ("received", envelope text) for each message that is not a reply, with ("error",
    text) for the traceback of a handler that raised, as soon as there is one, and with ("doing", words)
    before what may take long.
    """

    def __init__(self, post: Post) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # as over stdio: printing never fails
        self._post = post
        self._doors: Doors | None = None
        self._history = History()
        self._source = self._name = ""
        self._fixed = Fixed()
        self._alone = asyncio.Lock()  # one server is loaded at a time
        logger = logging.getLogger("dictmcp")
        logger.handlers = [_Reporter(post)]
        logger.propagate = False

    async def load(self, source: str, filename: str = "server.py", module: str = MODULE) -> str:
        """Load a server module; JSON of what it is, or of why the one before it goes on.

        Raises RuntimeError when the one before it has changed Python itself, so that none can be judged.
        """
        _not_spoiled()
        outlive_exits()
        try:
            async with self._alone:
                with self._fixed.next():
                    hosted = await load(source, filename, module)
        except LoadError as error:
            where = {"traceback": error.traceback, "line": error.line, "column": error.column}
            return json.dumps(
                {"ok": False, "error": {"message": str(error), **where, "missing": error.missing}}
            )
        hosted.doors.connect_text(self._pushed)
        self._source, self._name = source, hosted.name
        tools, problems = await self._tools(hosted.doors)
        ready = presets(tools)
        if self._doors is not None:
            self._doors.end()  # nobody is left to answer what it asks
        self._doors, self._history = hosted.doors, History()
        return json.dumps(
            {
                "ok": True,
                "error": None,
                "server": hosted.name,
                "tools": [tool["name"] for tool in tools],
                "definitions": tools,
                "presets": [preset._asdict() for preset in ready],
                "start": ready[0].text,
                "problems": hosted.problems + problems,
            }
        )

    async def _tools(self, doors: Doors) -> tuple[list[Message], list[str]]:
        self._post("doing", _ASKING)
        try:
            return await quietly(list_tools(doors), _PATIENCE), []
        except TimeoutError:
            return [], [_LATE.format(_PATIENCE)]

    async def deliver(self, text: str, post: Post | None = None) -> str:
        """Deliver a message exactly as it was typed.

        post: as the host's own, for what is said because of this message, until its reply and after.
        Returns a line of JSON with ms, sent, steps, ways (see `stations`) and verdict, and behind it, if
        anything was sent, a line feed and the reply exactly as it went out. Raises RuntimeError when nothing
        is loaded.
        """
        if self._doors is None:
            raise RuntimeError(_NOTHING)
        say = post or self._post
        steps, beside = _Steps(), Beside(say, self._history)
        token = _saying.set(say)
        reply = await self._doors.route_text_async(text, beside.emit, steps.take)
        _saying.reset(token)
        ms = steps.finish()
        sent = steps.seen.get("send") if reply is not None else None
        message = steps.seen.get("parse", UNREADABLE)
        if reply is not None and sent is None:
            sent = json.loads(reply)  # refused before it was taken apart: a short error
            message = UNREADABLE if sent["error"]["code"] == PARSE_ERROR else REFUSED
        exchange = self._history.exchange(message, sent, beside.end())
        verdict = [finding._asdict() for finding in judge(exchange)]
        by_hand = isinstance(self._doors, HandWritten)
        taken = ways([row["name"] for row in steps.rows], message, sent, by_hand)
        about = encode(
            {
                "ms": ms,
                "sent": reply is not None,
                "steps": steps.rows,
                "ways": [[station._asdict() for station in way] for way in taken],
                "verdict": verdict,
            }
        )
        return about if reply is None else f"{about}\n{reply}"

    async def check(self, step: str, answer: str) -> str:
        """Hold an answer against a step of a lesson, both as text; JSON of what `lessons.check` says.

        The server that is served goes on as it was. Raises RuntimeError as `load` does.
        """
        from ..lessons import check

        _not_spoiled()
        return json.dumps(await check(json.loads(step), answer))

    def fix(self, is_fixed: bool) -> None:
        """Whether clock and ids are fixed for what is loaded from now on."""
        self._fixed.is_wanted = is_fixed

    async def interface(self, before: str) -> str:
        """What the server offers and what changed of it, as JSON. before: what it offered, or ""."""
        if self._doors is None:
            raise RuntimeError(_NOTHING)
        return encode(await quietly(changed_interface(self._doors, before), _PATIENCE))

    async def session(self, action: str, order: str) -> str:
        """What the page does with recorded sessions: see `transports.sessions`. JSON in, JSON out."""
        async with self._alone:
            return encode(await act(action, json.loads(order), Served(self._source, self._name)))

    async def export(self, kind: str) -> bytes:
        """The server as a file of a kind that `configuration` lists.

        Raises ValueError for another kind, RuntimeError when nothing is loaded.
        """
        if self._doors is None:
            raise RuntimeError(_NOTHING)
        from ..export import export

        return await export(self._source, kind, self._name)

    def configuration(self, name: str = "", path: str = "server.pyz", python: str = "python3") -> str:
        """JSON of what the server can be taken home as, and of how a client is told of it.

        kinds: what `export` makes; texts: what to copy and where to click; leftOut: the packages that the
        server asks for and that do not go along. See `dictmcp.export.configuration`.
        """
        from ..export import kinds
        from ..export.configuration import configuration
        from ..export.libraries import left_out

        texts = configuration(name or self._name, path, python)
        return json.dumps({"kinds": kinds(), "texts": texts, "leftOut": left_out(self._source)})

    def _pushed(self, sent: str) -> None:
        self._history.saw(json.loads(sent))
        self._post("received", sent)


def _not_spoiled() -> None:
    if what := spoiled():
        raise RuntimeError(f"the server file before this one changed {what}")


class _Steps:
    """The steps of one message, each with how long it took, in milliseconds."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = {}
        self._start = self._last = time.perf_counter()

    def take(self, name: str, value: Any) -> None:
        self._close()
        self.seen[name] = value
        self.rows.append({"name": name, "detail": _short(value), "ms": 0.0})

    def finish(self) -> float:
        self._close()
        return _ms(self._last - self._start)

    def _close(self) -> None:
        now = time.perf_counter()
        if self.rows:
            self.rows[-1]["ms"] = _ms(now - self._last)
        self._last = now


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _short(value: Any) -> str:
    """The beginning of a value's JSON; a large value is not encoded whole for it."""
    text = ""
    try:
        for part in json.JSONEncoder(ensure_ascii=False).iterencode(value):
            text += part[:_DETAIL]
            if len(text) >= _DETAIL:
                return f"{text[:_DETAIL]}..."
    except (TypeError, ValueError, RecursionError):
        return type(value).__name__
    return text


_saying: ContextVar[Post | None] = ContextVar("saying", default=None)


class _Reporter(logging.Handler):
    """Tells of failures, those of a delivery to whoever delivered."""

    def __init__(self, post: Post) -> None:
        super().__init__()
        self._tell = post

    def emit(self, record: logging.LogRecord) -> None:
        if quiet.get():
            return
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage()
        tell = _saying.get() or self._tell
        tell("error", text if error is None else f"{text}\n{trimmed(error)}")
