"""WebMCP: the tools, offered to the browser's agent. With Chromium's own, and with the form it had before."""

import json

import pytest
from browser.client_panel import ClientPanel
from browser.playground import TROUBLE, Playground
from playwright.sync_api import expect

TOOLS = TROUBLE.count("@server.tool")
FLAG = "--enable-features=WebMCPTesting"
# As of February 2026: on navigator, without signals, with a method that takes a tool back.
OLDER = """
{
  const tools = new Map();
  const modelContext = {
    registerTool(tool) {
      if (/[^\\w.-]/.test(tool.name)) throw new DOMException("Invalid tool name", "InvalidStateError");
      if (tools.has(tool.name)) throw new DOMException("Duplicate tool name", "InvalidStateError");
      tools.set(tool.name, tool);
    },
    unregisterTool(name) {
      if (!tools.delete(name)) throw new DOMException("No such tool", "InvalidStateError");
    },
  };
  Object.defineProperty(Navigator.prototype, "modelContext", { get: () => modelContext });
  window.agent = {
    names: async () => [...tools.keys()],
    describe: async (name) => { const { execute, ...rest } = tools.get(name); return rest; },
    call: async (name, input) => tools.get(name).execute(input),
  };
}
"""
OWN = """
{
  const all = () => document.modelContext.getTools();
  const find = async (name) => (await all()).find((tool) => tool.name === name);
  window.agent = {
    names: async () => (await all()).map(({ name }) => name),
    describe: async (name) => {
      const { title, description, inputSchema, annotations } = await find(name);
      return { name, title, description, inputSchema, annotations };
    },
    call: async (name, input) => JSON.parse(await document.modelContext.executeTool(await find(name), input)),
  };
}
"""
NAMED = f"""{TROUBLE}

@server.tool(annotations={{"readOnlyHint": True}}, title="Look")
def look() -> dict:
    "Look, and change nothing."
    return {{"seen": 1}}


@server.tool
async def ask(ctx) -> str:
    "Ask the user."
    return (await ctx.elicit("Who?", {{"type": "object", "properties": {{}}}})).action


@server.tool
async def wait(ctx) -> str:
    "Wait until it is cancelled."
    import asyncio
    await asyncio.Event().wait()
    return "never"
"""


@pytest.fixture(scope="module", params=["own", "older"])
def page_with_agent(request, browser, browser_type, browser_type_launch_args, base_url):
    """A page in a browser that has WebMCP."""
    own = browser
    if request.param == "own":
        options = {**browser_type_launch_args, "args": [*browser_type_launch_args.get("args", ()), FLAG]}
        own = browser_type.launch(**options)
    context = own.new_context(base_url=base_url)
    context.add_init_script(OWN if request.param == "own" else OLDER)
    yield Playground(context.new_page()).open()
    context.close()
    if own is not browser:
        own.close()


@pytest.fixture
def agent(page_with_agent):
    """That page with the switch on, serving, with an empty log; it is off afterwards."""
    page_with_agent.begin()
    page_with_agent.script_run(NAMED)
    ClientPanel(page_with_agent).show()
    agent = Agent(page_with_agent)
    agent.switch.check()
    expect(agent.note).to_contain_text("tools are offered")
    yield agent
    agent.switch.uncheck()
    ClientPanel(page_with_agent).leave()
    page_with_agent.check()


class Agent:
    """The agent of a browser, and the switch that lets it in."""

    def __init__(self, playground: Playground) -> None:
        self.playground, self.page = playground, playground.page
        self.switch = playground.page.get_by_role("switch", name="WebMCP")
        self.note = playground.page.locator("#agent-note")

    def names(self) -> list[str]:
        """The tools that it is offered."""
        return sorted(self.page.evaluate("agent.names()"))

    def describe(self, name: str) -> dict:
        """What it is told of a tool."""
        return self.page.evaluate("name => agent.describe(name)", name)

    def call(self, name: str, **input) -> dict:
        """Have it call a tool."""
        return self.page.evaluate("([name, input]) => agent.call(name, input)", [name, input])


def text(result: dict) -> str:
    [block] = result["content"]
    return block["text"]


def test_without_an_agent_the_switch_says_why_it_is_off(playground):
    ClientPanel(playground).show()
    agent = Agent(playground)
    expect(agent.switch).to_be_disabled()
    expect(agent.switch).not_to_be_checked()
    expect(agent.note).to_contain_text("This browser offers pages no way to it.")
    ClientPanel(playground).leave()


