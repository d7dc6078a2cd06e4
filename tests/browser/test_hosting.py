"""The page on hosts and in browsers that are less kind than ours: it works, or says in words why not."""

import threading

import pytest
from browser.playground import TROUBLE, call
from playwright.sync_api import expect
from sitemaker.server import TYPES, SiteHandler

THROWING_STORAGE = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""


class CarelessHandler(SiteHandler):
    """A host that says of some files what they are not, and nothing about keeping them."""

    def answer(self, status, body, headers):
        super().answer(status, body, {**headers, "Cache-Control": "no-store"})


def careless(types):
    """A handler with wrong types, which the test may put right."""
    return type("Careless", (CarelessHandler,), {"types": {**TYPES, **types}})


def serves(playground):
    """Run the test server on a page of any kind, and get an answer."""
    playground.script_run(TROUBLE)
    playground.answers()


def test_nothing_needs_shared_memory(playground):
    assert playground.page.evaluate("[typeof SharedArrayBuffer, crossOriginIsolated]") == ["undefined", False]
    playground.answers()


def test_storage_that_throws_is_done_without(new_playground):
    playground = new_playground(lambda context: context.add_init_script(THROWING_STORAGE))
    serves(playground)
    playground.check()


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream"])
def test_wasm_of_a_wrong_type_still_starts(new_playground, serve, kind):
    playground = new_playground(base_url=serve(handler=careless({".wasm": kind})).url)
    serves(playground)


def test_a_missing_file_is_named(new_playground):
    def lose(context):
        context.route("**/pyodide.asm.wasm", lambda route: route.fulfill(status=404, body=""))

    playground = new_playground(lose, wait=False)
    playground.page.goto("./")
    playground.wait("failed")
    expect(playground.page.get_by_role("alert").filter(has_text="pyodide.asm.wasm")).to_contain_text("404")


def test_a_worker_of_another_build_is_refused(new_playground):
    def renew(context):
        other = {"content_type": "text/javascript", "body": "postMessage({ kind: 'hello' });"}
        context.route("**/worker.js", lambda route: route.fulfill(**other))

    playground = new_playground(renew, wait=False)
    playground.page.goto("./")
    playground.wait("failed")
    expect(playground.page.get_by_role("alert").filter(has_text="worker.js")).to_contain_text("another build")


def test_the_start_is_told_in_words(new_playground):
    held = threading.Event()
    routes = []

    def hold(context):
        context.route("**/pyodide.asm.wasm", lambda route: (routes.append(route), held.set()))

    playground = new_playground(hold, wait=False)
    playground.page.goto("./")
    expect(playground.root).to_have_attribute("data-state", "booting")
    expect(playground.at("status")).to_contain_text("Downloading Python")
    expect(playground.at("send")).to_be_disabled()
    playground.page.wait_for_function("true")
    assert held.is_set()
    routes[0].continue_()
    playground.wait()
    expect(playground.at("send")).to_be_enabled()


def test_the_first_message_is_ready_to_be_sent(new_playground):
    playground = new_playground()
    playground.at("send").click()
    expect(playground.rows("received")).to_have_count(1)
    assert playground.last("received").startswith('{"jsonrpc":"2.0","id":')


def test_it_works_in_a_frame_of_another_site(new_playground, serve, base_url, tmp_path):
    frame = f'<iframe src="{base_url}" width="1000" height="700"></iframe>'
    (tmp_path / "index.html").write_text(f'<!DOCTYPE html><link rel="icon" href="data:,">{frame}')
    playground = new_playground(base_url=serve(tmp_path).url.replace("127.0.0.1", "localhost"), wait=False)
    playground.page.goto("./")
    playground.frame = playground.page.frame(url=base_url)
    playground.wait()
    serves(playground)
    assert playground.script_send(call("add", a=1, b=1))["reply"]
