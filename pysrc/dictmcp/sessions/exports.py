"""A session taken elsewhere: as a test, a script, commands for curl, and Markdown for an issue.

To add a kind: add a row to KINDS.
"""

from __future__ import annotations

import pprint
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ..errors import RpcError
from ..export.naming import one_line
from ..jsonrpc import Message
from ..presets import pretty
from ..text import parse
from .curl import curl_commands
from .file import Recording, Step, value_of
from .pieces import piece

_TEST: Final = '''"""{title}, as a test. It needs pytest, and the server beside it: server.pyz, or server.py
with dictmcp installed. MCP_SERVER="python elsewhere.py" names another one.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

'''
_SCRIPT: Final = '''"""{title}, played to a server: python {file} [COMMAND ...]

Without a command the server is beside this: server.pyz, or server.py with dictmcp installed.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

'''
_BESIDE: Final = """HERE = Path(__file__).parent
PYZ = HERE / "server.pyz"
BESIDE = [str(PYZ)] if PYZ.exists() else ["-m", "dictmcp", str(HERE / "server.py")]
"""


class Taken(NamedTuple):
    """What is taken elsewhere. opened: the session with "<any>" in every place that changes by nature."""

    recording: Recording
    opened: Recording
    source: str = ""


def as_pytest(taken: Taken) -> str:
    """A test file that needs nothing but pytest and the server."""
    command = 'COMMAND = shlex.split(os.environ.get("MCP_SERVER", "")) or [sys.executable, *BESIDE]\n'
    head = _TEST.format(title=_title(taken.recording)) + _BESIDE + command
    return (
        f"{head}\n{_steps(taken.recording, taken.opened)}\n\n{piece('talk.py')}\n\n{piece('test_session.py')}"
    )


def as_script(taken: Taken) -> str:
    """A Python script that sends the messages and prints what comes."""
    head = _SCRIPT.format(title=_title(taken.recording), file="play_session.py") + _BESIDE
    command = "COMMAND = sys.argv[1:] or [sys.executable, *BESIDE]\n"
    steps = _steps(taken.recording, taken.recording)
    return f"{head}{command}\n{steps}\n\n{piece('talk.py')}\n\n{piece('play.py')}"


def as_markdown(taken: Taken) -> str:
    """What happened, for people: each message and what came of it, and the server file."""
    parts = [f"## {_title(taken.recording)}\n"]
    for at, step in enumerate(taken.recording.steps, 1):
        parts.append(f"**{at}. {named_message(step.text)}**\n\n{_fenced(_readable(step.text))}")
        for message in step.receive:
            parts.append(f"came:\n\n{_fenced(pretty(message))}")
        if not step.receive:
            parts.append("Nothing was sent.\n")
    if taken.source:
        inside = _fenced(taken.source.rstrip("\n"), "python")
        parts.append(f"<details><summary>server.py</summary>\n\n{inside}\n</details>\n")
    return "\n".join(parts)


def as_curl(taken: Taken) -> str:
    """A shell script that sends the messages to the server over HTTP."""
    return curl_commands(_title(taken.recording), taken.recording.steps, named_message)


class Kind(NamedTuple):
    """What a session can be exported as. is_checked: it is held against a server, whose nature is asked."""

    kind: str
    label: str
    filename: str
    make: Callable[[Taken], str]
    is_checked: bool = False


KINDS: Final = (
    Kind("pytest", "A test for pytest", "test_session.py", as_pytest, True),
    Kind("script", "A Python script", "play_session.py", as_script),
    Kind("curl", "Commands for curl, over HTTP", "session.sh", as_curl),
    Kind("markdown", "Markdown for an issue", "session.md", as_markdown),
)


def kind_called(kind: str) -> Kind:
    """The kind of that name. Raises ValueError if there is none."""
    for one in KINDS:
        if one.kind == kind:
            return one
    raise ValueError(
        f"{kind!r} is nothing to export a session as: choose {', '.join(one.kind for one in KINDS)}"
    )


def _title(recording: Recording) -> str:
    title = one_line(recording.title or f"A session with {recording.server or 'a server'}")
    return title.replace('"', "'").replace("\\", "/")[:90]


def named_message(text: str) -> str:
    """What a message is called in a list."""
    message = _value(text)
    if not isinstance(message, dict):
        return "a batch" if isinstance(message, list) else "text that is no message"
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str):
        return "an answer" if "result" in message or "error" in message else "a message without a method"
    what = [
        params[one]
        for one in ("name", "uri")
        if isinstance(params, dict) and isinstance(params.get(one), str)
    ]
    return re.sub(r"[^\w ./:{}-]", "", " ".join([method, *what[:1]]))


def _readable(text: str) -> str:
    value = _value(text)
    return text if value is None or not isinstance(value, dict | list) else pretty(value)


def _value(text: str) -> Any:
    try:
        return parse(text)
    except RpcError:
        return None


def _fenced(text: str, language: str = "json") -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}\n"


# -- steps as Python -------------------------------------------------------------------------------


def _steps(recording: Recording, shown: Recording) -> str:
    steps = [_step(recording.steps, at, shown.steps[at].receive) for at in range(len(recording.steps))]
    return f"STEPS: list[dict[str, Any]] = {pprint.pformat(steps, width=108, sort_dicts=False)}\n"


def _step(steps: list[Step], at: int, receive: list[Any]) -> Message:
    step = steps[at]
    send = value_of(step.text)
    row: Message = {"name": f"{at + 1} {named_message(step.text)}", "send": send, "receive": receive}
    if step.after is not None:
        row["after"] = step.after
    if isinstance(send, dict) and (back := [*_back(steps[:at], send)]):
        row["back"] = back
    return row


_MADE_UP: Final = (
    (("params", "requestState"), ("result", "requestState")),
    (("params", "cursor"), ("result", "nextCursor")),
)


def _back(earlier: list[Step], send: Message) -> Iterator[tuple[tuple[str, ...], int, int, tuple[str, ...]]]:
    """What of a message the server made up before: where it stands, and where it came from."""
    ways = _MADE_UP if "method" in send else ((("id",), ("id",)),)
    for there, place in ways:
        value = _at(send, there)
        came = [
            (at, nth)
            for at, step in enumerate(earlier)
            for nth, message in enumerate(step.receive)
            if value is not None
            and _at(message, place) == value
            and ("method" in message) == (there == ("id",))
        ]
        if came:
            yield (there, *came[-1], place)


def _at(value: Any, place: tuple[str, ...]) -> Any:
    for name in place:
        value = value.get(name) if isinstance(value, dict) else None
    return value
