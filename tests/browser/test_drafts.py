"""Texts of the user's own: saved while one types, kept apart by tabs, and never lost."""

import json
import re

import pytest
from browser.links import pack
from browser.playground import Playground, withhold_python
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

FIRST, SECOND = "# the first text\n", "# the second text\n"
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"
FULL = """
const set = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, value) {
  if (this === localStorage && window.full) throw new DOMException("full", "QuotaExceededError");
  return set.call(this, name, value);
};
"""
THROWING = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""


STORED = """() => Object.entries(localStorage).filter(([key]) => key.includes(":draft:"))
  .map(([, record]) => JSON.parse(record)).map(({ name, code }) => [name, code])"""
HOLDS = f"""wanted => {{
  const found = ({STORED})().map(String);
  return found.length === wanted.length && wanted.every((draft) => found.includes(String(draft)));
}}"""


def expect_stored(page, drafts: dict[str, str]) -> None:
    """Wait until the browser holds these drafts, by name and code, and no others."""
    try:
        page.wait_for_function(HOLDS, arg=list(map(list, drafts.items())))
    except Late:
        assert dict(page.evaluate(STORED)) == drafts
        raise


def name(playground):
    """The name of the draft on screen."""
    return playground.page.locator("#draft-name")


def notice(playground, topic: str):
    """The strip above the code that is about this."""
    return playground.page.locator(f'.notice[data-topic="{topic}"]')


def open_list(playground):
    """Open the list of drafts."""
    playground.page.get_by_role("toolbar").get_by_role("button", name="Drafts").click()
    sheet = playground.page.get_by_role("dialog", name="Drafts")
    expect(sheet).to_be_visible()
    return sheet


def row(sheet, draft: str):
    """The row of the draft with exactly this name."""
    return sheet.locator(".draft").filter(
        has=sheet.page.locator("strong", has_text=re.compile(f"^{re.escape(draft)}$"))
    )


def second_tab(playground, url: str = "./") -> Playground:
    """Another tab of the same browser."""
    return Playground(playground.page.context.new_page()).open_at(url)


def new_draft(playground, text: str) -> None:
    """Begin a new draft and write into it."""
    open_list(playground).get_by_role("button", name="New draft").click()
    expect(name(playground)).to_have_text("Untitled")
    playground.type_into("editor", text)


def test_an_example_that_nobody_changed_is_no_draft(still):
    still.open_at("./")
    expect(open_list(still)).to_contain_text("There are none yet")
    expect_stored(still.page, {})


