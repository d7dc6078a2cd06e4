"""prompts: functions that write messages, and completions of their arguments."""

import asyncio
from typing import Annotated, Literal

import pytest
from dictmcp import Context, RegistrationError, Server, make_request
from dictmcp.calling import Failed
from dictmcp.prompts import PromptRegistry

TEXT = {"type": "text", "text": "a"}


def get(function, **arguments: str) -> list:
    """The messages that a prompt gives."""
    registry = PromptRegistry()
    registry.add(function, name="it")
    return asyncio.run(registry.get("it", arguments, Context({})))["messages"]


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ("a", [{"role": "user", "content": TEXT}]),
        (5, [{"role": "user", "content": {"type": "text", "text": "5"}}]),
        (["a", TEXT], [{"role": "user", "content": TEXT}] * 2),
        ({"role": "assistant", "content": "a"}, [{"role": "assistant", "content": TEXT}]),
        ({"messages": [{"role": "user", "content": TEXT}]}, [{"role": "user", "content": TEXT}]),
        ([], []),
    ],
    ids=repr,
)
def test_what_a_function_returns_becomes_messages(value: object, messages: list) -> None:
    assert get(lambda: value) == messages


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [5]},
        {"messages": [{"role": "system", "content": TEXT}]},
        [{"role": "user", "content": {"type": "text"}}],
        [{"role": "user", "content": [TEXT]}],
        object(),
    ],
    ids=["number", "role", "block", "blocks", "object"],
)
def test_what_is_no_message_is_a_failure(value: object) -> None:
    with pytest.raises(Failed):
        get(lambda: value)


def review(
    text: Annotated[str, "what to review"], lines: int = 5, tone: Literal["kind", "dry"] = "kind"
) -> str:
    """Review a text."""
    return f"{text} {lines + 0} {tone}"


def test_arguments_come_as_their_types() -> None:
    assert get(review, text="a", lines="7")[0]["content"]["text"] == "a 7 kind"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "text"),
        ({"text": "a", "lines": "x"}, "lines"),
        ({"text": "a", "more": "b"}, "more"),
        ({"text": "a", "tone": "x"}, "tone"),
    ],
    ids=str,
)
def test_arguments_that_do_not_fit_are_named(arguments: dict, word: str) -> None:
    server = Server("a")
    server.prompt(review)
    error = server.route(make_request(1, "prompts/get", {"name": "review", "arguments": arguments}))["error"]
    assert (error["code"], f"'{word}'" in error["message"]) == (-32602, True)


def test_a_list_shows_the_arguments() -> None:
    registry = PromptRegistry()
    registry.add(review, title="Review")
    assert registry.list() == [
        {
            "name": "review",
            "description": "Review a text.",
            "arguments": [
                {"name": "text", "description": "what to review", "required": True},
                {"name": "lines", "required": False},
                {"name": "tone", "required": False},
            ],
            "title": "Review",
        }
    ]


@pytest.mark.parametrize(
    "function", [lambda *args: "", lambda a, /: "", 5], ids=["args", "positional", "number"]
)
def test_what_cannot_be_registered(function) -> None:
    with pytest.raises(RegistrationError):
        PromptRegistry().add(function, name="it") if callable(function) else PromptRegistry().add(function)


@pytest.fixture
def server() -> Server:
    """A server with a prompt and a template, both completed."""
    server = Server("a")
    server.prompt(review)

    @server.completion("review", "text")
    def texts(value: str, arguments: dict) -> list:
        return [f"{value}{number}" for number in range(150)] if value else sorted(arguments)

    @server.resource("kb://{topic}")
    def topic(topic: Literal["ids", "icons", "tools"]) -> str:
        return topic

    return server


def complete(server: Server, ref: object, name: object, value: object, **more: object) -> dict:
    params = {"ref": ref, "argument": {"name": name, "value": value}, **more}
    return server.route(make_request(1, "completion/complete", params))


PROMPT = {"type": "ref/prompt", "name": "review"}
TEMPLATE = {"type": "ref/resource", "uri": "kb://{topic}"}


@pytest.mark.parametrize(
    ("ref", "name", "value", "values"),
    [
        (PROMPT, "tone", "", ["kind", "dry"]),
        (PROMPT, "tone", "d", ["dry"]),
        (PROMPT, "lines", "", []),
        (TEMPLATE, "topic", "i", ["ids", "icons"]),
    ],
    ids=["all", "begun", "none", "template"],
)
def test_choices_complete_themselves(server: Server, ref: dict, name: str, value: str, values: list) -> None:
    completion = complete(server, ref, name, value)["result"]["completion"]
    assert completion == {"values": values, "total": len(values), "hasMore": False}


def test_a_function_completes_at_most_a_hundred(server: Server) -> None:
    completion = complete(server, PROMPT, "text", "a")["result"]["completion"]
    assert (len(completion["values"]), completion["total"], completion["hasMore"]) == (100, 150, True)


def test_a_function_may_know_what_was_chosen(server: Server) -> None:
    reply = complete(server, PROMPT, "text", "", context={"arguments": {"tone": "dry"}})
    assert reply["result"]["completion"]["values"] == ["tone"]


@pytest.mark.parametrize(
    ("ref", "name", "value"),
    [
        (None, "text", ""),
        ({}, "text", ""),
        ({"type": "ref/prompt", "name": "nope"}, "text", ""),
        ({"type": "ref/prompt", "name": ["review"]}, "text", ""),
        ({"type": "ref/tool", "name": "review"}, "text", ""),
        ({"type": "ref/resource", "uri": "kb://other"}, "text", ""),
        (PROMPT, "nope", ""),
        (PROMPT, 5, ""),
        (PROMPT, "text", None),
    ],
    ids=repr,
)
def test_what_cannot_be_completed(server: Server, ref: object, name: object, value: object) -> None:
    assert complete(server, ref, name, value)["error"]["code"] == -32602


def test_a_method_that_is_not_offered_is_not_suggested() -> None:
    for method in ("completion/complete", "prompts/list", "resources/list"):
        error = Server("a").route(make_request(1, method))["error"]
        assert (error["code"], f"did you mean '{method}'" in error["message"]) == (-32601, False)
