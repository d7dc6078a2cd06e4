"""rounds and asking: questions to the client, in either era, and the state that travels between rounds."""

import asyncio
import json

import pytest
from dictmcp import (
    ClientRefused,
    Context,
    Elicited,
    RpcError,
    Server,
    elicitation,
    make_request,
    make_response,
    roots,
)
from dictmcp.revisions import CLIENT_CAPABILITIES, PROTOCOL_VERSION, STATELESS
from dictmcp.rounds import LIFETIME, Rounds

FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
REQUEST = {"name": "greet", "arguments": {}}
ANSWER = {"action": "accept", "content": {"name": "Ada"}}


def meta(**capabilities: object) -> dict:
    return {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: capabilities}


@pytest.fixture
def server() -> Server:
    """A server whose tool asks twice."""
    server = Server("a")

    @server.tool
    async def greet(ctx: Context) -> str:
        who = await ctx.elicit("Who?", FORM, key="who")
        if not who.accepted:
            return who.action
        where = await ctx.roots()
        return f"{who.content['name']} {len(where)}"

    return server


def ask(server: Server, **params: object) -> dict:
    """A stateless call, and what came of it."""
    both = meta(elicitation={}, roots={})
    reply = server.route(make_request(1, "tools/call", {**REQUEST, "_meta": both, **params}))
    return reply.get("result") or reply["error"]


def test_a_stateless_client_answers_in_rounds(server: Server) -> None:
    first = ask(server)
    assert (first["resultType"], list(first["inputRequests"])) == ("input_required", ["who"])
    assert first["inputRequests"]["who"]["params"] == {"message": "Who?", "requestedSchema": FORM}
    second = ask(server, requestState=first["requestState"], inputResponses={"who": ANSWER})
    (key,) = second["inputRequests"]
    assert second["inputRequests"][key]["method"] == "roots/list"
    third = ask(
        server, requestState=second["requestState"], inputResponses={key: {"roots": [{"uri": "file:///a"}]}}
    )
    assert (third["resultType"], third["content"][0]["text"]) == ("complete", "Ada 1")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        5,
        [],
        {},
        {"action": "maybe"},
        {"action": ["accept"]},
        {"action": "accept"},
        {"action": "accept", "content": {"name": 5}},
    ],
    ids=repr,
)
def test_an_answer_that_is_none_is_asked_again(server: Server, answer: object) -> None:
    again = ask(server, inputResponses={"who": answer, "stray": 1})
    assert (again["resultType"], list(again["inputRequests"])) == ("input_required", ["who"])


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_user_may_refuse(server: Server, action: str) -> None:
    assert ask(server, inputResponses={"who": {"action": action}})["content"][0]["text"] == action


@pytest.mark.parametrize("responses", [5, [], "a", True], ids=repr)
def test_answers_are_an_object(server: Server, responses: object) -> None:
    assert ask(server, inputResponses=responses)["code"] == -32602


def test_a_client_that_cannot_answer_is_told_what_it_needs(server: Server) -> None:
    reply = server.route(make_request(1, "tools/call", {**REQUEST, "_meta": meta(sampling={})}))
    assert reply["error"]["code"] == -32021
    assert reply["error"]["data"] == {"requiredCapabilities": {"elicitation": {}}}


def damaged(state: str) -> list:
    payload, _, signature = state.partition(".")
    return [
        *("", ".", "a.b", "\u00e9", "\ud800", 5, [], {}, True),
        *(
            state + "x",
            state[:-1],
            state[1:],
            state.upper(),
            payload,
            f"{payload}.",
            f".{signature}",
            state + "=",
        ),
        f"{payload[:-2]}AA.{signature}",
    ]


@pytest.mark.parametrize("number", range(len(damaged("a.b"))))
def test_a_state_that_was_changed_is_refused(server: Server, number: int) -> None:
    state = ask(server)["requestState"]
    assert ask(server, requestState=damaged(state)[number])["code"] == -32602


def test_a_state_belongs_to_its_request() -> None:
    rounds = Rounds(b"secret")
    state = rounds.seal({"who": ANSWER}, "tools/call", REQUEST)
    assert rounds.open(state, "tools/call", {**REQUEST, "_meta": {}, "inputResponses": {}}) == {"who": ANSWER}
    for method, params in (("prompts/get", REQUEST), ("tools/call", {**REQUEST, "arguments": {"a": 1}})):
        with pytest.raises(RpcError, match="another request"):
            rounds.open(state, method, params)
    with pytest.raises(RpcError):
        Rounds(b"other").open(state, "tools/call", REQUEST)