def test_what_one_types_is_saved_without_being_asked(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    expect_stored(still.page, {"Knowledge base": FIRST})


def test_a_reload_at_once_loses_nothing(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    still.page.reload()
    still.page.wait_for_function("window.mcpPlayground?.getCode()")
    assert still.code() == FIRST


def test_going_back_to_the_page_loses_nothing(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    still.page.goto("about:blank")
    still.page.go_back()
    still.page.wait_for_function("window.mcpPlayground?.getCode()")
    assert still.code() == FIRST
    expect_stored(still.page, {"Knowledge base": FIRST})


def test_a_draft_is_opened_again_in_a_new_tab_when_no_other_has_it(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    context = still.page.context
    still.page.close(run_before_unload=False)
    again = Playground(context.new_page()).open_at("./")
    assert again.code() == FIRST


def test_drafts_are_renamed_deleted_and_taken_back(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    new_draft(still, SECOND)
    expect_stored(still.page, {"Knowledge base": FIRST, "Untitled": SECOND})
    sheet = open_list(still)
    row(sheet, "Untitled").get_by_role("button", name="Rename").click()
    sheet.get_by_role("textbox").fill("Second thoughts")
    still.page.keyboard.press("Enter")
    expect(row(sheet, "Second thoughts")).to_be_visible()
    expect(name(still)).to_have_text("Second thoughts")
    row(sheet, "Knowledge base").get_by_role("button", name="Delete").click()
    expect(row(sheet, "Knowledge base")).to_have_count(0)
    expect_stored(still.page, {"Second thoughts": SECOND})
    sheet.get_by_role("button", name="Undo").click()
    expect_stored(still.page, {"Knowledge base": FIRST, "Second thoughts": SECOND})
    row(sheet, "Knowledge base").get_by_role("button", name="Knowledge base").first.click()
    expect(name(still)).to_have_text("Knowledge base")
    assert still.code() == FIRST


def test_escape_leaves_a_name_as_it_was_and_the_sheet_open(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    sheet = open_list(still)
    row(sheet, "Knowledge base").get_by_role("button", name="Rename").click()
    still.page.keyboard.insert_text("Nonsense")
    still.page.keyboard.press("Escape")
    expect(row(sheet, "Knowledge base")).to_be_visible()
    expect(row(sheet, "Knowledge base").get_by_role("button").first).to_be_focused()


def test_the_draft_on_screen_can_be_deleted_too(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    sheet = open_list(still)
    row(sheet, "Knowledge base").get_by_role("button", name="Delete").click()
    expect_stored(still.page, {})
    assert still.code() != FIRST
    sheet.get_by_role("button", name="Undo").click()
    expect_stored(still.page, {"Knowledge base": FIRST})


def test_two_drafts_never_share_a_name(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    new_draft(still, FIRST)
    open_list(still).get_by_role("button", name="New draft").click()
    expect(notice(still, "kept")).to_contain_text("“Untitled”")
    still.type_into("editor", SECOND)
    expect_stored(still.page, {"Knowledge base": FIRST, "Untitled": FIRST, "Untitled 2": SECOND})


@pytest.mark.parametrize("by", ["locks", "channel"])
def test_a_second_tab_begins_with_something_else(new_playground, by):
    def prepare(context):
        withhold_python(context)
        if by == "channel":
            context.add_init_script(NO_LOCKS)

    first = new_playground(prepare, wait=False).open_at("./")
    first.type_into("editor", FIRST)
    expect_stored(first.page, {"Knowledge base": FIRST})
    second = second_tab(first)
    assert second.code() != FIRST
    second.type_into("editor", SECOND)
    expect_stored(first.page, {"Knowledge base": FIRST, "Knowledge base 2": SECOND})
    assert first.code() == FIRST


@pytest.mark.parametrize("by", ["locks", "channel"])
def test_a_draft_that_another_tab_has_is_opened_as_a_copy(new_playground, by):
    def prepare(context):
        withhold_python(context)
        if by == "channel":
            context.add_init_script(NO_LOCKS)

    first = new_playground(prepare, wait=False).open_at("./")
    first.type_into("editor", FIRST)
    expect_stored(first.page, {"Knowledge base": FIRST})
    second = second_tab(first)
    sheet = open_list(second)
    entry = row(sheet, "Knowledge base")
    expect(entry).to_contain_text("open in another tab")
    expect(entry.get_by_role("button", name="Delete")).to_have_count(0)
    entry.get_by_role("button").first.click()
    expect(notice(second, "copy")).to_contain_text("open in another tab, so this is a copy")
    assert second.code() == FIRST
    second.type_into("editor", SECOND)
    expect_stored(first.page, {"Knowledge base": FIRST, "Knowledge base (copy)": SECOND})


def test_a_tab_that_was_duplicated_goes_on_with_a_copy(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    expect_stored(still.page, {"Knowledge base": FIRST})
    tab = still.page.evaluate("Object.entries(sessionStorage)")
    other = still.page.context.new_page()
    other.add_init_script(
        f"for (const [name, value] of {json.dumps(tab)}) sessionStorage.setItem(name, value);"
    )
    second = Playground(other).open_at("./")
    assert second.code() == FIRST
    expect(notice(second, "copy")).to_contain_text("Another tab has this draft too")
    second.type_into("editor", SECOND)
    expect_stored(still.page, {"Knowledge base": FIRST, "Knowledge base (copy)": SECOND})


def test_what_another_tab_wrote_all_the_same_is_not_written_over(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    expect_stored(still.page, {"Knowledge base": FIRST})
    still.page.evaluate(
        """text => {
          const [key, record] = Object.entries(localStorage).find(([key]) => key.includes(":draft:"));
          const other = { ...JSON.parse(record), code: text, stamp: "another tab's" };
          localStorage.setItem(key, JSON.stringify(other));
        }""",
        SECOND,
    )
    still.type_into("editor", "# a third\n")
    expect(notice(still, "copy")).to_be_visible()
    expect_stored(still.page, {"Knowledge base": SECOND, "Knowledge base (copy)": "# a third\n"})


def test_storage_that_throws_is_told_and_drafts_live_as_long_as_the_page(new_playground):
    def prepare(context):
        withhold_python(context)
        context.add_init_script(THROWING)

    playground = new_playground(prepare, wait=False).open_at("./")
    expect(open_list(playground)).to_contain_text(
        "This browser keeps nothing here: download what you want to keep."
    )
    playground.page.keyboard.press("Escape")
    playground.type_into("editor", FIRST)
    strip = notice(playground, "trouble")
    expect(strip).to_contain_text("This browser keeps nothing here: download what you want to keep.")
    with playground.page.expect_download() as download:
        strip.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "server.py"
    assert download.value.path().read_text("utf-8") == FIRST
    new_draft(playground, SECOND)
    row(open_list(playground), "Knowledge base").get_by_role("button").first.click()
    expect(name(playground)).to_have_text("Knowledge base")
    assert playground.code() == FIRST
    playground.check()


def test_where_nothing_is_kept_the_browser_asks_before_it_leaves(new_playground):
    def prepare(context):
        withhold_python(context)
        context.add_init_script(THROWING)

    playground = new_playground(prepare, wait=False).open_at("./")
    asked = []
    playground.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    playground.type_into("editor", FIRST)
    expect(notice(playground, "trouble")).to_be_visible()
    playground.page.reload()
    assert asked == ["beforeunload"]


def test_full_storage_is_told_and_the_text_is_offered_for_download(new_playground):
    def prepare(context):
        withhold_python(context)
        context.add_init_script(FULL)

    playground = new_playground(prepare, wait=False).open_at("./")
    playground.page.evaluate("window.full = true")
    playground.type_into("editor", FIRST)
    strip = notice(playground, "trouble")
    expect(strip).to_contain_text("storage is full")
    with playground.page.expect_download() as download:
        strip.get_by_role("button", name="Download").click()
    assert download.value.path().read_text("utf-8") == FIRST
    playground.page.evaluate("window.full = false")
    playground.type_into("editor", SECOND)
    expect(strip).to_have_count(0)
    expect_stored(playground.page, {"Knowledge base": SECOND})


def test_an_example_that_could_not_be_had_is_asked_for_again(still):
    still.page.route("**/01-*/server.py", lambda route: route.abort())
    still.page.goto("./")
    still.page.wait_for_function("sessionStorage.getItem('mcp-playground:tab') !== null")
    still.page.unroute("**/01-*/server.py")
    still.open_at("./")
    expect(still.at("editor")).to_contain_text("A small knowledge base")


def test_a_record_that_cannot_be_read_is_left_alone(still):
    still.page.goto("./")
    still.page.evaluate("localStorage.setItem('mcp-playground:draft:old', '{broken')")
    still.open_at("./")
    expect(open_list(still)).to_contain_text("There are none yet")
    assert still.page.evaluate("localStorage.getItem('mcp-playground:draft:old')") == "{broken"


def test_the_message_is_a_part_of_the_draft(still):
    still.open_at("./")
    still.type_into("editor", FIRST)
    still.type_into("message", "my own message")
    new_draft(still, SECOND)
    expect(still.at("message")).not_to_contain_text("my own message")
    row(open_list(still), "Knowledge base").get_by_role("button").first.click()
    expect(still.at("message")).to_contain_text("my own message")


def test_a_draft_from_a_link_that_was_never_run_stays_so_in_its_copy(still):
    link = pack({"code": FIRST, "options": {"name": "Linked"}})
    still.open_at(f"./{link}")
    expect_stored(still.page, {"Linked": FIRST})
    second = second_tab(still)
    row(open_list(second), "Linked").get_by_role("button").first.click()
    expect(notice(second, "unread")).to_contain_text("read it, then press Run")
