"""What a stateless client carries from round to round: good for one request, for a time."""

import json

import pytest
from dictmcp import Server
from dictmcp.rounds import LIFETIME, Rounds
from protocol.wire import NEW, Wire

FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ADA = {"action": "accept", "content": {"name": "Ada"}}
CALL = {"name": "greet", "arguments": {"greeting": "Hi"}}


@pytest.fixture
def server() -> Server:
    server = Server("asking", secret=b"the same for all tests")

    @server.tool
    async def greet(ctx, greeting: str = "Hello") -> str:
        answer = await ctx.elicit("Who?", FORM, key="who")
        return f"{greeting}, {answer.content['name']}."

    @server.tool
    def plain() -> str:
        return "plain"

    @server.prompt
    async def review(code: str, ctx) -> str:
        return f"{code} for {(await ctx.elicit('For whom?', FORM, key='who')).content['name']}"

    return server


def state_of(server: Server) -> str:
    return Wire(server, NEW, elicitation={}).now("tools/call", CALL)["result"]["requestState"]


def replay(server: Server, state: object, method: str = "tools/call", **changes: object) -> dict:
    params = {**CALL, "requestState": state, "inputResponses": {"who": ADA}, **changes}
    return Wire(server, NEW, elicitation={}).now(method, params, id=2)


def test_another_process_with_the_same_secret_goes_on(server: Server) -> None:
    other = Server("asking", secret=b"the same for all tests")
    other.tools.add("greet", {"description": "x", "handler": lambda arguments: "over there"})
    assert text_of(replay(other, state_of(server))["result"]) == "over there"


def test_a_process_with_another_secret_does_not(server: Server) -> None:
    other = Server("asking", secret=b"another")
    other.tools.add("greet", {"description": "x", "handler": lambda arguments: "over there"})
    assert replay(other, state_of(server))["error"]["code"] == -32602


@pytest.mark.parametrize(
    "change",
    [
        {"arguments": {"greeting": "Bye"}},
        {"arguments": {}},
        {"arguments": {"greeting": "Hi", "more": 1}},
        {"name": "plain"},
        {"more": 1},
    ],
    ids=repr,
)
def test_a_state_is_for_the_request_that_was_asked_about(server: Server, change: dict) -> None:
    assert replay(server, state_of(server), **change)["error"]["code"] == -32602


def test_a_state_is_for_the_method_that_was_asked_about(server: Server) -> None:
    reply = replay(server, state_of(server), "prompts/get", name="review", arguments={"code": "x"})
    assert reply["error"]["code"] == -32602


def test_what_belongs_to_a_round_may_change(server: Server) -> None:
    state = state_of(server)
    assert text_of(replay(server, state, _meta={})["result"]) == "Hi, Ada."
    reordered = {"arguments": {"greeting": "Hi"}, "name": "greet"}
    assert text_of(replay(server, state, **reordered)["result"]) == "Hi, Ada."


def test_a_state_is_good_for_its_time(server: Server) -> None:
    now = [1_000.0]
    server.rounds = Rounds(b"secret", lambda: now[0])
    state = state_of(server)
    now[0] += LIFETIME
    assert text_of(replay(server, state)["result"]) == "Hi, Ada."
    now[0] += 1
    assert "expired" in replay(server, state)["error"]["message"]


def test_no_single_character_of_a_state_can_be_changed(server: Server) -> None:
    state = state_of(server)
    for at, character in enumerate(state):
        other = "A" if character != "A" else "B"
        reply = replay(server, state[:at] + other + state[at + 1 :])
        assert reply["error"]["code"] == -32602, at


def test_a_state_shows_no_secret(server: Server) -> None:
    assert b"the same for all tests".hex() not in json.dumps(state_of(server))


def text_of(result: dict) -> str:
    return result["content"][0]["text"]
