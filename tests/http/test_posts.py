"""What a POST must be, and what comes back: media types, sizes, statuses, notifications, batches."""

import json

import pytest
from dictmcp import Server, text_door

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    },
}

ACCEPTS = {
    "*/*": 200,
    "application/json": 200,
    "application/*;q=0.8, text/event-stream": 200,
    None: 200,
    "": 200,
    "application/json, text/event-stream": 200,
    "APPLICATION/JSON": 200,
    "text/html, */*;q=0.1": 200,
    "text/html": 406,
    "application/json;q=0": 406,
    "*/*;q=0": 406,
    "application/json;q=nonsense": 406,
}


@pytest.mark.parametrize(("accept", "status"), ACCEPTS.items())
def test_accept(web, accept, status):
    reply = web.post(PING, accept=accept, mcp_protocol_version="2025-11-25")
    assert reply.status_code == status
    assert reply.headers["content-type"] == "application/json"
    if status == 200:
        assert reply.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_a_client_that_takes_streams_only_gets_one(web):
    reply = web.post(PING, accept="text/event-stream")
    assert reply.headers["content-type"] == "text/event-stream"
    assert reply.text == 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'


CONTENT_TYPES = {
    "application/json": 200,
    "application/json; charset=utf-8": 200,
    "Application/JSON": 200,
    "text/plain": 415,
    "application/x-www-form-urlencoded": 415,
    "application/json-seq": 415,
    None: 415,
}


@pytest.mark.parametrize(("content_type", "status"), CONTENT_TYPES.items())
def test_content_type(web, content_type, status):
    assert web.post(PING, content_type=content_type).status_code == status


def test_content_encoding(web):
    assert web.post(PING, content_encoding="gzip").status_code == 415
    assert web.post(PING, content_encoding="identity").status_code == 200


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "HEAD"])
@pytest.mark.parametrize(
    "headers", [{}, {"mcp_session_id": "stale-1"}, {"mcp_protocol_version": "2026-07-28"}]
)
def test_only_posts_without_sessions(web, method, headers):
    reply = web.send(method, accept="text/event-stream", **headers)
    assert reply.status_code == 405
    assert reply.headers["allow"] == "POST, OPTIONS"


def test_a_body_has_a_limit(server, make_web):
    web = make_web(server, max_body=1000)
    assert web.post(json.dumps(PING).ljust(1000).encode()).status_code == 200
    reply = web.post(json.dumps(PING).ljust(1001).encode())
    assert reply.status_code == 413
    assert "1000 bytes" in reply.json()["error"]["message"]
    # Whoever may not call does not learn the limit.
    assert web.post(b" " * 2000, origin="http://evil.example").status_code == 403


UNREADABLE = {
    b"": -32700,
    b"{": -32700,
    b"\xff": -32700,
    b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}': -32700,
    b"7": -32600,
    b"[]": -32600,
    b"{}": -32600,
    b'{"jsonrpc":"2.0","id":null,"method":"ping"}': -32600,
    b'{"jsonrpc":"1.0","id":1,"method":"ping"}': -32600,
    b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}': -32600,
    b"[" * 600: -32600,
}


@pytest.mark.parametrize(("body", "code"), UNREADABLE.items(), ids=[repr(body)[:40] for body in UNREADABLE])
def test_what_is_no_message(web, body, code):
    reply = web.post(body, mcp_protocol_version="2025-11-25")
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == code
    assert reply.json().get("id", 1) == 1


def test_errors_of_the_handshake_era_are_no_http_errors(web):
    for message, code in (
        ({**PING, "method": "acme/none"}, -32601),
        ({**PING, "method": "tools/call", "params": {"name": "none"}}, -32602),
        ({**PING, "method": "resources/read", "params": {"uri": "none:"}}, -32002),
        ({**PING, "params": [1]}, -32602),
    ):
        reply = web.post(message, mcp_protocol_version="2025-11-25")
        assert (reply.status_code, reply.json()["error"]["code"]) == (200, code)


VERSIONS = {
    "2024-11-05": 200,
    "2025-03-26": 200,
    "2025-06-18": 200,
    "2025-11-25": 200,
    None: 200,
    "1999-01-01": 400,
    "2025-11-25, 2025-11-25": 400,
    "": 400,
}


