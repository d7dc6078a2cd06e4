"""How long the page takes, against a page that starts plain Pyodide in a module worker and adds 1 and 1.

Both come from the same kind of server, compressed. Runs alternate, so that a busy machine slows both alike; a
ratio is of two runs that followed each other. Only ratios can be compared with other machines.
"""

import json
import os
import shutil
import statistics
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from sitemaker.runtime import PYODIDE
from sitemaker.server import SiteHandler, SiteServer
from sitemaker.site import DIST, add_twins
from sitemaker.toolchain import CHROMIUM

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "7"))
COUNT = 200  # messages in one run
RATIOS = {
    "cold": "click to ready, nothing cached",
    "warm": "click to ready, cached",
    "again": "Stop to usable",
}
PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PAGE = """<!DOCTYPE html><title>plain</title><link rel="icon" href="data:,"><script>
const start = () => {
  window.worker = new Worker("worker.js", { type: "module" });
  return new Promise((resolve) => { worker.onmessage = () => resolve(performance.now()); });
};
window.ready = start();
</script>"""
WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
const indexURL = new URL("./pyodide/", import.meta.url).href;
const pyodide = await loadPyodide({ indexURL, lockFileContents: { info: INFO, packages: {} } });
postMessage(pyodide.runPython("1 + 1"));
"""
# Runs in both pages before their own scripts: when Python is ready, and what blocked the page until then.
WATCH = """
window.blocked = [];
new PerformanceObserver((list) => blocked.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({ type: "longtask", buffered: true });
addEventListener("DOMContentLoaded", async () => {
  while (!window.mcpPlayground && !window.ready) await new Promise((resolve) => setTimeout(resolve));
  await (window.mcpPlayground ?? window).ready;
  window.result = { ms: performance.now(), blocked: Math.max(0, ...blocked) };
});
"""
# The plain page starts its worker anew; ours stops what runs, and is asked for an answer.
AGAIN = """
async () => {
  const from = performance.now();
  if (!window.mcpPlayground) {
    worker.terminate();
    await start();
  } else {
    await mcpPlayground.stop();
    await mcpPlayground.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  }
  return performance.now() - from;
}
"""
# One message there and back: echoed by a worker that does nothing else, and delivered by a session of ours.
MESSAGES = """
async ([count, text]) => {
  const build = JSON.parse(document.querySelector("#build").textContent);
  const load = (name) => import(new URL(build.app + name, document.baseURI));
  const [{ Session }, { files, workers }] = await Promise.all([load("session.js"), load("early.js")]);
  const session = new Session(files, workers, () => {});
  await session.boot();
  await session.load(mcpPlayground.getCode());

  const code = `onmessage = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => port.postMessage(data);
  };`;
  const script = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(script, { type: "module" });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(null, [port2]);
  const order = { id: 1, action: "deliver", order: { text } };
  const echo = () => new Promise((resolve) => { port1.onmessage = resolve; port1.postMessage(order); });

  let python = 0;
  const deliver = async () => { python += (await session.deliver(text, 1)).ms; };
  const time = async (run) => {
    const from = performance.now();
    for (let i = 0; i < count; i++) await run();
    return (performance.now() - from) / count;
  };
  await time(echo);
  await time(deliver);
  const rounds = [];
  for (let i = 0; i < 9; i++) {
    python = 0;
    rounds.push({ echo: await time(echo), deliver: await time(deliver), python: python / count });
  }
  return rounds;
}
"""


class CountingHandler(SiteHandler):
    """Counts what it sends."""

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        """Send it, and add its length."""
        self.server.sent += len(body)
        super().answer(status, body, headers)


def serve(folder: Path) -> SiteServer:
    """The folder on a free port, until we end."""
    server = SiteServer(folder, handler=CountingHandler)
    server.sent = 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def lay_plain(folder: Path) -> None:
    """The site to compare with: Pyodide and nothing else."""
    (folder / "pyodide").mkdir()
    for name in FILES:
        shutil.copyfile(PYODIDE / name, folder / "pyodide" / name)
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    (folder / "index.html").write_text(PAGE)
    (folder / "worker.js").write_text(WORKER.replace("INFO", json.dumps(info)))
    add_twins(folder)


def visit(browser, server: SiteServer) -> dict[str, float]:
    """A first visit, a second one, and a restart: milliseconds of each, the longest task, and bytes."""
    context = browser.new_context()
    context.add_init_script(WATCH)
    page = context.new_page()
    page.set_default_timeout(120_000)
    server.sent = 0
    seen = {}
    for name in ("cold", "warm"):
        page.goto(server.url)
        page.wait_for_function("window.result")
        result = page.evaluate("result")
        seen[name], seen[f"{name} blocked"] = result["ms"], result["blocked"]
        if name == "cold":
            seen["bytes"] = server.sent
        page.wait_for_load_state("networkidle")  # what comes later has come
        if name == "cold":
            seen["bytes in all"] = server.sent
    seen["again"] = page.evaluate(AGAIN)
    context.close()
    return seen


def row(what: str, values: list[float], unit: str = "") -> None:
    """A line of the table: median, and the least and the most."""
    values = sorted(values)
    spread = f"({values[0]:.2f} to {values[-1]:.2f})"
    print(f"  {what:<52} {statistics.median(values):7.2f} {unit:<3} {spread}")


def show(pairs: list[tuple[dict[str, float], dict[str, float]]], messages: list[dict[str, float]]) -> None:
    """The table."""
    print(f"The page against plain Pyodide, {ROUNDS} alternating rounds: median (least to most)")
    for name, title in RATIOS.items():
        row(title, [page[name] / pyodide[name] for pyodide, page in pairs])
    row("bytes until ready", [page["bytes"] / pyodide["bytes"] for pyodide, page in pairs])
    row("the same", [page["bytes"] / 1e6 for _, page in pairs], "MB")
    row("with what is fetched later", [page["bytes in all"] / 1e6 for _, page in pairs], "MB")
    row(
        "longest task of the page meanwhile, nothing cached",
        [page["cold blocked"] for _, page in pairs],
        "ms",
    )
    row("longest task of the page meanwhile, cached", [page["warm blocked"] for _, page in pairs], "ms")
    row("a small message there and back, of an echo", [one["deliver"] / one["echo"] for one in messages])
    way = [(one["deliver"] - one["python"]) / one["echo"] for one in messages]
    row("the same without what the server itself takes", way)
    cold, warm, again = (statistics.median(pyodide[name] for pyodide, _ in pairs) for name in RATIOS)
    echo = statistics.median(one["echo"] for one in messages) * 1000
    print(f"  1 is {cold:.0f} ms, {warm:.0f} ms cached, {again:.0f} ms again; an echo is {echo:.0f} us")


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        lay_plain(Path(folder))
        own = Path(playwright.chromium.executable_path).exists()
        system = next(filter(None, map(shutil.which, CHROMIUM)), None)
        path = os.environ.get("TEST_CHROMIUM") or (None if own else system)
        browser = playwright.chromium.launch(executable_path=path)
        floor, ours = serve(Path(folder)), serve(DIST)
        pairs = [(visit(browser, floor), visit(browser, ours)) for _ in range(ROUNDS)]
        page = browser.new_context(base_url=ours.url).new_page()
        page.goto("./")
        page.evaluate("mcpPlayground.ready")
        messages = page.evaluate(MESSAGES, [COUNT, PING])
        browser.close()
    show(pairs, messages)


if __name__ == "__main__":
    main()
