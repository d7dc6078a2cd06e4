"""A whole client by hand: what the server asks is answered, requests are cancelled, the line may be bad."""

import json

import pytest
from browser.playground import call, request
from playwright.sync_api import expect

SERVER = """
import asyncio
from dictmcp import Server

server = Server("asking")
counted = []

@server.tool
async def book(seats: int, ctx) -> str:
    form = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    answer = await ctx.elicit("Who are you?", form)
    return f"{seats} for {answer.content['name']}" if answer.accepted else "Nobody."

@server.tool
async def wait() -> str:
    await asyncio.Event().wait()

@server.tool
def count(n: int) -> str:
    counted.append(n)
    return f"counted {counted}"
"""
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
STATELESS = request("tools/call", 5, name="book", arguments={"seats": 2}, _meta=META)


@pytest.fixture
def asking(playground):
    """The page, serving a server that asks, with everything set as it is at first."""
    reset(playground.page)
    playground.script_run(SERVER)
    yield playground
    reset(playground.page)


def reset(page) -> None:
    """A form for what is asked, and a good line."""
    choose(page, "form")
    for name in ("delay", "lose", "twice", "hold"):
        page.locator(f"#line-{name}").evaluate(
            "field => { field.value = '0'; field.dispatchEvent(new Event('input')); }"
        )


def choose(page, way: str) -> None:
    page.get_by_role("tab", name="Client").click()
    page.get_by_label("Without a client").select_option(way)
    page.get_by_role("tab", name="New message").click()


def trouble(page, name: str, value: str) -> None:
    page.get_by_role("tab", name="Client").click()
    settings = page.locator(".line-settings")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    page.locator(f"#line-{name}").fill(value)
    page.get_by_role("tab", name="New message").click()


def greet(playground) -> None:
    """A handshake in which the client says that it can be asked."""
    about = {"name": "a person", "version": "1"}
    hello = {
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {"form": {}}},
        "clientInfo": about,
    }
    playground.exchange(request("initialize", 1, **hello))


def reply(playground, text: str) -> None:
    expect(playground.rows("received").last.locator("pre")).to_contain_text(text)


@pytest.mark.parametrize("message", [call("book", 5, seats=2), STATELESS], ids=["handshake", "stateless"])
def test_a_question_is_answered_in_a_form(asking, message):
    greet(asking)
    asking.send(message)
    card = asking.page.locator("#raw-questions").get_by_test_id("question")
    expect(card).to_contain_text("Who are you?")
    card.get_by_label("name").fill("Ada")
    card.get_by_role("button", name="Accept").click()
    reply(asking, "2 for Ada")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("message", [call("book", 5, seats=2), STATELESS], ids=["handshake", "stateless"])
def test_a_question_is_answered_by_itself(asking, message):
    greet(asking)
    choose(asking.page, "plain")
    asking.send(message)
    reply(asking, "2 for text")


def test_a_question_gets_a_fixed_answer(asking):
    greet(asking)
    choose(asking.page, "fixed")
    asking.send(call("book", 5, seats=2))
    reply(asking, "Nobody.")


def test_an_answer_that_is_typed_closes_the_form(asking):
    greet(asking)
    asking.send(call("book", 5, seats=2))
    card = asking.page.locator("#raw-questions").get_by_test_id("question")
    expect(card).to_be_visible()
    reply(asking, "elicitation/create")
    asked = json.loads(asking.last("received"))
    result = {"action": "accept", "content": {"name": "Eve"}}
    asking.send(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}))
    reply(asking, "2 for Eve")
    expect(card).to_have_count(0)


def test_a_request_under_way_is_cancelled(asking):
    asking.send(call("wait", 6))
    strip = asking.page.get_by_test_id("under-way")
    expect(strip).to_contain_text("tools/call is under way")
    strip.get_by_role("button", name="Cancel").click()
    expect(strip).to_have_count(0)
    assert "notifications/cancelled" in asking.last("sent")
    asking.wait()


def test_an_unreliable_line_shows_that_it_is_on_and_loses(asking):
    trouble(asking.page, "lose", "2")
    mark = asking.page.locator("#line-mark")
    expect(mark).to_be_visible()
    asking.exchange(call("count", 1, n=1))
    asking.send(call("count", 2, n=2))
    expect(asking.rows("error").last).to_contain_text("No answer: the line lost the message.")
    mark.click()
    expect(mark).to_be_hidden()
    assert "counted [1, 3]" in asking.exchange(call("count", 3, n=3))


def test_a_message_is_delivered_twice(asking):
    trouble(asking.page, "twice", "1")
    asking.send(call("count", 1, n=1))
    expect(asking.rows("received")).to_have_count(2)
    reply(asking, "counted [1, 1]")


def test_messages_are_reordered_and_delayed(asking):
    trouble(asking.page, "hold", "2")
    trouble(asking.page, "delay", "50")
    asking.exchange(call("count", 1, n=1))
    asking.script_start(call("count", 2, n=2))
    asking.script_start(call("count", 3, n=3))
    expect(asking.rows("received")).to_have_count(3)
    texts = asking.rows("received").locator("pre").all_text_contents()
    assert any("counted [1, 3, 2]" in text for text in texts)
