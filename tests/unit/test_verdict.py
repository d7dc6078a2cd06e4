"""verdict: what is said of an exchange, rule by rule."""

import pytest
from dictmcp import Server, make_error, make_notification, make_request, make_response
from dictmcp.exchange import UNREADABLE, Exchange
from dictmcp.revisions import CLIENT_CAPABILITIES, PROTOCOL_VERSION, STATELESS
from dictmcp.verdict import EXPLANATIONS, RULES, judge

PING = make_request(1, "ping")
CALL = make_request(1, "tools/call", {"name": "it"})
LIST = make_request(1, "tools/list")
META = {"_meta": {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}}
MODERN = make_request(1, "tools/list", META)
HELLO = make_request(1, "initialize", {})
GOOD_HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "serverInfo": {"name": "a", "version": "1"},
}
TEXT = {"type": "text", "text": "a"}
TOOL = {"name": "it", "inputSchema": {"type": "object"}}


def tools(*found: object) -> dict:
    return make_response(1, {"tools": list(found)})


WRONG = [
    ("notification-answered", make_notification("a"), make_response(1, {})),
    ("notification-answered", make_response(1, {}), make_error(1, 5, "no")),
    ("request-unanswered", PING, None),
    ("bare-value", PING, "pong"),
    ("version", PING, {"id": 1, "result": {}}),
    ("version", PING, {"jsonrpc": 2.0, "id": 1, "result": {}}),
    ("result-xor-error", PING, {"jsonrpc": "2.0", "id": 1}),
    ("result-xor-error", PING, {**make_response(1, {}), "error": {"code": 1, "message": ""}}),
    ("id", PING, make_response(2, {})),
    ("id", PING, make_response("1", {})),
    ("id", PING, {"jsonrpc": "2.0", "result": {}}),
    ("id", PING, {"jsonrpc": "2.0", "id": None, "result": {}}),
    ("id", PING, {"jsonrpc": "2.0", "id": True, "result": {}}),
    ("id", PING, {"jsonrpc": "2.0", "id": 1.0, "result": {}}),
    ("result-object", PING, make_response(1, None)),
    ("result-object", PING, make_response(1, [])),
    ("error-object", PING, {"jsonrpc": "2.0", "id": 1, "error": "no"}),
    ("error-object", PING, {"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "a"}}),
    ("error-object", PING, {"jsonrpc": "2.0", "id": 1, "error": {"code": True, "message": "a"}}),
    ("error-code", CALL, make_error(1, -32601, "no such tool")),
    ("initialize-result", HELLO, make_response(1, {})),
    ("initialize-result", HELLO, make_response(1, {**GOOD_HELLO, "capabilities": []})),
    ("initialize-result", HELLO, make_response(1, {**GOOD_HELLO, "protocolVersion": "2026-07-28"})),
    ("initialize-result", HELLO, make_response(1, {**GOOD_HELLO, "serverInfo": {"name": "a"}})),
    ("tool-content", CALL, make_response(1, {})),
    ("tool-content", CALL, make_response(1, {"content": "a"})),
    ("tool-content", CALL, make_response(1, {"content": [TEXT, {"type": "json"}]})),
    ("tool-is-error", CALL, make_response(1, {"content": [TEXT], "isError": "no"})),
    ("tool-definition", LIST, make_response(1, {})),
    ("tool-definition", LIST, tools(None)),
    ("tool-definition", LIST, tools({"inputSchema": {"type": "object"}})),
    ("tool-definition", LIST, tools({"name": "a"})),
    ("tool-definition", LIST, tools({"name": "a", "inputSchema": {"type": "array"}})),
    ("tool-definition", LIST, tools(TOOL, TOOL)),
    ("tool-definition", LIST, tools({**TOOL, "handler": "<function>"})),
    ("result-type", MODERN, make_response(1, {"tools": [], "ttlMs": 0, "cacheScope": "private"})),
    ("caching", MODERN, make_response(1, {"tools": [], "resultType": "complete"})),
]


@pytest.mark.parametrize(("rule", "message", "reply"), WRONG, ids=lambda value: repr(value)[-90:])
def test_what_is_wrong(rule: str, message: object, reply: object) -> None:
    found = judge(Exchange(message, reply))
    assert [one.severity for one in found if one.rule == rule][:1] == ["wrong"]


def test_every_rule_is_broken_by_a_test() -> None:
    assert {rule for rule, _, _ in WRONG} == {rule.name for rule in RULES if rule.severity == "wrong"}


RIGHT = [
    ("answered", PING, make_response(1, {})),
    ("answered", CALL, make_response(1, {"content": []})),
    ("answered", HELLO, make_response(1, GOOD_HELLO)),
    ("answered", LIST, tools(TOOL)),
    ("nothing-sent", make_notification("a"), None),
    ("nothing-sent", make_response(1, {}), None),
    ("error", UNREADABLE, make_error(None, -32700, "Parse error")),
    ("error", make_request(1, "a"), make_error(1, -32601, "Method not found")),
    ("tool-failed", CALL, make_response(1, {"content": [TEXT], "isError": True})),
]


@pytest.mark.parametrize(("rule", "message", "reply"), RIGHT, ids=lambda value: repr(value)[:60])
def test_what_is_right(rule: str, message: object, reply: object) -> None:
    found = judge(Exchange(message, reply))
    assert {one.severity for one in found} == {"right"}
    assert rule in [one.rule for one in found]


def test_every_explanation_is_given_in_a_test() -> None:
    assert {rule for rule, _, _ in RIGHT} == {rule.name for rule in EXPLANATIONS}


@pytest.mark.parametrize(
    ("severity", "rule", "exchange"),
    [
        ("hint", "before-initialize", Exchange(LIST, tools(), is_open=False)),
        ("note", "tool-failure", Exchange(CALL, make_error(1, -32603, "no"))),
    ],
    ids=["early", "failure"],
)
def test_what_is_noted(severity: str, rule: str, exchange: Exchange) -> None:
    assert (severity, rule) in [(one.severity, one.rule) for one in judge(exchange)]


@pytest.mark.parametrize("message", [PING, HELLO, MODERN, make_notification("a")], ids=str)
def test_who_need_not_initialize(message: dict) -> None:
    assert "before-initialize" not in [one.rule for one in judge(Exchange(message, None, is_open=False))]


JUNK = [None, UNREADABLE, 5, "a", [], {}, {"method": 5}, {"id": 1, "method": "tools/call", "params": []}]
JUNK += [{"id": 1, "method": "tools/list", "params": {"_meta": 5}}, {"id": [], "method": "initialize"}]


@pytest.mark.parametrize("message", JUNK, ids=[str(number) for number in range(len(JUNK))])
@pytest.mark.parametrize("reply", [None, 5, [], {}, {"error": 5}, {"result": 5, "id": {}}], ids=repr)
def test_anything_can_be_judged(message: object, reply: object) -> None:
    assert all(one.text and one.page.startswith("https://") for one in judge(Exchange(message, reply)))


@pytest.mark.parametrize(
    "message", [PING, LIST, MODERN, CALL, make_notification("a"), [], make_request(1, "nope")], ids=str
)
def test_our_own_server_does_nothing_wrong(message: object) -> None:
    server = Server("a")
    server.tool(lambda: "fine", name="it")
    assert "wrong" not in [one.severity for one in judge(Exchange(message, server.route(message)))]
