"""Files on the user's own disk: opened, dropped, saved, and in every case told in words what is wrong."""

import re

import pytest
from browser.playground import TROUBLE, call, withhold_python
from playwright.sync_api import expect

TEXT = "# a file of my own\n"
NO_PICKERS = "delete window.showOpenFilePicker; delete window.showSaveFilePicker;"
# What a browser with the File System Access API does, with one file that remembers what was written to it.
PICKERS = """
window.written = [];
const handle = {
  kind: "file",
  name: "garden.py",
  getFile: async () => new File([window.disk ?? "# on disk\\r\\n# as on Windows\\r\\n"], "garden.py"),
  createWritable: async () => {
    if (window.readOnly) throw new DOMException("The file is read-only.", "NoModificationAllowedError");
    return { write: async (text) => window.written.push(text), close: async () => {} };
  },
};
window.showOpenFilePicker = async () => [handle];
window.showSaveFilePicker = async () => {
  if (window.dismissed) throw new DOMException("", "AbortError");
  return handle;
};
"""
DROP = """([files, text]) => {
  const data = new DataTransfer();
  for (const [name, content] of files) data.items.add(new File([content], name));
  if (text) data.setData("text/plain", text);
  const target = document.querySelector(".cm-content");
  const options = { bubbles: true, cancelable: true, dataTransfer: data };
  const fire = (type) => target.dispatchEvent(new DragEvent(type, options));
  fire("dragenter");
  fire("dragover");
  window.shown = document.querySelector("#drop").checkVisibility();
  fire("drop");
}"""


@pytest.fixture
def plain(new_playground):
    """A page without Python, in a browser that has no dialogs for files but the oldest."""

    def prepare(context):
        withhold_python(context)
        context.add_init_script(NO_PICKERS)

    return new_playground(prepare, wait=False).open_at("./")


@pytest.fixture
def modern(new_playground):
    """A page without Python, in a browser that lets it write files."""

    def prepare(context):
        withhold_python(context)
        context.add_init_script(PICKERS)

    return new_playground(prepare, wait=False).open_at("./")


def notice(playground, topic: str):
    """The strip above the code that is about this."""
    return playground.page.locator(f'.notice[data-topic="{topic}"]')


def drop(playground, *files: tuple[str, str], text: str = "") -> None:
    """Drag files, or a text, onto the page."""
    playground.page.evaluate(DROP, [list(map(list, files)), text])


def test_a_file_that_is_picked_is_a_new_draft(plain):
    plain.type_into("editor", TEXT)
    with plain.page.expect_file_chooser() as chooser:
        plain.page.evaluate("0")  # keys are quicker than the listening for choosers
        plain.page.keyboard.press("ControlOrMeta+o")
    chooser.value.set_files(
        [{"name": "garden.py", "mimeType": "text/x-python", "buffer": b"\xef\xbb\xbf# opened\r\n"}]
    )
    expect(notice(plain, "unread")).to_contain_text("This code came from a file and is not running yet.")
    assert plain.code() == "# opened\n"
    expect(plain.page.locator("#draft-name")).to_have_text("garden.py")
    expect(notice(plain, "kept")).to_contain_text("Your text is in Drafts, as “Knowledge base”.")


def test_a_file_is_opened_from_the_menu_too(plain):
    plain.page.get_by_role("button", name="More").click()
    with plain.page.expect_file_chooser():
        plain.page.locator("#menu").get_by_role("button", name="Open a file").click()


def test_a_file_that_is_dropped_is_a_new_draft_and_runs_when_run_is_pressed(new_playground):
    playground = new_playground()
    drop(playground, ("trouble.py", TROUBLE))
    assert playground.page.evaluate("window.shown")
    playground.wait("stopped")
    expect(playground.page.locator("#drop")).to_be_hidden()
    assert playground.code() == TROUBLE
    notice(playground, "unread").get_by_role("button", name="Run").click()
    playground.wait("ready")
    assert '"text":"3"' in playground.exchange(call("add", a=1, b=2))
    playground.check()


def test_of_several_files_the_first_is_opened_and_that_is_said(plain):
    drop(plain, ("one.py", "# one\n"), ("two.py", "# two\n"))
    expect(notice(plain, "file")).to_contain_text("One file at a time: one.py was opened.")
    assert plain.code() == "# one\n"


def test_dragging_a_text_is_left_to_the_editor(plain):
    drop(plain, text="dragged")
    assert not plain.page.evaluate("window.shown")


REFUSED = {
    "no Python": (("cat.png", "x"), "cat.png is not a Python file: its name does not end in .py."),
    "too large": (("big.py", "#" * 1_000_001), "big.py has 1.0 MB; a server file may have 1.0 MB."),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_server_file_is_refused_in_words(plain, kind):
    file, said = REFUSED[kind]
    plain.type_into("editor", TEXT)
    drop(plain, file)
    expect(plain.page.get_by_role("alert").filter(has_text=said)).to_be_visible()
    assert plain.code() == TEXT


def test_a_file_in_another_encoding_is_refused_in_words(plain):
    with plain.page.expect_file_chooser() as chooser:
        plain.page.evaluate("0")  # keys are quicker than the listening for choosers
        plain.page.keyboard.press("ControlOrMeta+o")
    chooser.value.set_files([{"name": "old.py", "mimeType": "text/x-python", "buffer": b"# caf\xe9\n"}])
    expect(plain.page.get_by_role("alert").filter(has_text="old.py is not a text in UTF-8")).to_be_visible()


def test_the_key_for_saving_downloads_the_file(plain):
    plain.type_into("editor", TEXT)
    with plain.page.expect_download() as download:
        plain.page.keyboard.press("ControlOrMeta+s")
    assert download.value.suggested_filename == "server.py"
    assert download.value.path().read_bytes() == TEXT.encode()


def test_a_file_is_saved_in_its_place_with_its_own_line_ends(modern):
    modern.page.keyboard.press("ControlOrMeta+o")
    expect(modern.page.locator("#draft-name")).to_have_text("garden.py")
    modern.at("editor").locator(".cm-content").click()
    modern.page.keyboard.press("ControlOrMeta+End")
    modern.page.keyboard.insert_text("# more")
    modern.page.keyboard.press("ControlOrMeta+s")
    expect(notice(modern, "file")).to_contain_text("Saved in garden.py.")
    assert modern.page.evaluate("window.written") == ["# on disk\r\n# as on Windows\r\n# more"]


def test_a_text_of_no_file_is_saved_where_the_user_says(modern):
    modern.type_into("editor", TEXT)
    modern.page.evaluate("window.dismissed = true")
    modern.page.keyboard.press("ControlOrMeta+s")
    modern.page.evaluate("window.dismissed = false")
    modern.page.keyboard.press("ControlOrMeta+s")
    expect(notice(modern, "file")).to_contain_text("Saved in garden.py.")
    assert modern.page.evaluate("window.written") == [TEXT]


def test_a_file_that_cannot_be_written_is_offered_for_download(modern):
    modern.type_into("editor", TEXT)
    modern.page.evaluate("window.readOnly = true")
    modern.page.keyboard.press("ControlOrMeta+s")
    alert = modern.page.get_by_role("alert").filter(has_text="garden.py could not be written")
    with modern.page.expect_download() as download:
        alert.get_by_role("button", name="Download it").click()
    assert re.fullmatch(r"(server|garden)\.py", download.value.suggested_filename)
    assert download.value.path().read_text("utf-8") == TEXT
