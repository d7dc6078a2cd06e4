"""transports.worker: what the page is told, as text."""

import asyncio
import builtins
import contextlib
import io
import json
import logging
import re
import sys

import pytest
from dictmcp.transports import worker
from dictmcp.transports.worker import Host

SERVER = """
from dictmcp import Context, Server
import asyncio

server = Server("demo")
go_on = asyncio.Event()

@server.tool
def add(a: int, b: int) -> int:
    "Add."
    return a + b

@server.tool
def steps(ctx: Context) -> str:
    "Report progress."
    ctx.progress(1)
    ctx.progress(2)
    return "done"

@server.tool
def fail() -> None:
    "Fail."
    raise ValueError("on purpose")

@server.tool
async def wait() -> str:
    "Wait."
    await go_on.wait()
    return "waited"

@server.tool
async def wake() -> str:
    "Wake."
    go_on.set()
    return "woken"
"""
PING = '{"jsonrpc":"2.0","id":0,"method":"ping"}'


class Page:
    """A host, and what it posted."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, str]] = []
        self.doings: list[str] = []
        self.host = Host(self.hear)

    def hear(self, kind: str, text: str) -> None:
        if kind == "doing":
            self.doings.append(text)
        else:
            self.posted.append((kind, text))

    def load(self, source: str) -> dict:
        return json.loads(asyncio.run(self.host.load(source)))

    def deliver(self, text: str) -> tuple[dict, str | None]:
        return self.read(asyncio.run(self.host.deliver(text)))

    @staticmethod
    def read(told: str) -> tuple[dict, str | None]:
        about, line_feed, reply = told.partition("\n")
        return json.loads(about), reply if line_feed else None

    def reply(self, text: str) -> dict:
        return json.loads(self.deliver(text)[1])


def call(tool: str, id: object = 1, **params: object) -> str:
    params = {"name": tool, "arguments": {}, **params}
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})


@pytest.fixture
def page():
    """A page that serves the server above."""
    logger = logging.getLogger("dictmcp")
    before = logger.handlers, logger.propagate
    page = Page()
    assert page.load(SERVER)["ok"]
    yield page
    logger.handlers, logger.propagate = before


def test_what_is_told_of_a_server(page: Page) -> None:
    told = page.load(SERVER)
    assert set(told) == {"ok", "error", "server", "tools", "definitions", "presets", "start", "problems"}
    assert (told["ok"], told["error"], told["server"], told["problems"]) == (True, None, "demo", [])
    assert told["tools"] == ["add", "steps", "fail", "wait", "wake"]
    assert {tuple(preset) for preset in told["presets"]} == {("group", "label", "text")}
    assert json.loads(page.deliver(told["start"])[1])["result"]["isError"] is False


def test_what_is_told_of_a_file_that_fails(page: Page) -> None:
    told = page.load("x = 1\nimport no_such_package\n")
    assert set(told) == {"ok", "error"}
    assert told["ok"] is False
    assert set(told["error"]) == {"message", "traceback", "line", "column", "missing"}
    assert (told["error"]["line"], told["error"]["missing"]) == (2, ["no_such_package"])


def test_a_file_that_fails_leaves_the_last_good_server(page: Page) -> None:
    page.load("1 / 0")
    assert page.reply(call("steps"))["result"]["isError"] is False


def test_a_file_that_loads_replaces_the_server(page: Page) -> None:
    page.load("from dictmcp import Server\nserver = Server('other')\n")
    assert page.reply(call("add"))["error"]["code"] == -32602


def test_a_name_taken_twice_is_told_and_a_second_run_starts_afresh(page: Page) -> None:
    one = "from dictmcp import Server\nserver = Server('a')\n"
    one += "\n@server.tool\ndef pick() -> str:\n    return '1'\n"
    told = page.load(one + "\n@server.tool(name='pick')\ndef other() -> str:\n    return '2'\n")
    assert told["tools"] == ["pick"]
    assert [part in told["problems"][0] for part in ("'pick'", "line 4", "line 8")] == [True] * 3
    told = page.load(one)
    assert (told["tools"], told["problems"]) == (["pick"], [])


def test_before_anything_is_loaded_nothing_is_delivered() -> None:
    logger = logging.getLogger("dictmcp")
    before = logger.handlers, logger.propagate
    page = Page()
    logger.handlers, logger.propagate = before
    with pytest.raises(RuntimeError, match="run one first"):
        page.deliver(PING)


def test_what_is_told_of_a_message(page: Page) -> None:
    about, reply = page.deliver(PING)
    assert reply == '{"jsonrpc":"2.0","id":0,"result":{}}'
    assert set(about) == {"ms", "sent", "steps", "ways", "verdict"}
    assert about["sent"] is True
    assert about["ms"] >= 0
    assert [step["name"] for step in about["steps"]] == [
        "parse",
        "validate",
        "look up",
        "run",
        "wrap",
        "send",
    ]
    assert {tuple(finding) for finding in about["verdict"]} == {("rule", "severity", "text", "page")}


@pytest.mark.parametrize("text", ['{"jsonrpc":"2.0","method":"a"}', '{"jsonrpc":"2.0","id":1,"result":{}}'])
def test_when_nothing_is_sent_nothing_follows(page: Page, text: str) -> None:
    about, reply = page.deliver(text)
    assert (about["sent"], reply) == (False, None)


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "nope", "[]", '{"id":', "\ud800", "[" * 10_000, "{}\n{}", "NaN"],
    ids=lambda text: repr(text)[:20],
)
def test_any_text_may_be_delivered(page: Page, text: str) -> None:
    about, reply = page.deliver(text)
    assert about["sent"] is True
    assert json.loads(reply)["error"]["code"] in (-32700, -32600)
    assert {finding["severity"] for finding in about["verdict"]} == {"note", "right"}
    assert page.deliver(PING)[1] == '{"jsonrpc":"2.0","id":0,"result":{}}'


def test_a_message_may_have_lines(page: Page) -> None:
    assert page.reply('{\n  "jsonrpc": "2.0",\n  "id": 7,\n  "method": "ping"\n}')["id"] == 7


def test_what_is_emitted_is_posted_as_it_leaves(page: Page) -> None:
    page.deliver(call("steps", _meta={"progressToken": "t"}))
    received = [json.loads(text) for kind, text in page.posted if kind == "received"]
    assert [message["params"]["progress"] for message in received] == [1, 2]


def test_the_traceback_of_a_tool_is_posted(page: Page) -> None:
    assert page.reply(call("fail"))["result"]["isError"] is True
    ((kind, text),) = page.posted
    assert (kind, "on purpose" in text, "server.py" in text, "calling.py" in text) == (
        "error",
        True,
        True,
        False,
    )


def test_deliveries_overlap(page: Page) -> None:
    async def main() -> list[str]:
        first = asyncio.create_task(page.host.deliver(call("wait", id="a")))
        await asyncio.sleep(0)
        second = await page.host.deliver(call("wake", id="b"))
        return [second, await first]

    replies = [json.loads(page.read(told)[1])["id"] for told in asyncio.run(main())]
    assert replies == ["b", "a"]


def test_the_verdict_is_on_what_was_sent(page: Page) -> None:
    page.load(
        "def route(message):\n    return {'jsonrpc': '2.0', 'id': message['id'], 'result': {'a': {1}}}\n"
    )
    about, reply = page.deliver(PING)
    assert json.loads(reply)["error"]["code"] == -32603
    assert "answered" not in [finding["rule"] for finding in about["verdict"]]


def test_an_early_request_is_noted_until_there_was_a_handshake(page: Page) -> None:
    def rules() -> list[str]:
        about, _ = page.deliver('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
        return [finding["rule"] for finding in about["verdict"]]

    assert "before-initialize" in rules()
    info = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}'
    page.deliver(f'{{"jsonrpc":"2.0","id":2,"method":"initialize","params":{info}}}')
    assert "before-initialize" not in rules()


def test_what_asking_for_tools_prints_is_not_shown(page: Page, capsys) -> None:
    page.load("def route(message):\n    print('loud')\n    raise ValueError('loud')\n")
    assert (page.posted, capsys.readouterr().out) == ([], "")


def test_integers_keep_their_digits(page: Page) -> None:
    assert page.deliver('{"jsonrpc":"2.0","id":900719925474099312345,"method":"ping"}')[1] == (
        '{"jsonrpc":"2.0","id":900719925474099312345,"result":{}}'
    )


def test_what_takes_long_is_told_before(page: Page) -> None:
    assert page.doings == ["Asking the server for its tools"]


SILENT = """
import asyncio

