"""transports.stdio and the command line: bytes in, bytes out, and how the process ends."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from dictmcp import Server
from dictmcp.transports import stdio

PATIENCE = 60  # seconds; only so that a hang becomes a failure
SERVER = '''
import os, subprocess, sys
from dictmcp import Server

print("printed while loading")
server = Server("demo")

@server.tool
def loud() -> str:
    """Write to standard output in every way there is."""
    print("printed \\u00e9 \\ud800")
    sys.__stdout__.write("written\\n")
    sys.__stdout__.flush()
    os.write(1, b"raw\\n")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    os.system("echo from a shell")
    return "quiet"

@server.tool
def greedy() -> str:
    """Read standard input."""
    return repr(sys.stdin.read())

@server.tool
def length(text: str) -> int:
    """Count characters."""
    return len(text)

@server.tool
async def nap() -> str:
    """Sleep for a long time."""
    import asyncio
    await asyncio.sleep(600)
    return "slept"

@server.tool
def block() -> str:
    """Block the process for a long time."""
    import time
    time.sleep(600)
    return "slept"

@server.tool
async def soon() -> str:
    """Answer a little later."""
    import asyncio
    await asyncio.sleep(0.01)
    return "soon"
'''
PING = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}'


def ping(id: object) -> bytes:
    return PING % json.dumps(id).encode()


def pong(id: object) -> dict:
    return {"jsonrpc": "2.0", "id": id, "result": {}}


def call(tool: str, id: object = 1, **arguments: object) -> bytes:
    params = {"name": tool, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).encode()


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    """A server module."""
    path = tmp_path_factory.mktemp("stdio") / "server.py"
    path.write_text(SERVER, "utf-8")
    return path


def start(*arguments: object, **environment: str) -> subprocess.Popen:
    """`python -m dictmcp`, with all its streams ours."""
    return subprocess.Popen(
        [sys.executable, "-m", "dictmcp", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


def run(file: Path, sent: bytes = b"", **environment: str) -> tuple[list[dict], bytes, int]:
    """Everything sent at once, then the end of input: the replies, standard error and the exit status."""
    with start(file, **environment) as process:
        out, err = process.communicate(sent, timeout=PATIENCE)
    assert out == b"" or out.endswith(b"\n")
    return [json.loads(line) for line in out.split(b"\n")[:-1]], err, process.returncode


def by_id(replies: list[dict]) -> dict:
    return {reply.get("id"): reply for reply in replies}


def text_of(reply: dict) -> str:
    return reply["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    ("sent", "replies"),
    [
        (b"", []),
        (ping(1) + b"\n", [pong(1)]),
        (ping(1), [pong(1)]),
        (ping(1) + b"\r\n" + ping("2") + b"\r\n", [pong(1), pong("2")]),
        (b"\xef\xbb\xbf" + ping(1) + b"\n", [pong(1)]),
        (b"\n\r\n  \n" + ping(1) + b"\n\n", [pong(1)]),
        (ping("\u2028").replace(b"\\u2028", "\u2028\u0085".encode()) + b"\n", [pong("\u2028\u0085")]),
        (b'{"jsonrpc":"2.0","method":"a"}\n' + ping(0) + b"\n", [pong(0)]),
    ],
    ids=["nothing", "line", "no line feed", "crlf", "bom", "blank", "separators", "notification"],
)
def test_lines_in_lines_out(file: Path, sent: bytes, replies: list) -> None:
    assert run(file, sent)[::2] == (replies, 0)


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b'{"id":"\xed\xa0\x80"}',
        b"{",
        b"\x00",
        b'{"jsonrpc":"2.0","id":1,"method":"ping"',
        b"\xef\xbb\xbf",
    ],
    ids=repr,
)
def test_a_line_that_is_no_json_is_one_error_and_the_next_is_served(file: Path, line: bytes) -> None:
    error, alive = run(file, line + b"\n" + ping("alive") + b"\n")[0]
    assert (error["error"]["code"], "id" in error, alive) == (-32700, False, pong("alive"))


def test_every_locale_is_utf8(file: Path) -> None:
    line = '{"jsonrpc":"2.0","id":"\u00e9\u6f22","method":"ping"}\n'.encode()
    assert run(file, line, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")[0] == [pong("\u00e9\u6f22")]


def test_long_lines_are_read_whole(file: Path) -> None:
    sent = b"\n".join(
        [call("length", 1, text="k" * 200_000), call("length", 2, text="k" * 6_000_000), ping(3), b""]
    )
    replies = by_id(run(file, sent)[0])
    assert (text_of(replies[1]), text_of(replies[2]), replies[3]) == ("200000", "6000000", pong(3))


def test_the_rest_of_a_line_that_is_too_long_is_no_message(monkeypatch) -> None:
    async def load() -> Server:
        return Server("a")

    monkeypatch.setattr(stdio, "_LONGEST", 100)
    handler, out = signal.getsignal(signal.SIGINT), io.BytesIO()
    sent = b'{"id":"' + b"x" * 93 + ping("hidden") + b"\n" + ping("alive") + b"\n"
    try:
        stdio.serve(load, io.BytesIO(sent), out)
    finally:
        signal.signal(signal.SIGINT, handler)
    error, alive = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (error["error"]["code"], alive) == (-32700, pong("alive"))


def test_replies_that_wait_for_nothing_come_in_order(file: Path) -> None:
    sent = b"".join(ping(id) + b"\n" for id in range(100))
    assert [reply["id"] for reply in run(file, sent)[0]] == list(range(100))


def test_standard_output_belongs_to_the_wire(file: Path) -> None:
    replies, err, status = run(file, call("loud") + b"\n" + ping(2) + b"\n")
    assert (text_of(by_id(replies)[1]), by_id(replies)[2], len(replies), status) == ("quiet", pong(2), 2, 0)
    for words in (b"printed while loading", b"printed", b"written", b"raw", b"from a child", b"from a shell"):
        assert words in err


def test_standard_input_belongs_to_the_wire(file: Path) -> None:
    replies = by_id(run(file, call("greedy") + b"\n" + ping(2) + b"\n")[0])
    assert (text_of(replies[1]), replies[2]) == ("''", pong(2))


def test_every_reply_that_is_owed_is_written_before_the_end(file: Path) -> None:
    sent = b"".join(call("soon", id) + b"\n" for id in range(50))
    replies, _, status = run(file, sent)
    assert (sorted(by_id(replies)), status) == (list(range(50)), 0)


@pytest.mark.parametrize("tool", ["nap", "block"])
def test_the_end_of_input_is_the_end_whatever_a_tool_does(file: Path, tool: str) -> None:
    replies, _, status = run(file, ping(1) + b"\n" + call(tool, 2) + b"\n")
    assert (replies, status) == ([pong(1)], 0)


def test_a_clean_end_says_nothing(tmp_path: Path) -> None:
    file = tmp_path / "quiet.py"
    file.write_text("from dictmcp import Server\nserver = Server('quiet')\n", "utf-8")
    assert run(file, ping(1) + b"\n") == ([pong(1)], b"", 0)


def test_an_interrupt_ends_at_once_without_a_traceback(file: Path) -> None:
    with start(file) as process:
        process.stdin.write(ping(1) + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == pong(1)
        process.send_signal(signal.SIGINT)
        alarm = threading.Timer(PATIENCE, process.kill)
        alarm.start()
        status = process.wait()
        alarm.cancel()
        err = process.stderr.read()
    assert (status, b"Traceback" in err) == (130, False)


def test_a_reader_that_goes_away_is_no_crash(file: Path) -> None:
    with start(file) as process:
        process.stdout.close()
        process.stdin.write((ping(1) + b"\n") * 3)
        process.stdin.close()
        alarm = threading.Timer(PATIENCE, process.kill)
        alarm.start()
        status = process.wait()
        alarm.cancel()
        err = process.stderr.read()
    assert (status, b"Traceback" in err) == (0, False)


def test_a_request_is_cancelled_while_it_runs(file: Path) -> None:
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n'
    replies, _, status = run(file, call("nap", 7) + b"\n" + cancel + ping(8) + b"\n")
    assert (replies, status) == ([pong(8)], 0)


def test_others_are_served_while_a_request_runs(file: Path) -> None:
    with start(file) as process:
        process.stdin.write(call("nap", 1) + b"\n" + ping(2) + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == pong(2)
        assert process.communicate(timeout=PATIENCE)[0] == b""


def test_a_server_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("NAME = 'next door'\n", "utf-8")
    file = tmp_path / "server.py"
    file.write_text(
        "from dictmcp import Server\nfrom neighbour import NAME\nserver = Server(NAME)\n", "utf-8"
    )
    assert run(file, ping(1) + b"\n")[::2] == ([pong(1)], 0)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0\n", [b"ZeroDivisionError", b"line 1"]),
        ("x = \n", [b"invalid syntax"]),
        ("import no_such_package\n", [b"no_such_package", b"not installed"]),
        ("x = 1\n", [b"defines no `route`"]),
        ("import sys\nsys.exit(0)\n", [b"SystemExit"]),
    ],
    ids=["raise", "syntax", "import", "no route", "exit"],
)
@pytest.mark.parametrize("options", [[], ["--check"]], ids=["serve", "check"])
def test_a_file_that_cannot_be_served_says_why(
    tmp_path: Path, source: str, words: list, options: list
) -> None:
    file = tmp_path / "bad.py"
    file.write_text(source, "utf-8")
    with start(*options, file) as process:
        out, err = process.communicate(ping(1) + b"\n", timeout=PATIENCE)
    assert (out, process.returncode) == (b"", 1)
    assert [word for word in words if word not in err] == []
    assert b"hosting.py" not in err


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with start(tmp_path / "none.py") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (out, process.returncode, b"none.py cannot be read" in err, b"Traceback" in err) == (
        b"",
        1,
        True,
        False,
    )


def test_a_check_serves_nothing(file: Path) -> None:
    with start("--check", file) as process:
        assert process.communicate(ping(1) + b"\n", timeout=PATIENCE)[0].count(b"jsonrpc") == 0
    assert process.returncode == 0


def test_what_is_left_out_is_told_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "server.py"
    file.write_text(
        "from dictmcp import Server\nserver = Server('a')\nserver.tool(lambda *a: '', name='it')\n", "utf-8"
    )
    replies, err, status = run(file, ping(1) + b"\n")
    assert (replies, b"'it'" in err, status) == ([pong(1)], True, 0)


def test_the_traceback_of_a_tool_is_told_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "server.py"
    source = "from dictmcp import Server\nserver = Server('a')\n"
    source += "\n@server.tool\ndef it():\n    raise ValueError('on purpose')\n"
    file.write_text(source, "utf-8")
    replies, err, _ = run(file, call("it") + b"\n")
    assert replies[0]["result"]["isError"] is True
    assert (b"raise ValueError('on purpose')" in err, b"calling.py" in err) == (True, False)


def test_a_server_writes_to_a_file_and_outlives_what_its_tools_start(tmp_path: Path) -> None:
    file, sent, out = (tmp_path / name for name in ("server.py", "in", "out"))
    file.write_text(
        "import asyncio, threading\nfrom dictmcp import Server\nserver = Server('a')\n"
        "async def leave():\n    raise SystemExit(7)\n"
        "@server.tool\nasync def away():\n    await asyncio.gather(leave())\n"
        "@server.tool\nasync def wait():\n    await asyncio.to_thread(threading.Event().wait)\n",
        "utf-8",
    )
    calls = [{"name": "away"}, {"name": "wait"}]
    lines = [
        {"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": call} for at, call in enumerate(calls)
    ]
    sent.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with sent.open("rb") as reads, out.open("wb") as writes:
        command = [sys.executable, "-m", "dictmcp", str(file)]
        done = subprocess.run(
            command, stdin=reads, stdout=writes, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 0
    assert "SystemExit: 7" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("closed", "out"),
    [("<&-", []), ("2>&-", [pong(1)]), ("<&- 2>&-", []), (">&-", []), ("<&- >&- 2>&-", [])],
    ids=["in", "error", "in and error", "out", "all"],
)
def test_a_standard_stream_that_is_closed_is_no_crash(file: Path, closed: str, out: list) -> None:
    command = f'"{sys.executable}" -m dictmcp "{file}" {closed}'
    done = subprocess.run(
        command, shell=True, input=ping(1) + b"\n", capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, [json.loads(line) for line in done.stdout.splitlines()]) == (0, out)
    assert b"Traceback" not in done.stderr


def test_an_output_that_takes_no_more_is_told(file: Path) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "dictmcp", str(file)]
        done = subprocess.run(
            command, input=ping(1) + b"\n", stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode == 1
    assert b"standard output" in done.stderr
    assert b"Traceback" not in done.stderr
