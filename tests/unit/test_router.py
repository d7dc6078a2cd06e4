"""router: validate, look up, run, wrap; whatever a handler does, the next message is answered."""

import asyncio

import pytest
from dictmcp import Router, RpcError, make_error, make_notification, make_request, make_response


class Base(BaseException):
    def __str__(self) -> str:
        raise SystemExit


def raising(error: BaseException):
    def handler(params: dict) -> None:
        raise error

    return handler


def rpc_code(reply: dict) -> int:
    return reply["error"]["code"]


def endless(params: dict) -> dict:
    return endless(params)


@pytest.fixture
def router() -> Router:
    return Router({"ping": lambda params: {}, "params": lambda params: {"params": params}})


@pytest.mark.parametrize("id", [0, "", "0", -1, 10**30, "\ud800"], ids=repr)
def test_a_request_is_answered_with_its_id(router: Router, id: object) -> None:
    assert router.route(make_request(id, "ping")) == {"jsonrpc": "2.0", "id": id, "result": {}}


@pytest.mark.parametrize(
    ("message", "params"),
    [
        ({}, {}),
        ({"params": None}, {}),
        ({"params": {}}, {}),
        ({"params": {"a": None}}, {"a": None}),
    ],
    ids=str,
)
def test_a_handler_gets_params(router: Router, message: dict, params: dict) -> None:
    reply = router.route({**make_request(1, "params"), **message})
    assert reply["result"] == {"params": params}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"jsonrpc": "2.0", "id": 1, "method": "nope"}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 5}, -32600),
        ({"jsonrpc": "2.0", "id": 1}, -32600),
        ({"id": 1, "method": "ping"}, -32600),
    ],
    ids=str,
)
def test_a_bad_request_is_answered_with_its_id(router: Router, message: dict, code: int) -> None:
    reply = router.route(message)
    assert (reply["id"], rpc_code(reply)) == (1, code)


@pytest.mark.parametrize("message", [None, 0, "", "ping", True, [], [make_request(1, "ping")], {}], ids=repr)
def test_what_is_no_message_is_answered_without_an_id(router: Router, message: object) -> None:
    reply = router.route(message)
    assert (set(reply), rpc_code(reply)) == ({"jsonrpc", "error"}, -32600)


ERRORS = [ValueError("no"), SystemExit(3), KeyboardInterrupt(), Base(), GeneratorExit(), StopIteration()]
ERRORS += [MemoryError(), asyncio.CancelledError(), RpcError(418, "short", {"a": 1})]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_handler_may_raise_anything(router: Router, error: BaseException) -> None:
    router.add("raise", raising(error))
    reply = router.route(make_request(0, "raise"))
    assert reply["id"] == 0
    assert rpc_code(reply) == (418 if isinstance(error, RpcError) else -32603)
    assert router.route(make_notification("raise")) is None
    assert router.route(make_request("alive", "ping")) == make_response("alive", {})


def test_a_handler_may_recurse_for_ever(router: Router) -> None:
    router.add("endless", endless)
    assert rpc_code(router.route(make_request(1, "endless"))) == -32603


def test_an_rpc_error_keeps_its_code_and_data(router: Router) -> None:
    router.add("raise", raising(RpcError(418, "short", {"hint": "tea"})))
    assert router.route(make_request("q-1", "raise")) == make_error("q-1", 418, "short", {"hint": "tea"})


@pytest.mark.parametrize(
    "message",
    [
        make_notification("ping"),
        make_notification("nope"),
        {"method": "ping"},
        {"jsonrpc": "2.0", "method": "ping", "params": []},
        {"jsonrpc": "2.0", "method": "ping", "params": 5},
        {"jsonrpc": "2.0", "method": "ping", "result": {}},
        make_response(1, {}),
        make_error(1, 5, "no"),
        {"result": 1, "error": 2},
    ],
    ids=str,
)
def test_nothing_is_sent(router: Router, message: dict) -> None:
    assert router.route(message) is None


def test_a_notification_runs(router: Router) -> None:
    seen: list = []
    router.add("note", seen.append)
    router.route(make_notification("note", {"a": 1}))
    assert seen == [{"a": 1}]


def test_nothing_returned_is_an_empty_object(router: Router) -> None:
    router.add("nothing", lambda params: None)
    assert router.route(make_request(1, "nothing")) == make_response(1, {})


@pytest.mark.parametrize("value", [0, "", False, []], ids=repr)
def test_a_false_result_is_a_result(router: Router, value: object) -> None:
    router.add("value", lambda params: value)
    assert router.route(make_request(1, "value")) == make_response(1, value)


def test_methods_are_added_replaced_and_looked_at(router: Router) -> None:
    @router.method("ping")
    def again(params: dict) -> dict:
        return {"again": True}

    assert router.route(make_request(1, "ping"))["result"] == {"again": True}
    assert list(router.methods) == ["ping", "params"]
    with pytest.raises(TypeError):
        router.methods["ping"] = None


def test_a_near_name_is_suggested(router: Router) -> None:
    assert "did you mean 'ping'" in router.route(make_request(1, "pong"))["error"]["message"]


def test_a_handler_may_be_async_and_ask_for_the_context(router: Router) -> None:
    async def handler(params: dict, ctx) -> dict:
        await asyncio.sleep(0)
        return {"id": ctx.request_id}

    router.add("later", handler)
    assert asyncio.run(router.route_async(make_request("a", "later"))) == make_response("a", {"id": "a"})


def test_the_steps_of_a_message(router: Router) -> None:
    steps: list = []
    router.route(make_request(1, "ping"), trace=lambda name, value: steps.append(name))
    assert steps == ["validate", "look up", "run", "wrap"]
