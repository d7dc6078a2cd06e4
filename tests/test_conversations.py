"""Every conversation, over every transport: the same bytes in, the same envelopes out."""

import json

import pytest
from conversations.replay import (
    HERE,
    TRANSPORTS,
    Conversation,
    InSession,
    Pyodide,
    conversations,
    difference,
    replay,
    strict_json,
)
from dictmcp import RpcError, Session, parse
from dictmcp.revisions import HANDSHAKE, STATELESS
from dictmcp.sessions import Step
from dictmcp.sessions.places import ANY
from mcp_types.methods import SERVER_RESULTS, validate_server_result

ALL = conversations()
NAMES = [conversation.name for conversation in ALL]


@pytest.fixture(params=TRANSPORTS)
def transport(request):
    """A way to reach a server."""
    with TRANSPORTS[request.param]() as chosen:
        yield chosen


@pytest.mark.parametrize("conversation", ALL, ids=NAMES)
def test_conversation(conversation: Conversation, transport) -> None:
    transport.open(conversation.server)
    replay(conversation, transport)


@pytest.mark.parametrize("conversation", ALL, ids=NAMES)
def test_conversation_in_pyodide(conversation: Conversation, pyodide_node) -> None:
    transport = Pyodide(pyodide_node)
    transport.open(conversation.server)
    replay(conversation, transport)


OURS = [one for one in ALL if one.server.parent.parent == HERE and one.server.stem != "by_hand"]


@pytest.mark.parametrize("conversation", OURS, ids=[conversation.name for conversation in OURS])
def test_the_official_types_take_every_result(conversation: Conversation) -> None:
    with InSession() as transport:
        transport.open(conversation.server)
        for step in conversation.steps:
            left = [json.loads(text) for text in transport.exchange(step.text, len(step.receive))]
            for method, version, result in results(step.text, left, transport.doors):
                validate_server_result(method, version, result)


def results(text: str, left: list, session: Session) -> list[tuple[str, str, dict]]:
    """What answered a message, unless it was an error or the message is none that MCP has."""
    try:
        message = parse(text)
    except RpcError:
        return []
    if not isinstance(message, dict) or not left or "result" not in left[-1]:
        return []
    is_stateless = "resultType" in left[-1]["result"]
    version = STATELESS[-1] if is_stateless else session.revision or HANDSHAKE[-1]
    known = (message["method"], version) in SERVER_RESULTS
    return [(message["method"], version, left[-1]["result"])] if known else []


# -- the replay itself ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("want", "got"),
    [
        ({"a": 1, "b": [None, True, "x"]}, {"b": [None, True, "x"], "a": 1}),
        (ANY, {"any": ["value"]}),
        ("a <any> c", "a b\nb c"),
        ({"a": 1, "...": ANY}, {"a": 1, "b": 2}),
        ([{"...": ANY}], [{}]),
        (10**30, 10**30),
    ],
)
def test_these_match(want, got) -> None:
    assert difference(want, got) is None


@pytest.mark.parametrize(
    ("want", "got"),
    [
        (1, True),
        (1, 1.0),
        (1, "1"),
        (0, False),
        (None, 0),
        ("a <any> c", "a b"),
        ("a <any>", 5),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "...": ANY}, {"b": 2}),
        ({"a": ANY}, {}),
        ([], [1]),
        ([1], []),
        ([{"a": [1]}], [{"a": [2]}]),
        ({}, []),
    ],
)
def test_these_differ(want, got) -> None:
    assert difference(want, got)


@pytest.mark.parametrize("text", ['{"a":NaN}', '{"a":1,"a":1}', '{"a":\n1}', "{", '"\ud800"', ""])
def test_what_may_not_leave(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        strict_json(text)


def test_a_wrong_reply_is_noticed() -> None:
    class Parrot:
        def exchange(self, text: str, expected: int) -> list[str]:
            return ["1", "2"]

    with pytest.raises(AssertionError, match="step 1"):
        replay(Conversation("parrot", HERE, [Step("x", [1])]), Parrot())


@pytest.mark.parametrize("conversation", ALL, ids=NAMES)
def test_one_step_is_one_line(conversation: Conversation) -> None:
    assert not [step.text for step in conversation.steps if "\n" in step.text or not step.text.strip()]


@pytest.mark.parametrize("file", sorted(HERE.glob("*.json")), ids=lambda file: file.stem)
def test_files_hold_what_is_read_of_them(file) -> None:
    content = json.loads(file.read_text("utf-8"))
    assert set(content) <= {"title", "server", "handshake", "steps"}
    assert all(set(step) <= {"send", "fill", "receive"} for step in content["steps"])
