"""The picture of a message's way: its stations, where it ended, what happened there; all by keyboard too."""

import re

import pytest
from browser.playground import call, request
from playwright.sync_api import expect

NOTIFICATION = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
BY_HAND = '''
def route(message):
    """Answers a ping, and raises for anything else."""
    if message["method"] != "ping":
        raise ValueError("no such thing")
    return {"jsonrpc": "2.0", "id": message["id"], "result": {}}
'''
STATIONS = {
    "a call": (call("add", a=1, b=2), "received", "parse validate look up check arguments run wrap send", ""),
    "a tool that raises": (call("boom"), "received", "", "run"),
    "arguments that do not fit": (call("add", a="x"), "received", "", "check arguments"),
    "an unknown method": (request("no/such"), "received", "parse validate look up run wrap send", "look up"),
    "text that is no JSON": ("{", "received", "", "parse"),
    "a notification": (NOTIFICATION, "nothing", "parse validate look up run wrap nothing", ""),
}


def names(playground, state: str = "") -> list[str]:
    """The stations of the picture, or those in one state."""
    found = playground.page.locator(f"#detail .way li{state}")
    return found.locator(".way-name").all_text_contents()


@pytest.mark.parametrize("name", STATIONS)
def test_the_picture_shows_the_stations_and_where_an_error_arose(playground, name):
    text, kind, stations, failed = STATIONS[name]
    playground.exchange(text, kind)
    expect(playground.page.locator("#detail .way")).to_have_count(1)
    if stations:
        assert " ".join(names(playground)) == stations
    assert " ".join(names(playground, "[data-state=failed]")) == failed
    end = playground.page.locator("#detail .way [aria-current=step]")
    expect(end).to_have_count(1)
    assert end.locator(".way-name").text_content() == ("send" if kind == "received" else "nothing")


def test_a_station_opens_to_what_it_worked_on(playground):
    playground.exchange(call("add", a=20, b=3))
    station = playground.page.locator("#detail").get_by_role("button", name="check arguments")
    station.click()
    shown = playground.page.locator("#detail .way-open")
    expect(shown).to_contain_text("inputSchema")
    assert "".join(shown.locator("pre").text_content().split()) == '{"a":20,"b":3}'
    expect(station).to_have_attribute("aria-expanded", "true")
    station.click()
    expect(shown).to_be_hidden()


def test_the_picture_is_a_list_that_works_by_keyboard(playground):
    playground.exchange(request("no/such"))
    way = playground.page.get_by_role("list", name="What the server did")
    expect(way.get_by_role("listitem")).to_have_count(6)
    failed = way.get_by_role("button", name="look up")
    expect(failed).to_have_accessible_name(re.compile("look up .* ms ?, an error arose here"))
    expect(way.get_by_role("button", name="wrap")).to_have_accessible_name(re.compile("wrap ?, not reached"))
    failed.focus()
    playground.page.keyboard.press("Enter")
    expect(playground.page.locator("#detail .way-open")).to_contain_text("no/such")
    playground.page.keyboard.press("Tab")
    playground.page.keyboard.press("Enter")
    expect(playground.page.locator("#detail .way-open")).to_contain_text("did not come so far")


def test_a_route_written_by_hand_has_a_before_an_inside_and_an_after(playground):
    playground.script_run(BY_HAND)
    playground.exchange(request("ping"))
    assert names(playground) == ["before route", "inside route", "after route"]
    assert names(playground, "[data-state=failed]") == []
    playground.exchange(request("pong"))
    assert names(playground, "[data-state=failed]") == ["inside route"]


def test_every_station_that_was_passed_has_its_time(playground):
    playground.exchange(call("add", a=1, b=2))
    times = playground.page.locator("#detail .way .way-ms").all_text_contents()
    assert len(times) == 7
    assert all(time.endswith("ms") for time in times)
