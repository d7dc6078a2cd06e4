"""export.recording: real exchanges, had twice, with tools that may be called."""

import asyncio
import logging
import sys

import pytest
from dictmcp.export import recording
from dictmcp.export.recording import ANY, Step, portray, record
from dictmcp.hosting import LoadError, load

HEAD = (
    "from dictmcp import Server\nimport random, time, asyncio\nserver = Server('it', instructions='Ask.')\n"
)
ADD = "@server.tool\ndef add(a: int) -> int:\n    return a + 1\n"
DICE = "@server.tool\ndef dice() -> str:\n    return random.randbytes(9).hex()\n"
FAIL = "@server.tool\ndef fail() -> str:\n    raise ValueError('on purpose')\n"
HANG = "@server.tool\nasync def hang() -> str:\n    await asyncio.Event().wait()\n"
WIPE = "@server.tool(annotations={'destructiveHint': True})\ndef wipe() -> str:\n    return 'gone'\n"
LOOK = "@server.tool(annotations={'readOnlyHint': True})\ndef look() -> str:\n    return 'seen'\n"
SLOW = "@server.tool\ndef slow(ctx) -> str:\n    'Report progress.'\n    ctx.progress(1)\n    return 'done'\n"


def recorded(*tools: str) -> list[Step]:
    return asyncio.run(record(HEAD + "".join(tools)))


def call(steps: list[Step]) -> Step | None:
    return next((step for step in steps if step.send["method"] == "tools/call"), None)


def test_a_conversation_begins_with_the_handshake() -> None:
    methods = [step.send["method"] for step in recorded(ADD)]
    assert methods[:4] == ["initialize", "notifications/initialized", "ping", "tools/list"]
    assert methods[-1] == "tools/call"


def test_replies_are_those_of_the_server() -> None:
    steps = recorded(ADD)
    assert steps[0].receive[0]["result"]["instructions"] == "Ask."
    assert steps[1].receive == []
    assert steps[-1].receive[-1]["result"]["content"] == [{"type": "text", "text": "3"}]


@pytest.mark.parametrize(
    ("tools", "chosen"),
    [
        ((ADD, LOOK), "look"),
        ((FAIL, ADD), "add"),
        ((DICE, ADD), "add"),
        ((DICE,), "dice"),
        ((WIPE, ADD), "add"),
        ((WIPE,), None),
        ((FAIL,), None),
        ((), None),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_the_tool_that_is_called(tools: tuple[str, ...], chosen: str | None) -> None:
    step = call(recorded(*tools))
    assert (step and step.send["params"]["name"]) == chosen


def test_a_result_that_differs_each_time_is_left_open() -> None:
    reply = call(recorded(DICE)).receive[-1]
    assert reply == {"jsonrpc": "2.0", "id": 4, "result": ANY}


def test_what_is_emitted_is_recorded_before_the_reply() -> None:
    methods = [message.get("method") for message in call(recorded(SLOW)).receive]
    assert methods == ["notifications/progress", None]


def test_a_tool_that_hangs_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(recording, "PATIENCE", 0.05)
    steps = recorded(HANG)
    assert call(steps) is None
    assert steps


def test_a_hand_written_server_is_recorded_as_it_answers() -> None:
    source = "def route(message):\n    return {'echo': message.get('id')} if 'id' in message else None\n"
    steps = asyncio.run(record(source))
    assert [step.receive for step in steps][:3] == [[{"echo": 1}], [], [{"echo": 2}]]
    portrait = asyncio.run(portray(source))
    assert portrait == ({}, [], "")


def test_a_stateless_server_is_recorded_too() -> None:
    source = (HEAD + ADD).replace("Server('it'", "Server('it', revisions=['2026-07-28']")
    assert call(asyncio.run(record(source))).send["id"] == "d-3"


def test_nobody_notices(capsys) -> None:
    logger = logging.getLogger("dictmcp")
    served = asyncio.run(load(HEAD + ADD))
    module = sys.modules["server"]
    asyncio.run(record(HEAD + FAIL + "print('loud')\n"))
    with pytest.raises(LoadError):
        asyncio.run(portray("1 / 0"))
    assert sys.modules["server"] is module
    assert not logger.disabled
    assert capsys.readouterr() == ("", "")
    assert served.doors.route({"jsonrpc": "2.0", "id": 1, "method": "ping"})["result"] == {}
