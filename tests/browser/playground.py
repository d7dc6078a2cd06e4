"""The page as its two users have it: a person with a keyboard, and a script with window.mcpPlayground."""

import json
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

TROUBLE = Path(__file__).with_name("trouble.py").read_text("utf-8")
BOOT = 120_000  # ms; Pyodide takes seconds, a busy machine many of them
SOON = 30_000
SERVING_AND_READY = 2  # workers
expect.set_options(timeout=SOON)


def request(method: str, id: object = 1, **params: object) -> str:
    """A request as one would type it."""
    message = {"jsonrpc": "2.0", "id": id, "method": method}
    return json.dumps({**message, "params": params} if params else message)


def call(tool: str, id: object = 1, **arguments: object) -> str:
    """A tools/call as one would type it."""
    return request("tools/call", id, name=tool, arguments=arguments)


def withhold_python(context) -> None:
    """Never answer for the interpreter: the page is there at once, and for good without Python."""
    context.route("**/*.wasm", lambda route: None)


class Playground:
    """One open page. `script_*` goes through window.mcpPlayground, the rest through what is visible."""

    def __init__(self, page: Page, frame=None) -> None:
        self.page = page
        self.frame = frame or page
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, url: str = "./") -> "Playground":
        """Go to the page and wait until it serves."""
        self.page.goto(url)
        return self.wait()

    def open_at(self, url: str) -> "Playground":
        """Go to the page and wait until there is a text in the editor, with Python or without."""
        self.page.goto(url)
        self.page.wait_for_function("window.mcpPlayground && mcpPlayground.getCode() !== ''")
        return self

    def wait(self, state: str = "ready") -> "Playground":
        """Wait for a state of the page."""
        expect(self.root).to_have_attribute("data-state", state, timeout=BOOT)
        return self

    def begin(self) -> None:
        """Serve the test server and start with an empty log."""
        self.script_run(TROUBLE)
        self.wait()
        if self.rows().count():
            self.frame.get_by_role("button", name="Clear").click()
        expect(self.rows()).to_have_count(0)

    def few_workers(self) -> None:
        """One worker serves, one is kept ready, and those that were ended are gone before long."""
        late = time.monotonic() + SOON / 1000
        while len(self.page.workers) > SERVING_AND_READY and time.monotonic() < late:
            self.page.evaluate("null")  # lets Playwright hear of those that ended
        assert len(self.page.workers) <= SERVING_AND_READY

    def check(self) -> None:
        """No script of the page may have failed meanwhile."""
        faults, self.faults = self.faults, []
        assert not faults

    # What is visible.

    def at(self, name: str) -> Locator:
        """What carries this data-testid."""
        return self.frame.get_by_test_id(name)

    @property
    def root(self) -> Locator:
        """The element that carries data-state."""
        return self.at("playground")

    def rows(self, kind: str | None = None) -> Locator:
        """The log's rows, or those of one kind."""
        selector = '[data-testid="log-row"]' + (f'[data-kind="{kind}"]' if kind else "")
        return self.frame.locator(selector)

    def type_into(self, name: str, text: str) -> None:
        """Replace all that an editor holds."""
        editor = self.at(name).locator(".cm-content, textarea").first
        editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def send(self, text: str) -> None:
        """Type a message and press Send."""
        self.type_into("message", text)
        self.at("send").click()

    def run(self, source: str) -> None:
        """Type a server and press Run."""
        self.type_into("editor", source)
        self.at("run").click()

    def stop(self) -> None:
        """Press Stop, and wait until Python is back."""
        self.at("stop").click()
        self.wait()

    def exchange(self, text: str, kind: str = "received") -> str:
        """Type a message, press Send, and read what the row of the kind holds that comes of it."""
        before = self.rows(kind).count()
        self.send(text)
        expect(self.rows(kind)).to_have_count(before + 1)
        return self.last(kind)

    def last(self, kind: str) -> str:
        """What the newest row of a kind holds."""
        return self.rows(kind).last.locator("pre").text_content()

    def answers(self) -> None:
        """The test server answers a call, asked through the visible controls."""
        assert '"text":"42"' in self.exchange(call("add", a=40, b=2))

    # What a script sees.

    def script_run(self, source: str) -> dict:
        """setCode and run, once the page has come to rest."""
        self.frame.evaluate("mcpPlayground.ready")
        self.frame.evaluate("source => mcpPlayground.setCode(source)", source)
        return self.frame.evaluate("mcpPlayground.run()")

    def script_send(self, text: str) -> dict:
        """The outcome of sending this text."""
        return self.frame.evaluate("text => mcpPlayground.send(text)", text)

    def script_start(self, text: str) -> None:
        """Send without waiting for the outcome; it is kept in window.outcome."""
        keep = "outcome => { window.outcome = outcome; }"
        self.frame.evaluate(f"text => {{ mcpPlayground.send(text).then({keep}, {keep}); }}", text)

    def code(self) -> str:
        """What the editor holds."""
        return self.frame.evaluate("mcpPlayground.getCode()")