def test_it_is_off_until_somebody_switches_it_on(page_with_agent):
    page_with_agent.begin()
    ClientPanel(page_with_agent).show()
    agent = Agent(page_with_agent)
    expect(agent.switch).to_be_enabled()
    expect(agent.switch).not_to_be_checked()
    assert agent.names() == []
    ClientPanel(page_with_agent).leave()


def test_the_tools_are_offered_as_the_server_describes_them(agent):
    assert len(agent.names()) == TOOLS + 3
    told = agent.describe("add")
    assert told["description"] == "Add two numbers."
    assert told["inputSchema"]["required"] == ["a", "b"]
    assert told["annotations"]["readOnlyHint"] is False
    assert told["annotations"]["untrustedContentHint"] is True
    look = agent.describe("look")
    assert (look["title"], look["annotations"]["readOnlyHint"]) == ("Look", True)


def test_a_call_goes_the_way_of_all_messages_and_is_marked(agent):
    assert agent.call("add", a=40, b=2) == {"content": [{"type": "text", "text": "42"}], "isError": False}
    expect(agent.playground.rows()).to_have_count(2)
    rows = ClientPanel(agent.playground).log()
    assert [(kind, by) for kind, _, by in rows] == [("sent", "agent"), ("received", "agent")]
    assert rows[0][1] == rows[1][1]
    expect(agent.playground.rows().first.locator(".row-by")).to_have_text("agent")
    assert agent.playground.rows().locator(".row-verdict").count() == 0
    assert json.loads(agent.playground.last("sent"))["method"] == "tools/call"


def test_structured_content_comes_along(agent):
    assert agent.call("look")["structuredContent"] == {"seen": 1}


def test_what_goes_wrong_is_a_result_with_words(agent):
    failed = agent.call("boom")
    assert (failed["isError"], text(failed)) == (True, "ValueError: the reason it failed")
    wrong = agent.call("add", a="x", b=1)
    assert wrong["isError"] is True
    assert "a must be an integer" in text(wrong)
    asked = agent.call("ask")
    assert asked["isError"] is True
    assert "elicitation" in text(asked)


def test_each_run_offers_what_is_served_then(agent):
    agent.playground.script_run(TROUBLE.replace("def add(", "def plus("))
    expect(agent.note).to_contain_text(f"{TOOLS} tools are offered")
    assert "plus" in agent.names()
    assert "add" not in agent.names()
    assert text(agent.call("plus", a=1, b=2)) == "3"


def test_code_that_does_not_load_takes_them_back(agent):
    agent.playground.script_run("1 / 0")
    expect(agent.note).to_contain_text("Nothing is offered")
    assert agent.names() == []
    agent.playground.script_run(TROUBLE)
    expect(agent.note).to_contain_text(f"{TOOLS} tools are offered")


def test_switched_off_nothing_is_left(agent):
    agent.switch.uncheck()
    expect(agent.note).to_contain_text("may then call")
    assert agent.names() == []
    agent.switch.check()
    expect(agent.note).to_contain_text(f"{TOOLS + 3} tools are offered")


def test_stop_takes_them_back_until_the_server_is(agent):
    agent.page.evaluate("() => { window.cut = agent.call('spin', {}); }")
    agent.playground.wait("running")
    agent.page.evaluate(
        """() => {
          mcpPlayground.on("state", async (state) => {
            if (state === "stopped") window.gone = await agent.names();
          });
        }"""
    )
    agent.playground.stop()
    assert agent.page.evaluate("window.gone") == []
    assert agent.page.evaluate("window.cut")["isError"] is True
    expect(agent.note).to_contain_text(f"{TOOLS + 3} tools are offered")
    assert text(agent.call("add", a=1, b=1)) == "2"


def test_a_tool_that_the_browser_does_not_take_is_named(agent):
    agent.playground.script_run(f"{TROUBLE}\n\nserver.tool(lambda: 'x', name='a/b')\n")
    expect(agent.note).to_contain_text(
        f"{TOOLS} tools are offered. This browser did not take a/b (Invalid tool name)"
    )


def test_by_keyboard(agent):
    agent.switch.focus()
    agent.page.keyboard.press("Space")
    expect(agent.switch).not_to_be_checked()
    agent.page.keyboard.press("Space")
    expect(agent.switch).to_be_checked()
