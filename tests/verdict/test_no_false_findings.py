"""Nothing is found in servers that are right: conversations, examples, the official runner's fixtures."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversations.replay import Conversation, conversations
from dictmcp.presets import arguments
from dictmcp.rules import BATCHES, FORM, RULES, SHAPES
from verdict.host import Page, page
from verdict.talk import hello, modern, request

CONFORMANCE = Path(__file__).parents[1] / "conformance"
WRONG_ON_PURPOSE = "04-everything-wrong"
# Servers that do something wrong on purpose, so that the host can show what it does then: (conversation,
# step) -> the rules that must be named there.
ON_PURPOSE = {
    ("batch-replies", 3): {"not-json"},
    ("failing-methods", 13): {"not-json"},
    ("failing-methods", 14): {"not-json"},
    ("hand-written", 4): {"not-json"},
    ("hand-written", 5): {"not-json"},
    ("hand-written", 9): {"bare-value"},
}
ALL = [one for one in conversations() if one.name != WRONG_ON_PURPOSE]


@pytest.mark.parametrize("conversation", ALL, ids=[one.name for one in ALL])
def test_conversations(conversation: Conversation) -> None:
    with page(conversation.server.read_text("utf-8")) as opened:
        found = {
            (conversation.name, number): opened.broken(step.text)
            for number, step in enumerate(conversation.steps, 1)
        }
    wanted = {where: rules for where, rules in ON_PURPOSE.items() if where[0] == conversation.name}
    assert {where: rules for where, rules in found.items() if rules} == wanted


def test_the_example_that_does_everything_wrong_shows_a_full_house() -> None:
    [conversation] = [one for one in conversations() if one.name == WRONG_ON_PURPOSE]
    with page(conversation.server.read_text("utf-8")) as opened:
        found = {rule for step in conversation.steps for rule in opened.broken(step.text)}
    elsewhere = {rule.name for rule in BATCHES}  # a hand-written route is not given batches
    elsewhere |= {
        "parse-error-code",
        "unreadable-unanswered",
        "id-null",
        "invalid-request-code",
    }  # nor bad text
    elsewhere |= {
        "method-missing",
        "version-refused",
        "unknown-method-code",
        "capability-claimed",
    }  # serves all
    elsewhere |= {"unsupported-data", "retired-code", "error-shape", "supported-versions", "no-contents"}
    elsewhere |= {"required-meta", "input-undeclared", "notification-as-request", "unknown-tool-code"}
    elsewhere |= {"block-too-new", "structured-too-new"}  # it speaks the newest handshake revision
    elsewhere |= {"tools-array", "cost-of-tools", "cursor-repeats", "late-notification", "emitted-shape"}
    every = {
        rule.name for rule in (*FORM, *RULES, *SHAPES, *BATCHES) if rule.severity in ("wrong", "warning")
    }
    assert found == every - elsewhere
    assert len(found) > 60


# -- the official fixtures --------------------------------------------------------------------------

LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
MORE = [
    ("resources/read", {"uri": "test://static-text"}),
    ("resources/read", {"uri": "test://static-binary"}),
    ("resources/read", {"uri": "test://template/123/data"}),
    ("resources/read", {"uri": "test://no-such-thing"}),
    ("prompts/get", {"name": "test_simple_prompt"}),
    ("prompts/get", {"name": "test_prompt_with_arguments", "arguments": {"arg1": "a", "arg2": "b"}}),
    ("prompts/get", {"name": "test_prompt_with_embedded_resource", "arguments": {"resourceUri": "test://a"}}),
    ("prompts/get", {"name": "test_prompt_with_image"}),
    ("tools/call", {"name": "no_such_tool"}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
            "argument": {"name": "arg1", "value": ""},
        },
    ),
]
# These wait for the client, who is not there.
ASKING = ("test_sampling", "test_elicitation", "test_streaming", "test_missing", "test_input")


@pytest.fixture
def fixtures(monkeypatch) -> Iterator[Page]:
    monkeypatch.syspath_prepend(str(CONFORMANCE))
    with page((CONFORMANCE / "fixtures.py").read_text("utf-8")) as opened:
        yield opened
    sys.modules.pop("asking", None)


def test_the_official_fixtures_in_the_handshake_era(fixtures: Page) -> None:
    found = {}
    asked = [*hello(), *(request(method) for method in LISTS)]
    reply, _ = fixtures.say(json.dumps(request("tools/list")))
    for number, tool in enumerate(reply["result"]["tools"]):
        if not tool["name"].startswith(ASKING):
            params = {"name": tool["name"], "arguments": arguments(tool["inputSchema"])}
            asked.append(request("tools/call", {**params, "_meta": {"progressToken": number}}))
    asked += [request(method, params) for method, params in MORE]
    asked += [
        request("resources/subscribe", {"uri": "test://watched-resource"}),
        request("ping"),
        *asked[2:6],
    ]
    for message in asked:
        if rules := fixtures.broken(json.dumps(message)):
            found[json.dumps(message)] = rules
    assert found == {}
    assert len(asked) > 30


def test_the_official_fixtures_in_the_stateless_era(fixtures: Page) -> None:
    found = {}
    asked = [modern("server/discover"), *(modern(method) for method in LISTS)]
    reply, _ = fixtures.say(json.dumps(modern("tools/list")))
    for number, tool in enumerate(reply["result"]["tools"]):
        meta = {"progressToken": number}
        asked.append(
            modern("tools/call", name=tool["name"], arguments=arguments(tool["inputSchema"]), meta=meta)
        )
    asked += [modern(method, **params) for method, params in MORE]
    asked += [modern("ping"), modern("initialize"), *asked[1:5]]
    for message in asked:
        if rules := fixtures.broken(json.dumps(message)):
            found[json.dumps(message)] = rules
    assert found == {}
    assert len(asked) > 30
