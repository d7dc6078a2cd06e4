"""SSE where a reply needs company: when a stream opens, what it carries, and what hanging up means."""

import asyncio

import pytest

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}


def calling(name: str, token: object = None, id: object = 1) -> dict:
    meta = {} if token is None else {"_meta": {"progressToken": token}}
    return {**CALL, "id": id, "params": {"name": name, **meta}}


@pytest.fixture
def server(server):
    """With a tool that waits until another lets it go on, and one that tells how the first has ended."""
    state = {}

    @server.tool
    async def wait(ctx) -> str:
        """Begin, wait, end."""
        state.update(go=asyncio.Event(), ended=asyncio.Event(), how="cancelled")
        try:
            ctx.progress(1)
            await state["go"].wait()
            ctx.progress(2)
            state["how"] = "finished"
        finally:
            state["how"] += f", ctx.cancelled is {ctx.cancelled}"
            state["ended"].set()
        return "done"

    @server.tool
    def go_on() -> str:
        """Let the other go on."""
        state["go"].set()
        return "gone"

    @server.tool
    async def how_it_ended() -> str:
        """Wait for the other to end."""
        await state["ended"].wait()
        return state["how"]

    return server


def test_a_reply_alone_is_json(web):
    reply = web.post(calling("count"))
    assert reply.headers["content-type"] == "application/json"
    assert reply.json()["result"]["content"][0]["text"] == "two"


def test_a_reply_with_company_is_a_stream(web):
    reply = web.post(calling("count", token="t"))
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "text/event-stream"
    assert reply.headers["x-accel-buffering"] == "no"
    assert reply.headers["cache-control"] == "no-cache"
    events = reply.text.split("\n\n")
    assert events.pop() == ""
    assert [event.partition("\n")[0] for event in events] == ["event: message"] * 3
    assert '"progress":1' in events[0]
    assert '"progressToken":"t"' in events[1]
    assert '"result"' in events[2]


def test_a_client_that_takes_no_stream_gets_the_reply_alone(web):
    reply = web.post(calling("count", token="t"), accept="application/json")
    assert reply.headers["content-type"] == "application/json"
    assert reply.json()["result"]["content"][0]["text"] == "two"
    refused = web.post(calling("sample"), accept="application/json").json()["result"]
    assert refused["isError"]
    assert "cannot be asked" in refused["content"][0]["text"]


def test_a_long_silence_is_filled_with_comments(server, make_web):
    web = make_web(server, keep_alive=0.001)

    async def scenario():
        line = web.stream(calling("wait"))
        comment = await line.next()
        await web.stream(calling("go_on")).done
        while (reply := await line.next()) == comment:
            pass
        return line.headers["content-type"], comment, reply

    kind, comment, reply = asyncio.run(scenario())
    assert (kind, comment) == ("text/event-stream", ":\n\n")
    assert reply["result"]["content"][0]["text"] == "done"


def test_hanging_up_cancels_in_the_stateless_era(web, request_of):
    async def scenario():
        message, headers = request_of("tools/call", {"name": "wait"}, meta={"progressToken": 1})
        line = web.stream(message, **headers)
        begun = await line.next()
        line.hang_up()
        await line.done
        ended = web.stream(calling("how_it_ended"))
        return begun, await ended.next()

    begun, ended = asyncio.run(scenario())
    assert begun["params"]["progress"] == 1
    assert "cancelled, ctx.cancelled is True" in ended


def test_hanging_up_cancels_nothing_in_the_handshake_era(web):
    async def scenario():
        line = web.stream(calling("wait", token=1))
        await line.next()
        line.hang_up()
        await line.done
        await web.stream(calling("go_on")).done
        return await web.stream(calling("how_it_ended")).next()

    assert "finished, ctx.cancelled is False" in asyncio.run(scenario())


def test_a_listener_hears_what_it_asked_for_and_ends_with_the_host(web, server, request_of):
    async def scenario():
        params = {"notifications": {"toolsListChanged": True, "promptsListChanged": False}}
        message, headers = request_of("subscriptions/listen", params, id="listen-1")
        line, other = web.stream(message, **headers), web.stream(message, **headers)
        heard = [await line.next()]
        await other.next()
        other.hang_up()
        await other.done
        with server.changes():
            server.tools.remove("go_on")
        heard.append(await line.next())
        web.endpoint.close()
        heard += [await line.next(), await line.next()]
        await line.done
        return heard

    acknowledged, changed, response, end = asyncio.run(scenario())
    tag = {"io.modelcontextprotocol/subscriptionId": "listen-1"}
    assert acknowledged["params"] == {"notifications": {"toolsListChanged": True}, "_meta": tag}
    assert changed["method"] == "notifications/tools/list_changed"
    assert changed["params"]["_meta"] == tag
    assert response["id"] == "listen-1"
    assert response["result"]["_meta"].items() >= tag.items()
    assert end is None


def test_a_question_without_a_session_finds_its_way_back(web):
    async def scenario():
        lines = [web.stream(calling("sample", id="same")) for _ in range(3)]
        questions = [await line.next() for line in lines]
        for number in (2, 0, 1):
            answer = {
                "role": "assistant",
                "model": "m",
                "content": {"type": "text", "text": f"I am {number}"},
            }
            response = {"jsonrpc": "2.0", "id": questions[number]["id"], "result": answer}
            posted = web.stream(response)
            await posted.done
            assert posted.status == 202
        return questions, [await line.next() for line in lines]

    questions, replies = asyncio.run(scenario())
    ids = {question["id"] for question in questions}
    assert len(ids) == 3
    assert all(len(id) >= 24 for id in ids)
    for number, reply in enumerate(replies):
        assert f"I am {number}" in reply["result"]["content"][0]["text"]


def test_a_client_may_refuse_to_answer(web):
    async def scenario():
        line = web.stream(calling("sample"))
        question = await line.next()
        error = {"code": -32601, "message": "Method not found"}
        await web.stream({"jsonrpc": "2.0", "id": question["id"], "error": error}).done
        return await line.next()

    result = asyncio.run(scenario())["result"]
    assert result["isError"]
    assert "Method not found" in result["content"][0]["text"]


def test_a_client_that_never_answers_is_not_waited_for_for_ever(web, monkeypatch):
    monkeypatch.setattr("dictmcp.session.PATIENCE", 0)
    reply = web.post(calling("sample"))
    assert "did not answer sampling/createMessage in time" in reply.text


def test_listening_needs_a_stream(web, request_of):
    message, headers = request_of("subscriptions/listen", {"notifications": {}})
    reply = web.post(message, **headers, accept="application/json")
    assert reply.status_code == 406
    assert "text/event-stream" in reply.json()["error"]["message"]


def test_a_host_whose_answers_go_elsewhere_does_not_ask(server, make_web):
    result = make_web(server, can_ask=False).post(calling("sample")).json()["result"]
    assert result["isError"]


def test_a_client_that_goes_before_its_message_is_whole_is_forgotten(web):
    async def scenario():
        line = web.stream(calling("count"), is_whole=False)
        line.hang_up()
        await line.done
        return line.status

    assert asyncio.run(scenario()) is None
