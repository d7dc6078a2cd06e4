"""Every action by name: the palette, the keys, and the help that lists them, which are one table."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def keys(playground):
    """The shared page; whatever is open is closed afterwards."""
    yield playground
    playground.page.keyboard.press("Escape")
    playground.page.evaluate("location.hash = ''; document.documentElement.dataset.theme = 'auto'")


def open_palette(playground, key: str = "ControlOrMeta+k"):
    playground.page.keyboard.press(key)
    field = playground.page.get_by_role("combobox", name="What do you want to do?")
    expect(field).to_be_focused()
    return playground.page.locator("#palette").get_by_role("option")


@pytest.mark.parametrize("key", ["ControlOrMeta+k", "F1"])
@pytest.mark.parametrize("place", ["editor", "message"])
def test_it_opens_from_everywhere_and_closes_again(keys, key, place):
    keys.at(place).locator(".cm-content").click()
    open_palette(keys, key)
    keys.page.keyboard.press("ControlOrMeta+k")
    expect(keys.page.get_by_role("combobox", name="What do you want to do?")).to_be_hidden()
    expect(keys.at(place).locator(".cm-content")).to_be_focused()


def test_typing_finds_and_enter_does(keys):
    options = open_palette(keys)
    assert options.count() > 40
    keys.page.keyboard.type("send the mess")
    expect(options).to_have_count(1)
    keys.page.keyboard.press("Enter")
    expect(keys.rows("received")).to_have_count(1)


def test_arrows_choose_and_say_what_is_chosen(keys):
    options = open_palette(keys)
    field = keys.page.get_by_role("combobox", name="What do you want to do?")
    for key, number in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        keys.page.keyboard.press(key)
        expect(options.nth(number)).to_have_attribute("aria-selected", "true")
        expect(field).to_have_attribute("aria-activedescendant", f"palette-{number}")
    expect(keys.page.locator("[role=option][aria-selected=true]")).to_have_count(1)
    keys.page.keyboard.press("ArrowUp")
    keys.page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")


def test_what_nobody_knows_is_said(keys):
    options = open_palette(keys)
    keys.page.keyboard.type("zzz")
    expect(options).to_have_count(0)
    expect(keys.page.locator("#palette").get_by_role("status")).to_have_text("Nothing is called so.")
    keys.page.keyboard.press("Enter")
    expect(keys.page.locator("#palette")).to_be_visible()


def choose(playground, words: str) -> None:
    open_palette(playground)
    playground.page.keyboard.type(words)
    playground.page.locator("#palette").get_by_role("option").first.click()


def test_messages_examples_and_lessons_are_in_it(keys):
    choose(keys, "message call boom")
    expect(keys.at("message")).to_contain_text('"boom"')
    choose(keys, "example ten")
    keys.page.wait_for_function("mcpPlayground.getCode().includes('ten lines')")
    keys.wait()
    choose(keys, "lesson router whole")
    expect(keys.at("lessons").get_by_role("heading", name="The whole route", level=2)).to_be_visible()
    choose(keys, "back to the")
    expect(keys.at("editor")).to_be_visible()


def test_in_a_lesson_it_has_what_a_lesson_needs(keys):
    keys.page.evaluate("location.hash = '#lesson=01-messages/02-a-request'")
    expect(keys.at("lessons").get_by_role("heading", name="A request", exact=True)).to_be_visible()
    open_palette(keys)
    names = keys.page.locator(".palette-what").all_text_contents()
    assert "Check the answer" in names
    assert "Send the message, or do what the client shows" not in names


def test_the_theme_and_the_panes_are_in_it(keys):
    choose(keys, "light, dark")
    assert keys.page.evaluate("document.documentElement.dataset.theme") == "light"
    choose(keys, "go to the code")
    expect(keys.at("editor").locator(".cm-content")).to_be_focused()
    choose(keys, "sequence")
    expect(keys.page.locator("#tab-sequence")).to_be_focused()
    choose(keys, "as a log")
    expect(keys.page.locator("#tab-log")).to_be_focused()


def test_the_help_lists_the_keys_of_the_same_table(keys):
    keys.page.locator("#tab-log").focus()
    keys.page.keyboard.press("?")
    table = keys.page.get_by_role("dialog").get_by_role("table")
    row = table.get_by_role("row", name="All actions, by name")
    assert row.locator("kbd").all_text_contents()[-1] == "F1"
    expect(table.get_by_role("row", name="Run: serve the code")).to_be_visible()
    expect(table.get_by_role("row", name="Check the answer")).to_contain_text("in a lesson")


def test_keys_of_the_playground_do_nothing_in_a_lesson(keys):
    keys.page.evaluate("location.hash = '#lessons'")
    expect(keys.at("lessons")).to_be_visible()
    keys.page.keyboard.press("ControlOrMeta+Enter")
    keys.page.evaluate("location.hash = ''")
    expect(keys.at("editor")).to_be_visible()
    expect(keys.rows()).to_have_count(0)
