"""Editing a server: what is served, what is only typed, and what an error does."""

from browser.playground import TROUBLE, call
from playwright.sync_api import expect

SYNTAX_ERROR = TROUBLE.replace("return a + b", "return a +")
LINE = TROUBLE.splitlines().index("    return a + b") + 1
RAISES = TROUBLE + "\nraise RuntimeError('not today')\n"
RENAMED = TROUBLE.replace("def add(", "def plus(")


def marked_lines(playground) -> list[str]:
    """The numbers of the lines that carry an error mark."""
    marker = playground.at("editor").locator(".cm-gutter-lint .cm-gutterElement:has(.cm-lint-marker-error)")
    expect(marker.first).to_be_visible()
    top = marker.first.bounding_box()["y"]
    numbers = playground.at("editor").locator(".cm-lineNumbers .cm-gutterElement").all()
    return [
        number.inner_text()
        for number in numbers
        if number.bounding_box() and number.bounding_box()["y"] == top
    ]


def test_a_syntax_error_is_shown_and_marked_and_the_last_good_server_stays(playground):
    playground.run(SYNTAX_ERROR)
    expect(playground.rows("error")).to_have_count(1)
    assert "SyntaxError" in playground.last("error")
    assert f"line {LINE}" in playground.last("error")
    assert marked_lines(playground) == [str(LINE)]
    playground.answers()


def test_an_error_while_loading_is_shown_and_the_last_good_server_stays(playground):
    assert playground.script_run(RAISES)["ok"] is False
    assert "RuntimeError: not today" in playground.last("error")
    playground.answers()


def test_a_mended_error_is_no_longer_shown(playground):
    playground.run(SYNTAX_ERROR)
    expect(playground.rows("error")).to_have_count(1)
    playground.run(TROUBLE)
    expect(playground.at("editor").locator(".cm-lint-marker-error")).to_have_count(0)
    expect(playground.root).not_to_have_attribute("data-dirty", "true")
    playground.wait()


def test_edits_are_told_apart_from_what_is_served(playground):
    expect(playground.root).not_to_have_attribute("data-dirty", "true")
    playground.type_into("editor", RENAMED)
    expect(playground.root).to_have_attribute("data-dirty", "true")
    expect(playground.at("status")).to_contain_text("Press Run")
    playground.answers()
    playground.at("run").click()
    expect(playground.root).not_to_have_attribute("data-dirty", "true")
    assert '"text":"3"' in playground.exchange(call("plus", a=1, b=2))


def test_unserved_text_survives_a_reload(playground):
    playground.type_into("editor", RENAMED)
    playground.type_into("message", call("plus", a=4, b=5))
    playground.page.reload()
    playground.wait()
    assert playground.code() == RENAMED
    playground.at("send").click()
    expect(playground.rows("received")).to_have_count(1)
    assert '"text":"9"' in playground.last("received")


def test_unserved_text_survives_stop(playground):
    playground.send(call("spin"))
    playground.wait("running")
    playground.type_into("editor", RENAMED)
    playground.stop()
    assert playground.code() == RENAMED
    expect(playground.root).to_have_attribute("data-dirty", "true")
    playground.answers()


def test_an_example_can_be_opened_and_the_own_text_comes_back(playground):
    playground.type_into("editor", RENAMED)
    playground.page.get_by_role("button", name="Examples").click()
    card = playground.page.get_by_role("dialog").get_by_role("button").nth(2)
    card.click()
    playground.wait()
    expect(playground.page.get_by_role("button", name="Back to my text")).to_be_visible()
    assert playground.code() != RENAMED
    playground.page.get_by_role("button", name="Back to my text").click()
    playground.page.wait_for_function("code => mcpPlayground.getCode() === code", arg=RENAMED)
    playground.wait()


def test_code_that_is_set_while_the_page_starts_is_what_it_serves(new_playground):
    held = []

    def hold(route) -> None:
        held.append(route)

    playground = new_playground(lambda page: page.route("**/examples-*/index.json", hold), wait=False)
    with playground.page.expect_request("**/examples-*/index.json"):
        playground.page.goto("./")
    playground.page.evaluate("text => mcpPlayground.setCode(text)", RENAMED)
    for route in held:
        route.continue_()
    playground.wait()
    assert playground.code() == RENAMED
    assert '"text":"3"' in playground.exchange(call("plus", a=1, b=2))


def test_an_error_of_many_words_leaves_room_for_the_page(playground):
    playground.script_run("raise ValueError('many words ' * 5_000)\n")
    expect(playground.page.locator("#problem")).to_contain_text("many words")
    assert playground.at("status").bounding_box()["height"] < 80
