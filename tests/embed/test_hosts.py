"""Playgrounds in pages that are strict, isolated, or of another kind than ours."""

import re

import pytest
from embed.host_page import element, request
from playwright.sync_api import expect
from sitemaker.server import SiteHandler
from sitemaker.toolchain import ROOT

README = ROOT / "README.md"


def with_headers(**headers):
    """A web server that sends these along."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}

    class Handler(SiteHandler):
        def answer(self, status, body, more):
            super().answer(status, body, {**more, **told})

    return Handler


def policy(base_url: str, **more: str) -> str:
    """A strict page's own directives, and what the README tells its author to add."""
    text = README.read_text("utf-8")
    added = re.search(r"`(script-src https://play\.example; frame-src [^`]+)`", text)[1]
    told = dict(each.split(" ", 1) for each in added.split("; "))
    told = {name: value.replace("https://play.example", base_url.rstrip("/")) for name, value in told.items()}
    directives = {"default-src": "'none'", "style-src": "'self'", **told, **more}
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def test_the_policy_of_the_readme_is_enough(new_page, write, base_url):
    handler = with_headers(
        Content_Security_Policy=policy(base_url, **{"img-src": "data:"})
    )  # the page's icon
    page = new_page("about:blank")
    said = []
    page.page.on("console", lambda message: said.append(message.text))
    page.open(write(element("p0", height="400"), handler=handler))
    page.run("p0")
    expect(page.rows("p0", "received")).to_contain_text("p0 1")
    page.frame("p0").get_by_test_id("edit").click()
    expect(page.frame("p0").locator(".cm-content")).to_be_focused()
    assert [text for text in said if "Content Security Policy" in text] == []


@pytest.mark.parametrize("file", ["src", "session"])
def test_files_of_the_page_itself_need_one_directive_more(new_page, write, base_url, file):
    handler = with_headers(Content_Security_Policy=policy(base_url))
    page = new_page(write(f'<mcp-playground id="p0" {file}="index.html"></mcp-playground>', handler=handler))
    expect(page.element("p0").get_by_role("status")).to_contain_text("connect-src")


def test_a_policy_that_lacks_the_frame_is_named(new_page, write, base_url):
    handler = with_headers(Content_Security_Policy=policy(base_url, **{"frame-src": "'none'"}))
    page = new_page(write(element("p0"), handler=handler))
    page.element("p0").get_by_test_id("run").click()
    said = page.element("p0").get_by_role("status")
    expect(said).to_contain_text(f"Add {base_url.rstrip('/')} to its frame-src directive")
    expect(page.element("p0").locator(".mcp-code")).to_be_visible()
    expect(page.element("p0").get_by_test_id("run")).to_be_enabled()


def test_a_page_that_is_isolated_shows_it_too(new_page, write):
    isolated = {"Cross_Origin_Embedder_Policy": "require-corp", "Cross_Origin_Opener_Policy": "same-origin"}
    page = new_page(write(element("p0"), handler=with_headers(**isolated)))
    assert page.page.evaluate("crossOriginIsolated")
    page.run("p0")
    assert page.answer("p0") == "p0 2"


def test_a_playground_that_is_not_there_leaves_the_poster(new_page, write, base_url):
    page = new_page("about:blank")
    page.page.route("**/frame.html", lambda route: route.abort())
    page.page.clock.install()
    page.open(write(element("p0")))
    page.element("p0").get_by_test_id("run").click()
    expect(page.element("p0")).to_have_attribute("data-state", "booting")
    page.page.clock.run_for(21_000)
    expect(page.element("p0").get_by_role("status")).to_contain_text("does not answer")
    page.page.unroute("**/frame.html")
    page.run("p0")


def test_a_version_of_its_own_has_an_address_of_its_own(new_page, write, base_url, site):
    pinned = f'<script defer src="{base_url}{site["embed"]}embed.js"></script>'
    page = new_page(write(element("p0"), head=pinned))
    page.run("p0")
    assert page.send("p0", request("count"))["reply"]
    ours = {url.removeprefix(base_url).partition("/")[0] for url in page.requests if url.startswith(base_url)}
    assert ours == {"embed.js", *(site[part].rstrip("/") for part in ("embed", "python"))}


def test_a_script_that_is_there_twice_is_one(new_page, write, base_url):
    page = new_page(write(element("p0"), head=f'<script defer src="{base_url}embed.js"></script>'))
    page.run("p0")
    page.check()