def test_a_state_expires() -> None:
    now = [0.0]
    rounds = Rounds(b"secret", lambda: now[0])
    state = rounds.seal({}, "tools/call", REQUEST)
    now[0] = LIFETIME
    assert rounds.open(state, "tools/call", REQUEST) == {}
    now[0] = LIFETIME + 1
    with pytest.raises(RpcError, match="expired"):
        rounds.open(state, "tools/call", REQUEST)


def test_two_states_of_one_request_differ() -> None:
    rounds = Rounds(b"secret")
    assert rounds.seal({}, "tools/call", REQUEST) != rounds.seal({}, "tools/call", REQUEST)


# -- the handshake era --------------------------------------------------------------------------------


def session_of(server: Server, **capabilities: object):
    session = server.session()
    params = {"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {}}
    session.route(make_request(0, "initialize", params))
    return session


def answered(server: Server, *answers: dict) -> tuple[dict, list]:
    """The reply to a call whose questions get these answers, and the questions."""

    async def main() -> dict:
        session = session_of(server, elicitation={}, roots={})
        task = asyncio.create_task(session.route_async(make_request(1, "tools/call", REQUEST), sent.append))
        for answer in answers:
            for _ in range(5):
                await asyncio.sleep(0)
            await session.route_async({"jsonrpc": "2.0", "id": sent[-1]["id"], **answer})
        return await task

    sent: list = []
    return asyncio.run(main()), sent


def test_a_handshake_client_is_asked_by_requests(server: Server) -> None:
    reply, sent = answered(server, {"result": ANSWER}, {"result": {"roots": []}})
    assert reply["result"]["content"][0]["text"] == "Ada 0"
    assert [message["method"] for message in sent] == ["elicitation/create", "roots/list"]
    assert len({message["id"] for message in sent}) == 2


@pytest.mark.parametrize(
    "answer", [{"error": {"code": -1, "message": "no"}}, {"result": {}}, {"result": None}, {}], ids=repr
)
def test_an_answer_that_is_an_error_fails_the_tool(server: Server, answer: dict) -> None:
    answer = answer or {"result": {"action": "accept", "content": {}}}
    reply, _ = answered(server, answer)
    assert reply["result"]["isError"] is True
    assert reply["result"]["content"][0]["text"].startswith("ClientRefused")


def test_a_client_that_declared_nothing_is_not_asked(server: Server) -> None:
    async def main() -> dict:
        return await session_of(server).route_async(make_request(1, "tools/call", REQUEST), sent.append)

    sent: list = []
    assert (asyncio.run(main())["result"]["isError"], sent) == (True, [])


def test_an_answer_to_nothing_is_ignored(server: Server) -> None:
    session = session_of(server, elicitation={})
    for id in ("ask-1", 1, None, [1], {}):
        assert session.route({"jsonrpc": "2.0", "id": id, "result": ANSWER}) is None
    assert session.route(make_request(2, "ping")) == make_response(2, {})


@pytest.mark.parametrize(
    ("question", "capabilities", "revision", "can"),
    [
        (elicitation("a"), {"elicitation": {}}, "2025-06-18", True),
        (elicitation("a"), {"elicitation": {"form": {}}}, "2025-11-25", True),
        (elicitation("a"), {"elicitation": {"url": {}}}, "2025-11-25", False),
        (elicitation("a"), {"elicitation": {}}, "2025-03-26", False),
        (elicitation("a", url="https://a.example"), {"elicitation": {}}, "2025-11-25", False),
        (elicitation("a", url="https://a.example"), {"elicitation": {"url": {}}}, "2025-11-25", True),
        (roots(), {"roots": {}}, "2024-11-05", True),
        (roots(), {}, "2025-11-25", False),
        (roots(), {"roots": None}, "2025-11-25", False),
        (roots(), {"roots": True}, "2025-11-25", False),
    ],
    ids=repr,
)
def test_who_can_be_asked(question, capabilities: dict, revision: str, can: bool) -> None:
    ctx = Context({"params": {"_meta": {CLIENT_CAPABILITIES: capabilities}}})
    ctx.revision = revision
    assert ctx.can_ask(question) is can


def test_an_elicitation_is_read() -> None:
    assert elicitation("Who?", FORM).read(json.loads(json.dumps(ANSWER))) == Elicited(
        "accept", {"name": "Ada"}
    )


def test_client_refused_is_an_exception_that_a_tool_may_catch() -> None:
    assert issubclass(ClientRefused, Exception)
