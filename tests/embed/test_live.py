"""A playground that runs: what it shows, what it may not reach, and what a page can do with it."""

import re

import pytest
from embed.host_page import element, request
from playwright.sync_api import expect

ANSWER = re.compile(r'"text":"p\d \d+"')


@pytest.fixture(scope="module")
def live(new_page, projects):
    """The first element of a built page, running."""
    page = new_page(projects["sphinx"])
    page.run()
    yield page
    page.check()


def test_the_recording_gives_way_to_what_is_live(new_page, projects):
    page = new_page(projects["sphinx"])
    recorded = page.element("").locator(".mcp-log > li").all_inner_texts()
    frame = page.run()
    expect(frame.get_by_test_id("mark")).to_have_text("live")
    expect(page.rows()).to_have_count(len(recorded))
    assert page.rows().all_inner_texts() == recorded
    expect(page.element("").locator(".mcp-poster").first).not_to_be_in_viewport(ratio=1.1)
    assert page.shifts() == []
    assert page.page.evaluate(
        "document.querySelector('mcp-playground').shadowRoot.querySelector('.stage').inert"
    )


def test_while_python_starts_the_recording_stays_and_says_so(new_page, projects):
    page = new_page("about:blank")
    held = []
    is_lost = False

    def lose(route):
        held.append(route)
        if is_lost:
            route.abort()

    page.page.route("**/worker.js", lose)
    page.open(projects["sphinx"])
    page.element("").get_by_test_id("run").click()
    frame = page.frame()
    expect(frame.get_by_test_id("mark")).to_have_text("recorded")
    expect(frame.get_by_test_id("status")).to_contain_text("Downloading Python")
    expect(page.rows(kind="received").first).to_contain_text("snow")
    expect(frame.get_by_test_id("send")).to_be_disabled()
    assert held
    is_lost = True
    held[0].abort()
    page.wait("failed")
    expect(frame.get_by_test_id("status")).to_contain_text("worker.js could not be loaded")
    expect(frame.get_by_test_id("mark")).to_have_text("recorded")
    page.page.unroute("**/worker.js")
    frame.get_by_role("button", name="Retry").click()
    page.wait("ready")
    expect(frame.get_by_test_id("mark")).to_have_text("live")


def test_the_frame_has_no_origin_no_storage_and_no_way_out(live):
    frame = next(frame for frame in live.page.frames if frame.url.endswith("/frame.html"))
    tried = frame.evaluate(
        """() => {
          const attempt = (reach) => { try { return String(reach()); } catch (error) { return error.name; } };
          return {
            storage: attempt(() => localStorage.length),
            cookies: attempt(() => document.cookie),
            host: attempt(() => parent.document.title),
          };
        }"""
    )
    assert tried == {"storage": "SecurityError", "cookies": "SecurityError", "host": "SecurityError"}
    assert frame.evaluate("self.origin") == "null"
    assert {each.get_attribute("sandbox") for each in live.page.locator("iframe").all()} == {"allow-scripts"}


def test_code_is_edited_and_run_and_the_page_says_that_nothing_is_stored(live):
    frame = live.frame()
    frame.get_by_test_id("edit").click()
    editor = frame.get_by_test_id("editor").locator(".cm-content")
    expect(editor).to_be_focused()
    expect(frame.get_by_test_id("status")).to_contain_text("nothing is stored")
    live.page.keyboard.press("ControlOrMeta+Home")
    live.page.keyboard.insert_text("# edited\n")
    expect(frame.get_by_text("edited", exact=True)).to_be_visible()
    live.page.keyboard.press("ControlOrMeta+a")
    live.page.keyboard.insert_text("from dictmcp import Server\nserver = Server('edited')\n")
    live.page.keyboard.press("ControlOrMeta+Enter")
    expect(live.rows(kind="received").first).to_contain_text("Unknown tool")
    frame.get_by_test_id("reset").click()
    expect(live.rows(kind="received").first).to_contain_text("snow")


def test_code_that_fails_is_told_and_the_version_before_goes_on(live):
    frame = live.frame()
    told = live.page.evaluate("document.querySelector('mcp-playground').setCode('1 / 0\\n')")
    assert told["ok"] is False
    expect(live.rows(kind="error").last).to_contain_text("ZeroDivisionError")
    expect(live.rows(kind="notice").last).to_contain_text("goes on serving")
    frame.get_by_test_id("send").click()
    expect(live.rows().last).to_contain_text("sun")
    frame.get_by_test_id("reset").click()
    expect(live.rows(kind="error")).to_have_count(0)
    live.wait("ready")


def test_any_text_is_sent_as_it_is_typed(live):
    frame = live.frame()
    frame.get_by_test_id("message").fill('{"jsonrpc": "2.0", "id": 10000000000000000000001, "method": ')
    frame.get_by_test_id("send").click()
    expect(live.rows(kind="received").last).to_contain_text("-32700")
    frame.get_by_test_id("presets").select_option(label="tools/list")
    frame.get_by_test_id("message").press("ControlOrMeta+Enter")
    expect(live.rows(kind="received").last).to_contain_text('"name":"weather"')


