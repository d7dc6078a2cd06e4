"""Sessions, for hosts that want them: what a handshake settled, by Mcp-Session-Id, in one process."""

import asyncio

import pytest

NEWEST = "2025-11-25"


def initialize(version: str = NEWEST, capabilities: dict | None = None) -> dict:
    client = {"name": "c", "version": "1"}
    params = {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": client}
    return {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}


def call(method: str, params: dict | None = None, id: object = 1) -> dict:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}


@pytest.fixture
def web(server, make_web):
    return make_web(server, sessions=True)


@pytest.fixture
def session(web) -> str:
    return web.post(initialize()).headers["mcp-session-id"]


def test_initialize_gives_out_ids_that_cannot_be_guessed(web):
    ids = {web.post(initialize()).headers["mcp-session-id"] for _ in range(20)}
    assert len(ids) == 20
    assert all(len(id) >= 32 and id.isascii() and id.isprintable() and " " not in id for id in ids)


def test_initialize_answered_by_a_stream_gives_one_out_too(web):
    reply = web.post(initialize(), accept="text/event-stream")
    assert reply.headers["content-type"] == "text/event-stream"
    assert web.post(call("ping"), mcp_session_id=reply.headers["mcp-session-id"]).status_code == 200
    about = web.post(initialize()).json()["result"]["capabilities"]
    assert about["resources"] == {"subscribe": True, "listChanged": True}


def test_the_longest_unused_makes_room(web, monkeypatch):
    monkeypatch.setattr("dictmcp.transports.connections.MOST", 2)
    first, second, third = (web.post(initialize()).headers["mcp-session-id"] for _ in range(3))
    kept = [web.post(call("ping"), mcp_session_id=one).status_code for one in (first, second, third)]
    assert kept == [404, 200, 200]
    web.post(call("ping"), mcp_session_id=second)
    fourth = web.post(initialize()).headers["mcp-session-id"]
    kept = [web.post(call("ping"), mcp_session_id=one).status_code for one in (second, third, fourth)]
    assert kept == [200, 404, 200]


def test_a_failed_initialize_gives_out_none(web):
    reply = web.post(call("initialize", {"protocolVersion": 7}))
    assert reply.json()["error"]["code"] == -32602
    assert "mcp-session-id" not in reply.headers


@pytest.mark.parametrize("method", ["GET", "DELETE", "POST"])
def test_missing_is_400_and_unknown_404(web, method):
    def send(**headers):
        if method == "POST":
            return web.post(call("ping"), **headers)
        return web.send(method, accept="text/event-stream", **headers)

    assert send().status_code == 400
    reply = send(mcp_session_id="stale-1")
    assert reply.status_code == 404
    assert "initialize" in reply.json()["error"]["message"]


def test_the_session_knows_its_revision(web):
    session = web.post(initialize("2025-03-26")).headers["mcp-session-id"]
    replies = web.post([call("ping"), call("ping", id=2)], mcp_session_id=session).json()
    assert [reply["id"] for reply in replies] == [1, 2]
    session = web.post(initialize("2025-06-18")).headers["mcp-session-id"]
    assert web.post([call("ping")], mcp_session_id=session).status_code == 400


def test_a_version_header_must_be_known(web, session):
    known = {"mcp_session_id": session, "mcp_protocol_version": NEWEST}
    assert web.post(call("ping"), **known).status_code == 200
    assert web.post(call("ping"), **{**known, "mcp_protocol_version": "1999-01-01"}).status_code == 400


def test_a_second_initialize_renegotiates(web, session):
    reply = web.post(initialize("2025-06-18"), mcp_session_id=session)
    assert reply.json()["result"]["protocolVersion"] == "2025-06-18"
    assert reply.headers.get("mcp-session-id", session) == session
    assert web.post(initialize(), mcp_session_id="stale-1").status_code == 404


