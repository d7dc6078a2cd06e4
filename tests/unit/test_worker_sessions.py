"""transports.sessions: what the page gets done with sessions, as text."""

import asyncio
import json
import logging
import time

import pytest
from dictmcp.transports.worker import Host

SERVER = """
import time, uuid
from dictmcp import Server

server = Server("demo")

@server.tool
def add(a: int, b: int = 0) -> int:
    "Add."
    return a + b

@server.tool
def stamp() -> str:
    return f"{time.time()} {uuid.uuid4()}"
"""
SUM = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}'
STAMP = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"stamp","arguments":{}}}'


class Page:
    """A host, and the log that a page keeps."""

    def __init__(self) -> None:
        self.host = Host(lambda kind, text: None)
        self.log: list[dict] = []

    def run(self, source: str) -> dict:
        return json.loads(asyncio.run(self.host.load(source)))

    def send(self, text: str) -> str:
        id = len(self.log)
        _, line_feed, reply = asyncio.run(self.host.deliver(text)).partition("\n")
        self.log.append({"kind": "sent", "text": text, "id": id})
        kind = "received" if line_feed else "nothing"
        self.log.append({"kind": kind, "text": reply, "id": id, "isEnd": True})
        return reply

    def act(self, action: str, **order: object) -> dict:
        return json.loads(asyncio.run(self.host.session(action, json.dumps(order))))

    def save(self) -> dict:
        return self.act("save", entries=self.log, isSteady=False)

    def interface(self, before: str = "") -> dict:
        return json.loads(asyncio.run(self.host.interface(before)))


@pytest.fixture
def page():
    """A page that serves the server above."""
    logger = logging.getLogger("dictmcp")
    before = logger.handlers, logger.propagate
    page = Page()
    assert page.run(SERVER)["ok"]
    yield page
    page.host.fix(False)
    page.run(SERVER)
    logger.handlers, logger.propagate = before


def test_a_session_is_saved_opened_and_replayed(page: Page) -> None:
    page.send(SUM)
    page.send(STAMP)
    saved = page.save()
    assert (saved["count"], saved["server"], saved["filename"]) == (2, "demo", "demo.mcp-session.json")
    told = page.act("open", text=saved["text"], name="mine")
    assert (told["count"], [kind["kind"] for kind in told["kinds"]]) == (
        2,
        ["pytest", "script", "curl", "markdown"],
    )
    assert page.run(SERVER.replace("a + b", "a * b"))["ok"]
    replayed = page.act("replay", text=saved["text"])
    assert [(row["name"], row["verdict"]) for row in replayed["rows"]] == [
        ("tools/call add", "changed"),
        ("tools/call stamp", "volatile"),
    ]
    assert replayed["summary"] == "1 changed, 1 volatile"
    (place, *_) = replayed["rows"][0]["places"]
    assert (place["path"], place["was"], place["now"]) == ("result.content[0].text", '"3"', '"2"')


def test_what_is_replayed_leaves_the_served_one_alone(page: Page) -> None:
    counting = (
        SERVER
        + "\ncalls = []\n@server.tool\ndef count() -> int:\n    calls.append(1)\n    return len(calls)\n"
    )
    page.run(counting)
    count = SUM.replace('"add"', '"count"').replace('{"a":1,"b":2}', "{}")
    page.send(count)
    page.act("replay", text=page.save()["text"])
    assert json.loads(page.send(count))["result"]["content"][0]["text"] == "2"


@pytest.mark.parametrize("kind", ["pytest", "script", "curl", "markdown"])
def test_a_session_is_exported(page: Page, kind: str) -> None:
    page.send(SUM)
    page.send(STAMP)
    told = page.act("export", text=page.save()["text"], kind=kind)
    assert "stamp" in told["text"]
    assert ("<any>" in told["text"].partition("class Talk")[0]) is (kind == "pytest")


def test_what_cannot_be_done_is_one_sentence(page: Page) -> None:
    assert page.act("open", text="{", name="x.json") == {
        "error": "x.json is not JSON: expecting property name enclosed in double quotes at line 1, column 2."
    }
    assert page.act("both", text="{")["error"].startswith("This is not JSON")
    assert page.act("both", text="[]") == {"error": "Only a single message can be sent in both revisions."}


def test_a_message_in_both_revisions(page: Page) -> None:
    told = page.act("both", text=SUM)
    assert [side["revision"] for side in told["sides"]] == ["2025-11-25", "2026-07-28"]
    assert told["places"] == ["result.resultType", "result._meta"]
    assert set(told["sides"][0]["left"][0][0]) == {"text", "differs"}


def test_an_interface_is_told_and_compared(page: Page) -> None:
    first = page.interface()
    assert (first["summary"], first["changes"]) == ("", [])
    page.run(SERVER.replace("b: int = 0", "b: int"))
    told = page.interface(first["interface"])
    assert told["summary"].startswith("`add.b` now required")
    assert told["changes"][0]["breaks"] == "yes"
    assert page.interface(told["interface"])["summary"] == ""


def test_a_fixed_clock_gives_the_same_after_every_run(page: Page) -> None:
    page.host.fix(True)
    stamps = []
    for _ in range(2):
        page.run(SERVER)
        stamps.append([page.send(STAMP), page.send(STAMP)])
    assert stamps[0] == stamps[1]
    assert stamps[0][0] != stamps[0][1]
    assert "1767225600" in stamps[0][0]


def test_a_fixed_clock_outlives_a_fault_and_ends_when_it_is_switched_off(page: Page) -> None:
    page.host.fix(True)
    page.run(SERVER)
    first = page.send(STAMP)
    assert not page.run("1 / 0")["ok"]
    assert page.send(STAMP) not in (first, "")
    assert "1767225600" in page.send(STAMP)
    page.host.fix(False)
    assert not page.run("1 / 0")["ok"]
    assert "1767225600" in page.send(STAMP)
    page.run(SERVER)
    assert "1767225600" not in page.send(STAMP)
    assert time.time() > 1767225600 - 10**9
    assert time.time.__name__ == "time"


def test_a_steady_session_is_replayed_steadily(page: Page) -> None:
    page.host.fix(True)
    page.run(SERVER)
    page.send(STAMP)
    saved = page.act("save", entries=page.log, isSteady=True)
    assert page.act("replay", text=saved["text"])["summary"] == "1 same"
    assert "<any>" in page.act("export", text=saved["text"], kind="pytest")["text"].partition("class Talk")[0]


def test_a_replay_of_a_steady_session_leaves_the_served_clock_where_it_was(page: Page) -> None:
    def stamps(with_replay: bool) -> list[str]:
        page.log.clear()
        page.host.fix(True)
        page.run(SERVER)
        first = page.send(STAMP)
        if with_replay:
            page.act("replay", text=page.act("save", entries=page.log, isSteady=True)["text"])
        return [first, page.send(STAMP)]

    assert stamps(True) == stamps(False)
