"""How Python starts: from its snapshot, or else more slowly; and again without asking for anything."""

import json
import re

import pytest
from browser.playground import TROUBLE, call
from playwright.sync_api import expect
from sitemaker.server import SiteHandler

ANSWERS_WHEN_IMPORTED = """
from dictmcp import Server

{source}

server = Server("asked")


@server.tool
def ask():
    return [{asked}]


route = server.route
"""


class HalfHandler(SiteHandler):
    """A host that gives up in the middle of one file, as long as `broken` names it."""

    broken = "pyodide.asm.wasm"

    def answer(self, status, body, headers):
        if not self.path.endswith(self.broken):
            return super().answer(status, body, headers)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True
        return None


def lacks(*files):
    """A host that has lost these files."""

    def prepare(context):
        for file in files:
            context.route(f"**/{file}", lambda route: route.fulfill(status=404, body=""))

    return prepare


def damages(file, change=lambda body: body[:-1] + b"x"):
    """A host whose copy of a file is not as the build made it."""
    return lambda context: context.route(
        f"**/{file}", lambda route: route.fulfill(body=change(route.fetch().body()))
    )


def opened(new_playground, prepare):
    """A page with the server of the tests, and the warnings that it gave."""
    playground = new_playground(prepare, wait=False)
    warnings = []
    playground.page.on("console", lambda message: warnings.append(message.text))
    playground.open()
    playground.script_run(TROUBLE)
    return playground, warnings


def started(playground):
    """How Python was started."""
    return playground.root.get_attribute("data-start")


def failure(playground):
    """What the page says of a start that failed."""
    playground.page.goto("./")
    playground.wait("failed")
    return playground.page.get_by_role("alert").filter(has_text="could not be started")


def ask(playground, source, asked):
    """What an expression is, in a server that begins with this source."""
    result = playground.script_run(ANSWERS_WHEN_IMPORTED.format(source=source, asked=asked))
    assert result["ok"], result["error"]
    reply = json.loads(playground.script_send(call("ask"))["reply"])
    return json.loads(reply["result"]["content"][0]["text"])[0]


def test_python_starts_from_its_snapshot(playground):
    assert started(playground) == "snapshot"


@pytest.mark.parametrize("tool", ["spin", "abort"])
def test_python_comes_back_without_any_request(new_playground, tool):
    playground = new_playground()
    playground.script_run(TROUBLE)
    playground.page.context.set_offline(True)
    playground.requests.clear()
    playground.script_start(call(tool))
    if tool == "spin":
        playground.wait("running")
        playground.stop()
    else:
        expect(playground.rows("error")).to_have_count(1)
        playground.wait()
    playground.answers()
    assert [url for url in playground.requests if not url.startswith("blob:")] == []


def test_without_its_snapshot_python_starts_from_bytecode(new_playground):
    playground, warnings = opened(new_playground, lacks("python.snapshot"))
    assert started(playground) == "bytecode"
    assert any("python.snapshot" in text and "404" in text for text in warnings)
    playground.answers()


def test_without_bytecode_python_starts_as_pyodide_comes(new_playground):
    playground, warnings = opened(new_playground, lacks("python.snapshot", "stdlib.zip"))
    assert started(playground) == "plain"
    assert any("stdlib.zip" in text for text in warnings)
    playground.answers()


def test_a_restart_begins_where_the_start_ended(new_playground):
    playground, warnings = opened(new_playground, lacks("python.snapshot"))
    warnings.clear()
    playground.script_start(call("spin"))
    playground.wait("running")
    playground.stop()
    playground.answers()
    assert started(playground) == "bytecode"
    assert not [text for text in warnings if "snapshot" in text]


def test_a_damaged_snapshot_is_not_used(new_playground):
    playground, warnings = opened(new_playground, damages("python.snapshot"))
    assert started(playground) == "bytecode"
    assert any("python.snapshot arrived damaged" in text for text in warnings)
    playground.answers()


