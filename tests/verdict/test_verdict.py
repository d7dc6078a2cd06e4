"""verdict: what is said of an exchange, in which order, and that anything at all can be judged."""

import json
import re

import pytest
from dictmcp import Server, make_error, make_notification, make_request, make_response
from dictmcp.exchange import REFUSED, UNREADABLE, Exchange, Known
from dictmcp.history import History
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, PROTOCOL_VERSION, STATELESS
from dictmcp.rules import BATCHES, EXPLANATIONS, FORM, PAGES, RULES, SENT, SHAPES, address
from dictmcp.rules.rule import LARGE, kind, shown, weighs_more_than
from dictmcp.verdict import judge
from hypothesis import given, settings
from hypothesis import strategies as st

EVERY = (*FORM, *RULES, *SHAPES, *BATCHES, *SENT, *EXPLANATIONS)
PING = make_request(1, "ping")
CALL = make_request(1, "tools/call", {"name": "it"})
LIST = make_request(1, "tools/list")
META = {"_meta": {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}}
MODERN = make_request(1, "tools/list", META)
INFO = {"name": "a", "version": "1"}
HELLO = make_request(
    1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": INFO}
)
GOOD_HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": INFO}
TEXT = {"type": "text", "text": "a"}
ASKED = {"resultType": "input_required", "requestState": "x"}
BATCH = Exchange([PING], [make_response(1, {})], known=Known(revision="2025-03-26"))
CANCELLED = Exchange(PING, None, known=Known(was_cancelled=True))

RIGHT = [
    ("answered", Exchange(PING, make_response(1, {}))),
    ("answered", Exchange(CALL, make_response(1, {"content": []}))),
    ("answered", Exchange(HELLO, make_response(1, GOOD_HELLO))),
    ("answered", Exchange(LIST, make_response(1, {"tools": []}))),
    ("nothing-sent", Exchange(make_notification("a"), None)),
    ("nothing-sent", Exchange(make_response(1, {}), None)),
    ("nothing-sent", Exchange([make_response(1, {})], None, known=Known(revision="2025-03-26"))),
    ("nothing-sent", CANCELLED),
    ("error", Exchange(make_request(1, "a"), make_error(1, -32601, "Method not found"))),
    ("tool-failed", Exchange(CALL, make_response(1, {"content": [TEXT], "isError": True}))),
    ("asked", Exchange(make_request(1, "tools/call", {"name": "a", **META}), make_response(1, ASKED))),
    ("batch", BATCH),
]


@pytest.mark.parametrize(("rule", "exchange"), RIGHT, ids=[str(number) for number in range(len(RIGHT))])
def test_what_is_right_is_explained(rule: str, exchange: Exchange) -> None:
    found = judge(exchange)
    assert {one.severity for one in found} == {"right"}
    assert rule in [one.rule for one in found]


def test_every_explanation_is_given_in_a_test() -> None:
    assert {rule for rule, _ in RIGHT} == {rule.name for rule in EXPLANATIONS}


@pytest.mark.parametrize(
    ("rule", "exchange"),
    [
        ("before-initialize", Exchange(LIST, make_response(1, {"tools": []}), known=Known(is_open=False))),
        (
            "failure-as-success",
            Exchange(CALL, make_response(1, {"content": [{**TEXT, "text": "Error: no"}]})),
        ),
        ("sent-text", Exchange(UNREADABLE, make_error(None, -32700, "Parse error"))),
        ("sent-text", Exchange(REFUSED, make_error(None, -32600, "too deep"))),
        ("sent-envelope", Exchange({"id": 1, "method": "ping"}, make_error(1, -32600, "no"))),
        (
            "sent-meta",
            Exchange(make_request(1, "a", {"_meta": {PROTOCOL_VERSION: 5}}), make_error(1, -32602, "")),
        ),
        ("sent-method", Exchange(make_request(1, "ping", META), make_error(1, -32601, ""))),
        ("sent-method", Exchange(make_request(1, "roots/list"), make_error(1, -32601, ""))),
        ("sent-kind", Exchange(make_request(1, "notifications/initialized"), make_error(1, -32601, ""))),
        ("sent-kind", Exchange(make_notification("tools/list"), None)),
        (
            "sent-shape",
            Exchange(make_request(1, "tools/call", {"name": 5}), make_error(1, -32602, "no name")),
        ),
    ],
    ids=[str(number) for number in range(11)],
)
def test_what_is_noted(rule: str, exchange: Exchange) -> None:
    found = judge(exchange)
    assert rule in [one.rule for one in found]
    assert {one.severity for one in found} <= {"note", "hint", "right"}


