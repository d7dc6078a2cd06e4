"""Conversations as data: what is sent, and what must leave, replayed over any transport.

A conversation file: {"title", "server"?, "handshake"?, "steps": [{"send", "fill"?, "receive"}]}.

server: a server module beside the file. handshake: a revision to negotiate before the first step.
send: a message, or a string to be sent exactly as it is. fill: {"<name>": ["text", times]} stands in
that string for text too long to be written down. receive: all that must leave, in order, the reply last.

In "receive" the string "<any>" is any value, inside a longer string it is any text, and the member
"...": "<any>" of an object allows further members.
"""

import asyncio
import json
import logging
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dictmcp import Doors, NeedsAwait, RpcError, Server, parse
from dictmcp.hosting import MODULE, load
from dictmcp.transports.worker import Host

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "web" / "examples"
PATIENCE = 60  # seconds; only so that a hang becomes a failure

ANY = "<any>"
OPEN = "..."


class Step(NamedTuple):
    """One thing that is sent, as text, and everything that must leave because of it."""

    text: str
    receive: list[Any]


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
    content = json.loads(file.read_text("utf-8"))
    name = file.parent.name if file.name == "conversation.json" else file.stem
    steps = handshake(content["handshake"]) if "handshake" in content else []
    return Conversation(name, server, steps + [_step(step) for step in content["steps"]])


def handshake(revision: str) -> list[Step]:
    """What a client of this revision begins with."""
    client = {"name": "replay", "version": "1.0.0"}
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
    result = {"protocolVersion": revision, "capabilities": {"tools": ANY, OPEN: ANY}, OPEN: ANY}
    hello = {"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    return [
        Step(json.dumps(hello), [{"jsonrpc": "2.0", "id": "hello", "result": result}]),
        Step(json.dumps(ready), []),
    ]


def _step(step: dict[str, Any]) -> Step:
    text = step["send"] if isinstance(step["send"], str) else json.dumps(step["send"], separators=(",", ":"))
    for name, (part, times) in step.get("fill", {}).items():
        text = text.replace(name, part * times)
    return Step(text, step["receive"])


# -- matching ---------------------------------------------------------------------------------------


def difference(want: Any, got: Any, where: str = "it") -> str | None:
    """Where a value is not as wanted, in words; None if it is. 1, 1.0, true and "1" are four values."""
    if want == ANY:
        return None
    if isinstance(want, str) and ANY in want and isinstance(got, str):
        pattern = ".*".join(map(re.escape, want.split(ANY)))
        return None if re.fullmatch(pattern, got, re.DOTALL) else f"{where} is {got!r}, not {want!r}"
    if type(want) is not type(got) or not isinstance(want, dict | list):
        same = type(want) is type(got) and want == got
        return None if same else f"{where} is {got!r}, not {want!r}"
    return (_object if isinstance(want, dict) else _array)(want, got, where)


def _object(want: dict[str, Any], got: dict[str, Any], where: str) -> str | None:
    named = {name: value for name, value in want.items() if name != OPEN}
    if missing := sorted(named.keys() - got.keys()):
        return f"{where} has no {missing[0]!r}: {got!r}"
    if OPEN not in want and (strange := sorted(got.keys() - named.keys())):
        return f"{where} has {strange[0]!r}: {got!r}"
    found = (difference(value, got[name], f"{where}[{name!r}]") for name, value in named.items())
    return next(filter(None, found), None)


def _array(want: list[Any], got: list[Any], where: str) -> str | None:
    if len(want) != len(got):
        return f"{where} has {len(got)} items, not {len(want)}: {got!r}"
    found = (difference(value, got[at], f"{where}[{at}]") for at, value in enumerate(want))
    return next(filter(None, found), None)


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
        assert difference(step.receive, left, "what left") is None, (
            f"{where}: {difference(step.receive, left, 'what left')}"
        )
