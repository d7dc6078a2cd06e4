"""sessions.answering: plain answers to a server's questions, and the next round with them."""

import asyncio

import pytest
from dictmcp import Server
from dictmcp.sessions.answering import next_round, plain_answer

FORM = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "size": {"type": "string", "enum": ["s", "m"]}},
    "required": ["name"],
}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}, "sampling": {}, "roots": {}},
}


def test_each_question_gets_an_answer_of_its_kind() -> None:
    elicited = plain_answer("elicitation/create", {"message": "Who?", "requestedSchema": FORM})
    assert elicited == {"action": "accept", "content": {"name": "text", "size": "s"}}
    assert plain_answer("elicitation/create", {"mode": "url", "url": "https://a"}) == {"action": "accept"}
    assert plain_answer("sampling/createMessage", {})["content"]["type"] == "text"
    assert plain_answer("roots/list", {})["roots"][0]["uri"].startswith("file:///")
    with pytest.raises(ValueError, match="no question"):
        plain_answer("tools/list", {})


def test_a_server_takes_the_next_round() -> None:
    server = Server("asking")

    @server.tool
    async def book(seats: int, ctx) -> str:
        """Book."""
        who = await ctx.elicit("Who?", FORM)
        roots = await ctx.roots()
        return f"{seats} for {who.content['name']}, {len(roots)} root"

    params = {"name": "book", "arguments": {"seats": 2}, "_meta": META}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    result = asyncio.run(server.route_async(message))["result"]
    for id in (2, 3):
        asked = result["inputRequests"].items()
        responses = {key: plain_answer(one["method"], one["params"]) for key, one in asked}
        message = next_round(message, result, responses, id)
        result = asyncio.run(server.route_async(message))["result"]
    assert message["id"] == 3
    assert result["content"] == [{"type": "text", "text": "2 for text, 1 root"}]
