"""Real exchanges with a server: it is loaded anew, asked as a client would, and left alone again.

A tool is called only if it does not say that it is destructive.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final, NamedTuple

from ..doors import Doors
from ..hosting import load
from ..jsonrpc import Message
from ..presets import HANDSHAKE_ERA, STATELESS_ERA, list_tools, presets
from ..sessions.aside import aside
from ..sessions.places import ANY

PATIENCE: Final = 5.0  # seconds for one reply
TRIED: Final = 3  # tools, until one gives the same result twice


class Step(NamedTuple):
    """One message, and all that left because of it, the reply last."""

    send: Message
    receive: list[Any]
    is_open: bool = False

    def opened(self) -> Step:
        """The same, whatever the result."""
        *before, reply = self.receive
        return Step(self.send, [*(ANY for _ in before), {**reply, "result": ANY}], True)


class Portrait(NamedTuple):
    """What a server says of itself. info: its serverInfo, {} if it does not say."""

    info: dict[str, Any]
    tools: list[Message]
    instructions: str


_NEXT_ID: Final = 1 + sum("id" in message for _, message in HANDSHAKE_ERA)


async def portray(source: str) -> Portrait:
    """Ask a server what it is and what it has. Raises LoadError."""
    with aside():
        doors = (await load(source)).doors
        tools = await list_tools(doors)
        hello = await _exchange(doors, [HANDSHAKE_ERA[0][1]])
    result = {} if hello[0] is None else _result(hello[0])
    info, instructions = result.get("serverInfo"), result.get("instructions")
    return Portrait(
        info if isinstance(info, dict) else {}, tools, instructions if isinstance(instructions, str) else ""
    )


async def record(source: str) -> list[Step]:
    """A conversation with a server: the handshake, what it has, a call of a tool. Raises LoadError.

    Each is had twice. What is not the same then is left open: the result of a call is ANY, and another
    message is left out. A call that fails is no example.
    """
    asked = [message for _, message in (*HANDSHAKE_ERA, *STATELESS_ERA)]
    with aside():
        tools = await list_tools((await load(source)).doors)
        loose = None
        for call in _calls(tools):
            steps = await _twice(source, [*asked, call])
            last = steps[-1] if steps else None
            if last is None or last.send != call or not (last.is_open or _went_well(last)):
                continue
            if not last.is_open:
                return steps
            loose = loose or steps
        return loose or await _twice(source, asked)


def _calls(tools: list[Message]) -> list[Message]:
    """Calls to try, those of tools that only read first."""
    harmless = [tool for tool in tools if _hint(tool, "destructiveHint") is not True]
    harmless.sort(key=lambda tool: _hint(tool, "readOnlyHint") is not True)
    ready = [preset for tool in harmless[:TRIED] for preset in presets([tool], _NEXT_ID)]
    return [json.loads(preset.text) for preset in ready if preset.label.startswith("call ")]


async def _twice(source: str, messages: list[Message]) -> list[Step]:
    first, second = [await _exchange((await load(source)).doors, messages) for _ in range(2)]
    steps = []
    for step, again in zip(first, second, strict=True):
        if step is not None and step == again:
            steps.append(step)
        elif step is not None and again is not None and _went_well(step) and _is_alike(step, again):
            steps.append(step.opened())
    return steps


async def _exchange(doors: Doors, messages: list[Message]) -> list[Step | None]:
    """A step for each message, None where no reply came in time."""
    left: list[Any] = []

    def take(text: str) -> None:
        left.append(json.loads(text))

    doors.connect_text(take)
    steps: list[Step | None] = []
    for message in messages:
        left.clear()
        try:
            reply = await asyncio.wait_for(doors.route_text_async(json.dumps(message), take), PATIENCE)
        except asyncio.TimeoutError:
            steps.append(None)
            continue
        if reply is not None:
            take(reply)
        steps.append(Step(message, list(left)))
    doors.connect_text(None)
    return steps


def _is_alike(step: Step, again: Step) -> bool:
    return step.send["method"] == "tools/call" and len(step.receive) == len(again.receive)


def _went_well(step: Step) -> bool:
    return bool(_result(step)) and _result(step).get("isError") is not True


def _result(step: Step) -> dict[str, Any]:
    reply = step.receive[-1] if step.receive else None
    result = reply.get("result") if isinstance(reply, dict) else None
    return result if isinstance(result, dict) else {}


def _hint(tool: Message, name: str) -> Any:
    annotations = tool.get("annotations")
    return annotations.get(name) if isinstance(annotations, dict) else None
