"""sessions.replaying: a session had again, questions, states and overlaps included."""

import asyncio
import json
import sys

import pytest
from dictmcp import Server
from dictmcp.hosting import LoadError, load
from dictmcp.sessions import Recording, Step, compare, recorded, replay, replaying, replays

HEAD = "from dictmcp import Server\nimport asyncio, random\nserver = Server('demo')\n"
ADD = HEAD + "@server.tool\ndef add(a: int, b: int) -> int:\n    return a + b\n"
DICE = HEAD + "@server.tool\ndef dice() -> str:\n    return random.randbytes(9).hex()\n"
ASK = (
    HEAD
    + "@server.tool\nasync def ask(ctx) -> str:\n"
    + "    answer = await ctx.elicit('Who?', {'type': 'object', 'properties': {'n': {'type': 'string'}}})\n"
    + "    return str(answer.content)\n"
)
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}


def request(id: int, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def held(source: str, *texts: str) -> Recording:
    """A session with a server, as the page's log has it: no overlaps."""

    async def talk() -> list[dict]:
        log: list[dict] = []
        doors = (await load(source)).doors
        doors = doors.session() if isinstance(doors, Server) else doors
        for id, text in enumerate(texts):
            log.append({"kind": "sent", "text": text, "id": id})
            reply = await doors.route_text_async(
                text, lambda sent, id=id: log.append({"kind": "received", "text": sent, "id": id})
            )
            log.append(
                {"kind": "received" if reply else "nothing", "text": reply or "", "id": id, "isEnd": True}
            )
        return log

    return recorded(asyncio.run(talk()), "demo")


def verdicts(recording: Recording, source: str) -> list[str]:
    return [one.verdict for one in compare(recording, asyncio.run(replays(source, recording)))]


SUM = request(1, "tools/call", name="add", arguments={"a": 1, "b": 2})


def test_the_same_server_gives_the_same() -> None:
    recording = held(ADD, SUM, '{"jsonrpc":"2.0","method":"x"}', "{broken")
    assert verdicts(recording, ADD) == ["same", "same", "same"]


def test_an_edited_server_gives_what_changed() -> None:
    recording = held(ADD, SUM, request(2, "ping"))
    assert verdicts(recording, ADD.replace("a + b", "a - b")) == ["changed", "same"]


def test_chance_is_volatile() -> None:
    assert verdicts(held(DICE, request(1, "tools/call", name="dice", arguments={})), DICE) == ["volatile"]


def test_a_file_that_cannot_be_loaded_says_so() -> None:
    with pytest.raises(LoadError):
        asyncio.run(replay("1 / 0", held(ADD, SUM)))


INITIALIZE = request(
    0,
    "initialize",
    protocolVersion="2025-11-25",
    capabilities={"elicitation": {}},
    clientInfo={"name": "a", "version": "1"},
)
ANSWER = '{"jsonrpc":"2.0","id":"ask-1","result":{"action":"accept","content":{"n":"Ada"}}}'


def test_a_question_of_the_server_is_answered_when_it_comes() -> None:
    asked = {
        "jsonrpc": "2.0",
        "id": "old-7",
        "method": "elicitation/create",
        "params": {
            "message": "Who?",
            "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}},
        },
    }
    done = {"content": [{"type": "text", "text": "{'n': 'Ada'}"}], "isError": False}
    steps = [
        Step(INITIALIZE, []),
        Step(
            request(1, "tools/call", name="ask", arguments={}),
            [asked, {"jsonrpc": "2.0", "id": 1, "result": done}],
        ),
        Step(ANSWER.replace("ask-1", "old-7"), [], 2),
        Step(request(2, "ping"), []),
    ]
    left = asyncio.run(replay(ASK, Recording("", "", steps)))
    assert [message.get("id") for message in left[1]] == ["ask-1", 1]
    assert left[1][1]["result"]["content"] == done["content"]
    assert (left[2], left[3][0]["result"]) == ([], {})


def test_a_state_is_sent_back_as_the_server_made_it_this_time() -> None:
    call = {"name": "ask", "arguments": {}, "_meta": META}
    first = held(ASK, request(1, "tools/call", **call))
    asked = first.steps[0].receive[0]["result"]
    (key,) = asked["inputRequests"]
    answers = {key: {"action": "accept", "content": {"n": "Ada"}}}
    second = request(2, "tools/call", **call, inputResponses=answers, requestState=asked["requestState"])
    left = asyncio.run(replay(ASK, first._replace(steps=[*first.steps, Step(second, [])])))
    assert left[1][0]["result"]["content"] == [{"type": "text", "text": "{'n': 'Ada'}"}]


def test_what_never_answers_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(replaying, "PATIENCE", 0.05)
    source = HEAD + "@server.tool\nasync def hang() -> str:\n    await asyncio.Event().wait()\n"
    steps = [Step(request(1, "tools/call", name="hang", arguments={}), []), Step(request(2, "ping"), [])]
    left = asyncio.run(replay(source, Recording("", "", steps)))
    assert [len(one) for one in left] == [0, 1]


def test_whoever_is_served_goes_on(capsys) -> None:
    served = asyncio.run(load(ADD))
    module = sys.modules["server"]
    asyncio.run(replay(ADD + "print('loud')\n", held(ADD, SUM)))
    assert sys.modules["server"] is not module  # `held` loaded another
    assert capsys.readouterr().out == ""
    assert served.doors.route(json.loads(SUM))["result"]["content"][0]["text"] == "3"
