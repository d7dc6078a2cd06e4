"""Take it home: what the page gives away runs elsewhere and answers as the page does, byte for byte."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from browser.links import pack
from browser.playground import TROUBLE, call
from conversations.replay import conversations
from export.taken import ALONE, bundle_command, talk, unpack
from playwright.sync_api import expect

EXAMPLES = [one for one in conversations() if one.name[0].isdigit()]
RENAMED = TROUBLE.replace("def add(", "def plus(")
HANGS = TROUBLE.replace("    return a + b", "    while True:\n        pass")

SEND = """async (text) => {
  const heard = [];
  const off = mcpPlayground.on("received", ({ text }) => heard.push(text));
  await mcpPlayground.send(text);
  off();
  return heard;
}"""


class Sheet:
    """The sheet, open."""

    def __init__(self, playground, tmp_path: Path) -> None:
        self.playground, self.folder = playground, tmp_path
        playground.page.get_by_role("button", name="Take it home").click()
        self.dialog = playground.page.get_by_role("dialog")
        expect(self.dialog).to_be_visible()

    @property
    def note(self):
        """What came of it."""
        return self.playground.at("take-home-note")

    def button(self, name: str):
        """A download."""
        return self.dialog.get_by_role("button", name=f"Download {name}")

    def take(self, name: str) -> Path:
        """Download a file, with the browser's own name for it."""
        with self.playground.page.expect_download() as download:
            self.button(name).click()
        path = self.folder / download.value.suggested_filename
        download.value.save_as(path)
        expect(self.note).to_contain_text(f"{name} is made")
        return path

    def texts(self) -> dict[str, str]:
        """What there is to copy, by client."""
        read = "all => all.map(way => [way.dataset.way, way.querySelector('pre').textContent])"
        return dict(self.dialog.locator("[data-way]").evaluate_all(read))


@pytest.fixture
def sheet(playground, tmp_path):
    """Open the sheet over whatever is served by then; it is closed afterwards."""
    yield lambda: Sheet(playground, tmp_path)
    playground.page.keyboard.press("Escape")


def answers(playground, texts: list[str]) -> list[list[bytes]]:
    """For each text the lines that the page's server sends."""
    return [[line.encode() + b"\n" for line in playground.page.evaluate(SEND, text)] for text in texts]