@pytest.mark.parametrize(
    "change",
    [lambda body: body[:-1] + b"x", lambda body: body[:-1], lambda _: b"<!doctype html>"],
    ids=["changed", "cut", "another"],
)
def test_a_damaged_engine_is_named_and_retry_asks_again(new_playground, change):
    playground = new_playground(damages("pyodide.asm.wasm", change), wait=False)
    expect(failure(playground)).to_contain_text("pyodide.asm.wasm arrived damaged")
    playground.page.context.unroute("**/pyodide.asm.wasm")
    playground.page.get_by_role("button", name="Retry").click()
    playground.wait()


def test_a_download_that_breaks_off_is_named_and_retry_works(new_playground, serve):
    handler = type("Half", (HalfHandler,), {})
    playground = new_playground(base_url=serve(handler=handler).url, wait=False)
    expect(failure(playground)).to_contain_text(re.compile(r"pyodide\.asm\.wasm broke off .* of \d+ bytes"))
    handler.broken = "nothing"
    playground.page.get_by_role("button", name="Retry").click()
    playground.wait()


def test_a_first_visit_that_goes_offline_says_so(new_playground):
    def cut(context):
        def lose(route):
            context.set_offline(True)
            route.abort()

        context.route("**/pyodide.asm.wasm", lose)

    playground = new_playground(cut, wait=False)
    expect(failure(playground)).to_contain_text(
        re.compile(r"\w could not be loaded: this device is offline\.")
    )


def test_a_download_that_stalls_is_given_up(new_playground):
    def hold(context):
        context.route("**/pyodide.asm.wasm", lambda _route: None)

    playground = new_playground(hold, wait=False)
    playground.page.clock.install()  # only what we ask for passes
    with playground.page.expect_request("**/pyodide.asm.wasm"):
        playground.page.goto("./")
    expect(playground.at("status")).to_contain_text("Downloading Python")
    playground.page.clock.fast_forward(61_000)
    playground.wait("failed")
    expect(playground.page.get_by_role("alert").filter(has_text="pyodide.asm.wasm")).to_contain_text(
        "60 seconds"
    )


def test_chance_is_not_the_same_in_every_start(playground):
    asked = "[random.random(), random.randrange(10**12), uuid.uuid4().hex, secrets.token_hex()]"
    seen = []
    for _ in range(2):
        seen += ask(playground, "import random, secrets, uuid", asked)
        playground.frame.evaluate("mcpPlayground.stop()")
    assert len({*seen}) == len(seen)


def test_time_is_that_of_this_device(new_playground):
    playground = new_playground(timezone_id="Asia/Kolkata")
    asked = "[time.timezone, time.strftime('%z', time.localtime(0)), abs(time.time() - float('{}')) < 60]"
    now = playground.page.evaluate("Date.now() / 1000")
    assert ask(playground, "import time", asked.format(now)) == [-19800, "+0530", True]


def test_modules_that_the_snapshot_lacks_are_there(playground):
    source = "import colorsys, xml.etree.ElementTree as tree, plistlib, configparser"
    assert ask(playground, source, "tree.fromstring('<a>1</a>').text + colorsys.__name__") == "1colorsys"
    assert started(playground) == "snapshot"


@pytest.mark.parametrize("module", ["multiprocessing", "smtplib"])
def test_a_module_that_is_not_in_the_page_is_told_of(playground, module):
    result = playground.script_run(f"import json\nimport {module}\n{TROUBLE}")
    assert not result["ok"]
    assert result["error"]["line"] == 2
    assert f"'{module}'" in result["error"]["message"]
    assert "part of Python" in result["error"]["message"]
    assert result["error"]["missing"] == []


def test_a_file_that_fails_is_run_once(new_playground):
    playground = new_playground()
    assert not playground.script_run("print('run')\nraise ValueError")["ok"]
    assert [row.strip() for row in playground.rows("printed").locator("pre").all_text_contents()] == ["run"]


def test_a_traceback_shows_the_source(playground):
    playground.script_send(call("boom"))
    expect(playground.rows("error").last).to_contain_text('raise ValueError("the reason it failed")')
