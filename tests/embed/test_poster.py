"""Before anybody presses Run: code and recording, almost for free, with or without JavaScript, in print."""

import pytest
from embed.host_page import element
from playwright.sync_api import expect

MOST = 60_000  # bytes for the first element of a page
KINDS = ["sphinx", "mkdocs", "plain"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_a_built_page_shows_code_and_recording(new_page, projects, kind, script):
    page = new_page(projects[kind], java_script_enabled=script)
    first = page.element("")
    expect(first.locator(".mcp-code")).to_contain_text("def weather(city: str) -> str:")
    expect(first.locator(".mcp-mark")).to_have_text("recorded")
    said = first.locator("[data-kind=received] pre")
    expect(said.nth(0)).to_contain_text('"text":"snow"')
    expect(said.nth(1)).to_contain_text('"id":12345678901234567890')
    expect(first.locator("[data-kind=nothing]")).to_be_visible()
    expect(first.get_by_test_id("run")).to_have_count(int(script))


@pytest.mark.parametrize("kind", ["sphinx", "mkdocs"])
def test_what_is_printed_and_blank_lines_are_recorded_too(new_page, projects, kind):
    second = new_page(projects[kind]).page.locator("mcp-playground").nth(1)
    expect(second.locator("[data-kind=printed] pre")).to_have_text("got initialize")
    assert second.locator(".mcp-code").inner_text().startswith("def route(message):\n    print(")


def test_the_first_element_costs_little_and_nothing_of_python(new_page, write, base_url):
    sizes = {}

    def note(response):
        sizes[response.url] = response.request.sizes()["responseBodySize"]

    page = new_page("about:blank")
    page.page.on("response", note)
    page.open(write(element("p0")))
    expect(page.element("p0").get_by_test_id("run")).to_be_visible()
    page.page.wait_for_load_state("networkidle")
    ours = {url.removeprefix(base_url): size for url, size in sizes.items() if url.startswith(base_url)}
    assert list(ours) == ["embed.js"]
    assert 0 < sum(ours.values()) <= MOST


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_moves_when_the_element_is_defined(new_page, projects, kind):
    page = new_page("about:blank")
    held: list = []

    def hold(route) -> None:
        held.append(route)

    page.page.route("**/embed.js", hold)
    page.page.goto(projects[kind], wait_until="commit")
    page.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    held[0].continue_()
    expect(page.element("").get_by_test_id("run")).to_be_visible()
    assert page.shifts() == []


def test_in_print_all_of_it_is_there_and_no_button(new_page, projects):
    page = new_page(projects["sphinx"])
    page.page.emulate_media(media="print")
    first = page.element("")
    expect(first.get_by_test_id("run")).to_be_hidden()
    for part in (".mcp-code", ".mcp-log"):
        box = first.locator(part)
        assert box.evaluate("box => box.scrollHeight <= box.clientHeight + 1")


@pytest.mark.parametrize("mode", ["edit", "read", "output"])
def test_a_hand_written_element_shows_its_code_unless_it_is_for_output(new_page, write, mode):
    page = new_page(write(element("p0", mode=mode)))
    expect(page.element("p0").locator(".mcp-log")).to_contain_text("tools/call")
    expect(page.element("p0").locator(".mcp-code")).to_have_count(int(mode != "output"))


def test_a_fallback_of_the_authors_own_is_shown_as_it_is(new_page, write):
    page = new_page(write('<mcp-playground id="p0"><pre>def route(message): ...</pre></mcp-playground>'))
    expect(page.element("p0").locator("pre")).to_be_visible()
    expect(page.element("p0").get_by_test_id("run")).to_be_visible()


@pytest.mark.parametrize(
    ("listed", "words"),
    [("[{", "no JSON"), ("{}", "neither a list"), ('{"format": 2, "exchanges": []}', "newer embed.js")],
)
def test_messages_that_cannot_be_read_are_said_in_words(new_page, write, listed, words):
    made = f'<mcp-playground id="p0"><script type="application/json">{listed}</script></mcp-playground>'
    page = new_page(write(made))
    expect(page.element("p0").get_by_role("status")).to_contain_text(words)
    expect(page.element("p0")).to_have_attribute("data-state", "failed")


def test_files_are_named_by_attributes(new_page, projects):
    page = new_page(projects["sphinx"])
    show = "src => { document.body.innerHTML = `<mcp-playground id=p0 src=${src}></mcp-playground>`; }"
    page.page.evaluate(show, "_sources/index.rst.txt")
    expect(page.element("p0").locator(".mcp-name").first).to_have_text("index.rst.txt")
    page.page.evaluate(show, "nothing.py")
    expect(page.element("p0").get_by_role("status")).to_contain_text(
        "nothing.py could not be loaded: the web server answered 404"
    )
