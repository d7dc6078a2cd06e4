"""Handlers that ask the client, from the first message to the last, in both eras, over the text doors."""

import asyncio

import pytest
from dictmcp import Server, elicitation, roots, sampling
from protocol.wire import LOUD, NEW, Wire, settle

OLD = "2025-11-25"
ALL_OF_IT = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}
FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ADA = {"action": "accept", "content": {"name": "Ada"}}
POEM = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "leaf"}}
ROOTS = {"roots": [{"uri": "file:///a"}]}


@pytest.fixture
def server() -> Server:
    server = Server("asking", secret=b"the same for all tests")
    server.ran = []

    @server.tool
    async def greet(ctx, greeting: str = "Hello") -> str:
        answer = await ctx.elicit("Who?", FORM, key="who")
        return f"{greeting}, {answer.content.get('name')}."

    @server.tool
    async def twice(ctx) -> str:
        server.ran.append(sorted(ctx.answers))
        ctx.log("info", "begun")
        first = await ctx.elicit("First?", FORM, key="first")
        second = await ctx.elicit("Second?", FORM, key="second")
        return f"{first.content['name']} and {second.content['name']}"

    @server.tool
    async def survey(ctx) -> str:
        answers = await ctx.ask(who=elicitation("Who?", FORM), poem=sampling("A poem."), where=roots())
        return f"{answers['who'].content['name']} {answers['poem']['model']} {answers['where'][0]['uri']}"

    @server.tool
    async def visit(ctx) -> str:
        return (await ctx.elicit("Please pay.", url="https://pay.example/1", key="pay")).action

    @server.resource("diary://{day}")
    async def diary(day: str, ctx) -> str:
        return f"{day}: {(await ctx.elicit('Whose?', FORM, key='whose')).content['name']}"

    @server.prompt
    async def review(code: str, ctx) -> str:
        return f"{code} for {(await ctx.elicit('For whom?', FORM, key='whom')).content['name']}"

    return server


REQUESTS = {
    "a tool": ("tools/call", {"name": "greet", "arguments": {}}, "who", "Hello, Ada."),
    "a resource": ("resources/read", {"uri": "diary://monday"}, "whose", "monday: Ada"),
    "a prompt": ("prompts/get", {"name": "review", "arguments": {"code": "x"}}, "whom", "x for Ada"),
}


def words(result: dict) -> str:
    """The text in a result of any of the three."""
    [item] = result.get("content") or result.get("contents") or [result["messages"][0]["content"]]
    return item["text"]


@pytest.mark.parametrize("what", REQUESTS)
def test_whoever_may_ask_asks_a_stateless_client_by_a_result(server: Server, what: str) -> None:
    method, params, key, wanted = REQUESTS[what]
    wire = Wire(server, NEW, **ALL_OF_IT)
    asked = wire.now(method, params)["result"]
    assert asked["resultType"] == "input_required"
    assert [one["method"] for one in asked["inputRequests"].values()] == ["elicitation/create"]
    assert "ttlMs" not in asked
    answers = {"inputResponses": {key: ADA}, "requestState": asked["requestState"]}
    answered = wire.now(method, {**params, **answers}, id=2)["result"]
    assert (answered["resultType"], words(answered)) == ("complete", wanted)
    assert wire.left == []


@pytest.mark.parametrize("what", REQUESTS)
def test_whoever_may_ask_asks_a_handshake_client_by_a_request(server: Server, what: str) -> None:
    method, params, _, wanted = REQUESTS[what]

    async def main() -> tuple:
        wire = Wire(server, OLD, **ALL_OF_IT)
        task = wire.start(method, params)
        await settle()
        await wire.respond(wire.left[0]["id"], result=ADA)
        return await task, wire.methods()

    reply, methods = asyncio.run(main())
    assert (words(reply["result"]), methods) == (wanted, ["elicitation/create"])


def test_answers_add_up_from_round_to_round(server: Server) -> None:
    wire = Wire(server, NEW, **ALL_OF_IT)
    call = {"name": "twice", "arguments": {}}
    first = wire.now("tools/call", call, **LOUD)["result"]
    second = wire.now(
        "tools/call",
        {**call, "requestState": first["requestState"], "inputResponses": {"first": ADA}},
        id=2,
        **LOUD,
    )["result"]
    assert list(second["inputRequests"]) == ["second"]
    assert second["requestState"] != first["requestState"]
    third = wire.now(
        "tools/call",
        {**call, "requestState": second["requestState"], "inputResponses": {"second": ADA}},
        id=3,
        **LOUD,
    )["result"]
    assert words(third) == "Ada and Ada"
    assert server.ran == [[], ["first"], ["first", "second"]]
    assert wire.methods() == ["notifications/message"] * 3


def test_several_questions_are_asked_at_once(server: Server) -> None:
    wire = Wire(server, NEW, **ALL_OF_IT)
    call = {"name": "survey", "arguments": {}}
    asked = wire.now("tools/call", call)["result"]
    assert {key: one["method"] for key, one in asked["inputRequests"].items()} == {
        "who": "elicitation/create",
        "poem": "sampling/createMessage",
        "where": "roots/list",
    }
    some = {**call, "requestState": asked["requestState"], "inputResponses": {"who": ADA, "where": ROOTS}}
    again = wire.now("tools/call", some, id=2)["result"]
    assert list(again["inputRequests"]) == ["poem"]
    rest = {**call, "requestState": again["requestState"], "inputResponses": {"poem": POEM, "x": 5}}
    assert words(wire.now("tools/call", rest, id=3)["result"]) == "Ada m file:///a"


