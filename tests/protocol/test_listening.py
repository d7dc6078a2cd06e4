"""Changes that reach who wants to know: subscriptions and list changes, in both eras, over the text doors."""

import asyncio

import pytest
from dictmcp import Server
from dictmcp.audience import SUBSCRIPTION_ID
from dictmcp.registry import RegistrationError
from protocol.wire import LOUD, NEW, REVISIONS, Wire, settle

OLD = tuple(revision for revision in REVISIONS if revision != NEW)
UPDATED = "notifications/resources/updated"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
LISTS = {
    "toolsListChanged": "notifications/tools/list_changed",
    "promptsListChanged": "notifications/prompts/list_changed",
    "resourcesListChanged": "notifications/resources/list_changed",
}


@pytest.fixture
def server() -> Server:
    server = Server("listening")

    @server.tool
    def grow(name: str) -> str:
        with server.changes():
            server.tool(lambda: name, name=name)
            server.prompt(lambda: name, name=name)
            server.resource(f"plant://{name}", name=name)(lambda: name)
        return name

    @server.tool
    def sneak(name: str) -> str:
        server.tool(lambda: name, name=name)
        return name

    @server.tool
    def note() -> str:
        server.resource_updated("text://diary")
        return "noted"

    @server.tool
    def talk(ctx) -> str:
        ctx.log("info", "talking")
        ctx.progress(1)
        return "talked"

    @server.resource("text://diary")
    def diary() -> str:
        return "x"

    @server.prompt
    def hello() -> str:
        return "x"

    return server


@pytest.mark.parametrize("revision", OLD)
def test_a_handshake_client_hears_of_changes(server: Server, revision: str) -> None:
    wire, other = Wire(server, revision), Wire(server, revision)
    assert (
        wire.now("tools/call", {"name": "grow", "arguments": {"name": "oak"}})["result"]["isError"] is False
    )
    assert sorted(wire.methods()) == sorted(other.methods()) == sorted(LISTS.values())
    assert words(wire.now("tools/call", {"name": "oak"})) == "oak"


@pytest.mark.parametrize("revision", OLD)
def test_only_a_subscriber_hears_of_a_resource(server: Server, revision: str) -> None:
    wire, other = Wire(server, revision), Wire(server, revision)
    assert wire.now("resources/subscribe", {"uri": "text://diary"})["result"] == {}
    other.now("resources/subscribe", {"uri": "text://other"})
    other.now("tools/call", {"name": "note"})
    assert wire.left == [{"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": "text://diary"}}]
    assert wire.now("resources/unsubscribe", {"uri": "text://diary"})["result"] == {}
    other.now("tools/call", {"name": "note"})
    assert (len(wire.left), other.left) == (1, [])


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_registry_is_read_only_while_a_message_is_handled(server: Server, revision: str) -> None:
    wire = Wire(server, revision)
    result = wire.now("tools/call", {"name": "sneak", "arguments": {"name": "weed"}})["result"]
    assert result["isError"] is True
    for word in ("weed", "sneak", "server.changes()"):
        assert word in result["content"][0]["text"]
    assert "weed" not in [tool["name"] for tool in wire.now("tools/list")["result"]["tools"]]
    assert wire.left == []


@pytest.mark.parametrize("wanted", LISTS)
@pytest.mark.parametrize("id", [0, "", "a", 5], ids=repr)
def test_a_listener_hears_what_it_asked_for_and_nothing_else(server: Server, wanted: str, id) -> None:
    async def main() -> tuple:
        listener, other = Wire(server, NEW), Wire(server, NEW)
        task = listener.start("subscriptions/listen", {"notifications": {wanted: True}}, id)
        await settle()
        await other.later("tools/call", {"name": "grow", "arguments": {"name": "oak"}})
        await other.later("tools/call", {"name": "note"})
        server.close()
        return listener.left, await task, other.left

    left, reply, other = asyncio.run(main())
    assert [message["method"] for message in left] == [ACKNOWLEDGED, LISTS[wanted]]
    for message in left:
        tag = message["params"]["_meta"][SUBSCRIPTION_ID]
        assert (type(tag), tag) == (type(id), id)
    assert (reply["id"], reply["result"]["resultType"], other) == (id, "complete", [])


def test_a_listener_is_acknowledged_before_anything_else(server: Server) -> None:
    async def main() -> list:
        listener = Wire(server, NEW)
        wanted = {"resourceSubscriptions": ["text://diary"], "toolsListChanged": True, "more": True}
        task = listener.start("subscriptions/listen", {"notifications": wanted}, "l")
        with server.changes():
            server.tools.remove("talk")
        await settle()
        server.resource_updated("text://diary")
        server.resource_updated("text://other")
        server.close()
        await task
        return listener.left

    left = asyncio.run(main())
    assert [message["method"] for message in left] == [ACKNOWLEDGED, UPDATED]
    granted = {"resourceSubscriptions": ["text://diary"], "toolsListChanged": True}
    assert left[0]["params"]["notifications"] == granted


def test_listeners_of_one_id_on_two_connections_are_two(server: Server) -> None:
    async def main() -> list:
        one, two = Wire(server, NEW), Wire(server, NEW)
        tasks = [
            wire.start("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, 1)
            for wire in (one, two)
        ]
        await settle()
        await one.later("notifications/cancelled", {"requestId": 1}, id=None)
        first = await tasks[0]
        with server.changes():
            server.tools.remove("talk")
        server.close()
        return [first, one.methods(), two.methods(), (await tasks[1])["result"]["resultType"]]

    changed = LISTS["toolsListChanged"]
    assert asyncio.run(main()) == [None, [ACKNOWLEDGED], [ACKNOWLEDGED, changed], "complete"]


def test_what_belongs_to_a_request_stays_with_it(server: Server) -> None:
    async def main() -> tuple:
        listener, talker = Wire(server, NEW), Wire(server, NEW)
        task = listener.start("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, 1)
        await settle()
        await talker.later("tools/call", {"name": "talk"}, 2, progressToken="p", **LOUD)
        server.close()
        await task
        return listener.methods(), talker.methods()

    assert asyncio.run(main()) == ([ACKNOWLEDGED], ["notifications/message", "notifications/progress"])


def test_a_stateless_client_that_does_not_listen_hears_nothing(server: Server) -> None:
    wire = Wire(server, NEW)
    wire.now("tools/call", {"name": "grow", "arguments": {"name": "oak"}})
    wire.now("tools/call", {"name": "note"})
    assert wire.left == []
    assert "oak" in [tool["name"] for tool in wire.now("tools/list")["result"]["tools"]]


def test_a_change_that_fails_half_way_changes_what_it_did(server: Server) -> None:
    wire = Wire(server, OLD[-1])

    def change() -> None:
        with server.changes():
            server.tools.remove("talk")
            server.tools.remove("nothing")

    with pytest.raises(RegistrationError, match="no tool 'nothing'"):
        change()
    assert "talk" not in [tool["name"] for tool in wire.now("tools/list")["result"]["tools"]]


def words(reply: dict) -> str:
    return reply["result"]["content"][0]["text"]
