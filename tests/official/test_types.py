"""The check that all other tests rely on finds what is wrong, and nothing in what is right."""

import json
from pathlib import Path

import pytest
from dictmcp import Server, Session
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, PROTOCOL_VERSION
from official import types
from official.guard import pairs, revision_of, watch_sessions
from official.types import check

NEW, OLD = "2026-07-28", "2025-11-25"
TEXT = [{"type": "text", "text": "x"}]


@pytest.fixture(autouse=True)
def every_message_is_valid(monkeypatch) -> None:
    """Not here, where messages are wrong on purpose; and with the types of the package alone."""
    monkeypatch.setattr(types, "FOLDER", None)


def reply(result: object, **more: object) -> dict:
    return {"jsonrpc": "2.0", "id": 1, "result": result, **more}


def error(code: object, data: object = None, **more: object) -> dict:
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "x", "data": data}, **more}


def sent(method: str, params: object = None, **more: object) -> dict:
    return {
        "jsonrpc": "2.0",
        "method": method,
        **({} if params is None else {"params": params}),
        **more,
    }


STATE = {"requestState": "x", "resultType": "input_required"}
ASK = {"messages": [{"role": "user", "content": TEXT[0]}], "maxTokens": 1}

RIGHT = [
    (reply({"content": TEXT}), OLD, "tools/call"),
    (reply({"content": TEXT, "resultType": "complete"}), NEW, "tools/call"),
    (reply(STATE), NEW, "tools/call"),
    (reply({}), OLD, "ping"),
    (reply({"anything": 1}), OLD, "acme/own"),
    (error(-32601), NEW, "acme/own"),
    ({"jsonrpc": "2.0", "error": {"code": -32700, "message": "x"}}, "2024-11-05", None),
    (error(-32022, {"supported": [NEW], "requested": "1"}), NEW, "tools/list"),
    (sent("notifications/progress", {"progressToken": 1, "progress": 0.5}), NEW, None),
    (sent("notifications/tools/list_changed"), OLD, None),
    (sent("sampling/createMessage", ASK, id="a"), "2024-11-05", None),
    (sent("acme/happened", {"x": 1}), NEW, None),
]

WRONG = {
    "no version": ({"id": 1, "result": {}}, OLD, "ping"),
    "no message": ([], OLD, "ping"),
    "a stray member": (reply({}, method="x"), OLD, "ping"),
    "an id of null": (reply({}, id=None), OLD, "ping"),
    "an id that is true": (reply({}, id=True), OLD, "ping"),
    "both result and error": (error(1, result={}), OLD, "ping"),
    "no id": ({"jsonrpc": "2.0", "result": {}}, OLD, "ping"),
    "no content": (reply({"isError": False}), OLD, "tools/call"),
    "text that is a number": (reply({"content": [{"type": "text", "text": 5}]}), OLD, "tools/call"),
    "an unknown block": (reply({"content": [{"type": "video"}]}), OLD, "tools/call"),
    "isError as text": (reply({"content": [], "isError": "no"}), OLD, "tools/call"),
    "structured null in the old era": (
        reply({"content": [], "structuredContent": [1]}),
        OLD,
        "tools/call",
    ),
    "no resultType": (reply({"content": []}), NEW, "tools/call"),
    "no resultType of an own method": (reply({}), NEW, "acme/own"),
    "no ttlMs": (reply({"tools": [], "resultType": "complete", "cacheScope": "public"}), NEW, "tools/list"),
    "a method that is gone": (reply({"resultType": "complete"}), NEW, "ping"),
    "a result that is no object": (reply([]), OLD, "ping"),
    "a code that is text": (error("x"), OLD, "ping"),
    "an error without a text": ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}, OLD, "ping"),
    "a code of the old era": (error(-32002), NEW, "resources/read"),
    "no requested version": (error(-32022, {"supported": []}), NEW, "tools/list"),
    "capabilities as a list": (error(-32021, {"requiredCapabilities": ["roots"]}), NEW, "tools/call"),
    "a request of the new era": (sent("sampling/createMessage", ASK, id="a"), NEW, None),
    "elicitation too early": (sent("elicitation/create", {}, id="a"), "2025-03-26", None),
    "no progress token": (sent("notifications/progress", {"progress": 1}), OLD, None),
    "an unknown level": (sent("notifications/message", {"level": "loud", "data": 1}), OLD, None),
    "a client's notification": (sent("notifications/initialized"), OLD, None),
}


