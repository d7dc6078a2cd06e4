"""The page's host: the verdict knows what earlier messages showed, and what was sent beside a reply."""

import json

from verdict.host import page
from verdict.talk import call, request

GROWING = """
TOOLS = [{"name": "grow", "description": "Grow.", "inputSchema": {"type": "object"}}]

def route(message):
    if message["method"] == "tools/list":
        result = {"tools": TOOLS[:]}
    else:
        TOOLS.append({**TOOLS[0], "name": f"grown_{len(TOOLS)}"})
        result = {"content": []}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}
"""

LATE = """
import asyncio

waiting = []

async def route(message, emit):
    async def later():
        params = {"progressToken": 1, "progress": 1}
        emit({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})

    if message["method"] == "ping":
        return {"jsonrpc": "2.0", "id": message["id"], "result": {}}
    waiting.append(asyncio.ensure_future(later()))
    return {"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}}
"""


def test_a_registry_that_changes_in_a_call_is_noticed() -> None:
    with page(GROWING) as opened:
        said = [
            opened.broken(json.dumps(one))
            for one in (request("tools/list"), call("grow"), request("tools/list"))
        ]
        assert said == [set(), set(), {"registry-changed"}]
        assert opened.broken(json.dumps(request("tools/list"))) == set()


def test_another_server_has_another_history() -> None:
    with page(GROWING) as opened:
        opened.say(json.dumps(request("tools/list")))
        opened.load(GROWING.replace("grow", "shrink"))
        assert opened.broken(json.dumps(request("tools/list"))) == set()


def test_what_is_sent_after_the_reply_is_noticed_with_the_next_message() -> None:
    asking = request("tools/call", {"name": "a", "_meta": {"progressToken": 1}})
    with page(LATE) as opened:
        assert opened.broken(json.dumps(asking)) == set()
        assert opened.broken(json.dumps(request("ping"))) == {"late-notification"}


def test_what_is_sent_before_the_reply_is_judged_with_it() -> None:
    source = LATE.replace("waiting.append(asyncio.ensure_future(later()))", "await later()")
    with page(source) as opened:
        assert opened.broken(json.dumps(call("a"))) == {"progress-token"}
        assert [one["method"] for one in opened.received] == ["notifications/progress"]