@pytest.mark.parametrize("message", [PING, HELLO, MODERN, make_notification("a")], ids=str)
def test_who_need_not_initialize(message: dict) -> None:
    early = Exchange(message, make_response(1, {}), known=Known(is_open=False))
    assert "before-initialize" not in [one.rule for one in judge(early)]


def test_the_cost_of_tools_is_told_as_an_estimate() -> None:
    tools = [{"name": name, "description": "d" * 400, "inputSchema": {"type": "object"}} for name in "ab"]
    [cost] = [one for one in judge(Exchange(LIST, make_response(1, {"tools": tools}))) if one.rule == "cost"]
    assert cost.severity == "note"
    assert int(re.search(r"about (\d+) tokens", cost.text)[1]) in range(230, 270)
    assert "estimate" in cost.text


def test_branches_beside_properties_are_noted() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}
    tool = {"name": "a", "description": "a", "inputSchema": schema}
    found = judge(Exchange(LIST, make_response(1, {"tools": [tool]})))
    assert ("schema-top-level", "note") in [(one.rule, one.severity) for one in found]
    assert {one.severity for one in found} == {"note", "right"}


def test_the_worst_comes_first() -> None:
    reply = {"id": 1, "result": {"tools": [{"name": "a b", "inputSchema": {"type": "object"}}]}}
    order = ["wrong", "warning", "right", "note", "hint"]
    severities = [one.severity for one in judge(Exchange(LIST, reply))]
    assert severities == sorted(severities, key=order.index)
    assert set(severities) == {"wrong", "warning", "note"}


def test_what_has_a_rule_of_its_own_is_not_said_again_by_the_types() -> None:
    found = judge(Exchange(CALL, make_response(1, {"content": [{"type": "text"}]})))
    assert [one.rule for one in found] == ["block-members"]


# -- the table --------------------------------------------------------------------------------------


def test_a_rule_has_a_name_of_its_own() -> None:
    names = [rule.name for rule in EVERY]
    assert sorted(names) == sorted(set(names))


def test_a_rule_says_what_it_holds() -> None:
    assert [rule.name for rule in EVERY if not rule.check.__doc__] == []


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_an_address(page: str, revision: str) -> None:
    assert re.fullmatch(
        rf"https://modelcontextprotocol\.io/specification/{revision}(/[a-z]+)+", address(page, revision)
    )


def test_the_page_is_that_of_the_revision() -> None:
    wrong = {"id": 1, "result": {}}
    [old] = judge(Exchange(PING, wrong, known=Known(revision="2024-11-05")))
    assert old.page == "https://modelcontextprotocol.io/specification/2024-11-05/basic/messages"
    assert "/2026-07-28/" in judge(Exchange(MODERN, wrong))[0].page


# -- anything ---------------------------------------------------------------------------------------