@pytest.mark.parametrize(
    ("set_theme", "shown"),
    [
        ("document.documentElement.dataset.theme = 'dark'", "dark"),
        ("document.documentElement.dataset.theme = 'light'", "light"),
        ("document.body.dataset.mdColorScheme = 'slate'", "dark"),
        ("document.body.dataset.mdColorScheme = 'default'", "light"),
        ("document.querySelector('mcp-playground').setAttribute('theme', 'dark')", "dark"),
    ],
)
def test_the_pages_theme_is_followed(live, set_theme, shown):
    live.page.evaluate(set_theme)
    expect(live.frame().locator("html")).to_have_attribute("data-theme", shown)
    scheme = live.element("").evaluate("element => getComputedStyle(element).colorScheme")
    assert scheme == shown
    live.page.evaluate(
        """() => {
          document.querySelector('mcp-playground').removeAttribute('theme');
          for (const root of [document.documentElement, document.body])
            for (const name of Object.keys(root.dataset)) delete root.dataset[name];
        }"""
    )


def test_the_systems_theme_is_followed_where_the_page_has_none(live):
    for scheme in ("dark", "light"):
        live.page.emulate_media(color_scheme=scheme)
        expect(live.frame().locator("html")).to_have_attribute("data-theme", scheme)


def test_a_page_hears_of_everything_and_can_end_it(several):
    page = several.page
    page.evaluate(
        """() => {
          window.heard = [];
          for (const name of ["ready", "sent", "received", "error"])
            document.addEventListener(`mcp:${name}`,
              ({ target, detail }) => heard.push([name, target.id, detail]));
        }"""
    )
    assert ANSWER.search(several.send("p7", request("count", 12))["reply"])
    several.send("p7", request("fail"))
    heard = page.evaluate("heard")
    names = [name for name, id, _ in heard if id == "p7"]
    assert names[:3] == ["ready", "sent", "received"]
    ready = next(detail for name, _, detail in heard if name == "ready")
    assert (ready["server"], ready["tools"]) == ("p7", ["count", "spin", "wait", "fail"])
    assert any("ValueError: in p7" in detail["message"] for name, _, detail in heard if name == "error")
    page.evaluate("document.getElementById('p7').destroy()")
    expect(several.element("p7").locator("iframe")).to_have_count(0)
    expect(several.element("p7").get_by_test_id("run")).to_be_hidden()
    with pytest.raises(Exception, match="was closed"):
        several.send("p7", request("count"))


def test_set_code_and_reset_work_before_it_runs(several):
    page = several.page
    page.evaluate("document.getElementById('p8').setCode('# other code\\n')")
    expect(several.element("p8").locator(".mcp-code")).to_have_text("# other code\n")
    page.evaluate("document.getElementById('p8').reset()")
    expect(several.element("p8").locator(".mcp-code")).to_contain_text('server = Server("p8")')


def test_the_page_itself_may_answer_and_then_no_python_starts(new_page, write):
    page = new_page(write(element("p0", source="")))
    page.page.evaluate(
        """() => { document.getElementById('p0').handleMessage = async ({ id, method }) =>
          method === "silent" ? null : { jsonrpc: "2.0", id, result: { method, by: "the page" } }; }"""
    )
    page.run("p0")
    expect(page.rows("p0", "received")).to_contain_text(
        '{"jsonrpc":"2.0","id":1,"result":{"method":"tools/call","by":"the page"}}'
    )
    assert page.send("p0", {"method": "silent"})["reply"] is None
    page.frame("p0").get_by_test_id("message").fill("no JSON")
    page.frame("p0").get_by_test_id("send").click()
    expect(page.rows("p0", "error")).to_contain_text("this one is not")
    assert not [url for url in page.requests if "/python-" in url or "hub.html" in url]


@pytest.mark.parametrize("run", ["visible", "auto"])
def test_it_may_run_without_a_click(new_page, write, run):
    spacer = "<div style='height: 3000px'></div>"
    page = new_page(write(spacer, element("p0", run=run, source=""), head=ANSWERED))
    if run == "visible":
        expect(page.element("p0")).to_have_attribute("data-state", "poster")
        page.element("p0").scroll_into_view_if_needed()
    page.wait("ready", "p0")
    assert page.shifts() == []


ANSWERED = """<script>
addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("mcp-playground"))
    element.handleMessage = ({ id }) => ({ jsonrpc: "2.0", id, result: {} });
});
</script>"""


@pytest.mark.parametrize("height", ["300", "300px", "auto", ""])
def test_height_is_the_authors_choice(new_page, write, height):
    messages = [request("count", id) for id in range(20)]
    attributes = {"height": height} if height else {}
    page = new_page(write(element("p0", messages=messages, source="", **attributes), head=ANSWERED))
    before = page.element("p0").bounding_box()["height"]
    page.run("p0")
    expect(page.rows("p0", "received")).to_have_count(20)
    if height == "auto":
        page.page.wait_for_function(
            "before => document.getElementById('p0').offsetHeight > before", arg=before
        )
    else:
        after = page.element("p0").bounding_box()["height"]
        assert after == (300 if height else max(before, 24 * 16))
