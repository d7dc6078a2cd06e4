"""The official client as a person uses it, in its tab of the page."""

from pathlib import Path

from browser.playground import Playground
from playwright.sync_api import Locator, expect

GARDEN = (Path(__file__).parents[1] / "clients" / "garden.py").read_text("utf-8")
ASKING = (
    GARDEN
    + '''

FORM = {
    "type": "object",
    "required": ["name", "seat", "meals"],
    "properties": {
        "name": {"type": "string", "title": "Your name", "description": "As on the ticket.", "minLength": 2},
        "age": {"type": "integer", "minimum": 1},
        "seat": {"type": "string", "enum": ["a", "w"], "enumNames": ["aisle", "window"]},
        "fare": {
            "type": "string",
            "oneOf": [{"const": "c", "title": "cheap"}, {"const": "d", "title": "dear"}],
        },
        "meals": {"type": "array", "items": {"type": "string", "enum": ["soup", "cake"]}},
        "pets": {"type": "boolean", "default": True},
        "mail": {"type": "string", "format": "email"},
    },
}


@server.tool
async def book(ctx):
    """Ask for much."""
    return (await ctx.elicit("Tell me all.", FORM)).content


@server.tool
async def pay(url: Annotated[str, "where", {"examples": ["https://pay.example/1"]}], ctx) -> str:
    """Ask the user to visit an address."""
    return (await ctx.elicit("Please pay.", url=url)).action
'''
)


class ClientPanel:
    """The Client tab of a page that serves the garden."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.page = playground.page
        self.panel = playground.at("client")

    def show(self) -> None:
        """Open the tab."""
        self.page.get_by_role("tab", name="Client").click()

    def leave(self) -> None:
        """Go back to the composer, as other tests expect it."""
        self.page.get_by_role("tab", name="New message").click()

    def connect(self, mode: str = "auto") -> None:
        """Press the button, and wait until the first list is there."""
        self.show()
        self.panel.get_by_label("Protocol").select_option(mode)
        self.button("Connect").click()
        expect(self.facts).to_be_visible()
        expect(self.run_button).to_be_enabled()

    @property
    def facts(self) -> Locator:
        """Who it is connected with."""
        return self.playground.at("client-facts")

    @property
    def run_button(self) -> Locator:
        """Call, Read, Get or Complete."""
        return self.panel.locator("[data-run]")

    @property
    def question(self) -> Locator:
        """What the server asks."""
        return self.page.locator("#questions").get_by_test_id("question")

    def button(self, name: str, exact: bool = False) -> Locator:
        """A button of the panel."""
        return self.panel.get_by_role("button", name=name, exact=exact)

    def open(self, section: str) -> None:
        """Go to a section, and wait for its list."""
        self.button(section, exact=True).click()
        expect(self.run_button).to_be_enabled()

    def choose(self, label: str, text: str | None = None) -> None:
        """Choose a tool or whatever the section has, with a text if not the one that is offered."""
        self.panel.locator("form, .client-form").get_by_role("combobox").select_option(label=label)
        if text is not None:
            self.panel.locator("#client-text").fill(text)

    def start(self, label: str, text: str | None = None) -> None:
        """Have it begin, and do not wait."""
        self.choose(label, text)
        self.run_button.click()

    def do(self, label: str, text: str | None = None) -> str:
        """Have it done, and read what the client made of the answer."""
        self.start(label, text)
        return self.result()

    def result(self) -> str:
        """What the client made of the answer, on one line."""
        shown = self.playground.at("client-result")
        expect(shown).to_be_visible()
        return " ".join(shown.text_content().split())

    def log(self) -> list[tuple[str, str | None, str | None]]:
        """Kind, number and speaker of every row."""
        read = "rows => rows.map(row => [row.dataset.kind, row.dataset.id ?? null, row.dataset.by ?? null])"
        return [tuple(row) for row in self.playground.rows().evaluate_all(read)]
