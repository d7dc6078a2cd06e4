"""doors: the same answers through dicts and text, at once and awaited."""

import asyncio
import json

import pytest
from dictmcp import Doors, NeedsAwait, Router, RpcError, Server, make_request, text_door


def echo(message: dict) -> dict | None:
    """A hand-written route."""
    return (
        None
        if "id" not in message
        else {"jsonrpc": "2.0", "id": message["id"], "result": message.get("params")}
    )


def raising(message: dict) -> None:
    raise SystemExit(3)


def returning(value: object) -> Doors:
    return text_door(lambda message: value)


PING = '{"jsonrpc":"2.0","id":0,"method":"ping"}'


@pytest.mark.parametrize(
    "text", [PING, PING.encode(), bytearray(PING.encode()), "\ufeff" + PING, PING + "\r\n"], ids=repr
)
def test_text_in_text_out(text: str | bytes) -> None:
    doors = text_door(echo)
    assert doors.route_text(text) == '{"jsonrpc":"2.0","id":0,"result":null}'
    assert asyncio.run(doors.route_text_async(text)) == doors.route_text(text)


@pytest.mark.parametrize(
    ("text", "code", "id"),
    [
        ("", -32700, None),
        ("{", -32700, None),
        (b"\xff", -32700, None),
        ('{"id":1,"params":NaN}', -32700, None),
        ("[]", -32600, None),
        ("5", -32600, None),
        ('{"id":5,"params":{"a":1e400}}', -32600, 5),
        ('{"id":"a","params":' + "[" * 1000 + "}", -32600, "a"),
        ('{"id":0,"params":{"a":1,"a":1}}', -32600, 0),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_text_that_is_no_message(text: str | bytes, code: int, id: object) -> None:
    reply = json.loads(text_door(echo).route_text(text))
    assert (reply["error"]["code"], reply.get("id"), "id" in reply) == (code, id, id is not None)


@pytest.mark.parametrize(
    "value",
    [{1}, float("nan"), {"result": b""}, object(), {(1,): 2}],
    ids=lambda v: type(v).__name__ + str(len(repr(v))),
)
def test_a_reply_that_cannot_be_sent_becomes_an_error_with_the_id(value: object) -> None:
    reply = json.loads(returning(value).route_text(PING))
    assert (reply["id"], reply["error"]["code"]) == (0, -32603)


@pytest.mark.parametrize("value", ["bare", 5, [], {"id": 1}, True], ids=repr)
def test_a_hand_written_reply_is_sent_as_it_is(value: object) -> None:
    assert json.loads(returning(value).route_text(PING)) == value


def test_a_hand_written_route_may_raise() -> None:
    doors = text_door(raising)
    assert json.loads(doors.route_text(PING))["error"]["code"] == -32603
    assert doors.route_text('{"jsonrpc":"2.0","method":"a"}') is None


def test_a_hand_written_route_only_sees_objects() -> None:
    assert json.loads(text_door(raising).route_text("[1]"))["error"]["code"] == -32600


def test_a_hand_written_route_may_be_async() -> None:
    async def route(message: dict) -> dict:
        await asyncio.sleep(0)
        return echo(message)

    doors = text_door(route)
    assert asyncio.run(doors.route_async(make_request(1, "a"))) == echo(make_request(1, "a"))
    with pytest.raises(NeedsAwait, match="'ping'"):
        doors.route_text(PING)


def test_a_hand_written_route_may_send_more() -> None:
    def route(message: dict, emit) -> None:
        emit({"jsonrpc": "2.0", "method": "a"})

    sent: list = []
    assert text_door(route).route_text(PING, sent.append) is None
    assert sent == ['{"jsonrpc":"2.0","method":"a"}']


@pytest.mark.parametrize(
    "owner", [Server("a"), Server("b").session(), Router()], ids=lambda owner: type(owner).__name__
)
def test_the_door_of_a_servers_route_is_the_server(owner: Doors) -> None:
    assert text_door(owner.route) is owner


def test_the_steps_of_a_text() -> None:
    steps: list = []
    Router({"ping": lambda params: {}}).route_text(PING, trace=lambda name, value: steps.append(name))
    assert steps == ["parse", "validate", "look up", "run", "wrap", "send"]


@pytest.mark.parametrize(
    ("message", "who"),
    [
        (make_request(1, "tools/call", {"name": "nap", "arguments": {}}), "tool 'nap'"),
        (make_request(1, "acme/nap"), "method 'acme/nap'"),
    ],
    ids=["tool", "method"],
)
def test_who_is_async_is_said(message: dict, who: str) -> None:
    server = Server("a")

    @server.tool
    async def nap() -> None:
        await asyncio.sleep(1)

    @server.method("acme/nap")
    async def method(params: dict) -> None:
        await asyncio.sleep(1)

    for ask in (server.route, lambda one: server.route_text(json.dumps(one))):
        with pytest.raises(NeedsAwait, match=f"{who} is async: await route_async"):
            ask(message)


class Lost(RpcError):
    """Never got its code."""

    def __init__(self) -> None:
        pass


class Unreadable(dict):
    """Raises when it is read."""

    def items(self):
        raise KeyError("items")


class Faceless:
    """Raises when asked what it is."""

    @property
    def __class__(self):
        raise ZeroDivisionError("cls")


def cycle() -> dict:
    """A dict that contains itself."""
    found: dict = {}
    found["me"] = found
    return found


def fails(error: BaseException):
    """A function that raises."""

    def fail() -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    "make",
    [fails(Lost()), lambda: Unreadable(a=1), Faceless, cycle, lambda: {"result": Faceless()}],
    ids=["lost code", "unreadable", "faceless", "cycle", "faceless inside"],
)
@pytest.mark.parametrize(
    "door",
    [lambda run: text_door(lambda message: run()), lambda run: Router({"ping": lambda params: run()})],
    ids=["hand-written", "router"],
)
def test_whatever_is_returned_or_raised_there_is_one_error(make, door) -> None:
    reply = json.loads(door(make).route_text('{"jsonrpc":"2.0","id":1,"method":"ping"}'))
    assert (reply["id"], reply["error"]["code"]) == (1, -32603)


def test_a_list_that_contains_itself_is_one_error() -> None:
    reply: list = []
    reply.append(reply)
    sent = json.loads(text_door(lambda message: reply).route_text(PING))
    assert (sent["id"], sent["error"]["code"]) == (0, -32603)


def test_of_a_batch_only_the_reply_that_cannot_be_sent_is_an_error() -> None:
    router = Router({"good": lambda params: {}, "bad": lambda params: {"a": Faceless()}})

    class Batches(Doors):
        async def route_async(self, message, emit=None, trace=None):
            return [await router.route_async(one) for one in message]

    sent = Batches().route_text(json.dumps([make_request(1, "bad"), make_request(2, "good")]))
    bad, good = json.loads(sent)
    assert (bad["error"]["code"], good) == (-32603, {"jsonrpc": "2.0", "id": 2, "result": {}})
