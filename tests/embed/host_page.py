"""A documentation page with playgrounds in it, as a reader and as the page's own scripts have it."""

import json
from pathlib import Path

from playwright.sync_api import FrameLocator, Locator, Page, expect

BOOT = 120_000  # ms
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const box = ({ x, y, width, height }) => [x, y, width, height];
    const what = ({ node, previousRect: was, currentRect: is }) =>
      [node?.nodeName ?? "inside an element", box(was), box(is)];
    shifts.push([value, hadRecentInput, sources.map(what)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""

SERVER = '''
import asyncio
from dictmcp import Server

server = Server("NAME")
calls = 0


@server.tool
def count() -> str:
    """Count the calls."""
    global calls
    calls += 1
    print("NAME counts")
    return f"NAME {calls}"


@server.tool
def spin() -> None:
    """Never return, and never wait."""
    while True:
        pass


@server.tool
async def wait() -> None:
    """Never return, but wait."""
    await asyncio.sleep(3600)


@server.tool
def fail() -> None:
    """Fail."""
    raise ValueError("in NAME")
'''


def request(tool: str, id: object = 1) -> dict:
    """A call of a tool without arguments."""
    params = {"name": tool, "arguments": {}}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


def element(id: str, source: str | None = None, messages: list | None = None, **attributes: str) -> str:
    """An element as an author writes it."""
    told = "".join(f' {name}="{value}"' for name, value in attributes.items())
    source = SERVER.replace("NAME", id) if source is None else source
    code = f'<script type="text/x-python">{source}</script>' if source else ""
    listed = json.dumps([request("count")] if messages is None else messages)
    script = f'<script type="application/json">{listed}</script>'
    return f'<mcp-playground id="{id}"{told}>{code}{script}</mcp-playground>'


def write_page(folder: Path, playground: str, *elements: str, head: str = "", root: str = "") -> Path:
    """A plain page in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    script = f'<script defer src="{playground}embed.js"></script>'
    start = f'<!doctype html><html lang="en" {root}><head><meta charset="utf-8"><title>Page</title>'
    icon = '<link rel="icon" href="data:,">'
    body = "<main><h1>Page</h1>" + "\n".join(elements) + "<p id='end'>The end.</p></main>"
    (folder / "index.html").write_text(
        f"{start}{icon}{head}{script}</head><body>{body}</body></html>", "utf-8"
    )
    return folder


class HostPage:
    """One open page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.add_init_script(SHIFTS)

    def open(self, url: str) -> "HostPage":
        """Go there."""
        self.page.goto(url)
        return self

    def element(self, id: str) -> Locator:
        """An element by its id, or the first."""
        return self.page.locator(f"mcp-playground#{id}" if id else "mcp-playground").first

    def frame(self, id: str = "") -> FrameLocator:
        """What an element shows once it runs."""
        return self.element(id).locator("iframe").content_frame

    def run(self, id: str = "") -> FrameLocator:
        """Press Run, and wait until the messages were gone through."""
        self.element(id).get_by_test_id("run").first.click()
        return self.wait("ready", id)

    def wait(self, state: str, id: str = "") -> FrameLocator:
        """Wait for an element's state."""
        expect(self.element(id)).to_have_attribute("data-state", state, timeout=BOOT)
        return self.frame(id)

    def rows(self, id: str = "", kind: str = "") -> Locator:
        """Rows of a live frame."""
        selector = '[data-testid="log-row"]' + (f'[data-kind="{kind}"]' if kind else "")
        return self.frame(id).locator(selector)

    def last(self, id: str, kind: str) -> str:
        """What the newest row of a kind holds."""
        return self.rows(id, kind).last.locator("pre").inner_text()

    def send(self, id: str, message: object) -> dict:
        """The method."""
        script = "([id, message]) => document.getElementById(id).send(message)"
        return self.page.evaluate(script, [id, message])

    def start(self, id: str, message: object) -> None:
        """The method, without waiting for what comes of it."""
        script = "([id, message]) => { document.getElementById(id).send(message).catch(() => {}); }"
        self.page.evaluate(script, [id, message])
        self.wait("running", id)

    def answer(self, id: str, tool: str = "count") -> str:
        """The text that a tool gives."""
        reply = json.loads(self.send(id, request(tool))["reply"])
        return reply["result"]["content"][0]["text"]

    def shifts(self) -> list:
        """What has moved, and no click explains it."""
        shifts = self.page.evaluate("shifts")
        return [(value, nodes) for value, had_input, nodes in shifts if not had_input]

    def check(self) -> None:
        """No script of the page may have failed meanwhile."""
        faults, self.faults = self.faults, []
        assert not faults
