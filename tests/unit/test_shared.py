"""transports.shared: servers side by side in one interpreter know nothing of each other."""

import asyncio
import json
import linecache
import logging
import sys

import pytest
from dictmcp.transports.shared import SharedHost

SERVER = """
import asyncio
from dataclasses import dataclass
from dictmcp import Server

server = Server("{name}")
calls = []

@dataclass
class Note:
    text: "str"

@server.tool
def who() -> str:
    "Say who this is, and how often it was asked."
    calls.append(1)
    print("{name} was asked")
    return f"{{Note('{name}').text}} {{len(calls)}}"

@server.tool
def fail() -> None:
    "Fail."
    raise ValueError("in {name}")

@server.tool
async def wait() -> str:
    "Wait for ever."
    print("{name} waits")
    await asyncio.sleep(3600)
    return "waited"

@server.tool
async def loud() -> str:
    "Print, wait a little, print."
    print("{name} first")
    await asyncio.sleep(0)
    print("{name} second")
    return "done"
"""


class Seat:
    """A host, and what it posted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.posted: list[tuple[str, str]] = []
        self.host = SharedHost(name, lambda kind, text: self.posted.append((kind, text)))

    async def load(self, source: str = SERVER) -> dict:
        text = source.format(name=self.name) if source == SERVER else source
        return json.loads(await self.host.load(text, f"{self.name}.py"))

    async def call(self, tool: str) -> str:
        params = {"name": tool, "arguments": {}}
        told = await self.host.deliver(
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        )
        return json.loads(told.partition("\n")[2])["result"]["content"][0]["text"]

    def said(self, kind: str) -> str:
        return "".join(text for one, text in self.posted if one == kind)


@pytest.fixture
def seats():
    """Two hosts, and the interpreter as it was before them."""
    logger = logging.getLogger("dictmcp")
    before = logger.handlers, logger.propagate, sys.stdout, sys.stderr
    both = Seat("one"), Seat("two")
    yield both
    for seat in both:
        seat.host.leave()
    logger.handlers, logger.propagate, sys.stdout, sys.stderr = before


def test_each_has_its_own_state(seats) -> None:
    one, two = seats

    async def main() -> list[str]:
        await one.load()
        await two.load()
        return [await one.call("who"), await one.call("who"), await two.call("who"), await one.call("who")]

    assert asyncio.run(main()) == ["one 1", "one 2", "two 1", "one 3"]


def test_each_has_a_module_of_its_own(seats) -> None:
    one, two = seats
    source = (
        "import sys\nfrom dictmcp import Server\nserver = Server(__name__)\nassert sys.modules[__name__]\n"
    )
    names = [asyncio.run(seat.load(source))["server"] for seat in (one, two)]
    assert len(set(names)) == 2


def test_what_is_printed_at_the_same_time_goes_where_it_belongs(seats) -> None:
    one, two = seats

    async def main() -> None:
        await asyncio.gather(one.load(), two.load())
        await asyncio.gather(one.call("loud"), two.call("loud"))

    asyncio.run(main())
    assert one.said("printed") == "one first\none second\n"
    assert two.said("printed") == "two first\ntwo second\n"


def test_a_traceback_goes_to_its_own_host_and_shows_its_own_lines(seats) -> None:
    one, two = seats

    async def main() -> None:
        await one.load("# another length\n\n" + SERVER.format(name="one"))
        await two.load()
        await asyncio.gather(one.call("fail"), two.call("fail"))

    asyncio.run(main())
    for seat in seats:
        assert f'File "{seat.name}.py"' in seat.said("error")
        assert f'raise ValueError("in {seat.name}")' in seat.said("error")
        assert seat.said("error").count("Traceback") == 1


def test_an_interrupt_ends_the_work_of_one_host_only(seats) -> None:
    one, two = seats

    async def main() -> list[object]:
        await one.load()
        await two.load()
        stopped, goes_on = (asyncio.create_task(seat.call("wait")) for seat in seats)
        await asyncio.sleep(0.01)
        one.host.interrupt()
        (ended,) = await asyncio.gather(stopped, return_exceptions=True)
        waits = not goes_on.done()
        goes_on.cancel()
        await asyncio.gather(goes_on, return_exceptions=True)
        return [type(ended), waits, await one.call("who")]

    assert asyncio.run(main()) == [asyncio.CancelledError, True, "one 1"]


def test_who_leaves_leaves_nothing_behind(seats) -> None:
    one, two = seats

    async def main() -> str:
        await one.load()
        await two.load()
        one.host.leave()
        return await two.call("who")

    assert asyncio.run(main()) == "two 1"
    assert "server_one" not in sys.modules
    assert "one.py" not in linecache.cache
    assert "two.py" in linecache.cache


def test_what_nobody_of_them_prints_goes_where_it_always_went(seats, capsys) -> None:
    print("elsewhere")
    assert [seat.posted for seat in seats] == [[], []]
