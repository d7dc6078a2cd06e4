"""Presenter mode: big type, one key, nothing to type on stage."""

import re

import pytest
from browser.links import pack
from browser.playground import TROUBLE, call, request
from playwright.sync_api import expect

MESSAGES = [request("ping", id=1), call("add", id=2, a=40, b=2), call("say", id=3, text="the end")]
TALK = {"code": TROUBLE, "session": MESSAGES, "options": {"name": "Talk", "present": True}}


@pytest.fixture
def presented(playground):
    """The shared page after two messages, in presenter mode, and out of it afterwards."""
    playground.page.reload()
    playground.wait()
    playground.begin()
    for text in MESSAGES[:2]:
        playground.exchange(text)
    playground.page.keyboard.press("Alt+p")
    expect(playground.root).to_have_attribute("data-presenting", "true")
    yield playground
    playground.page.evaluate("document.activeElement.blur()")
    if playground.root.get_attribute("data-presenting"):
        playground.page.keyboard.press("Escape")
    expect(playground.root).not_to_have_attribute("data-presenting", "true")


def following(playground):
    """What the bar says comes next."""
    return playground.at("presenter-next")


def test_space_sends_the_next_message_and_the_bar_tells_which_that_is(presented):
    expect(following(presented)).to_have_text("1 of 2 ping")
    presented.page.keyboard.press("Space")
    expect(presented.rows("received")).to_have_count(3)
    assert presented.last("sent") == MESSAGES[0]
    expect(following(presented)).to_have_text("2 of 2 tools/call add")
    presented.page.keyboard.press("Space")
    expect(presented.rows("received")).to_have_count(4)
    assert '"text":"42"' in presented.last("received")
    expect(following(presented)).to_contain_text("That was the last message.")
    presented.page.keyboard.press("Space")
    presented.page.keyboard.press("ArrowLeft")
    expect(following(presented)).to_have_text("2 of 2 tools/call add")
    expect(presented.rows("sent")).to_have_count(4)


def test_arrows_and_a_clicker_choose(presented):
    for key, shown in [
        ("ArrowRight", "2 of 2"),
        ("ArrowLeft", "1 of 2"),
        ("PageDown", "2 of 2"),
        ("PageUp", "1 of 2"),
    ]:
        presented.page.keyboard.press(key)
        expect(following(presented)).to_contain_text(shown)
    expect(presented.rows("sent")).to_have_count(2)


def test_space_in_a_text_field_is_a_space(presented):
    presented.at("editor").locator(".cm-content").click()
    presented.page.keyboard.press("ControlOrMeta+Home")
    presented.page.keyboard.press("Space")
    assert presented.code().startswith(" ")
    expect(presented.rows("sent")).to_have_count(2)
    presented.page.keyboard.press("Escape")
    expect(presented.root).to_have_attribute("data-presenting", "true")
    presented.page.keyboard.press("Escape")
    expect(presented.root).not_to_have_attribute("data-presenting", "true")


def test_only_code_and_log_are_there_and_larger(presented):
    for name, there in [("editor", True), ("log", True), ("message", False), ("send", False)]:
        expect(presented.at(name)).to_be_visible(visible=there)
    size = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
    assert presented.page.evaluate(size.format(".editor .cm-content")) >= 20
    assert presented.page.evaluate(size.format(".row .row-text")) >= 18


def test_another_list_of_messages_can_be_chosen(presented):
    presented.page.get_by_label("Which messages").select_option("Ready-made messages")
    expect(following(presented)).to_contain_text(re.compile(r"^1 of \d+ call add"))
    presented.page.keyboard.press("Space")
    expect(presented.rows("sent")).to_have_count(3)


def test_while_the_server_works_nothing_is_sent(presented):
    presented.script_start(call("spin"))
    presented.wait("running")
    expect(presented.page.get_by_role("region", name="Presenter mode")).to_contain_text(
        "The server is working."
    )
    presented.page.keyboard.press("Space")
    presented.page.keyboard.press("ControlOrMeta+.")
    presented.wait()
    expect(following(presented)).to_have_text("1 of 2 ping")
    assert presented.rows("sent").count() == 3


def test_the_buttons_do_what_the_keys_do(presented):
    bar = presented.page.get_by_role("region", name="Presenter mode")
    bar.get_by_role("button", name="After").click()
    expect(following(presented)).to_contain_text("2 of 2")
    bar.get_by_role("button", name="Before").click()
    bar.get_by_role("button", name="Send").click()
    expect(presented.rows("received")).to_have_count(3)
    bar.get_by_role("button", name="Leave").click()
    expect(presented.root).not_to_have_attribute("data-presenting", "true")
    expect(presented.at("message")).to_be_visible()


def test_a_link_can_open_in_presenter_mode_and_still_waits_for_run(new_playground):
    playground = new_playground(wait=False)
    playground.page.goto(f"./{pack(TALK)}")
    playground.wait("stopped")
    expect(playground.root).to_have_attribute("data-presenting", "true")
    expect(following(playground)).to_have_text("1 of 3 ping")
    playground.page.keyboard.press("Space")
    expect(playground.rows("sent")).to_have_count(0)
    playground.page.get_by_role("button", name="Run", exact=True).click()
    playground.wait("ready")
    for number in range(1, 4):
        playground.page.keyboard.press("Space")
        expect(playground.rows("received")).to_have_count(number)
    assert [row.locator("pre").text_content() for row in playground.rows("sent").all()] == MESSAGES
    assert "the end" in playground.last("received")
    playground.check()


def test_the_menu_leads_to_presenter_mode(playground):
    playground.page.get_by_role("button", name="More").click()
    playground.page.locator("#menu").get_by_role("button", name="Presenter mode").click()
    expect(playground.root).to_have_attribute("data-presenting", "true")
    playground.page.keyboard.press("Escape")
    expect(playground.root).not_to_have_attribute("data-presenting", "true")
