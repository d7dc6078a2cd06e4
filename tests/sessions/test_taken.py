"""A session taken elsewhere: run outside the page, against the exported server, on plain Python."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from conversations.replay import EXAMPLES, HERE
from dictmcp.export import export
from dictmcp.hosting import load
from dictmcp.sessions import Recording, Step, opened, read, recorded, replays
from dictmcp.sessions.exports import KINDS, Taken, kind_called

SERVER = """
import asyncio
import random
import time

from dictmcp import Server

server = Server("taken", version="1")


@server.tool
def add(a: int, b: int) -> int:
    "Add."
    return a + b


@server.tool
def dice() -> dict:
    "Throw."
    return {"fell": random.randbytes(8).hex(), "sides": 6, "at": time.time_ns()}


@server.tool
async def greet(ctx) -> str:
    "Ask who it is."
    form = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    answer = await ctx.elicit("Who are you?", form, key="who")
    return f"Hello, {answer.content['name']}"


@server.tool
def slow(ctx) -> str:
    "Report progress."
    ctx.progress(1, 2)
    return 'It\\'s "done" \\\\ ünï\\n'
"""
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
CLIENT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"elicitation": {}},
    "clientInfo": {"name": "a", "version": "1"},
}
ANSWER = {"action": "accept", "content": {"name": "Ada"}}


def request(id: object, method: str, **params: object) -> dict:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def call(id: object, name: str, **arguments: object) -> dict:
    return request(id, "tools/call", name=name, arguments=arguments)


async def held(source: str) -> Recording:
    """A session as the page records it: a question in the middle of a call, and all kinds of messages."""
    log: list[dict] = []
    doors = (await load(source)).doors

    async def send(number: int, message: object) -> str | None:
        text = message if isinstance(message, str) else json.dumps(message)
        log.append({"kind": "sent", "text": text, "id": number})
        heard = asyncio.Event()

        def hear(sent: str) -> None:
            log.append({"kind": "received", "text": sent, "id": number})
            heard.set()

        reply = await doors.route_text_async(text, hear)
        kind = "nothing" if reply is None else "received"
        log.append({"kind": kind, "text": reply or "", "id": number, "isEnd": True})
        return reply

    await send(1, request(0, "initialize", **CLIENT))
    await send(2, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    await send(3, call(1, "add", a=1, b=2))
    await send(4, call("zwei", "add", a="1", b=None))
    await send(5, "{broken")
    await send(6, call(2, "dice"))
    await send(7, request(3, "tools/call", name="slow", arguments={}, _meta={"progressToken": "t"}))
    asking = asyncio.ensure_future(send(8, call(4, "greet")))
    while not any("elicitation/create" in entry["text"] for entry in log):
        await asyncio.sleep(0)
    await send(9, {"jsonrpc": "2.0", "id": "ask-1", "result": ANSWER})
    await asking
    asked = json.loads(await send(10, request(5, "tools/call", name="greet", arguments={}, _meta=META)))[
        "result"
    ]
    again = {"requestState": asked["requestState"], "inputResponses": {"who": ANSWER}}
    await send(11, request(6, "tools/call", name="greet", arguments={}, _meta=META, **again))
    await send(12, request(7, "tools/list"))
    return recorded(log, "taken")


@pytest.fixture(scope="module")
def taken() -> Taken:
    """A session, ready to be taken elsewhere."""

    async def make() -> Taken:
        recording = await held(SERVER)
        return Taken(recording, opened(recording, await replays(SERVER, recording)), SERVER)

    return asyncio.run(make())


def put(folder: Path, source: str) -> None:
    (folder / "server.pyz").write_bytes(asyncio.run(export(source, "pyz", "it")))


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess:
    """In a folder, with nothing of ours but what lies there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def pytest_in(folder: Path, **more: str) -> str:
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", **more).stdout


def test_a_session_passes_as_a_test_with_the_exported_server(taken: Taken, tmp_path: Path) -> None:
    put(tmp_path, SERVER)
    (tmp_path / "test_session.py").write_text(kind_called("pytest").make(taken), "utf-8")
    assert f"{len(taken.recording.steps)} passed" in pytest_in(tmp_path)


@pytest.mark.parametrize(
    ("edit", "failing"),
    [
        (("a + b", "a - b"), ["3_tools/call_add"]),
        (('"sides": 6', '"sides": 20'), ["6_tools/call_dice"]),
        (("ctx.progress(1, 2)", "pass"), ["7_tools/call_slow"]),
        (("Who are you?", "Who?"), ["8_tools/call_greet", "10_tools/call_greet"]),
        (('    "Add."', '    "Adds."'), ["12_tools/list"]),
    ],
    ids=lambda value: value[0] if isinstance(value[0], str) else None,
)
def test_it_fails_where_the_server_has_changed(taken: Taken, tmp_path: Path, edit, failing) -> None:
    assert edit[0] in SERVER
    put(tmp_path, SERVER.replace(*edit))
    text = kind_called("pytest").make(taken).replace("PATIENCE = 20", "PATIENCE = 2")
    (tmp_path / "test_session.py").write_text(text, "utf-8")
    said = pytest_in(tmp_path)
    failed = re.findall(r"FAILED test_session.py::test_message\[(.*?)\]", said)
    assert [one.replace(" ", "_") for one in failed] == failing, said


