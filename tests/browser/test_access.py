"""The page for every hand and eye: by keyboard alone, on a phone, light and dark, checked by axe."""

import re

import pytest
from browser.client_panel import ASKING, ClientPanel
from browser.links import pack
from browser.playground import TROUBLE, call, request
from playwright.sync_api import expect
from sitemaker.toolchain import NODE_MODULES

AXE = (NODE_MODULES / "axe-core" / "axe.min.js").read_text("utf-8")
DESKTOP, PHONE = {"width": 1280, "height": 720}, {"width": 375, "height": 667}
BAD = ("serious", "critical")


def violations(page) -> list[str]:
    """What axe finds that is serious or worse: rule, and where."""
    page.evaluate(AXE + ";0")
    found = page.evaluate("axe.run()")["violations"]
    return [
        f"{each['id']}: {node['target']}" for each in found if each["impact"] in BAD for node in each["nodes"]
    ]


@pytest.fixture
def dressed(playground):
    """The shared page in other sizes and colours, and as it was afterwards."""
    yield playground
    playground.page.keyboard.press("Escape")
    playground.page.evaluate("location.hash = ''")
    expect(playground.at("editor")).to_be_attached()
    playground.page.set_viewport_size(DESKTOP)
    playground.page.locator("#tab-log").click()
    ClientPanel(playground).leave()
    playground.page.emulate_media(color_scheme="null", reduced_motion="null")


def with_a_reply(playground):
    playground.exchange(call("add", a=1, b=2))


def with_an_error(playground):
    playground.run(TROUBLE.replace("return a + b", "return a +"))
    expect(playground.rows("error")).to_have_count(1)


def with_help(playground):
    playground.page.get_by_role("button", name="Help and keys").click()
    expect(playground.page.get_by_role("dialog")).to_be_visible()


def with_the_gallery(playground):
    playground.page.get_by_role("button", name="Examples").click()
    expect(playground.page.get_by_role("dialog")).to_be_visible()


def with_the_client(playground):
    ClientPanel(playground).show()


def with_a_client_at_work(playground):
    playground.script_run(ASKING)
    client = ClientPanel(playground)
    client.connect()
    client.start("book")
    expect(client.question).to_be_visible()


def with_what_to_take_home(playground):
    playground.page.get_by_role("button", name="Take it home").click()
    expect(playground.page.get_by_role("button", name="Download server.pyz")).to_be_visible()


def with_the_drafts(playground):
    playground.type_into("editor", f"{TROUBLE}# mine")
    playground.page.keyboard.press("Escape")
    playground.page.locator("#draft-name").click()
    expect(playground.page.get_by_role("dialog", name="Drafts")).to_be_visible()


def with_a_link_to_share(playground):
    playground.page.get_by_role("button", name="Share", exact=True).click()
    expect(playground.page.get_by_label("Link", exact=True)).to_have_value(re.compile("#v1/"))


def with_the_menu(playground):
    playground.page.get_by_role("button", name="More").click()
    expect(playground.page.locator("#menu")).to_be_visible()


def with_the_presenter(playground):
    playground.page.keyboard.press("Alt+p")
    expect(playground.root).to_have_attribute("data-presenting", "true")


def with_a_step_open(playground):
    playground.exchange(call("add", a="x"))
    playground.page.locator("#detail").get_by_role("button", name="check arguments").click()
    expect(playground.page.locator("#detail .way-open")).to_be_visible()


def with_the_picture(playground):
    playground.exchange(call("boom"))
    playground.page.get_by_role("tab", name="Picture").click()
    expect(playground.at("sequence").locator("li button")).to_have_count(3)


def with_the_palette(playground):
    playground.page.keyboard.press("ControlOrMeta+k")
    expect(playground.page.get_by_role("combobox", name="What do you want to do?")).to_be_visible()


def with_a_replayed_session(playground):
    playground.exchange(call("add", a=1, b=2))
    playground.script_run(TROUBLE.replace("return a + b", "return a - b"))
    playground.page.get_by_role("button", name="Session", exact=True).click()
    playground.page.get_by_role("button", name="Replay on the current server").click()
    expect(playground.at("replay-row")).to_have_count(1)


def with_a_changed_interface(playground):
    playground.script_run(TROUBLE.replace("b: int)", "b: str)"))
    playground.page.locator("#interface-strip").get_by_role("button", name="Show").click()
    expect(playground.page.get_by_role("dialog", name="What the last Run changed")).to_be_visible()


def with_both_revisions(playground):
    playground.exchange(call("add", a=1, b=2))
    playground.page.locator("#detail").get_by_role("button", name="Both revisions").click()
    expect(playground.page.locator("#revisions pre").last).to_be_visible()


