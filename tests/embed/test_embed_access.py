"""Playgrounds for every hand and eye: checked by axe, worked by keyboard, on a phone."""

import pytest
from embed.host_page import element, request
from playwright.sync_api import expect
from sitemaker.toolchain import NODE_MODULES

AXE = (NODE_MODULES / "axe-core" / "axe.min.js").read_text("utf-8")
BAD = ("serious", "critical")
PHONE = {"width": 375, "height": 667}
DESKTOP = {"width": 1280, "height": 720}


def violations(frame) -> list[str]:
    """What axe finds in a document that is serious or worse: rule, and where."""
    frame.evaluate(AXE + ";0")
    found = frame.evaluate("axe.run({ iframes: false })")["violations"]
    return [
        f"{one['id']}: {node['target']}" for one in found if one["impact"] in BAD for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def page(new_page, projects):
    """A built page with a poster and a frame that runs, and an editor in it."""
    page = new_page(projects["mkdocs"])
    page.page.locator("mcp-playground").nth(1).evaluate("element => (element.id = 'poster')")
    frame = page.run()
    frame.get_by_test_id("edit").click()
    expect(frame.locator(".cm-content")).to_be_focused()
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(page, size, theme):
    page.page.set_viewport_size(size)
    page.page.emulate_media(reduced_motion="reduce")
    page.page.evaluate("theme => (document.documentElement.dataset.bsTheme = theme)", theme)
    live = next(frame for frame in page.page.frames if frame.url.endswith("/frame.html"))
    expect(page.frame().locator("html")).to_have_attribute("data-theme", theme)
    posters = violations(page.page.main_frame)
    assert [found for found in posters if "mcp" in found or "iframe" in found or "frame" in found] == []
    assert violations(live) == []


def test_on_a_phone_it_is_as_wide_as_the_page(page):
    page.page.set_viewport_size(PHONE)
    box = page.element("").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]
    live = next(frame for frame in page.page.frames if frame.url.endswith("/frame.html"))
    assert live.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for name in ("run", "send"):
        expect(page.frame().get_by_test_id(name)).to_be_visible()
    page.page.set_viewport_size(DESKTOP)


def test_all_of_it_works_by_keyboard(new_page, write):
    page = new_page(write(element("p0", messages=[request("count")])))
    page.page.keyboard.press("Tab")
    while not page.page.evaluate(
        "document.activeElement.shadowRoot?.activeElement?.dataset.testid === 'run'"
    ):
        page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    frame = page.wait("ready", "p0")
    frame.get_by_test_id("run").focus()
    for name in ("log", "presets", "message", "send"):
        page.page.keyboard.press("Tab")
        while not frame.get_by_test_id(name).evaluate("element => element === document.activeElement"):
            page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    expect(page.rows("p0", "received")).to_have_count(2)
