"""The command line's HTTP: one process and several, and how they end."""

import json
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from conformance.client import Client
from conformance.served import Served

BUSY = Path(__file__).with_name("busy.py")
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


class Holding:
    """A process that a call to hold keeps busy until let go."""

    def __init__(self, client: Client, pool: ThreadPoolExecutor, folder: Path):
        self._folder = folder
        for name in ("begun", "go"):
            os.mkfifo(folder / name)
        self.reply = pool.submit(client.text, "hold", {"folder": str(folder)})
        self.process = int((folder / "begun").read_text())

    def let_go(self) -> int:
        (self._folder / "go").write_text("")
        return int(self.reply.result())


@pytest.fixture
def pool():
    with ThreadPoolExecutor() as pool:
        yield pool


def test_one_process_on_one_connection(pool):
    with Served(BUSY) as served, Client(served.url, keep=True) as client:
        assert client.text("process") == str(served.process.pid)
        # A body that nobody wanted is not taken for the next request.
        with httpx.Client() as web:
            refused = web.post(served.url, json=PING, headers={"origin": "http://evil.example"})
            assert refused.status_code == 403
            large = web.post(
                served.url, content=b" " * (5 << 20), headers={"content-type": "application/json"}
            )
            assert large.status_code == 413
            assert web.post(served.url, json=PING).json()["result"] == {}


def test_pipelined_bytes_stay_in_step():
    body = json.dumps(PING).encode()
    bad = b"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n"
    good = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    length = b"Content-Length: %d\r\n\r\n" % len(body)
    with Served(BUSY) as served:
        where = urlsplit(served.url)
        with socket.create_connection((where.hostname, where.port), timeout=60) as line:
            line.sendall(bad + length + body + good + length + body)
            said = b"".join(iter(lambda: line.recv(65536), b""))
    assert said.count(b"HTTP/1.1 ") == 2
    assert said.startswith(b"HTTP/1.1 421 ")
    assert said.endswith(b'{"jsonrpc":"2.0","id":1,"result":{}}')


def test_several_processes_answer_for_each_other(tmp_path, pool):
    with Served(BUSY, "--workers", "2") as served, Client(served.url) as client:
        first, second = (Holding(client, pool, _folder(tmp_path / name)) for name in ("one", "two"))
        assert len({first.process, second.process, served.process.pid}) == 3
        # Each is alone while the other is held: a question of one is answered to the other.
        assert first.let_go() == first.process
        asked = client.call("ask")
        assert asked["resultType"] == "input_required"
        again = Holding(client, pool, _folder(tmp_path / "three"))
        assert second.let_go() == second.process
        answers = {"who": {"action": "accept", "content": {"name": "Ada"}}}
        told = client.text("ask", inputResponses=answers, requestState=asked["requestState"])
        assert told == f"Ada in {second.process}"
        assert again.let_go() == first.process


def test_a_process_that_dies_is_not_missed(tmp_path, pool):
    with Served(BUSY, "--workers", "2") as served, Client(served.url) as client:
        held = Holding(client, pool, _folder(tmp_path / "one"))
        os.kill(held.process, signal.SIGKILL)
        assert isinstance(held.reply.exception(), httpx.TransportError)
        left = int(client.text("process"))
        assert left != held.process
        # Another takes its place: it answers while the one that is left is held.
        holdings = [Holding(client, pool, _folder(tmp_path / name)) for name in ("two", "three")]
        assert len({held.process, *(one.process for one in holdings)}) == 3
        assert [one.let_go() for one in holdings] == [one.process for one in holdings]


def test_hanging_up_cancels(tmp_path):
    os.mkfifo(tmp_path / "ended")
    with Served(BUSY) as served, Client(served.url) as client:
        messages = client.stream("wait", {"folder": str(tmp_path)})
        assert next(messages)["params"]["progress"] == 1
        messages.close()
        assert (tmp_path / "ended").read_text() == "cancelled"


def test_streams_end_with_their_response_when_the_server_ends():
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"notifications": {"toolsListChanged": True}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": "l", "method": "subscriptions/listen", "params": params}
    headers = {"mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen"}
    with Served(BUSY) as served, httpx.Client(timeout=60) as web:
        with web.stream("POST", served.url, json=message, headers=headers) as reply:
            lines = (line for line in reply.iter_lines() if line.startswith("data: "))
            assert "acknowledged" in next(lines)
            served.process.send_signal(signal.SIGTERM)
            assert '"result"' in next(lines)
            assert list(lines) == []
        served.process.wait(60)
    assert [line for line in served.said if "Error" in line or "Traceback" in line] == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_that_exits_takes_nobody_along(workers):
    with Served(BUSY, "--workers", str(workers)) as served, Client(served.url) as client:
        before = client.text("process")
        assert client.call("leave_in_a_task")["content"][0]["text"] == "SystemExit: 7"
        assert workers > 1 or client.text("process") == before
    assert [line for line in served.said if "uvicorn" in line] == []


def test_ctrl_c_ends_it_quietly():
    with Served(BUSY) as served:
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(60) == 130
    assert [line for line in served.said if "Error" in line or "Traceback" in line] == []


WRONG = {
    "a module that cannot be loaded": (("1/0",), "ZeroDivisionError", 1),
    "the same, for several": (("1/0", "--workers", "2"), "ZeroDivisionError", 1),
    "sessions in several": (("", "--sessions", "--workers", "2"), "remembered by one process", 2),
    "no process": (("", "--workers", "0"), "at least 1", 2),
}


@pytest.mark.parametrize(("arguments", "said", "status"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_served(tmp_path, arguments, said, status):
    file = tmp_path / "server.py"
    file.write_text(arguments[0])
    done = _run(str(file), "--http", "127.0.0.1:0", *arguments[1:])
    assert done.returncode == status
    assert said in done.stderr


@pytest.mark.parametrize("address", ["8000", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", ":8000"])
def test_what_is_no_address(address):
    done = _run(str(BUSY), "--http", address)
    assert done.returncode == 2
    assert "is not like 127.0.0.1:8000" in done.stderr


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = _run(str(BUSY), "--http", f"127.0.0.1:{port}")
    assert done.returncode == 1
    assert f"127.0.0.1:{port} cannot be listened on" in done.stderr


def test_without_the_extra_it_says_what_to_install(tmp_path):
    path = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    (tmp_path / "uvicorn.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'uvicorn'\", name='uvicorn')"
    )
    done = _run(str(BUSY), "--http", "127.0.0.1:0", PYTHONPATH=os.pathsep.join(path))
    assert done.returncode == 1
    assert "pip install starlette uvicorn" in done.stderr


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "dictmcp", *arguments]
    environment = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