def test_it_takes_any_server_that_is_named(taken: Taken, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text(SERVER, "utf-8")
    (tmp_path / "test_session.py").write_text(kind_called("pytest").make(taken), "utf-8")
    said = pytest_in(tmp_path, MCP_SERVER=f"{sys.executable} -m dictmcp elsewhere.py")
    assert f"{len(taken.recording.steps)} passed" in said


def test_a_server_that_does_not_start_fails_every_message_that_has_a_reply(
    taken: Taken, tmp_path: Path
) -> None:
    (tmp_path / "test_session.py").write_text(kind_called("pytest").make(taken), "utf-8")
    said = pytest_in(tmp_path, MCP_SERVER=f"{sys.executable} -c pass")
    expected = sum(bool(step.receive) for step in taken.recording.steps)
    assert f"{expected} failed" in said


@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.iterdir()))
def test_every_example_passes_as_a_test(example: str, tmp_path: Path) -> None:
    folder = EXAMPLES / example
    source = (folder / "server.py").read_text("utf-8")
    recording = read((folder / "conversation.json").read_text("utf-8"))
    both = opened(recording, asyncio.run(replays(source, recording)))
    (tmp_path / "test_session.py").write_text(kind_called("pytest").make(Taken(recording, both)), "utf-8")
    put(tmp_path, source)
    said = pytest_in(tmp_path)
    assert f"{len(recording.steps)} passed" in said, said


def test_the_script_plays_it(taken: Taken, tmp_path: Path) -> None:
    put(tmp_path, SERVER)
    (tmp_path / "play_session.py").write_text(kind_called("script").make(taken), "utf-8")
    done = run(tmp_path, "-S", "play_session.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n-> ") + 1 == len(taken.recording.steps)
    assert done.stdout.count("Hello, Ada") == 2
    assert "   nothing was sent" in done.stdout


@pytest.fixture
def url(tmp_path: Path):
    """The address of the server, over HTTP."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    command = [sys.executable, "-m", "dictmcp", "server.py", "--sessions", "--http", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    while b"http://" not in (line := process.stderr.readline()):
        assert line, "it did not start"
    yield f"http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.wait()
    process.stderr.close()


def test_curl_gets_the_same_replies(taken: Taken, tmp_path: Path, url: str) -> None:
    steps = [step for step in taken.recording.steps if "greet" not in step.text and "ask-1" not in step.text]
    greet = {**call(9, "add", a=3, b=4)}
    greet["params"]["_meta"] = META
    modern = Step(json.dumps(greet), [])
    session = taken.recording._replace(steps=[*steps, modern])
    (tmp_path / "session.sh").write_text(kind_called("curl").make(Taken(session, session)), "utf-8")
    done = subprocess.run(
        ["sh", "session.sh", url], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    came = [json.loads(one) for one in re.findall(r"^(?:data: )?(\{.*\})$", done.stdout, re.MULTILINE)]
    expected = [message for step in session.steps for message in step.receive]
    by_id = {json.dumps(one["id"]): one for one in came if "id" in one}
    for message in expected:
        if "id" in message and message["id"] != 2:
            assert by_id[json.dumps(message["id"])] == message
    assert by_id["9"]["result"]["resultType"] == "complete"
    assert any(one.get("error", {}).get("code") == -32700 for one in came)


def test_markdown_shows_every_message_and_the_server(taken: Taken) -> None:
    text = kind_called("markdown").make(taken)
    assert text.count("Nothing was sent.") == sum(not step.receive for step in taken.recording.steps)
    blocks = re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)
    assert len(blocks) == sum(1 + len(step.receive) for step in taken.recording.steps)
    assert SERVER.rstrip() in text


def test_what_looks_like_a_fence_stays_inside() -> None:
    session = Recording('"""', "", [Step("```\n`", [])])
    text = kind_called("markdown").make(Taken(session, session, "x = '````'"))
    assert "\n````json\n```\n`\n````\n" in text
    assert "\n`````python\n" in text


def test_no_text_breaks_out_of_an_export() -> None:
    evil = '\'; rm -rf / #\n"""\\ $(x) \ud800'
    session = Recording(evil, evil, [Step(evil, [{"result": {evil: evil}}])])
    texts = {one.kind: one.make(Taken(session, session, evil)) for one in KINDS}
    for kind in ("pytest", "script"):
        compile(texts[kind].encode("utf-8", "backslashreplace").decode(), kind, "exec")
    assert (
        subprocess.run(["sh", "-n"], input=texts["curl"].encode("utf-8", "replace"), check=False).returncode
        == 0
    )


def test_a_kind_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="choose pytest, script, curl, markdown"):
        kind_called("pdf")


def test_conversations_can_be_taken_too() -> None:
    session = read((HERE / "pages.json").read_text("utf-8"))
    text = kind_called("pytest").make(Taken(session, session))
    assert "nextCursor" in text
