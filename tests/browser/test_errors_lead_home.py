"""From an error to its traceback, and from a traceback to the line of the code."""

import pytest
from browser.playground import call, request
from playwright.sync_api import expect

TOOL = '''from dictmcp import Server

server = Server("faulty")


@server.tool
def boom() -> str:
    """Fails."""
    raise ValueError("the reason")
'''
ROUTE = '''def route(message):
    """Fails."""
    return inner(message)


def inner(message):
    return message["nothing"]
'''
CASES = {"an isError result": (TOOL, call("boom"), [9]), "a -32603": (ROUTE, request("ping"), [3, 7])}


def cursor_line(playground) -> str:
    return playground.at("editor").locator(".cm-activeLine").text_content()


@pytest.mark.parametrize("name", CASES)
def test_a_reply_leads_to_its_traceback_and_that_to_the_line(playground, name):
    source, text, lines = CASES[name]
    playground.script_run(source)
    playground.exchange(text)
    detail = playground.page.locator("#detail")
    detail.get_by_role("button", name="Go to the traceback").click()
    expect(playground.rows("error")).to_have_attribute("aria-current", "true")
    places = detail.locator(".envelope .place")
    assert places.all_text_contents() == [f'File "server.py", line {line}' for line in lines]
    places.last.click()
    expect(playground.at("editor").locator(".cm-content")).to_be_focused()
    assert cursor_line(playground) == source.splitlines()[lines[-1] - 1]


def test_the_row_of_the_reply_leads_there_too(playground):
    playground.script_run(TOOL)
    playground.exchange(call("boom"))
    playground.rows("received").get_by_role("button", name="traceback").click()
    expect(playground.rows("error")).to_be_focused()


def test_a_line_in_the_log_leads_to_the_code(playground):
    playground.script_run(TOOL)
    playground.exchange(call("boom"))
    playground.rows("error").locator(".place").click()
    assert cursor_line(playground) == TOOL.splitlines()[8]


def test_a_reply_without_a_traceback_offers_none(playground):
    playground.exchange(call("add", a=1, b=2))
    playground.exchange(request("no/such"))
    expect(playground.page.get_by_role("button", name="traceback")).to_have_count(0)


def test_a_file_that_cannot_be_loaded_names_its_line(playground):
    playground.script_run("import json\n\nraise RuntimeError('no')\n")
    row = playground.rows("error").last
    row.locator(".place").last.click()
    assert cursor_line(playground) == "raise RuntimeError('no')"
