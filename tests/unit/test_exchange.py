"""exchange: questions asked of a message and its reply, whatever they are."""

import pytest
from dictmcp.exchange import UNREADABLE, Exchange

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


@pytest.mark.parametrize(
    ("message", "method", "is_request", "is_stateless"),
    [
        ({"id": 0, "method": "a"}, "a", True, False),
        ({"id": None, "method": "a"}, "a", True, False),
        ({"method": "a", "params": {"_meta": META}}, "a", False, True),
        ({"id": 1, "method": 5}, "", False, False),
        ({"id": 1, "result": {}}, "", False, False),
        ({"id": 1, "method": "a", "params": []}, "a", True, False),
        ({"id": 1, "method": "a", "params": {"_meta": 5}}, "a", True, False),
        ([], "", False, False),
        (UNREADABLE, "", False, False),
    ],
    ids=[str(number) for number in range(9)],
)
def test_messages(message: object, method: str, is_request: bool, is_stateless: bool) -> None:
    exchange = Exchange(message, None)
    assert (exchange.method, exchange.is_request, exchange.is_stateless) == (method, is_request, is_stateless)


@pytest.mark.parametrize(
    ("reply", "result", "code"),
    [
        ({"result": {}}, {}, None),
        ({"error": {"code": 5}}, None, 5),
        ({"error": "no"}, None, None),
        ("bare", None, None),
        ([], None, None),
        (None, None, None),
    ],
    ids=repr,
)
def test_replies(reply: object, result: object, code: object) -> None:
    exchange = Exchange({"id": 1, "method": "a"}, reply)
    assert (exchange.result, exchange.code) == (result, code)
