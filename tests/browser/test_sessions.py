"""Sessions in the page: kept, opened, replayed, taken elsewhere; both revisions, and changed interfaces."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browser.playground import TROUBLE, call, request
from playwright.sync_api import expect

SUM = call("add", a=40, b=2)
BACK = "Back to this page\u2019s session"
CHANGED = TROUBLE.replace("return a + b", "return a - b")
STAMP = (
    "import time, uuid\nfrom dictmcp import Server\nserver = Server('stamp')\n"
    "@server.tool\ndef stamp() -> str:\n    return f'{time.time()} {uuid.uuid4()}'\n"
)


class Sheet:
    """The session sheet, open."""

    def __init__(self, playground) -> None:
        self.playground = playground
        playground.page.get_by_role("button", name="Session", exact=True).click()
        self.dialog = playground.page.locator("#session")
        expect(self.dialog.get_by_test_id("session-about")).not_to_be_empty()

    @property
    def about(self):
        """What session it is."""
        return self.dialog.get_by_test_id("session-about")

    @property
    def note(self):
        """What came of it."""
        return self.dialog.get_by_test_id("session-note")

    def press(self, name: str) -> None:
        """A button."""
        self.dialog.get_by_role("button", name=name).click()

    def download(self, name: str, folder: Path) -> Path:
        """The file that a button gives."""
        with self.playground.page.expect_download() as download:
            self.press(name)
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def replay(self) -> dict[str, str]:
        """Each message's verdict, by its name."""
        self.press("Replay on the current server")
        expect(self.note).to_contain_text("Replayed on")
        rows = self.dialog.get_by_test_id("replay-row")
        read = "all => all.map(row => [row.querySelector('.replay-name').textContent, row.dataset.verdict])"
        return dict(rows.evaluate_all(read))

    def close(self) -> None:
        """Back to the page."""
        self.playground.page.keyboard.press("Escape")


@pytest.fixture
def sheet(playground):
    """Open the sheet; it is closed afterwards."""
    yield lambda: Sheet(playground)
    if playground.page.locator("dialog[open]").count():
        playground.page.keyboard.press("Escape")


def test_a_session_is_saved_replayed_on_an_edited_server_and_taken_as_a_test(playground, sheet, tmp_path):
    playground.exchange(SUM)
    playground.exchange('{"jsonrpc":"2.0","method":"notifications/initialized"}', "nothing")
    opened = sheet()
    expect(opened.about).to_contain_text("2 messages with “trouble”")
    saved = opened.download("Save session", tmp_path)
    assert saved.name == "trouble.mcp-session.json"
    content = json.loads(saved.read_text("utf-8"))
    assert [step["send"].get("method") for step in content["steps"]] == [
        "tools/call",
        "notifications/initialized",
    ]
    assert opened.replay() == {"1. tools/call add": "same", "2. notifications/initialized": "same"}
    opened.close()

    playground.script_run(CHANGED)
    opened = sheet()
    expect(opened.about).to_contain_text("from before the last Run")
    assert opened.replay() == {"1. tools/call add": "changed", "2. notifications/initialized": "same"}
    place = opened.dialog.locator(".place").first
    expect(place).to_contain_text("result.content[0].text")
    expect(place).to_contain_text('"42"')
    expect(place).to_contain_text('"38"')

    test = opened.download("Download test_session.py", tmp_path)
    (tmp_path / "server.py").write_text(TROUBLE, "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tmp_path}",
        str(test),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


def test_a_session_file_is_opened_and_can_be_dropped(playground, sheet, tmp_path):
    file = tmp_path / "mine.mcp-session.json"
    file.write_text(
        json.dumps({"server": "older", "steps": [{"send": json.loads(SUM), "receive": []}]}), "utf-8"
    )
    opened = sheet()
    opened.dialog.get_by_label("Session file").set_input_files(file)
    expect(opened.about).to_contain_text("From mine.mcp-session.json: 1 message with “older”")
    assert opened.replay() == {"1. tools/call add": "changed"}
    opened.press(BACK)
    expect(opened.about).to_contain_text("Nothing was sent yet.")
    opened.close()

    drop = """text => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.mcp-session.json"));
      const how = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("drop", how));
    }"""
    playground.page.evaluate(drop, file.read_text("utf-8"))
    expect(opened.about).to_contain_text("From dropped.mcp-session.json: 1 message")
    opened.press(BACK)


def test_a_file_that_is_none_says_why(sheet, tmp_path):
    file = tmp_path / "bad.json"
    file.write_text('{"format": 99, "steps": []}', "utf-8")
    opened = sheet()
    opened.dialog.get_by_label("Session file").set_input_files(file)
    expect(opened.note).to_have_text(
        re.compile("bad.json is no session: it is of format 99, and this page reads up to 1")
    )


def test_it_is_copied_as_markdown(playground, sheet):
    playground.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    playground.exchange(SUM)
    opened = sheet()
    opened.press("Copy session.md")
    expect(opened.note).to_contain_text("session.md is copied.")
    text = playground.page.evaluate("navigator.clipboard.readText()")
    assert "**1. tools/call add**" in text
    assert "def add(" in text


def test_a_fixed_clock_gives_the_same_output_every_time(playground, sheet):
    playground.script_run(STAMP)
    stamp = call("stamp")
    switch = "Fixed clock and ids"
    opened = sheet()
    opened.dialog.get_by_label(switch).check()
    opened.close()
    replies = []
    for _ in range(2):
        playground.script_run(STAMP)
        replies.append(playground.script_send(stamp)["reply"])
    assert replies[0] == replies[1]
    assert "1767225600" in replies[0]
    playground.frame.evaluate("mcpPlayground.stop()")
    playground.wait()
    assert playground.script_send(stamp)["reply"] == replies[0]
    opened = sheet()
    opened.dialog.get_by_label(switch).uncheck()
    opened.close()
    playground.script_run(STAMP)
    assert "1767225600" not in playground.script_send(stamp)["reply"]


def test_an_edit_that_breaks_old_calls_is_told_after_run(playground):
    strip = playground.page.locator("#interface-strip")
    playground.script_run(TROUBLE)
    expect(strip).to_be_hidden()
    new = "\n\n@server.tool\ndef quite_new() -> str:\n    return ''\n"
    assert "def add(a: int, b: int)" in TROUBLE
    playground.script_run(TROUBLE.replace("def add(a: int, b: int)", "def add(a: int, b: str)") + new)
    expect(strip).to_contain_text("Interface changed: 1 tool added, add.b is now string")
    strip.get_by_role("button", name="Show").click()
    dialog = playground.page.locator("#interface")
    expect(dialog.locator("[data-breaks=yes]")).to_contain_text(
        "add: argument b was integer, and is now string"
    )
    expect(dialog.locator("[data-breaks=no]")).to_contain_text("quite_new: the tool is new.")
    playground.page.keyboard.press("Escape")
    playground.frame.evaluate("mcpPlayground.run()")
    expect(strip).to_be_hidden()


def test_a_message_in_both_revisions_side_by_side(playground):
    playground.exchange(request("tools/list"))
    playground.page.locator("#detail").get_by_role("button", name="Both revisions").click()
    dialog = playground.page.locator("#revisions")
    expect(dialog.get_by_test_id("revisions-note")).to_contain_text("The replies differ in")
    expect(dialog.locator("[data-revision='2025-11-25'] pre").last.locator("mark")).to_have_count(0)
    marked = dialog.locator("[data-revision='2026-07-28'] pre").last.locator("mark")
    expect(marked.first).to_contain_text("resultType")
    playground.page.keyboard.press("Escape")
