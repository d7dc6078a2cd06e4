"""Conversations as data: what is sent, and what must leave, replayed over any transport.

A conversation file is a session file (see dictmcp.sessions.file) written by hand.

server: a server module beside the file. handshake: a revision to negotiate before the first step.
send: a message, or a string to be sent exactly as it is. fill: {"<name>": ["text", times]} stands in
that string for text too long to be written down. receive: all that must leave, in order, the reply last.

In "receive" the string "<any>" is any value, inside a longer string it is any text, and the member
"...": "<any>" of an object allows further members.
"""

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dictmcp import Doors, NeedsAwait, RpcError, Server, parse, sessions
from dictmcp.hosting import MODULE, load
from dictmcp.sessions import Step
from dictmcp.sessions.places import differences, named
from dictmcp.transports.worker import Host

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "web" / "examples"
PATIENCE = 60  # seconds; only so that a hang becomes a failure


class Conversation(NamedTuple):
    """A server module and the steps to go through with it."""

    name: str
    server: Path
    steps: list[Step]


# -- reading ----------------------------------------------------------------------------------------


def conversations() -> list[Conversation]:
    """Those of this folder, and those of the examples."""
    ours = [read(file, HERE / json.loads(file.read_text("utf-8"))["server"]) for file in HERE.glob("*.json")]
    examples = [read(file, file.with_name("server.py")) for file in EXAMPLES.glob("*/conversation.json")]
    return sorted(ours) + sorted(examples)


def read(file: Path, server: Path) -> Conversation:
    """A conversation file."""
    name = file.parent.name if file.name == "conversation.json" else file.stem
    return Conversation(name, server, sessions.read(file.read_text("utf-8"), file.name).steps)


# -- matching ---------------------------------------------------------------------------------------


def difference(want: Any, got: Any) -> str | None:
    """The first place where a value is not as wanted, in words; None if there is none."""
    for place, kind, was, now in differences(want, got):
        return f"{named(place) or 'it'} is {kind}: {now!r}, not {was!r}"
    return None


def strict_json(text: str) -> Any:
    """The value of one line that left. Raises ValueError for what some reader would refuse."""
    if "\n" in text or "\r" in text:
        raise ValueError("there is a line break in it")
    text.encode("utf-8")

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member name is repeated")
        return dict(pairs)

    def constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    return json.loads(text, object_pairs_hook=members, parse_constant=constant)


# -- transports: each sends a text and returns the texts that left --------------------------------------


class _InProcess:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()

    def __enter__(self) -> "_InProcess":
        return self

    def __exit__(self, *_error: object) -> None:
        self.loop.close()
        module = sys.modules.pop(MODULE, None)
        for value in [] if module is None else vars(module).values():
            if isinstance(value, sqlite3.Connection):
                value.close()

    def load(self, server: Path) -> Doors:
        hosted = self.loop.run_until_complete(load(server.read_text("utf-8"), str(server)))
        return hosted.doors


class Direct(_InProcess):
    """`route` on dicts: at once where the handler does not wait, else awaited."""

    def open(self, server: Path) -> None:
        self.doors = self.load(server)

    def exchange(self, text: str, expected: int) -> list[str]:
        left: list[Any] = []
        try:
            message = parse(text)
        except RpcError:
            reply = self.doors.route_text(text)
            return [reply] if reply is not None else []
        try:
            reply = self.doors.route(message, left.append)
        except NeedsAwait:
            left.clear()
            reply = self.loop.run_until_complete(self.doors.route_async(message, left.append))
        try:
            return [json.dumps(one, allow_nan=False) for one in [*left, *([] if reply is None else [reply])]]
        except (TypeError, ValueError):  # a hand-written reply that has no JSON form
            return [self.doors.route_text(text) or ""]


class InSession(_InProcess):
    """The text door of a session of its own."""

    def open(self, server: Path) -> None:
        doors = self.load(server)
        self.doors = doors.session() if isinstance(doors, Server) else doors

    def exchange(self, text: str, expected: int) -> list[str]:
        left: list[str] = []
        reply = self.loop.run_until_complete(self.doors.route_text_async(text, left.append))
        return left if reply is None else [*left, reply]


class Worker(_InProcess):
    """The page's host, under CPython."""

    def __enter__(self) -> "Worker":
        self.logger = logging.getLogger("dictmcp")
        self.logging = (self.logger.handlers, self.logger.propagate)
        return self

    def __exit__(self, *error: object) -> None:
        self.logger.handlers, self.logger.propagate = self.logging
        super().__exit__(*error)

    def open(self, server: Path) -> None:
        self.posted: list[tuple[str, str]] = []
        self.host = Host(lambda kind, text: self.posted.append((kind, text)))
        loaded = json.loads(self.loop.run_until_complete(self.host.load(server.read_text("utf-8"))))
        assert loaded["ok"], loaded["error"]

    def exchange(self, text: str, expected: int) -> list[str]:
        self.posted.clear()
        meta, line_feed, reply = self.loop.run_until_complete(self.host.deliver(text)).partition("\n")
        assert bool(line_feed) == json.loads(meta)["sent"]
        left = [text for kind, text in self.posted if kind == "received"]
        return [*left, reply] if line_feed else left


class Stdio:
    """`python -m dictmcp` in a process of its own."""

    def __enter__(self) -> "Stdio":
        return self

    def open(self, server: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dictmcp", str(server)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def exchange(self, text: str, expected: int) -> list[str]:
        self.process.stdin.write(text.encode("utf-8", "surrogatepass") + b"\n")
        self.process.stdin.flush()
        return [
            line.decode("utf-8").removesuffix("\n") for line in self._patiently(lambda: self._lines(expected))
        ]

    def _lines(self, count: int) -> list[bytes]:
        return [self.process.stdout.readline() for _ in range(count)]

    def _patiently(self, read: Callable[[], Any]) -> Any:
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        try:
            return read()
        finally:
            alarm.cancel()

    def __exit__(self, kind: object, *_error: object) -> None:
        """End of input: the server ends well, and has sent nothing that nobody waited for."""
        self.process.stdin.close()
        rest = self._patiently(self.process.stdout.read)
        status = self._patiently(self.process.wait)
        self.process.stdout.close()
        if kind is None:
            assert (rest, status) == (b"", 0)


TRANSPORTS = {"direct": Direct, "session": InSession, "worker": Worker, "stdio": Stdio}


class Pyodide:
    """The page's host in Pyodide under Node; the process is shared, the server is loaded anew."""

    def __init__(self, node: Any) -> None:
        self.node = node

    def open(self, server: Path) -> None:
        loaded = self.node.load(server.read_text("utf-8"))
        assert loaded["ok"], loaded["error"]

    def exchange(self, text: str, expected: int) -> list[str]:
        _, reply, emitted = self.node.deliver(text)
        return emitted if reply is None else [*emitted, reply]


def replay(conversation: Conversation, transport: Any) -> None:
    """Go through a conversation over a transport that is open; what leaves must be what is written."""
    for number, step in enumerate(conversation.steps, 1):
        left = [strict_json(text) for text in transport.exchange(step.text, len(step.receive))]
        where = f"step {number}, {step.text[:300]}"
        assert difference(step.receive, left) is None, f"{where}: {difference(step.receive, left)}"
