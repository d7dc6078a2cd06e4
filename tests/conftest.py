"""What the tests stand on: the built site on a port, a browser, one booted page, and Pyodide under Node."""

import os
import platform
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest

pytest.register_assert_rewrite(
    "browser.playground", "browser.client_panel", "conversations.replay", "node.pyodide_node"
)

from browser.playground import Playground, withhold_python
from node.pyodide_node import PyodideNode
from official.guard import every_message_is_valid  # noqa: F401  (a fixture for all tests)
from sitemaker.server import SiteServer
from sitemaker.site import build_site
from sitemaker.toolchain import CHROMIUM

# Where a shell runs us in the background, Ctrl-C is ignored, and so it would be by the programs we start.
signal.signal(signal.SIGINT, signal.default_int_handler)

SYSTEM = {"chromium": CHROMIUM, "firefox": ("firefox-esr", "firefox")}
SLOW = ("pyodide_node", "browser")  # in the order in which their tests run, after all others


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is quick comes first, browsers last: Playwright keeps an event loop running in our thread."""
    items.sort(
        key=lambda item: max((SLOW.index(name) + 1 for name in SLOW if name in item.fixturenames), default=0)
    )


def pytest_report_header() -> str:
    """The versions that decide what a failure means."""
    found = [shutil.which(os.environ.get("TEST_CHROMIUM") or name) for name in CHROMIUM]
    tools = ["node", next(filter(None, found), None)]
    versions = [
        subprocess.run([tool, "--version"], check=False, capture_output=True, text=True).stdout.strip()
        for tool in tools
        if tool
    ]
    return f"runs on: Python {platform.python_version()}, Node {', '.join(versions)}"


@pytest.fixture(scope="session")
def dist(tmp_path_factory) -> Path:
    """The folder of the site, built from what is there now and ours alone."""
    return tmp_path_factory.mktemp("built") / "dist"


@pytest.fixture(scope="session")
def site(dist) -> dict:
    """The built site, as its page is told of it."""
    return build_site(dist)


@pytest.fixture(scope="session")
def serve(site, dist):
    """Start servers of the site or of another folder: serve(folder, handler=...) -> SiteServer."""
    servers = []

    def start(folder: Path = dist, **options) -> SiteServer:
        server = SiteServer(folder, **options)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def base_url(serve) -> str:
    """Where the built site is."""
    return serve().url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type, browser_name) -> dict:
    """The browser named in TEST_CHROMIUM or TEST_FIREFOX, or Playwright's own, or the system's."""
    options = dict(browser_type_launch_args)
    path = os.environ.get(f"TEST_{browser_name.upper()}")
    if not path and "channel" not in options and not Path(browser_type.executable_path).exists():
        path = next(filter(None, map(shutil.which, SYSTEM.get(browser_name, ()))), None)
    if path:
        options["executable_path"] = path
        if browser_name == "firefox":
            options["channel"] = "moz-firefox"  # a stock Firefox speaks WebDriver BiDi only
    return options


@pytest.fixture(scope="session")
def booted(browser, base_url):
    """The one page that most tests share, so that Python boots once."""
    context = browser.new_context(base_url=base_url)
    yield Playground(context.new_page()).open()
    context.close()


@pytest.fixture
def playground(booted):
    """The shared page, serving the test server, with an empty log."""
    booted.begin()
    yield booted
    booted.check()


@pytest.fixture
def new_playground(browser, base_url):
    """Open further pages, each with a profile of its own: new_playground(url=..., **context options)."""
    contexts = []

    def open_page(prepare=None, wait=True, **options) -> Playground:
        context = browser.new_context(**{"base_url": base_url, **options})
        contexts.append(context)
        playground = Playground(context.new_page())
        if prepare:
            prepare(context)
        return playground.open() if wait else playground

    yield open_page
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")
        context.close()


@pytest.fixture
def still(new_playground) -> Playground:
    """A page of its own on which Python never starts; not opened yet."""
    return new_playground(withhold_python, wait=False)


@pytest.fixture(scope="session")
def pyodide_node(site, dist):
    """Pyodide under Node with the site's own packages: load(source), deliver(text)."""
    with PyodideNode(dist / site["files"]["packages"]["url"]) as node:
        yield node
