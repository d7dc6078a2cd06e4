"""Has the conversation of conversation.json with the server: what leaves must be what stands there."""

import asyncio
import json
from pathlib import Path
from typing import Any

from dictmcp.hosting import load

HERE = Path(__file__).parent
SERVER = HERE.parent / "server.py"
STEPS = json.loads((HERE / "conversation.json").read_text("utf-8"))["steps"]


def test_conversation() -> None:
    """Every message gets the replies that were recorded."""
    for step, left in zip(STEPS, asyncio.run(converse()), strict=True):
        assert matches(step["receive"], left), f"{step['send']} got {left}, not {step['receive']}"


async def converse() -> list[list[Any]]:
    """Send the messages, one after another; all that leaves for each of them."""
    doors = (await load(SERVER.read_text("utf-8"), "server.py")).doors
    everything = []
    for step in STEPS:
        left: list[str] = []
        doors.connect_text(left.append)
        reply = await doors.route_text_async(json.dumps(step["send"]), left.append)
        everything.append([json.loads(text) for text in (*left, *([] if reply is None else [reply]))])
    return everything


def matches(want: Any, got: Any) -> bool:
    """Whether a value is as wanted; "<any>" is any value."""
    if want == "<any>":
        return True
    if isinstance(want, dict) and isinstance(got, dict):
        return want.keys() == got.keys() and all(matches(want[name], got[name]) for name in want)
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(matches, want, got))
    return type(want) is type(got) and want == got
