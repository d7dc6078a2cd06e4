"""A server that imports what the page does not have: said in words, fetched only when the user agrees."""

import io
import re
import zipfile
from urllib.parse import urlsplit

import pytest
from browser.playground import TROUBLE, call
from playwright.sync_api import expect

NAME = "tinygreeting"
SERVER = TROUBLE.replace("import json\n", f"import json\n\nimport {NAME}\n").replace(
    "return a + b", f"return {NAME}.greet(a + b)"
)
WHEEL = f"{NAME}-1.0-py3-none-any.whl"
PAGE = f'<!DOCTYPE html><html><body><a href="https://pypi.org/files/{WHEEL}">{WHEEL}</a></body></html>'


def wheel() -> bytes:
    """A package of one function."""
    about = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n"
    files = {
        f"{NAME}.py": "def greet(number):\n    return number * 100\n",
        f"{NAME}-1.0.dist-info/METADATA": about,
        f"{NAME}-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{NAME}-1.0.dist-info/RECORD": "",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


class Pypi:
    """PyPI as we play it: what it was asked for, and whether it answers."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.reachable = True

    def answer(self, route) -> None:
        self.asked.append(route.request.url)
        cors = {"Access-Control-Allow-Origin": "*"}
        if not self.reachable:
            route.abort()
        elif route.request.url.endswith(".whl"):
            route.fulfill(body=wheel(), content_type="application/zip", headers=cors)
        else:
            route.fulfill(body=PAGE, content_type="text/html", headers=cors)


@pytest.fixture
def pypi(playground):
    """The shared page with PyPI behind it, after Run of a server that imports what is only there."""
    pypi = Pypi()
    outside = re.compile("^https:")
    playground.page.context.route(outside, pypi.answer)
    playground.run(SERVER)
    expect(playground.rows("error")).to_have_count(1)
    yield pypi
    playground.page.context.unroute(outside)
    playground.requests = [url for url in playground.requests if url not in pypi.asked]
    if pypi.asked:
        playground.page.reload()  # only that forgets what was installed


def test_a_missing_package_is_named_and_nothing_is_fetched(playground, pypi):
    assert NAME in playground.last("error")
    expect(playground.page.get_by_role("button", name=f"Install {NAME} from PyPI")).to_be_visible()
    playground.answers()
    assert pypi.asked == []


def test_it_is_installed_when_the_user_agrees_and_again_after_stop(playground, pypi):
    playground.page.get_by_role("button", name=f"Install {NAME} from PyPI").click()
    expect(playground.root).not_to_have_attribute("data-dirty", "true")
    playground.wait()
    assert '"text":"300"' in playground.exchange(call("add", a=1, b=2))
    assert all(urlsplit(url).hostname == "pypi.org" for url in pypi.asked)
    playground.send(call("spin"))
    playground.wait("running")
    playground.stop()
    assert '"text":"300"' in playground.exchange(call("add", a=1, b=2))


def test_without_a_network_words_say_so(playground, pypi):
    pypi.reachable = False
    playground.page.get_by_role("button", name=f"Install {NAME} from PyPI").click()
    expect(playground.page.get_by_text(f"{NAME} could not be installed from PyPI")).to_be_visible()
    playground.answers()


FETCHES = (
    TROUBLE
    + """

from pyodide.http import pyfetch

@server.tool
async def status(url: str) -> int:
    return (await pyfetch(url)).status
"""
)


def test_what_a_tool_fetches_is_its_own_affair(playground, base_url):
    playground.run(FETCHES)
    playground.wait()
    assert '"text":"404"' in playground.exchange(call("status", url=f"{base_url}nothing-here.txt"))
