"""How long the page takes to serve: against a page that starts plain Pyodide in a worker and adds 1 and 1.

Both come from the same kind of server, compressed, each time into a browser profile without a cache.
Runs alternate, so that a busy machine slows both alike.
"""

import json
import os
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from sitemaker.server import SiteServer
from sitemaker.site import DIST
from sitemaker.toolchain import CHROMIUM

ROUNDS = 7
PAGE = """<!DOCTYPE html><title>plain</title><link rel="icon" href="data:,"><script>
const worker = new Worker("worker.js", { type: "module" });
window.ready = new Promise((resolve) => { worker.onmessage = resolve; });
</script>"""
WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const indexURL = new URL("./pyodide/", import.meta.url).href;
const pyodide = await loadPyodide({ indexURL, lockFileContents: { info: INFO, packages: {} } });
postMessage(pyodide.runPython("1 + 1"));
"""


def lay_plain(folder: Path) -> None:
    """The site to compare with: Pyodide and nothing else."""
    page = (DIST / "index.html").read_text("utf-8")
    build = json.loads(page.partition('id="build">')[2].partition("</script>")[0])
    shutil.copytree(DIST / build["pyodide"], folder / "pyodide")
    (folder / "index.html").write_text(PAGE)
    (folder / "worker.js").write_text(WORKER.replace("INFO", json.dumps(build["lockInfo"])))


def seconds(browser, url: str, ready: str) -> float:
    """From the navigation until the promise named `ready` is there and kept."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    start = time.perf_counter()
    page.goto(url)
    page.evaluate(ready)
    taken = time.perf_counter() - start
    context.close()
    return taken


def serve(folder: Path) -> SiteServer:
    """The folder on a free port, until we end."""
    server = SiteServer(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main() -> None:
    """Print one table of ratios."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        plain = Path(folder)
        lay_plain(plain)
        own = Path(playwright.chromium.executable_path).exists()
        system = next(filter(None, map(shutil.which, CHROMIUM)), None)
        path = os.environ.get("TEST_CHROMIUM") or (None if own else system)
        browser = playwright.chromium.launch(executable_path=path)
        floor, ours = serve(plain).url, serve(DIST).url
        pairs = [
            (seconds(browser, floor, "window.ready"), seconds(browser, ours, "mcpPlayground.ready"))
            for _ in range(ROUNDS)
        ]
        browser.close()
    ratios = sorted(page / pyodide for pyodide, page in pairs)
    print(f"Start without a cache, {ROUNDS} alternating rounds:")
    print(f"  plain Pyodide  {statistics.median(pyodide for pyodide, _ in pairs):6.2f} s   1")
    print(
        f"  the page       {statistics.median(page for _, page in pairs):6.2f} s   "
        f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    )


if __name__ == "__main__":
    main()
