"""Two processes behind nginx: either answers anything, and losing one is nothing a client notices."""

import contextlib
import os
import secrets
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from conformance.client import Client
from conformance.nginx import Nginx
from conformance.served import Served

BUSY = Path(__file__).with_name("busy.py")


@pytest.fixture
def pair(tmp_path):
    """Two processes that share a secret, and a client of the nginx before them: {pid: process}, client."""
    environment = {**os.environ, "DICTMCP_SECRET": secrets.token_hex()}
    with contextlib.ExitStack() as stack:
        served = [stack.enter_context(Served(BUSY, environment=environment)) for _ in range(2)]
        nginx = stack.enter_context(Nginx(tmp_path, [one.url for one in served]))
        transport = httpx.HTTPTransport(uds=str(nginx.socket))
        client = stack.enter_context(Client("http://localhost/mcp", transport=transport))
        yield {one.process.pid: one.process for one in served}, client


def test_both_answer_and_for_each_other(pair):
    processes, client = pair
    assert {int(client.text("process")) for _ in range(10)} == set(processes)
    # Round robin: the answer to a question goes to the process that did not ask.
    tellers = set()
    for _ in range(4):
        asked = client.call("ask")
        answers = {"who": {"action": "accept", "content": {"name": "Ada"}}}
        told = client.text("ask", inputResponses=answers, requestState=asked["requestState"])
        assert told.startswith("Ada in ")
        tellers.add(int(told.removeprefix("Ada in ")))
    assert tellers <= set(processes)


def test_losing_a_process_in_the_middle_of_a_request(pair, tmp_path):
    processes, client = pair
    for name in ("begun", "go"):
        os.mkfifo(tmp_path / name)
    with ThreadPoolExecutor() as pool:
        reply = pool.submit(client.text, "hold_first", {"folder": str(tmp_path)})
        lost = int((tmp_path / "begun").read_text())
        processes[lost].send_signal(signal.SIGKILL)
        processes[lost].wait(60)
        (left,) = set(processes) - {lost}
        assert int(reply.result()) == left
        assert {int(client.text("process")) for _ in range(20)} == {left}


def test_losing_a_process_while_many_are_served(pair):
    processes, client = pair
    lost = min(processes)
    with ThreadPoolExecutor(4) as pool:
        replies = [pool.submit(client.text, "process") for _ in range(100)]
        replies[20].result()
        processes[lost].send_signal(signal.SIGKILL)
        replies += [pool.submit(client.text, "process") for _ in range(100)]
        answered = [int(reply.result()) for reply in replies]
    assert len(answered) == 200
    assert set(answered) == set(processes)
    assert answered[-1] != lost


def test_hanging_up_on_nginx_cancels(pair, tmp_path):
    _, client = pair
    os.mkfifo(tmp_path / "ended")
    messages = client.stream("wait", {"folder": str(tmp_path)})
    assert next(messages)["params"]["progress"] == 1
    messages.close()
    assert (tmp_path / "ended").read_text() == "cancelled"


def test_streams_come_through_as_they_are_sent(pair, tmp_path):
    _, client = pair
    os.mkfifo(tmp_path / "go")
    messages = client.stream("count", {"folder": str(tmp_path)})
    assert next(messages)["params"]["progress"] == 1
    (tmp_path / "go").write_text("")
    assert next(messages)["params"]["progress"] == 2
    assert next(messages)["result"]["content"][0]["text"] == "two"
