"""What one sends and what comes of it, through window.mcpPlayground and through the visible controls."""

import pytest
from browser.playground import TROUBLE, call, request
from playwright.sync_api import expect

BIG = "9007199254740993"
BROKEN = '{"jsonrpc":  "2.0", "id": 1,, "method": ping}'
NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
EXCHANGES = {
    "a call returns its envelope": (
        call("add", a=2, b=3),
        "received",
        ['"id":1', '"text":"5"', '"isError":false'],
    ),
    "a notification gets nothing": (NOTIFICATION, "nothing", []),
    "id 0 echoes as 0": (request("ping", id=0), "received", ['"id":0', '"result":{']),
    "broken JSON is sent as typed": (BROKEN, "received", ["-32700"]),
    "an unknown method is refused": (request("no/such"), "received", ["-32601"]),
    "a raising tool is an isError result": (
        call("boom"),
        "received",
        ['"isError":true', "the reason it failed"],
    ),
    "a big integer stays exact": (call("big"), "received", [BIG]),
    "a big id echoes exact": (f'{{"jsonrpc":"2.0","id":{BIG},"method":"ping"}}', "received", [f'"id":{BIG}']),
    "other scripts pass unharmed": (call("say", text="żółć 🌻 \u2028"), "received", ["żółć 🌻"]),
}


@pytest.mark.parametrize("door", ["script", "controls"])
@pytest.mark.parametrize("name", EXCHANGES)
def test_exchange(playground, name, door):
    text, kind, parts = EXCHANGES[name]
    if door == "script":
        outcome = playground.script_send(text)
        assert (outcome["reply"] is None) == (kind == "nothing")
        assert outcome["reply"] is None or outcome["reply"] == playground.last(kind)
    else:
        playground.exchange(text, kind)
    assert playground.last("sent") == text
    row = playground.last(kind)
    assert all(part in row for part in parts), row


def test_a_reply_is_paired_with_its_message(playground):
    playground.exchange(call("add", id="a", a=1, b=1))
    playground.exchange(call("add", id="b", a=1, b=2))
    sent, received = (
        [row.get_attribute("data-id") for row in playground.rows(kind).all()] for kind in ("sent", "received")
    )
    assert sent == received
    assert len(set(sent)) == 2


def test_what_a_tool_prints_is_a_row_of_its_own(playground):
    reply = playground.exchange(call("say", text="hello"))
    assert playground.last("printed").strip() == "hello"
    assert reply.count("hello") == 1


def test_the_copy_button_gives_the_text_as_it_came(playground):
    playground.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reply = playground.exchange(call("big"))
    playground.rows("received").last.hover()
    playground.rows("received").last.get_by_role("button", name="Copy").click()
    assert playground.page.evaluate("navigator.clipboard.readText()") == reply
    assert BIG in reply


def test_a_preset_of_the_running_server_can_be_sent(playground):
    presets = playground.at("presets")
    presets.select_option(label="tools/list")
    playground.at("send").click()
    playground.rows("received").last.wait_for()
    assert all(f'"name":"{tool}"' in playground.last("received") for tool in ("add", "boom", "spin"))


HIDING = '''
from dictmcp import Server

server = Server("evil\\u202egnp\\u200b\\U000e0041", version="1")


@server.tool(name="hidden")
def hidden() -> str:
    """Print what cannot be seen."""
    print("a\\u202eb")
    return "done"


def route(message):
    reply = server.route(message)
    for tool in (reply or {}).get("result", {}).get("tools", []):
        tool["name"] = "hid\\u202eden"
    return reply
'''


def test_what_cannot_be_seen_is_spelled_out(playground):
    playground.script_run(HIDING.partition("def route")[0] + "route = server.route\n")
    expect(playground.at("status")).to_contain_text(
        "“evil\u2039U+202E\u203agnp\u2039U+200B\u203a\u2039U+E0041\u203a”"
    )
    playground.exchange(call("hidden"))
    assert "a\\u202eb" in playground.last("printed")
    playground.script_run(HIDING)
    expect(playground.at("presets")).to_contain_text("call hid\u2039U+202E\u203aden")


def test_a_name_from_right_to_left_moves_nothing_around_it(playground):
    playground.script_run('from dictmcp import Server\n\nserver = Server("\u05e9\u05dc\u05d5\u05dd")\n')
    expect(playground.at("status")).to_contain_text(
        "Serving “\u2068\u05e9\u05dc\u05d5\u05dd\u2069”, 0 tools."
    )


def test_what_a_tool_says_before_it_answers_is_paired_with_its_message(playground):
    text = request("tools/call", name="count", arguments={}, _meta={"progressToken": "t"})
    playground.send(text)
    expect(playground.rows("received")).to_have_count(3)
    ids = [row.get_attribute("data-id") for row in playground.rows("received").all()]
    assert ids == [playground.rows("sent").last.get_attribute("data-id")] * 3
    playground.exchange(call("boom"))
    assert playground.rows("error").last.get_attribute("data-id") == playground.rows(
        "sent"
    ).last.get_attribute("data-id")


def test_printing_what_is_no_text_is_no_failure(playground):
    source = "\n\n@server.tool\ndef half() -> str:\n    print('\\ud800')\n    return 'done'\n"
    assert playground.script_run(TROUBLE + source)["ok"]
    assert '"text":"done"' in playground.exchange(call("half"))
    assert playground.last("printed").strip() == "\\ud800"


def test_on_the_first_exchange_the_good_news_comes_first(playground):
    playground.exchange(call("add", a=1, b=2))
    found = playground.page.locator("#detail .verdict li")
    assert [row.get_attribute("data-severity") for row in found.all()] == ["right", "hint"]
    expect(found.last).to_contain_text("initialize first")
