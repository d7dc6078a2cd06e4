"""Pyodide under Node, with the site's own packages, hosts a server as the page does."""

import json
from pathlib import Path

from browser.playground import TROUBLE, call, request

BROKEN = 'from dictmcp import Server\n\nserver = Server("broken"\n'


def test_a_call_is_answered(pyodide_node):
    loaded = pyodide_node.load(TROUBLE)
    assert loaded["ok"], loaded["error"]
    assert {"add", "boom", "spin"} <= set(loaded["tools"])
    meta, reply, emitted = pyodide_node.deliver(call("add", id=0, a=2, b=3))
    assert json.loads(reply)["result"]["content"] == [{"type": "text", "text": "5"}]
    assert json.loads(reply)["id"] == 0
    assert meta["ms"] >= 0
    assert emitted == []


def test_a_notification_gets_nothing(pyodide_node):
    pyodide_node.load(TROUBLE)
    meta, reply, _ = pyodide_node.deliver('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert reply is None
    assert meta["sent"] is False


def test_a_server_with_an_error_leaves_the_last_good_one(pyodide_node):
    pyodide_node.load(TROUBLE)
    refused = pyodide_node.load(BROKEN)
    assert not refused["ok"]
    assert refused["error"]["line"] == 3
    _, reply, _ = pyodide_node.deliver(request("tools/list"))
    assert "boom" in reply


def test_the_installed_package_is_the_one_of_this_tree(pyodide_node):
    source = 'import dictmcp\nfrom dictmcp import Server\n\nserver = Server("v")\n'
    source += "\n\n@server.tool\ndef where() -> str:\n    return dictmcp.__file__\n"
    assert pyodide_node.load(source)["ok"]
    _, reply, _ = pyodide_node.deliver(call("where"))
    assert "site-packages/dictmcp" in reply
    assert (Path(__file__).parents[2] / "pysrc" / "dictmcp").is_dir()


def test_a_task_that_exits_takes_nobody_along(pyodide_node):
    source = "import asyncio\nfrom dictmcp import Server\n\nserver = Server('v')\nserver.kept = []\n"
    source += "\n\nasync def leave():\n    raise SystemExit(7)\n"
    source += (
        "\n\n@server.tool\nasync def away() -> None:\n    server.kept.append(asyncio.create_task(leave()))\n"
    )
    source += "    await asyncio.gather(leave())\n"
    pyodide_node.load(source)
    for _ in range(2):
        _, reply, _ = pyodide_node.deliver(call("away"))
        assert json.loads(reply)["result"] == {
            "content": [{"type": "text", "text": "SystemExit: 7"}],
            "isError": True,
        }
