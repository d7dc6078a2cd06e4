"""What ten playgrounds in a document cost, against one: time until the last is ready, and memory.

Both pages come from the same servers in fresh profiles. Runs alternate, so that a busy machine slows both
alike; a ratio is of two runs that followed each other. Ten may cost at most a quarter more than one.
"""

import os
import shutil
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from sitemaker.server import SiteServer
from sitemaker.site import DIST
from sitemaker.toolchain import CHROMIUM, TESTS

sys.path.insert(0, str(TESTS))
from embed.host_page import element, write_page

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "7"))
COUNTS = (1, 10)
MOST = 1.25
SERVER = '''
from dictmcp import Server

server = Server("NAME")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b
'''
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "add", "arguments": {"a": 1, "b": 2}},
}
RUN_ALL = """
() => {
  const all = [...document.querySelectorAll("mcp-playground")];
  const from = performance.now();
  const ready = all.map((element) => new Promise((resolve) => {
    const look = () => element.dataset.state === "ready" && resolve();
    new MutationObserver(look).observe(element, { attributeFilter: ["data-state"] });
    element.shadowRoot.querySelector("[data-testid=run]").click();
  }));
  return Promise.all(ready).then(() => performance.now() - from);
}
"""


def serve(folder: Path) -> str:
    """Serve a folder for as long as this runs."""
    server = SiteServer(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.url


def visit(browser: Browser, url: str) -> tuple[float, float]:
    """Open a page and run all that it has: milliseconds, and megabytes of all processes that show it."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(url)
    page.wait_for_function("!!customElements.get('mcp-playground')")
    ms = page.evaluate(RUN_ALL)
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    megabytes = sum(proportional_set_size(each["id"]) for each in processes if each["type"] == "renderer")
    context.close()
    return ms, megabytes


def proportional_set_size(pid: int) -> float:
    """What a process has of the memory, its part of what it shares; 0 where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:"))


def main() -> int:
    """Print the table; 1 if ten cost too much."""
    play = serve(DIST)
    seen: dict[int, list[tuple[float, float]]] = {count: [] for count in COUNTS}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        urls = {}
        for count in COUNTS:
            ids = [f"p{number}" for number in range(count)]
            made = [element(id, SERVER.replace("NAME", id), [CALL]) for id in ids]
            urls[count] = serve(write_page(Path(folder) / str(count), play, *made)).replace(
                "127.0.0.1", "localhost"
            )
        path = os.environ.get("TEST_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
        browser = playwright.chromium.launch(executable_path=path)
        for _ in range(ROUNDS):
            for count in COUNTS:
                seen[count].append(visit(browser, urls[count]))
        browser.close()
    print(f"Playgrounds in a document, medians of {ROUNDS} alternating runs\n")
    print(f"{'':<28}{'one':>10}{'ten':>10}{'ratio':>8}")
    worst = 0.0
    for at, name in enumerate(("ms until all are ready", "MB in all renderers")):
        one, ten = ([run[at] for run in seen[count]] for count in COUNTS)
        if not all(one):
            print(f"{name:<28}{'not told by this system':>28}")
            continue
        ratio = statistics.median(more / less for less, more in zip(one, ten, strict=True))
        worst = max(worst, ratio)
        print(f"{name:<28}{statistics.median(one):10.0f}{statistics.median(ten):10.0f}{ratio:8.2f}")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
