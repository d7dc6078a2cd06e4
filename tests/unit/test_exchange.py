"""exchange: questions asked of a message and its reply, whatever they are."""

import pytest
from dictmcp.exchange import UNREADABLE, Exchange, Known, same_id

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


@pytest.mark.parametrize(
    ("message", "reply", "negotiated", "revision"),
    [
        ({"method": "a"}, None, None, "2025-11-25"),
        ({"method": "a"}, None, "2024-11-05", "2024-11-05"),
        ({"method": "a", "params": {"_meta": META}}, None, "2024-11-05", "2026-07-28"),
        ({"method": "initialize"}, {"result": {"protocolVersion": "2025-03-26"}}, None, "2025-03-26"),
        ({"method": "initialize"}, {"result": {"protocolVersion": "1"}}, "2024-11-05", "2025-11-25"),
        ({"method": "initialize"}, {"result": {"protocolVersion": []}}, None, "2025-11-25"),
        ({"params": {"_meta": {next(iter(META)): []}}}, None, None, "2026-07-28"),
    ],
    ids=[str(number) for number in range(7)],
)
def test_the_revision_that_it_is_judged_by(
    message: dict, reply: object, negotiated: str, revision: str
) -> None:
    assert Exchange(message, reply, known=Known(revision=negotiated)).revision == revision


@pytest.mark.parametrize(("reply", "is_envelope"), [({"id": 1}, False), ({"error": 1}, True), (None, False)])
def test_what_is_meant_as_an_envelope(reply: object, is_envelope: bool) -> None:
    assert Exchange({}, reply).is_envelope is is_envelope


@pytest.mark.parametrize(
    ("result", "is_complete"), [({}, True), ({"resultType": "input_required"}, False), (5, False)]
)
def test_which_results_are_complete(result: object, is_complete: bool) -> None:
    assert (Exchange({}, {"result": result}).complete is not None) is is_complete


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(1, 1, True), (1, "1", False), (1, True, False), (1, 1.0, False), ("a", "a", True), (None, None, False)],
)
def test_ids_have_types(one: object, other: object, same: bool) -> None:
    assert same_id(one, other) is same


def test_the_parts_of_a_batch_are_each_request_with_its_reply() -> None:
    batch = [{"id": 1, "method": "a"}, {"method": "b"}, {"id": "1", "method": "c"}]
    replies = [{"id": "1", "result": {}}, {"error": {}}, {"id": 1, "result": {}}, {"id": 9}, 5]
    parts = [(part.method, part.reply) for part in Exchange(batch, replies).parts]
    assert parts == [("c", replies[0]), ("a", replies[2])]