@pytest.mark.parametrize("kind", ["server.pyz", "server.mcpb"])
@pytest.mark.parametrize("conversation", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_it_answers_as_the_page_does(playground, sheet, kind, conversation):
    assert playground.script_run(conversation.server.read_text("utf-8"))["ok"]
    texts = [step.text for step in conversation.steps]
    expected = answers(playground, texts)
    file = sheet().take(kind)
    command = [*ALONE, str(file)] if kind == "server.pyz" else bundle_command(unpack(file))
    assert talk(command, texts, expected) == expected


def test_the_system_s_python_runs_it(playground, sheet):
    file = sheet().take("server.pyz")
    text = call("add", a=40, b=2)
    expected = [[playground.script_send(text)["reply"].encode() + b"\n"]]
    assert talk(["python3", str(file)], [text], expected) == expected


def test_the_bundle_says_what_it_is(playground, sheet):
    manifest = json.loads((unpack(sheet().take("server.mcpb")) / "manifest.json").read_text("utf-8"))
    assert manifest["manifest_version"] == "0.3"
    assert manifest["name"] == "trouble"
    assert manifest["server"]["type"] == "python"
    assert "add" in [tool["name"] for tool in manifest["tools"]]


def test_the_project_s_own_test_passes(playground, sheet):
    playground.script_run(EXAMPLES[0].server.read_text("utf-8"))
    (folder,) = unpack(sheet().take("server.zip")).iterdir()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout


def test_the_configuration_is_a_file_too(sheet):
    file = sheet().take(".mcp.json")
    assert list(json.loads(file.read_text("utf-8"))["mcpServers"]) == ["trouble"]


def test_the_texts_say_what_was_typed(sheet):
    open_sheet = sheet()
    open_sheet.dialog.get_by_label("Name of the server").fill("at home")
    open_sheet.dialog.get_by_label("Where server.pyz is").fill('/my "files"/server.pyz')
    open_sheet.dialog.get_by_label("Python there is called").select_option("python")
    expect(open_sheet.dialog.locator("[data-way='Claude Code'] pre")).to_contain_text("at-home")
    texts = open_sheet.texts()
    entry = {"command": "python", "args": ['/my "files"/server.pyz']}
    typed = {"type": "stdio", **entry}
    assert json.loads(texts[".mcp.json"]) == {"mcpServers": {"at-home": typed}}
    assert json.loads(texts[".vscode/mcp.json"]) == {"servers": {"at-home": typed}}
    assert texts["Claude Code"] == """claude mcp add at-home -- python '/my "files"/server.pyz'"""
    assert json.loads(unquote(texts["VS Code"].partition("?")[2])) == {"name": "at-home", **typed}
    cursor = parse_qs(urlsplit(texts["Cursor"]).query)
    assert json.loads(base64.b64decode(cursor["config"][0])) == entry
    for link in open_sheet.dialog.locator("[data-way] a").all():
        assert link.get_attribute("href") == texts[link.inner_text().removeprefix("Open ")]


def test_while_the_place_is_open_a_note_says_where_it_has_to_be(sheet):
    dialog = sheet().dialog
    dialog.get_by_label("Where server.pyz is").fill("server.pyz")
    expect(dialog.locator("[data-way='VS Code']")).to_contain_text("in your home folder")
    dialog.get_by_label("Where server.pyz is").fill("/srv/server.pyz")
    expect(dialog.locator("[data-way='VS Code']")).not_to_contain_text("in your home folder")


def test_a_text_is_copied_as_it_stands(sheet, playground):
    playground.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_sheet = sheet()
    open_sheet.dialog.get_by_label("Python there is called").select_option("python3")
    open_sheet.dialog.get_by_label("Where server.pyz is").fill("/srv/it.pyz")
    command = open_sheet.dialog.locator("[data-way='Claude Code'] pre")
    expect(command).to_have_text("claude mcp add trouble -- python3 /srv/it.pyz")
    open_sheet.dialog.get_by_role("button", name="Copy for Claude Code").click()
    assert playground.page.evaluate("navigator.clipboard.readText()") == command.text_content()


def test_what_is_served_is_taken_and_not_what_is_only_typed(playground, sheet):
    playground.type_into("editor", RENAMED)
    open_sheet = sheet()
    expect(open_sheet.dialog).to_contain_text("You have edits that are not running yet.")
    text = call("add", a=1, b=2)
    expected = [[playground.script_send(text)["reply"].encode() + b"\n"]]
    assert b'"isError":false' in expected[0][0]
    assert talk([*ALONE, str(open_sheet.take("server.pyz"))], [text], expected) == expected


def test_without_edits_nothing_is_said_of_them(sheet):
    open_sheet = sheet()
    expect(open_sheet.button("server.pyz")).to_be_visible()
    expect(open_sheet.dialog.locator(".stale")).to_have_count(0)


def test_what_does_not_go_along_is_named(playground, sheet):
    assert playground.script_run(f"import js\nfrom pyodide.http import pyfetch\n{TROUBLE}")["ok"]
    dialog = sheet().dialog
    told = dialog.get_by_test_id("left-out")
    expect(told).to_contain_text("The server asks for js")
    expect(told).to_contain_text("Only a browser has js")


def test_a_package_that_does_not_go_along_is_to_be_installed(playground, sheet):
    lazy = f"{TROUBLE}\n\n@server.tool\ndef later():\n    import numpy\n    return numpy.__name__\n"
    assert playground.script_run(lazy)["ok"]
    expect(sheet().dialog.get_by_test_id("left-out")).to_contain_text("python -m pip install numpy")


def test_making_a_file_that_never_ends_is_stopped(playground, sheet):
    playground.script_run(HANGS)
    open_sheet = sheet()
    open_sheet.button("server.zip").click()
    expect(open_sheet.note).to_contain_text("Making server.zip")
    open_sheet.dialog.get_by_role("button", name="Stop").click()
    expect(open_sheet.note).to_contain_text("server.zip could not be made. Stopped.")
    playground.wait()
    expect(open_sheet.button("server.zip")).to_be_enabled()


def test_nothing_is_taken_where_nothing_is_served(new_playground):
    playground = new_playground(wait=False)
    playground.page.goto(f"./{pack({'code': '1 / 0'})}")
    playground.wait("stopped")
    playground.page.get_by_role("button", name="Take it home").click()
    expect(playground.page.get_by_role("dialog")).to_contain_text("No server is running")


def test_it_works_by_keyboard_alone(playground):
    page = playground.page
    page.get_by_role("button", name="Examples").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Download server.pyz")).to_be_visible()
    for _ in range(10):
        if page.evaluate("document.activeElement.textContent") == "Download server.pyz":
            break
        page.keyboard.press("Tab")
    with page.expect_download():
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="Take it home")).to_be_focused()
