"""The way of a message: every kind of message through a server and through a hand-written route."""

import json

import pytest
from dictmcp import Server, text_door
from dictmcp.stations import ways

server = Server("demo")


@server.tool
def half(number: int) -> float:
    """Half of it."""
    return 1 / number


@server.tool
def lines() -> object:
    """What JSON lacks."""
    return {"lines": object()}


def by_hand(message):
    """A ping, and no more."""
    if message["method"] == "ping":
        return {"jsonrpc": "2.0", "id": message["id"], "result": {}}
    if "id" in message:
        return {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}
    return None


def way(text: str, route=server.route) -> list[str]:
    """The stations of one delivery: + passed, ! failed, - skipped."""
    [only] = taken(text, text_door(route))
    return only


def taken(text: str, doors) -> list[list[str]]:
    seen: list = []
    reply = doors.route_text(text, None, lambda name, value: seen.append((name, value)))
    message = dict(seen).get("parse")
    names = [name for name, _ in seen]
    found = ways(
        names, message, reply and json.loads(reply), by_hand=doors.__class__.__name__ == "HandWritten"
    )
    for stations in found:
        assert all(names[step] for station in stations for step in station.steps)
        assert all(station.says.endswith((".", "?")) for station in stations)
    return [
        [{"passed": "+", "failed": "!", "skipped": "-"}[one.state] + one.name for one in stations]
        for stations in found
    ]


def request(method: str, **members: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, **members})


def call(tool: str, **arguments: object) -> str:
    return request("tools/call", params={"name": tool, "arguments": arguments})


def notification(method: str) -> str:
    return json.dumps({"jsonrpc": "2.0", "method": method})


WAYS = {
    "a method": (request("ping"), "+parse +validate +look up +run +wrap +send"),
    "a tool": (call("half", number=2), "+parse +validate +look up +check arguments +run +wrap +send"),
    "broken text": ("{", "!parse -validate -look up -run -wrap +send"),
    "no message": ("[]", "+parse !validate -look up -run -wrap +send"),
    "no request": ('{"jsonrpc": "2.0", "id": 1}', "+parse !validate -look up -run -wrap +send"),
    "an unknown method": (request("pong"), "+parse +validate !look up -run -wrap +send"),
    "an unknown tool": (call("third"), "+parse +validate !look up -check arguments -run -wrap +send"),
    "bad arguments": (call("half"), "+parse +validate +look up !check arguments -run +wrap +send"),
    "a tool that raises": (
        call("half", number=0),
        "+parse +validate +look up +check arguments !run +wrap +send",
    ),
    "bad params": (request("tools/list", params={"cursor": 1}), "+parse +validate +look up !run -wrap +send"),
    "a notification": (
        notification("notifications/initialized"),
        "+parse +validate +look up +run +wrap +nothing",
    ),
    "an unknown notification": (notification("pong"), "+parse +validate !look up -run -wrap +nothing"),
    "an answer": ('{"jsonrpc": "2.0", "id": 9, "result": {}}', "+parse +validate +nothing"),
}


@pytest.mark.parametrize("name", WAYS)
def test_the_way_through_a_server(name: str) -> None:
    text, expected = WAYS[name]
    assert " ".join(way(text)) == expected


BY_HAND = {
    "a request": (request("ping"), "+before route +inside route +after route"),
    "broken text": ("{", "!before route -inside route +after route"),
    "no object": ("[]", "!before route -inside route +after route"),
    "an error": (request("pong"), "+before route !inside route +after route"),
    "a route that raises": ('{"id": 1}', "+before route !inside route +after route"),
    "a notification": (notification("pong"), "+before route +inside route +nothing"),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_the_way_through_a_hand_written_route(name: str) -> None:
    text, expected = BY_HAND[name]
    assert " ".join(way(text, by_hand)) == expected


def test_a_reply_that_cannot_be_written_fails_where_it_is_sent() -> None:
    assert way(request("ping"), lambda message: {"id": 1, "result": object()})[-1] == "!after route"


def test_each_message_of_a_batch_has_its_own_way() -> None:
    session = Server("batches").session()
    session.route_text(
        request(
            "initialize",
            params={
                "protocolVersion": "2025-03-26",
                "capabilities": {},
                "clientInfo": {"name": "a", "version": "1"},
            },
        )
    )
    text = f"[{request('ping')}, {notification('pong')}, {request('pong', id=2)}]"
    assert taken(text, session) == [
        ["+parse", "+validate", "+look up", "+run", "+wrap", "+send"],
        ["+parse", "+validate", "!look up", "-run", "-wrap", "+nothing"],
        ["+parse", "+validate", "!look up", "-run", "-wrap", "+send"],
    ]