async def route(message):
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        print("loud")
        raise
"""


@pytest.fixture
def impatient(monkeypatch):
    """Waiting for tools ends soon."""
    monkeypatch.setattr(worker, "_PATIENCE", 0.01)


def test_a_server_that_never_tells_its_tools_is_served_without(page: Page, impatient, capsys) -> None:
    told = page.load(SILENT)
    assert (told["ok"], told["tools"]) == (True, [])
    assert told["problems"] == [
        "tools/list has not answered within 0.01 s, so there are no ready-made calls."
    ]
    assert capsys.readouterr().out == ""


def test_a_server_that_will_not_be_cancelled_is_served_all_the_same(page: Page, impatient) -> None:
    async def main() -> dict:
        source = SILENT.replace("raise", "await asyncio.sleep(0.1)")
        return json.loads(await page.host.load(source))

    assert asyncio.run(main())["tools"] == []


def test_while_a_server_is_asked_for_its_tools_others_are_heard(page: Page, capsys) -> None:
    page.load(
        SERVER + "\n@server.tool\nasync def heard():\n    await go_on.wait()\n    print('heard')\n    1 / 0\n"
    )

    async def main() -> None:
        first = asyncio.create_task(page.host.deliver(call("heard")))
        await asyncio.sleep(0)
        waker = asyncio.create_task(page.host.deliver(call("wake")))
        await page.host.load(
            "import asyncio\nasync def route(message):\n    await asyncio.sleep(0.05)\n    print('unheard')\n"
        )
        await asyncio.gather(first, waker)

    asyncio.run(main())
    assert capsys.readouterr().out == "heard\n"
    assert [kind for kind, text in page.posted if "ZeroDivisionError" in text] == ["error"]


def test_what_is_said_because_of_a_message_goes_to_who_delivered_it(page: Page) -> None:
    said: list[tuple[str, str]] = []
    page.posted.clear()
    for tool in ("steps", "fail"):
        text = call(tool, _meta={"progressToken": "t"})
        asyncio.run(page.host.deliver(text, lambda kind, text: said.append((kind, text))))
    assert [kind for kind, _ in said] == ["received", "received", "error"]
    assert page.posted == []


def test_printing_never_fails(page: Page, monkeypatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    page.host = Host(page.hear)
    page.load(SERVER + "\n@server.tool\ndef half() -> str:\n    print('\\ud800')\n    return 'done'\n")
    assert page.reply(call("half"))["result"]["isError"] is False
    out.flush()
    assert out.buffer.getvalue() == b"\\ud800\n"


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        ("import json\njson.dumps = print\n", "json.dumps"),
        ("import builtins\nbuiltins.ascii = None\n", "builtins.ascii"),
        ("import builtins\ndel builtins.ascii\n", "builtins.ascii"),
        (
            "import sys, types\nsys.modules['dictmcp'] = types.ModuleType('dictmcp')\n",
            "sys.modules['dictmcp']",
        ),
        ("import json\njson.JSONEncoder = None\n", "json.JSONEncoder"),
    ],
)
def test_no_file_is_judged_by_a_python_that_another_has_changed(page: Page, spoil: str, what: str) -> None:
    with undone():
        exec(spoil, {})
        with pytest.raises(RuntimeError, match=re.escape(what)):
            page.load(SERVER)
    assert page.load(SERVER)["ok"]


@contextlib.contextmanager
def undone():
    """What is changed within is as before afterwards."""
    kept = [(space, dict(space)) for space in (vars(builtins), vars(json), sys.modules)]
    try:
        yield
    finally:
        for space, before in kept:
            space.clear()
            space.update(before)


def test_what_a_file_adds_spoils_nothing(page: Page) -> None:
    page.load("import builtins\nbuiltins.brand_new = 1\n" + SERVER)
    try:
        assert page.load(SERVER)["ok"]
    finally:
        del builtins.brand_new


def test_what_waits_in_a_server_is_ended_when_another_takes_its_place(page: Page) -> None:
    async def main() -> str:
        waiting = asyncio.create_task(page.host.deliver(call("wait")))
        await asyncio.sleep(0)
        await page.host.load("from dictmcp import Server\nserver = Server('other')\n")
        return await asyncio.wait_for(waiting, 10)

    about, reply = page.read(asyncio.run(main()))
    assert (about["sent"], reply) == (False, None)


def test_the_tools_are_told_as_the_server_lists_them(page: Page) -> None:
    told = page.load(SERVER)
    listed = page.reply('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')["result"]["tools"]
    assert told["definitions"] == listed