@pytest.mark.parametrize(("message", "revision", "method"), RIGHT)
def test_nothing_is_found_in_what_is_right(message, revision, method) -> None:
    assert check(message, revision, method) == []


@pytest.mark.parametrize(("message", "revision", "method"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_found(message, revision, method) -> None:
    assert check(message, revision, method)


def test_schema_files_are_used_where_there_are_any(monkeypatch, tmp_path: Path) -> None:
    pong = {"type": "object", "required": ["pong"]}
    number = {"properties": {"minimum": {"type": "integer"}}}
    content = {"$defs": {"Result": pong, "NumberSchema": number}}
    (tmp_path / "2025-11-25.json").write_text(json.dumps(content), "utf-8")
    monkeypatch.setattr(types, "FOLDER", str(tmp_path))
    for cached in (types._file, types._validator):
        cached.cache_clear()
    try:
        assert check(reply({}), OLD, "ping") == [
            "Result in 2025-11-25.json, $: 'pong' is a required property"
        ]
        assert check(reply({"pong": 1}), OLD, "ping") == []
        bounds = types._file(OLD)["$defs"]["NumberSchema"]["properties"]
        assert bounds == {"minimum": True, "maximum": True, "default": True}
    finally:
        for cached in (types._file, types._validator):
            cached.cache_clear()


@pytest.mark.parametrize("revision", ALL)
def test_a_revision_is_that_of_the_session_or_of_the_message(revision: str) -> None:
    session = Server("a").session()
    session.revision = revision
    assert revision_of(session, {"method": "ping"}) == revision
    own = {PROTOCOL_VERSION: NEW, CLIENT_CAPABILITIES: {}}
    assert revision_of(session, {"params": {"_meta": own}}) == NEW


def test_a_revision_before_the_handshake() -> None:
    assert revision_of(Server("a").session(), {}) == OLD
    assert revision_of(Server("a", revisions=["2025-03-26"]).session(), []) == "2025-03-26"
    assert revision_of(Server("a", revisions=[NEW]).session(), {}) == NEW
    assert revision_of(Session(Server("a"), is_stateless=True), {}) == NEW


def test_replies_of_a_batch_find_their_requests() -> None:
    batch = [
        {"id": 1, "method": "a"},
        {"method": "b"},
        {"id": "1", "method": "c"},
        {"id": 1, "method": "d"},
    ]
    replies = [{"id": "1"}, {"id": 1}, {"error": {}}, {"id": 1}]
    assert pairs(batch, replies) == list(zip([batch[2], batch[0], None, batch[3]], replies, strict=True))
    assert pairs({}, None) == []


@pytest.mark.parametrize(
    ("name", "result", "wrong"),
    [("ping", {"x": 1}, ""), ("tools/list", {"tools": 5}, "ListToolsResult tools"), ("own", {}, "")],
)
def test_what_a_session_sends_is_checked(name: str, result: dict, wrong: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        faults = watch_sessions(patch)
        server = Server("a")
        server.method(name)(lambda params: result)
        server.route({"jsonrpc": "2.0", "id": 1, "method": name})
    assert [fault.startswith(wrong) for fault in faults] == ([True] if wrong else [])


def test_what_a_session_emits_is_checked() -> None:
    emitted, pushed = [], []
    with pytest.MonkeyPatch.context() as patch:
        faults = watch_sessions(patch)
        session = Server("a").session()
        session.connect(pushed.append)
        session.revision = OLD
        session.push("notifications/message", {"level": "loud", "data": 1})

        @session.server.tool
        def tell(ctx) -> str:
            ctx.notify("notifications/progress", {"progress": "much"})
            return "told"

        session.route(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "tell"}}, emitted.append
        )
    assert len(pushed) == len(emitted) == 1
    assert [fault.split()[0] for fault in faults] == [
        "LoggingMessageNotification",
        "ProgressNotification",
        "ProgressNotification",
    ]