def with_a_question_by_hand(playground):
    playground.script_run(ASKING)
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    }
    playground.script_send(request("tools/call", name="book", arguments={}, _meta=meta))
    expect(playground.page.locator("#raw-questions").get_by_test_id("question")).to_be_visible()


def with_an_unreliable_line(playground):
    ClientPanel(playground).show()
    playground.page.get_by_label("Without a client").select_option("fixed")
    settings = playground.page.locator(".line-settings")
    if settings.get_attribute("open") is None:
        settings.locator("summary").click()
    expect(playground.page.locator("#line-delay")).to_be_visible()


def with_the_path_of_lessons(playground):
    playground.page.evaluate("location.hash = '#lessons'")
    expect(playground.at("lessons").get_by_role("heading", name="From nothing")).to_be_visible()


def with_a_guess(playground):
    playground.page.evaluate("location.hash = '#lesson=01-messages/01-an-id-of-zero'")
    expect(playground.at("lessons").get_by_role("radio").first).to_be_visible()


def with_a_lesson_that_failed(playground):
    playground.page.evaluate("location.hash = '#lesson=01-messages/05-an-error'")
    expect(playground.at("lessons").get_by_role("table")).to_be_visible()
    playground.at("lesson-check").click()
    for name in ("Show a hint", "Show the solution"):
        playground.at("lesson-result").get_by_role("button", name=name).click()
    playground.at("lessons").locator(".outline summary").click()


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    "state",
    [
        with_a_reply,
        with_a_step_open,
        with_a_replayed_session,
        with_a_changed_interface,
        with_both_revisions,
        with_a_question_by_hand,
        with_an_unreliable_line,
        with_the_picture,
        with_the_palette,
        with_the_path_of_lessons,
        with_a_guess,
        with_a_lesson_that_failed,
        with_an_error,
        with_help,
        with_the_gallery,
        with_the_client,
        with_a_client_at_work,
        with_what_to_take_home,
        with_the_drafts,
        with_a_link_to_share,
        with_the_menu,
        with_the_presenter,
    ],
)
def test_axe_finds_nothing_serious(dressed, state, size, colours):
    dressed.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
    state(dressed)
    dressed.wait()
    dressed.page.set_viewport_size(size)
    assert violations(dressed.page) == []


def test_axe_finds_nothing_serious_when_links_have_arrived(still):
    link = pack({"code": TROUBLE, "session": [call("add", a=1, b=2)], "options": {"name": "Linked"}})
    still.open_at(f"./{link}")
    still.page.evaluate("location.hash = '#v1/damaged'")
    expect(still.page.get_by_text("This code came from a link")).to_be_visible()
    expect(still.page.get_by_role("alert").filter(has_text="damaged")).to_be_visible()
    for colours in ("light", "dark"):
        still.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        for size in (DESKTOP, PHONE):
            still.page.set_viewport_size(size)
            assert violations(still.page) == []


def test_on_a_phone_everything_is_within_reach(dressed):
    page = dressed.page
    for width in (320, 360, PHONE["width"]):
        page.set_viewport_size({**PHONE, "width": width})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for pane in ("Code", "Send", "Messages"):
        page.get_by_role("navigation", name="Panes").get_by_role("button", name=pane).click()
        expect(dressed.at("run")).to_be_in_viewport(ratio=1)
    page.get_by_role("navigation", name="Panes").get_by_role("button", name="Send").click()
    expect(dressed.at("send")).to_be_in_viewport(ratio=1)
    dressed.answers()
    expect(dressed.rows("received").last).to_be_in_viewport()


def focused(page, name: str) -> bool:
    """Whether the focus is within what carries this data-testid."""
    return page.evaluate("name => !!document.activeElement.closest(`[data-testid=${name}]`)", name)


def tab_to(page, name: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if focused(page, name):
            return
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {name}")


def test_all_of_it_works_by_keyboard_alone(playground):
    page = playground.page
    page.evaluate("document.activeElement.blur()")
    tab_to(page, "editor")
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.insert_text("# typed without a mouse\n")
    expect(playground.root).to_have_attribute("data-dirty", "true")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(playground.root).not_to_have_attribute("data-dirty", "true")
    assert playground.code().startswith("# typed without a mouse\n")
    tab_to(page, "message")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(call("add", a=20, b=1))
    page.keyboard.press("ControlOrMeta+Enter")
    expect(playground.rows("received")).to_have_count(1)
    assert '"text":"21"' in playground.last("received")
    tab_to(page, "log")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_loop_is_stopped_by_keyboard(playground):
    playground.send(call("spin"))
    playground.wait("running")
    playground.page.keyboard.press("ControlOrMeta+.")
    expect(playground.rows("error")).to_have_count(1)
    playground.wait()
    playground.answers()
