"""Who may call: Host, Origin and CORS, before anything is parsed or run."""

import pytest
from dictmcp import Server
from dictmcp.transports.callers import Callers

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

ORIGINS = {
    None: 200,
    "http://127.0.0.1:8000": 200,
    "http://localhost:5173": 200,
    "https://localhost": 200,
    "http://[::1]:3000": 200,
    "HTTP://LOCALHOST": 200,
    "http://evil.example": 403,
    "null": 403,
    "": 403,
    "http://localhost.evil.example": 403,
    "http://evil.example/localhost": 403,
    "http://localhost@evil.example": 403,
    "file://localhost": 403,
    "chrome-extension://abcdef": 403,
    "http://127.0.0.1:8000, http://evil.example": 403,
    "http://[::1": 403,
}


@pytest.mark.parametrize(("origin", "status"), ORIGINS.items())
def test_origin(web, origin, status):
    reply = web.post(PING, origin=origin)
    assert reply.status_code == status
    if status == 403:
        assert "id" not in reply.json()
        assert "may not call" in reply.json()["error"]["message"]
        assert "access-control-allow-origin" not in reply.headers


HOSTS = {
    "127.0.0.1:8000": 200,
    "localhost": 200,
    "LOCALHOST:1": 200,
    "localhost.": 200,
    "[::1]:8000": 200,
    "evil.example.com": 421,
    "localhost.evil.example:8000": 421,
    "127.0.0.1.evil.example": 421,
    "[::2]": 421,
    "localhost:8000@evil.example": 421,
    "": 421,
}


@pytest.mark.parametrize(("host", "status"), HOSTS.items())
def test_host(web, host, status):
    assert web.post(PING, host=host).status_code == status


def test_nothing_runs_for_a_caller_who_may_not_call(make_web):
    ran = []
    server = Server("web")
    server.method("acme/run")(lambda params: ran.append(params) or {})
    web = make_web(server)
    message = {"jsonrpc": "2.0", "id": 1, "method": "acme/run"}
    assert web.post(message, origin="http://evil.example").status_code == 403
    assert web.post(b"{ no json", origin="http://evil.example").status_code == 403
    assert ran == []
    assert web.post(message).status_code == 200
    assert ran == [{}]


def test_more_callers_can_be_let_in(server, make_web):
    callers = Callers(hosts=["mcp.example.com"], origins=["https://app.example.com/"])
    web = make_web(server, callers=callers)
    assert web.post(PING, host="mcp.example.com", origin="https://app.example.com").status_code == 200
    assert (
        web.post(PING, host="mcp.example.com:8443", origin="https://mcp.example.com:8443").status_code == 200
    )
    assert web.post(PING, host="mcp.example.com", origin="https://app.example.org").status_code == 403
    assert web.post(PING, host="app.example.com").status_code == 421


def test_anybody_can_be_let_in(server, make_web):
    web = make_web(server, callers=Callers(hosts=["*"], origins=["*"]))
    assert web.post(PING, host="anything.example", origin="null").status_code == 200


def test_browsers_ask_first(web):
    wanted = "Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Param-Region, X-Other"
    reply = web.send(
        "OPTIONS",
        origin="http://localhost:5173",
        access_control_request_method="POST",
        access_control_request_headers=wanted,
    )
    assert (reply.status_code, reply.content) == (204, b"")
    assert reply.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert "POST" in reply.headers["access-control-allow-methods"]
    granted = reply.headers["access-control-allow-headers"]
    assert granted == "content-type, mcp-protocol-version, mcp-method, mcp-param-region"
    assert web.send("OPTIONS", origin="http://evil.example").status_code == 403


@pytest.mark.parametrize("message", [PING, {"jsonrpc": "2.0", "method": "notifications/initialized"}, b"{"])
def test_pages_can_read_every_response(web, message):
    reply = web.post(message, origin="http://localhost:5173")
    assert reply.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert "mcp-session-id" in reply.headers["access-control-expose-headers"]
    assert reply.headers["vary"].lower() == "origin"


def test_pages_can_read_streams(web):
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    call["params"] = {"name": "count", "_meta": {"progressToken": 1}}
    reply = web.post(call, origin="http://localhost:5173")
    assert reply.headers["content-type"] == "text/event-stream"
    assert reply.headers["access-control-allow-origin"] == "http://localhost:5173"
