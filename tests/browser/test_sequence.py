"""The session as a picture: who said what, in order; the way from it to the log, and out of the page."""

import json
import xml.etree.ElementTree as ET

import pytest
from browser.playground import call, request
from playwright.sync_api import expect

SERVER = '''
from dictmcp import Context, Server

server = Server("talker")


@server.tool
async def ask(ctx: Context) -> str:
    """Reports, then asks."""
    ctx.progress(1, 2, "half")
    answer = await ctx.elicit("Which one?", {"type": "object", "properties": {"name": {"type": "string"}}})
    return answer.content["name"]


@server.tool
def boom() -> str:
    """Fails."""
    raise ValueError("the reason it failed")
'''
HELLO = request(
    "initialize",
    id=0,
    protocolVersion="2025-11-25",
    capabilities={"elicitation": {}},
    clientInfo={"name": "a", "version": "1"},
)
READY = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
BROKEN = "{ no JSON"


@pytest.fixture
def picture(playground):
    """The shared page with the picture in view; the log is brought back afterwards."""
    playground.page.locator("#tab-sequence").click()
    yield playground
    playground.page.locator("#tab-log").click()
    playground.page.set_viewport_size({"width": 1280, "height": 720})


def said(playground) -> list[str]:
    """The picture as the sentences that stand for it."""
    return [each.get_attribute("aria-label") for each in playground.at("sequence").locator("li button").all()]


def expect_rows(playground, count: int) -> None:
    expect(playground.at("sequence").locator("li button")).to_have_count(count)


def test_what_was_sent_received_and_not_sent_is_there_in_order(picture):
    for text in (call("add", a=1, b=2), READY, BROKEN, request("no/such")):
        picture.script_send(text)
    expect_rows(picture, 8)
    rows = [row.rsplit(", message", 1)[0] for row in said(picture)]
    assert rows[:5] == [
        "Client to server: tools/call add",
        "Server to client: result",
        "Client to server: notifications/initialized",
        "Server: nothing sent",
        "Client to server: { no JSON",
    ]
    assert rows[5].startswith("Server to client: error -32700")
    assert rows[7].startswith("Server to client: error -32601")


def test_progress_and_questions_of_the_server_are_there(picture):
    picture.script_run(SERVER)
    picture.script_send(HELLO)
    picture.script_send(READY)
    picture.script_start(request("tools/call", id=7, name="ask", arguments={}, _meta={"progressToken": 1}))
    expect_rows(picture, 7)
    expect(picture.rows("received")).to_have_count(
        3
    )  # the log and its picture are not drawn at the same time
    question = json.loads(picture.last("received"))["id"]
    answer = {"jsonrpc": "2.0", "id": question, "result": {"action": "accept", "content": {"name": "Ada"}}}
    picture.frame.evaluate("answer => mcpPlayground.send(JSON.stringify(answer))", answer)
    expect_rows(picture, 10)
    rows = [row.split(", message")[0] for row in said(picture)]
    assert rows[5] == "Server to client: notifications/progress half"
    assert rows[6].startswith("Server to client: elicitation/create")
    assert rows[7] == "Client to server: result"
    assert "Server to client: result" in rows[8:]


def test_a_row_leads_to_the_log(picture):
    picture.script_send(call("add", a=1, b=2))
    picture.script_send(request("ping", id=5))
    expect_rows(picture, 4)
    picture.at("sequence").get_by_role("button", name="Server to client: result").first.click()
    expect(picture.rows("received").first).to_have_attribute("aria-current", "true")
    expect(picture.rows("received").first).to_be_focused()
    assert '"text":"3"' in picture.page.locator("#detail .envelope").text_content().replace(" ", "").replace(
        "\n", ""
    )


def test_the_picture_works_by_keyboard(picture):
    picture.script_send(call("add", a=1, b=2))
    expect_rows(picture, 2)
    picture.page.get_by_role("button", name="Copy as Mermaid").focus()
    picture.page.keyboard.press("Tab")
    rows = picture.at("sequence").locator("li button")
    expect(rows.last).to_be_focused()
    picture.page.keyboard.press("ArrowUp")
    expect(rows.first).to_be_focused()
    picture.page.keyboard.press("Enter")
    expect(picture.rows("sent").first).to_have_attribute("aria-current", "true")


def test_of_a_long_session_a_window_is_drawn(picture):
    ping = "id => mcpPlayground.send(JSON.stringify({jsonrpc: '2.0', id, method: 'ping'}))"
    picture.frame.evaluate(f"n => Promise.all(Array.from({{length: n}}, (_, id) => ({ping})(id)))", 400)
    sequence = picture.at("sequence")
    expect_rows(picture, 200)
    assert sequence.locator("*").count() < 2_000
    expect(sequence.get_by_role("button", name="Later")).to_be_hidden()
    last = said(picture)[-1]
    sequence.get_by_role("button", name="Earlier").click()
    expect(sequence.get_by_role("button", name="Later")).to_be_visible()
    expect_rows(picture, 200)
    assert last not in said(picture)
    for _ in range(5):
        if sequence.get_by_role("button", name="Earlier").is_visible():
            sequence.get_by_role("button", name="Earlier").click()
    assert said(picture)[0].startswith("Client to server: ping")
    sequence.locator("li button").first.click()
    expect(picture.rows().first).to_have_attribute("aria-current", "true")


def copied(playground, name: str) -> str:
    playground.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    playground.at("sequence").get_by_role("button", name=name).click()
    return playground.page.evaluate("navigator.clipboard.readText()")


def test_the_picture_is_copied_as_mermaid(picture):
    picture.script_send('{"jsonrpc":"2.0","id":1,"method":"a;b#c\\nEnd"}')
    picture.script_send(READY)
    expect_rows(picture, 4)
    lines = [line.strip() for line in copied(picture, "Copy as Mermaid").splitlines()]
    assert lines[:3] == ["sequenceDiagram", "participant C as Client", "participant S as Server"]
    assert lines[3].endswith("a#59;b#35;c End")
    assert lines[3].startswith("C->>S: ")
    assert lines[4].startswith("S-->>C: ")
    assert lines[5].startswith("C-)S: ")
    assert lines[6].startswith("Note right of S: nothing sent")
    assert len(lines) == 7


def test_the_picture_is_copied_as_svg_that_stands_by_itself(picture):
    picture.script_send(request("<b>&", id=1))
    expect_rows(picture, 2)
    svg = copied(picture, "Copy as SVG")
    root = ET.fromstring(svg)
    names = {"svg": "http://www.w3.org/2000/svg"}
    texts = ["".join(text.itertext()) for text in root.iterfind(".//svg:text", names)]
    assert texts[:2] == ["Client", "Server"]
    assert "<b>&" in texts
    assert "#fff" in root.find("svg:style", names).text


def test_a_failure_is_a_note_and_clearing_empties_the_picture(picture):
    picture.script_run(SERVER)
    picture.script_send(call("boom"))
    expect_rows(picture, 3)
    assert said(picture)[1].startswith("Server: tool 'boom' raised")
    assert said(picture)[2].startswith("Server to client: result, isError")
    picture.page.get_by_role("button", name="Clear").click()
    expect_rows(picture, 0)
    expect(picture.at("sequence")).to_contain_text("Send a message")
