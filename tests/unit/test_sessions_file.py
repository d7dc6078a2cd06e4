"""sessions.file: the format of a session, old and new, and what is wrong with what is none."""

import json
from pathlib import Path

import pytest
from conversations.replay import HERE
from dictmcp.sessions import FORMAT, Recording, SessionFileError, Step, read, recorded, write

PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
KEPT = Path(__file__).with_name("sessions")


def test_what_is_written_is_read() -> None:
    steps = [
        Step(PING, [PONG]),
        Step("{broken", [{"error": {"code": -32700}}]),
        Step('{"jsonrpc":"2.0","method":"a"}', [], 1, ("result.x",)),
        Step("\ud800", [{"text": "\u2028 <any>"}], is_exact=True),
    ]
    recording = Recording("It", "demo", steps, ("result.*",), True)
    text = write(recording)
    text.encode("utf-8")
    assert read(text) == recording
    assert write(read(text)) == text


@pytest.mark.parametrize(
    "text",
    ['{"a": 1.10}', '{"a":1,"a":2}', '"text"', "7", '{"a":1e400}', "", '{"a":"\u00e9"}', '{"a":"\\u00e9"}'],
)
def test_a_message_is_kept_as_it_was_sent(text: str) -> None:
    sent = read(write(Recording("", "", [Step(text, [])]))).steps[0].text
    assert sent == text or json.loads(sent) == json.loads(text)
    if text in ('{"a": 1.10}', '{"a":1,"a":2}', '"text"', "7", '{"a":1e400}', ""):
        assert sent == text


def test_a_message_that_is_json_is_written_as_json() -> None:
    content = json.loads(write(Recording("", "", [Step('{\n "jsonrpc": "2.0", "id": 7\n}', [])])))
    assert content["steps"][0]["send"] == {"jsonrpc": "2.0", "id": 7}


def test_every_format_there_ever_was_is_read() -> None:
    files = sorted(KEPT.glob("format-*.mcp-session.json"))
    assert [file.name for file in files] == [f"format-{one}.mcp-session.json" for one in range(FORMAT + 1)]
    for file in files:
        recording = read(file.read_text("utf-8"))
        assert [step.text for step in recording.steps[-2:]] == [PING, '{"jsonrpc":"2.0","method":"a"}']
        assert recording.steps[-2].receive == [PONG]


def test_conversations_are_sessions() -> None:
    for file in HERE.glob("*.json"):
        assert read(file.read_text("utf-8"), file.name).title


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "It is not JSON: expecting property name enclosed in double quotes at line 1, column 2."),
        ("[]", "It is no session: it holds no object with 'steps'."),
        ("{}", "It is no session: steps is missing."),
        ('{"steps":{}}', "It is no session: steps is no array."),
        ('{"format":"1","steps":[]}', "It is no session: 'format' is \"1\", not a whole number."),
        (
            '{"format":99,"steps":[]}',
            f"It is no session: it is of format 99, and this page reads up to {FORMAT}: "
            "open it in a newer one.",
        ),
        ('{"steps":[1]}', "It is no session: steps[0] has no 'send'."),
        ('{"steps":[{"send":"a"}]}', "It is no session: steps[0].receive is missing."),
        ('{"steps":[{"send":"a","receive":{}}]}', "It is no session: steps[0].receive is no array."),
        ('{"title":5,"steps":[]}', "It is no session: 'title' is 5, not a text."),
        (
            '{"handshake":"1999","steps":[]}',
            "It is no session: 'handshake' is \"1999\", "
            "not one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.",
        ),
        (
            '{"steps":[{"send":"a","receive":[],"after":-1}]}',
            "It is no session: steps[0].after is -1, not a number of messages.",
        ),
        (
            '{"steps":[{"send":"a","fill":{"x":["y",1e12]},"receive":[]}]}',
            "It is no session: steps[0].fill['x'] is [\"y\", 1000000000000.0], "
            "not a text and how many times.",
        ),
        ("[" * 100_000, "It is nested too deeply to be a session."),
    ],
    ids=lambda value: value[:40],
)
def test_what_is_wrong_is_one_sentence(text: str, what: str) -> None:
    with pytest.raises(SessionFileError) as error:
        read(text, "It")
    assert str(error.value) == what


def entry(kind: str, text: str, id: int | None = None, **more: object) -> dict:
    return {"kind": kind, "text": text, "id": id, **more}


def test_a_log_becomes_a_session() -> None:
    log = [
        entry("sent", PING, 1),
        entry("printed", "loud"),
        entry("received", json.dumps(PONG), 1, isEnd=True),
        entry("sent", "{}", 2),
        entry("nothing", "Nothing was sent.", 2),
    ]
    assert recorded(log, "demo", "It").steps == [Step(PING, [PONG]), Step("{}", [])]


def test_what_is_sent_while_another_waits_knows_after_what() -> None:
    log = [
        entry("sent", "call", 1),
        entry("received", '{"id":"ask-1"}', 1),
        entry("sent", "answer", 2),
        entry("nothing", "Nothing was sent.", 2),
        entry("received", '{"id":1}', 1, isEnd=True),
        entry("sent", "last", 3),
    ]
    assert recorded(log, "demo").steps == [
        Step("call", [{"id": "ask-1"}, {"id": 1}]),
        Step("answer", [], 1),
        Step("last", []),
    ]


def test_an_answer_that_bears_its_questions_number_ends_nothing() -> None:
    log = [
        entry("sent", "call", 1),
        entry("received", '{"id":"ask-1"}', 1),
        entry("sent", "answer", 1),
        entry("nothing", "Nothing was sent.", 1),
        entry("received", '{"id":"ask-2"}', 1),
        entry("sent", "another", 1),
        entry("nothing", "Nothing was sent.", 1),
        entry("received", '{"id":1}', 1, isEnd=True),
        entry("sent", "last", 2),
    ]
    assert recorded(log, "demo").steps == [
        Step("call", [{"id": "ask-1"}, {"id": "ask-2"}, {"id": 1}]),
        Step("answer", [], 1),
        Step("another", [], 2),
        Step("last", []),
    ]


def test_what_looks_open_and_is_not_is_marked() -> None:
    log = [entry("sent", "a", 1), entry("received", '{"result":{"...":"<any>"}}', 1, isEnd=True)]
    assert recorded(log, "demo").steps[0].is_exact