def test_several_requests_of_one_call_are_answered_in_any_order(server: Server) -> None:
    async def main() -> dict:
        wire = Wire(server, OLD, **ALL_OF_IT)
        task = wire.start("tools/call", {"name": "survey"})
        await settle()
        results = {"elicitation/create": ADA, "sampling/createMessage": POEM, "roots/list": ROOTS}
        assert sorted(wire.methods()) == sorted(results)
        assert len({request["id"] for request in wire.left}) == 3
        for request in reversed(wire.left):
            await wire.respond(request["id"], result=results[request["method"]])
        return await task

    assert words(asyncio.run(main())["result"]) == "Ada m file:///a"


def test_two_calls_that_ask_at_the_same_time_get_their_own_answers(server: Server) -> None:
    async def main() -> list:
        wire = Wire(server, OLD, **ALL_OF_IT)
        tasks = [
            wire.start("tools/call", {"name": "greet", "arguments": {"greeting": word}}, id=word)
            for word in ("Hello", "Bye")
        ]
        await settle()
        for request, name in zip(reversed(wire.left), ("Bob", "Ada"), strict=True):
            await wire.respond(request["id"], result={"action": "accept", "content": {"name": name}})
        return [words((await task)["result"]) for task in tasks]

    assert asyncio.run(main()) == ["Hello, Ada.", "Bye, Bob."]


def test_an_answer_reaches_only_the_session_that_was_asked(server: Server) -> None:
    async def main() -> list:
        asked, other = Wire(server, OLD, **ALL_OF_IT), Wire(server, OLD, **ALL_OF_IT)
        task = asked.start("tools/call", {"name": "greet"})
        await settle()
        id = asked.left[0]["id"]
        await other.respond(id, result={"action": "accept", "content": {"name": "Eve"}})
        await settle()
        waited = not task.done()
        await asked.respond(id, result=ADA)
        await asked.respond(id, result={"action": "accept", "content": {"name": "late"}})
        return [waited, words((await task)["result"]), other.left]

    assert asyncio.run(main()) == [True, "Hello, Ada.", []]


def test_a_call_is_cancelled_while_it_asks(server: Server) -> None:
    async def main() -> tuple:
        wire = Wire(server, OLD, **ALL_OF_IT)
        task = wire.start("tools/call", {"name": "greet"}, id=7)
        await settle()
        await wire.later("notifications/cancelled", {"requestId": 7}, id=None)
        reply = await task
        await wire.respond(wire.left[0]["id"], result=ADA)
        return reply, wire.methods(), (await wire.later("ping", id=8))["result"]

    assert asyncio.run(main()) == (None, ["elicitation/create"], {})


@pytest.mark.parametrize(
    ("declared", "needed"),
    [
        ({}, {"elicitation": {}, "sampling": {}, "roots": {}}),
        ({"sampling": {}}, {"elicitation": {}, "roots": {}}),
        ({"elicitation": {"url": {}}, "sampling": {}, "roots": {}}, {"elicitation": {}}),
    ],
    ids=repr,
)
def test_a_stateless_client_is_told_what_it_would_have_to_declare(server, declared, needed) -> None:
    error = Wire(server, NEW, **declared).now("tools/call", {"name": "survey"})["error"]
    assert (error["code"], error["data"]) == (-32021, {"requiredCapabilities": needed})


@pytest.mark.parametrize("declared", [{}, {"elicitation": {}}, {"elicitation": {"form": {}}}], ids=repr)
def test_only_who_declared_urls_is_sent_to_one(server: Server, declared: dict) -> None:
    error = Wire(server, NEW, **declared).now("tools/call", {"name": "visit"})["error"]
    assert error["data"] == {"requiredCapabilities": {"elicitation": {"url": {}}}}
    result = Wire(server, OLD, **declared).now("tools/call", {"name": "visit"})["result"]
    assert result["isError"] is True
    asked = Wire(server, NEW, **ALL_OF_IT).now("tools/call", {"name": "visit"})["result"]
    assert asked["inputRequests"]["pay"]["params"] == {
        "mode": "url",
        "message": "Please pay.",
        "url": "https://pay.example/1",
    }


def test_a_handshake_client_gets_an_id_with_an_address(server: Server) -> None:
    async def main() -> tuple:
        wire = Wire(server, OLD, **ALL_OF_IT)
        task = wire.start("tools/call", {"name": "visit"})
        await settle()
        await wire.respond(wire.left[0]["id"], result={"action": "accept"})
        return await task, wire.left[0]["params"]

    reply, params = asyncio.run(main())
    assert words(reply["result"]) == "accept"
    assert isinstance(params.pop("elicitationId"), str)
    assert params == {"mode": "url", "message": "Please pay.", "url": "https://pay.example/1"}


def test_what_an_earlier_request_declared_does_not_count(server: Server) -> None:
    wire = Wire(server, NEW, **ALL_OF_IT)
    assert wire.now("tools/call", {"name": "greet"})["result"]["resultType"] == "input_required"
    wire.capabilities = {}
    assert wire.now("tools/call", {"name": "greet"})["error"]["code"] == -32021


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26"])
def test_a_revision_without_elicitation_is_not_asked(server: Server, revision: str) -> None:
    wire = Wire(server, revision, **ALL_OF_IT)
    assert wire.now("tools/call", {"name": "greet"})["result"]["isError"] is True
    assert wire.left == []
