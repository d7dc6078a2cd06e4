"""What one sends and what comes of it, through window.mcpPlayground and through the visible controls."""

import pytest
from browser.playground import call, request

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
