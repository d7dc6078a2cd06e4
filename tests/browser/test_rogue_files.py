"""Server files that meddle with the page or with Python itself: the page stays, and says what happened."""

import pytest
from browser.playground import BOOT, TROUBLE, call, request
from playwright.sync_api import expect

POSTED = [
    '{"kind": "nonsense"}',
    "null",
    '"x"',
    '{"kind": "received", "text": {}}',
    '{"kind": "printed"}',
    '{"kind": "answer", "id": ID, "value": 5}',
    '{"kind": "answer", "id": ID, "value": "{}"}',
    '{"kind": "refusal", "id": ID, "message": "forged"}',
    '{"kind": "fatal", "text": "forged"}',
    '{"kind": "hello", "build": "forged"}',
    '{"kind": "progress", "stage": "nowhere", "loaded": "a", "total": null}',
]
POSTS = f'''
@server.tool
def post() -> str:
    """Post all this to whoever listens to the worker, under every id that may be open."""
    import js

    for text in {POSTED!r}:
        for number in range(200):
            js.postMessage(js.JSON.parse(text.replace("ID", str(number))))
    return "posted"
'''
AT_LOAD = 'import js\n\njs.postMessage(js.JSON.parse(\'{"kind":"fatal","text":"forged"}\'))\n' + TROUBLE


def test_what_a_server_file_posts_past_the_page_is_told_once_and_ignored(playground):
    playground.frame.evaluate("mcpPlayground.stop()")  # a worker that has posted nothing yet
    playground.wait()
    assert playground.script_run(TROUBLE + POSTS)["ok"]
    playground.frame.get_by_role("button", name="Clear").click()
    assert '"text":"posted"' in playground.exchange(call("post"))
    expect(playground.rows("notice")).to_have_count(1)
    assert "it was ignored" in playground.last("notice")
    assert (playground.rows("error").count(), playground.rows("printed").count()) == (0, 0)
    playground.answers()


def test_a_forged_crash_while_loading_is_none(playground):
    assert playground.script_run(AT_LOAD)["ok"]
    playground.answers()


def test_the_way_to_the_page_is_not_within_reach_of_a_server_file(playground):
    spies = """
import js

js.eval('''
    globalThis.caught = 0;
    const look = (message) => { caught += Boolean(message?.kind || message?.action); return message; };
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...all) { look(all[0]); post.apply(this, all); };
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
    Object.defineProperty(MessageEvent.prototype, "data", { get() { return look(data.call(this)); } });
''')
"""
    source = spies + TROUBLE + "\n\n@server.tool\ndef caught() -> int:\n    return js.caught\n"
    assert playground.script_run(source)["ok"]
    playground.answers()
    assert '"text":"0"' in playground.exchange(call("caught"))
    playground.frame.evaluate("mcpPlayground.stop()")
    playground.wait()


SPOILS = {
    "json.dumps": "import json\njson.dumps = None\n",
    "json.JSONEncoder": "import json\njson.JSONEncoder = None\n",
    "isinstance": "import builtins\nbuiltins.isinstance = None\n",
    "sys.modules": "import sys\nsys.modules.clear()\n",
    "dictmcp": "import sys, types\nsys.modules['dictmcp'] = types.ModuleType('dictmcp')\n",
}


@pytest.mark.parametrize("name", SPOILS)
def test_a_file_that_spoils_python_is_told_of_or_served_and_spoils_no_later_run(playground, name):
    result = playground.script_run(TROUBLE + SPOILS[name])
    expect(playground.root).to_have_attribute("data-state", "ready")
    if not result["ok"]:
        assert "breaks the Python that it runs in" in result["error"]["message"]
        expect(playground.page.locator("#problem")).to_contain_text("breaks the Python that it runs in")
        assert "breaks the Python that it runs in" in playground.last("error")
        playground.answers()  # by the code before it
    assert playground.script_run(TROUBLE + "# mended\n")["ok"]
    expect(playground.page.locator("#problem")).to_be_hidden()
    playground.answers()
    playground.few_workers()


def test_an_error_in_the_file_after_one_that_spoils_python_is_its_own(playground):
    playground.script_run(TROUBLE + SPOILS["sys.modules"])
    result = playground.script_run(TROUBLE + "1 / 0\n")
    assert "ZeroDivisionError" in result["error"]["message"]
    playground.answers()


def test_a_tool_that_spoils_python_costs_one_message(playground):
    spoils = "\n\n@server.tool\ndef spoil() -> None:\n    import builtins\n    builtins.isinstance = None\n"
    assert playground.script_run(TROUBLE + spoils)["ok"]
    playground.send(call("spoil"))
    expect(playground.rows("error").or_(playground.rows("received")).first).to_be_attached()
    playground.wait()
    playground.frame.evaluate("text => mcpPlayground.send(text).catch(() => {})", request("ping"))
    playground.wait()
    playground.frame.get_by_role("button", name="Clear").click()
    playground.answers()


def test_a_file_that_ends_python_while_it_loads_is_told_of(playground):
    playground.run(TROUBLE + "\nos.abort()\n")
    expect(playground.page.locator("#problem")).to_contain_text("while it was loading")
    playground.wait()
    assert "while it was loading" in playground.last("error")
    playground.answers()
    expect(playground.root).to_have_attribute("data-dirty", "true")
    playground.faults.clear()  # a dying worker reports what killed it


def test_stop_while_loading_is_no_fault_of_the_file(playground):
    playground.run(TROUBLE + "\nwhile True:\n    pass\n")
    playground.wait("running")
    playground.stop()
    expect(playground.page.locator("#problem")).to_be_hidden()
    playground.answers()


ASYNC_SILENCE = "import asyncio\n\n\nasync def route(message):\n    await asyncio.sleep(3600)\n"
LOOP = "def route(message):\n    while True:\n        pass\n"


def test_a_server_that_never_tells_its_tools_is_served_all_the_same(playground):
    result = playground.script_run(ASYNC_SILENCE)
    assert result["ok"]
    playground.wait()
    assert "tools/list has not answered within 2 s" in playground.last("notice")
    expect(playground.at("status")).to_contain_text("0 tools")


def test_a_loop_while_asked_for_tools_is_said_and_stopped(playground):
    playground.run(LOOP)
    playground.wait("running")
    expect(playground.at("status")).to_contain_text("Asking the server for its tools")
    playground.stop()
    playground.answers()


def test_a_loop_in_the_first_server_is_said_and_stopped(new_playground):
    playground = new_playground()
    playground.type_into("message", "")
    playground.type_into("editor", LOOP)
    playground.page.reload()
    expect(playground.at("status")).to_contain_text("Asking the server for its tools", timeout=BOOT)
    playground.at("stop").click()
    playground.wait("stopped")
    expect(playground.at("status")).to_contain_text("Press Run")
    expect(playground.at("message").locator(".cm-content")).to_contain_text("initialize")
    assert playground.code() == LOOP
    playground.run(TROUBLE)
    playground.wait()
    playground.answers()