def test_a_session_ends(web, session):
    assert web.send("DELETE", mcp_session_id=session).status_code == 204
    assert web.post(call("ping"), mcp_session_id=session).status_code == 404
    assert web.send("DELETE", mcp_session_id=session).status_code == 404


def test_the_stateless_era_needs_none(web, session):
    for id in (None, session, "stale-1"):
        reply = web.modern("tools/list", mcp_session_id=id)
        assert reply.status_code == 200
        assert "mcp-session-id" not in reply.headers
    for method in ("GET", "DELETE"):
        reply = web.send(method, mcp_session_id=session, mcp_protocol_version="2026-07-28")
        assert (reply.status_code, reply.headers["allow"]) == (405, "POST, OPTIONS")
    assert web.post(call("ping"), mcp_session_id=session).status_code == 200


def test_what_belongs_to_no_request_comes_on_the_get_stream(web, server, session):
    async def scenario():
        line = web.line("GET", mcp_session_id=session)
        subscribe = web.stream(call("resources/subscribe", {"uri": "note://x"}), mcp_session_id=session)
        await subscribe.done
        server.resource_updated("note://x")
        server.resource_updated("note://y")
        with server.changes():
            server.tools.remove("count")
        changed, listed = await line.next(), await line.next()
        second = web.line("GET", mcp_session_id=session)
        await second.done
        line.hang_up()
        await line.done
        third = web.line("GET", mcp_session_id=session)
        await web.stream(call("ping"), mcp_session_id=session).done
        end = web.line("DELETE", mcp_session_id=session)
        await end.done
        await third.done
        return line, changed, listed, second.status, third.status, end.status

    line, changed, listed, second, third, end = asyncio.run(scenario())
    assert (line.status, line.headers["content-type"]) == (200, "text/event-stream")
    assert (changed["method"], changed["params"]) == ("notifications/resources/updated", {"uri": "note://x"})
    assert listed["method"] == "notifications/tools/list_changed"
    assert second == 409
    assert (third, end) == (200, 204)


def test_get_needs_to_take_a_stream(web, session):
    assert web.send("GET", accept="application/json", mcp_session_id=session).status_code == 406


def test_clients_are_asked_only_what_they_declared(web):
    refused = web.post(initialize()).headers["mcp-session-id"]
    result = web.post(call("tools/call", {"name": "sample"}), mcp_session_id=refused).json()["result"]
    assert result["isError"]
    assert "has not declared" in result["content"][0]["text"]


def test_a_question_and_its_answer(web):
    session = web.post(initialize(capabilities={"sampling": {}})).headers["mcp-session-id"]
    stranger = web.post(initialize(capabilities={"sampling": {}})).headers["mcp-session-id"]

    async def scenario():
        line = web.stream(call("tools/call", {"name": "sample"}), mcp_session_id=session)
        question = await line.next()
        for by, text in ((stranger, "Not me."), (session, "It is me.")):
            answer = {"role": "assistant", "model": "m", "content": {"type": "text", "text": text}}
            response = {"jsonrpc": "2.0", "id": question["id"], "result": answer}
            await web.stream(response, mcp_session_id=by).done
        return question, await line.next(), await line.next()

    question, reply, end = asyncio.run(scenario())
    assert question["method"] == "sampling/createMessage"
    assert "It is me." in reply["result"]["content"][0]["text"]
    assert end is None


def test_cancelling_by_another_post(web, session):
    async def scenario():
        line = web.stream(call("tools/call", {"name": "wait"}, id="w"), mcp_session_id=session)
        await line.next()
        note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "w"}}
        await web.stream(note, mcp_session_id=session).done
        return await line.next()

    assert asyncio.run(scenario()) is None


@pytest.fixture
def server(server):
    @server.tool
    async def wait(ctx) -> str:
        """Say that it has begun, and wait for ever."""
        ctx.log("info", "begun")
        await asyncio.Event().wait()
        return "never"

    return server