JUNK = [
    None,
    UNREADABLE,
    REFUSED,
    5,
    "a",
    [],
    {},
    {"method": 5},
    {"id": 1, "method": "tools/call", "params": []},
]
JUNK += [{"id": 1, "method": "tools/list", "params": {"_meta": 5}}, {"id": [], "method": "initialize"}]
NAMES = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "result",
    "error",
    "code",
    "message",
    "tools",
    "name",
    "content",
]
NAMES += [
    "inputSchema",
    "type",
    "_meta",
    "nextCursor",
    "contents",
    "messages",
    "isError",
    "resultType",
    "arguments",
]
NAMES += [
    "properties",
    "text",
    "data",
    "cursor",
    "protocolVersion",
    "capabilities",
    "inputRequests",
    PROTOCOL_VERSION,
]
WORDS = ["2.0", "ping", "tools/list", "tools/call", "initialize", "object", "text", "image", "input_required"]
WORDS += [
    "resources/read",
    "prompts/get",
    "server/discover",
    "completion/complete",
    "2026-07-28",
    "2025-03-26",
]
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-40000, 40000)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=3)
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=6),
    max_leaves=20,
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(WORDS)},
    optional={"id": leaves, "params": values},
)
replies = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0")}, optional={"id": leaves, "result": values, "error": values}
)


@pytest.mark.parametrize("message", JUNK, ids=[str(number) for number in range(len(JUNK))])
@pytest.mark.parametrize("reply", [None, 5, [], {}, {"error": 5}, {"result": 5, "id": {}}], ids=repr)
def test_junk_can_be_judged(message: object, reply: object) -> None:
    found = judge(History().exchange(message, reply))
    assert all(one.text and one.page.startswith("https://") for one in found)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.tuples(messages | values, replies | values, st.lists(values | messages, max_size=2)), max_size=4
    )
)
def test_anything_can_be_judged(exchanges: list) -> None:
    history = History()
    for message, reply, beside in exchanges:
        for one in judge(history.exchange(message, reply, tuple(beside))):
            assert one.text
            assert len(one.text) < 1000


@pytest.mark.parametrize(
    "message", [PING, LIST, MODERN, CALL, make_notification("a"), [], make_request(1, "nope")], ids=str
)
def test_our_own_server_does_nothing_wrong(message: object) -> None:
    server = Server("a")
    server.tool(lambda: "fine", name="it")
    found = judge(History().exchange(message, server.route(message)))
    assert {"wrong", "warning"}.isdisjoint(one.severity for one in found)


# -- large values -----------------------------------------------------------------------------------


def test_what_is_large_is_not_looked_at_member_by_member() -> None:
    result = {"content": [TEXT] * LARGE, "structuredContent": {"a": object()}}
    found = judge(Exchange(CALL, make_response(1, result)))
    assert "too-large" in [one.rule for one in found]
    assert {one.severity for one in found} == {"note", "right"}


@pytest.mark.parametrize(
    ("value", "is_more"),
    [
        ([0] * 10, False),
        ([0] * 20, True),
        ({"a": [[0] * 9] * 2}, True),
        ("x" * 900, False),
        ("x" * 2000, True),
    ],
)
def test_how_much_a_value_weighs(value: object, is_more: bool) -> None:
    assert weighs_more_than(15, value) is is_more


class Watched(list):
    """A list that knows how much of it was looked at."""

    seen = 0

    def __iter__(self):
        for one in super().__iter__():
            self.seen += 1
            yield one


def test_no_more_is_shown_of_a_value_than_is_seen() -> None:
    many = Watched([1] * 100_000)
    assert shown(many) == json.dumps([1] * 100)[:57] + "..."
    assert many.seen < 100
    assert len(shown("x" * 10**6)) == 60


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "null"),
        ({}, "an object"),
        ([1], "an array"),
        (True, "the boolean true"),
        (1.0, "the number 1.0"),
    ],
)
def test_what_sort_of_value_it_is(value: object, said: str) -> None:
    assert kind(value) == said


# -- a list that changes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("capabilities", "is_told"),
    [(None, False), ({"tools": {"listChanged": True}}, False), ({"tools": {}}, True)],
)
def test_a_stateless_list_may_change_where_that_was_said(capabilities: object, is_told: bool) -> None:
    known = Known(changes=("'a' is new",), capabilities=capabilities)
    result = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    found = [one.rule for one in judge(Exchange(MODERN, make_response(1, result), known=known))]
    assert ("registry-changed" in found) is is_told
