"""Documentation pages on an origin of their own, beside the playground's."""

import pytest

pytest.register_assert_rewrite("embed.host_page", "embed.docs_projects")

from embed.docs_projects import build_mkdocs, build_plain, build_sphinx
from embed.host_page import HostPage, element, write_page

BUILDS = {"sphinx": build_sphinx, "mkdocs": build_mkdocs, "plain": build_plain}


@pytest.fixture(scope="session")
def projects(base_url, serve, tmp_path_factory):
    """The addresses of the three built documentation projects."""
    folder = tmp_path_factory.mktemp("projects")
    built = {name: build(folder / name, base_url) for name, build in BUILDS.items()}
    return {name: other_site(serve(site).url) for name, site in built.items()}


def other_site(url: str) -> str:
    """The same server by a name that makes it another site than the playground's."""
    return url.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="session")
def new_page(browser):
    """Open pages: new_page(url, **context options) -> HostPage."""
    contexts = []

    def open_page(url: str, **options) -> HostPage:
        context = browser.new_context(**options)
        contexts.append(context)
        return HostPage(context.new_page()).open(url)

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def write(base_url, serve, tmp_path_factory):
    """Write and serve a page: write(*elements, head=..., handler=...) -> its address."""

    def make(*elements: str, head: str = "", root: str = "", **options) -> str:
        folder = write_page(tmp_path_factory.mktemp("page"), base_url, *elements, head=head, root=root)
        return other_site(serve(folder, **options).url)

    return make


@pytest.fixture(scope="session")
def several(new_page, write):
    """The one page that most tests share, so that Python boots once: ten elements, of which two run."""
    page = new_page(write(*(element(f"p{number}") for number in range(10))))
    page.run("p0")
    page.run("p1")
    yield page
    page.check()
