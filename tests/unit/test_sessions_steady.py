"""sessions.steady: clock, ids and chance are the same every time, and as they were afterwards."""

import asyncio
import datetime
import os
import random
import secrets
import time
import uuid

import pytest
from dictmcp.hosting import load
from dictmcp.sessions import steady

HEAD = """
import datetime, os, random, secrets, time, uuid
from datetime import date, datetime as moment
from time import time as look
from dictmcp import Server

server = Server("demo")
"""
EXPRESSIONS = [
    "time.time()",
    "look()",
    "time.time_ns()",
    "time.monotonic()",
    "time.perf_counter_ns()",
    "time.gmtime()",
    "time.localtime()",
    "time.strftime('%H:%M:%S')",
    "time.ctime()",
    "time.asctime()",
    "datetime.datetime.now()",
    "moment.now(datetime.timezone.utc)",
    "moment.today()",
    "date.today()",
    "uuid.uuid4()",
    "uuid.uuid1()",
    "random.random()",
    "random.sample(range(1000), 5)",
    "random.Random().random()",
    "random.SystemRandom().random()",
    "secrets.token_hex(8)",
    "secrets.token_urlsafe()",
    "secrets.randbelow(10**9)",
    "os.urandom(8)",
]


def values(expression: str) -> list[str]:
    """What a tool sees of it, twice."""
    source = f"{HEAD}\n@server.tool\ndef see() -> str:\n    return repr({expression})\n"
    with steady():
        doors = asyncio.run(load(source)).doors
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "see", "arguments": {}}}
        return [doors.route(call)["result"]["content"][0]["text"] for _ in range(2)]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_it_is_the_same_every_time(expression: str) -> None:
    assert values(expression) == values(expression)


@pytest.mark.parametrize("expression", ["look()", "uuid.uuid4()", "random.random()", "time.monotonic()"])
def test_and_goes_on(expression: str) -> None:
    one, other = values(expression)
    assert one != other


def test_the_clock_begins_with_2026() -> None:
    assert values("date.today()")[0] == "datetime.date(2026, 1, 1)"
    assert values("moment.now(datetime.timezone.utc)")[0].startswith(
        "datetime.datetime(2026, 1, 1, 0, 0, 0, "
    )


def test_afterwards_all_is_as_it_was() -> None:
    before = [time.time, time.monotonic, datetime.datetime, datetime.date, os.urandom, random.Random.seed]
    random.seed(5)
    expected = random.random()
    random.seed(5)
    with pytest.raises(KeyError), steady():
        raise KeyError(random.random())
    after = [time.time, time.monotonic, datetime.datetime, datetime.date, os.urandom, random.Random.seed]
    assert after == before
    assert random.random() == expected
    assert abs(time.time() - datetime.datetime.now().timestamp()) < 5
    assert secrets.token_hex() != secrets.token_hex()
    assert uuid.uuid4() != uuid.uuid4()


def test_one_inside_another_leaves_that_as_it_was() -> None:
    def drawn(with_another: bool) -> list[object]:
        with steady():
            first = [time.time(), uuid.uuid4(), random.random()]
            if with_another:
                with steady():
                    assert [time.time(), uuid.uuid4(), random.random()] == first
            return [time.time(), uuid.uuid4(), random.random()]

    assert drawn(True) == drawn(False)


def test_python_itself_waits_as_ever() -> None:
    with steady():
        start = time.monotonic()
        asyncio.run(asyncio.sleep(0.02))
        assert 0.02 <= time.monotonic() - start < 5


def test_times_are_times() -> None:
    real = datetime.datetime(2020, 1, 1)
    with steady():
        assert isinstance(real, datetime.datetime)
        assert isinstance(datetime.datetime.now(), type(real))
        assert isinstance(datetime.datetime.now(), datetime.date)
        assert datetime.datetime.now() > real
        assert datetime.datetime.now() - real > datetime.timedelta(days=1)
        assert issubclass(type(real), datetime.datetime)

        class Own(datetime.datetime):
            """A server's own."""

        assert isinstance(Own.now(), Own)
        assert not isinstance(datetime.datetime.now(), Own)


def test_a_tool_may_ask_for_times() -> None:
    source = (
        f"{HEAD}\n@server.tool\ndef later(when: moment, day: date) -> str:\n    return f'{{when}} {{day}}'\n"
    )
    arguments = {"when": "2026-05-06T07:08:09", "day": "2026-05-06"}
    params = {"name": "later", "arguments": arguments}
    with steady():
        doors = asyncio.run(load(source)).doors
        reply = doors.route({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        (tool,) = doors.route({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]
    assert reply["result"]["content"][0]["text"] == "2026-05-06 07:08:09 2026-05-06"
    assert tool["inputSchema"]["properties"]["when"] == {"type": "string", "format": "date-time"}
