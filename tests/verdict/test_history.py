"""history: what one exchange shows and the next is judged by."""

import pytest
from dictmcp.history import CHANGED, History
from verdict.talk import call, hello, modern, request

A, B = ({"name": name, "inputSchema": {"type": "object"}} for name in "ab")
LIST = request("tools/list")


def listing(*tools: dict, **more: object) -> dict:
    return {"jsonrpc": "2.0", "id": 7, "result": {"tools": list(tools), **more}}


def changes(*listings: dict, between: object = None, ask: dict = LIST) -> tuple[str, ...]:
    history, exchange = History(), None
    for one in listings:
        exchange = history.exchange(ask, one)
        history.exchange(call("a"), {}) if between is None else history.saw(between)
    return exchange.known.changes


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([A], [A], ()),
        ([A], [A, B], ("'b' is new",)),
        ([A, B], [B], ("'a' is gone",)),
        ([A], [{**A, "title": "A"}], ("'a' has another title",)),
        ([A, B], [B, A], ("the order is another",)),
    ],
)
def test_what_two_listings_have_otherwise(before: list, after: list, said: tuple) -> None:
    assert changes(listing(*before), listing(*after)) == said


def test_who_was_told_is_not_surprised() -> None:
    told = {"jsonrpc": "2.0", "method": CHANGED}
    assert changes(listing(A), listing(B), between=told) == ()


def test_revisions_have_lists_of_their_own() -> None:
    history = History()
    history.exchange(LIST, listing(A, B))
    assert history.exchange(modern("tools/list"), listing(A)).known.changes == ()


def test_pages_are_one_list() -> None:
    history = History()
    first = history.exchange(LIST, listing(A, nextCursor="x"))
    assert not first.known.has_all_tools
    history.exchange(request("tools/list", {"cursor": "x"}), listing(B))
    known = history.exchange(call("c"), None).known
    assert (sorted(known.tools), known.has_all_tools) == (["a", "b"], True)


def test_a_page_that_nobody_was_led_to_says_nothing() -> None:
    history = History()
    history.exchange(request("tools/list", {"cursor": "made up"}), listing(B))
    assert not history.exchange(call("a"), None).known.has_all_tools


def test_the_handshake_is_known_to_what_follows() -> None:
    history = History()
    asked = hello("2025-03-26", roots={})[0]
    result = {"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}, "serverInfo": {}}
    before = history.exchange(asked, {"jsonrpc": "2.0", "id": "hello", "result": result}).known
    known = history.exchange(LIST, listing()).known
    assert (before.is_open, known.is_open, known.revision) == (False, True, "2025-03-26")
    assert (known.capabilities, known.client) == ({"tools": {}}, {"elicitation": {}, "roots": {}})
    assert history.exchange(modern("tools/list"), listing()).known.capabilities is None


@pytest.mark.parametrize(("id", "was_cancelled"), [(7, True), ("7", False), (8, False)])
def test_a_cancelled_request_is_known_by_its_id(id: object, was_cancelled: bool) -> None:
    history = History()
    told = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
    history.exchange(told, None)
    assert history.exchange(request("ping", id=id), None).known.was_cancelled is was_cancelled


def test_what_came_late_is_told_once() -> None:
    history = History()
    history.after({"method": "late"})
    assert history.exchange(LIST, None).known.late == ({"method": "late"},)
    assert history.exchange(LIST, None).known.late == ()