@pytest.mark.parametrize(("version", "status"), VERSIONS.items())
@pytest.mark.parametrize("method", ["tools/list", "notifications/acme_x"])
def test_version_header_of_the_handshake_era(web, version, status, method):
    message = {"jsonrpc": "2.0", "method": method} | ({} if "/acme" in method else {"id": 1})
    if "notifications" in method:
        message.pop("id", None)
        status = 202 if status == 200 else status
    reply = web.post(message, mcp_protocol_version=version)
    assert reply.status_code == status
    if status == 400:
        assert reply.json()["error"]["data"]["requested"] == version
        assert "2025-11-25" in reply.json()["error"]["data"]["supported"]


def test_the_version_header_decides_what_a_result_looks_like(web):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert "title" in web.post(call, mcp_protocol_version="2025-06-18").json()["result"]["tools"][1]
    assert "title" not in web.post(call).json()["result"]["tools"][1]  # no header: 2025-03-26


def test_a_server_of_the_stateless_era_alone(make_web):
    web = make_web(Server("modern", revisions=["2026-07-28"]))
    for headers in ({}, {"mcp_protocol_version": "2025-11-25"}):
        reply = web.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, **headers)
        assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32602)
    reply = web.post(INITIALIZE)
    assert reply.status_code == 400
    assert reply.json()["error"]["data"]["supported"] == ["2026-07-28"]


def test_initialize_names_a_version_and_no_session(web):
    reply = web.post(INITIALIZE, mcp_session_id="stale-1")
    assert reply.json()["result"]["protocolVersion"] == "2025-06-18"
    assert "mcp-session-id" not in reply.headers
    # Nothing is promised that could not be kept without a stream for it.
    assert reply.json()["result"]["capabilities"] == {"logging": {}, "resources": {}, "tools": {}}
    offered = {**INITIALIZE, "params": {**INITIALIZE["params"], "protocolVersion": "2026-07-28"}}
    assert web.post(offered).json()["result"]["protocolVersion"] == "2025-11-25"


def test_session_ids_are_ignored_without_sessions(web):
    reply = web.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, mcp_session_id="stale-1")
    assert reply.status_code == 200
    assert "mcp-session-id" not in reply.headers
    reply = web.modern("tools/list", mcp_session_id="stale-1", last_event_id="7")
    assert reply.status_code == 200
    assert "mcp-session-id" not in reply.headers


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}},
        {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "none"}},
        {"jsonrpc": "2.0", "id": "not-asked", "result": {}},
        {"jsonrpc": "2.0", "id": 7, "error": {"code": -1, "message": "no"}},
    ],
)
def test_what_expects_no_answer_gets_none(web, message):
    reply = web.post(message, mcp_protocol_version="2025-11-25")
    assert (reply.status_code, reply.content) == (202, b"")


NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.mark.parametrize("version", [None, "2025-03-26"])
def test_batches_where_there_are_batches(web, version):
    batch = [PING, NOTE, {**PING, "id": "b", "method": "acme/none"}, 7]
    reply = web.post(batch, mcp_protocol_version=version)
    assert reply.status_code == 200
    first, second, third = reply.json()
    assert first == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert (second["id"], second["error"]["code"]) == ("b", -32601)
    assert third["error"]["code"] == -32600
    assert web.post([NOTE, NOTE], mcp_protocol_version=version).status_code == 202
    in_batch = web.post([INITIALIZE], mcp_protocol_version=version).json()
    assert in_batch[0]["error"]["code"] == -32600


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_no_batches_elsewhere(web, version):
    reply = web.post([PING], mcp_protocol_version=version)
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32600)


def test_a_hand_written_route_is_served_too(make_web):
    def route(message):
        if "id" not in message:
            return None
        return {"jsonrpc": "2.0", "id": message["id"], "result": {"method": message["method"]}}

    web = make_web(text_door(route), sessions=True)
    assert web.post(PING).json()["result"] == {"method": "ping"}
    assert web.post(NOTE).status_code == 202
    assert web.modern("tools/list").json()["result"] == {"method": "tools/list"}
    assert web.modern("tools/list", mcp_method="other").json()["error"]["code"] == -32020
    assert web.send("GET").status_code == 405
    assert "mcp-session-id" not in web.post(INITIALIZE).headers


def test_a_reply_that_has_no_json_form_becomes_an_error(make_web):
    web = make_web(text_door(lambda message: {"jsonrpc": "2.0", "id": 1, "result": {"x": float("nan")}}))
    assert web.post(PING).json()["error"]["code"] == -32603
