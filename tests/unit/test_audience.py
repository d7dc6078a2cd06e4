"""audience: who hears of changes, in either era."""

import asyncio

import pytest
from dictmcp import Server, make_notification, make_request
from dictmcp.audience import SUBSCRIPTION_ID, granted
from dictmcp.revisions import CLIENT_CAPABILITIES, PROTOCOL_VERSION, STATELESS

META = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}
CHANGED = "notifications/tools/list_changed"


def listen(id: object, **wanted: object) -> dict:
    return make_request(id, "subscriptions/listen", {"_meta": META, "notifications": wanted})


def test_a_session_hears_of_changes_after_its_handshake() -> None:
    server = Server("a")
    early, late, deaf = [], [], server.session()
    for session, sent, shake in ((server.session(), early, False), (server.session(), late, True)):
        session.connect(sent.append)
        if shake:
            params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}
            session.route(make_request(0, "initialize", params))
        with server.changes():
            server.tool(lambda: "", name=f"tool{len(server.tools)}")
    assert (early, late, deaf.revision) == ([], [make_notification(CHANGED)], None)


def test_only_what_changed_is_told() -> None:
    server = Server("a")
    sent: list = []
    server.connect(sent.append)
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}
    server.route(make_request(0, "initialize", params))
    with server.changes():
        pass
    server.tool(lambda: "", name="quiet")
    assert sent == []
    with server.changes():
        server.tool(lambda: "", name="a")
        server.prompt(lambda: "", name="b")
    assert [message["method"] for message in sent] == [CHANGED, "notifications/prompts/list_changed"]


def test_a_subscriber_hears_of_its_resource() -> None:
    server = Server("a")
    server.resource("kb://a")(lambda: "")
    sent: list = []
    server.connect(sent.append)
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}
    server.route(make_request(0, "initialize", params))
    server.resource_updated("kb://a")
    server.route(make_request(1, "resources/subscribe", {"uri": "kb://a"}))
    server.resource_updated("kb://a")
    server.resource_updated("kb://b")
    server.route(make_request(2, "resources/unsubscribe", {"uri": "kb://a"}))
    server.resource_updated("kb://a")
    assert sent == [make_notification("notifications/resources/updated", {"uri": "kb://a"})]


@pytest.mark.parametrize("id", [0, "", "a", 7], ids=repr)
def test_a_listener_hears_what_it_asked_for_tagged_with_its_id(id: object) -> None:
    async def main() -> tuple:
        server = Server("a")
        sent: list = []
        task = asyncio.create_task(server.route_async(listen(id, toolsListChanged=True), sent.append))
        for _ in range(5):
            await asyncio.sleep(0)
        with server.changes():
            server.tool(lambda: "", name="a")
            server.prompt(lambda: "", name="b")
        server.close()
        return sent, await task

    sent, reply = asyncio.run(main())
    assert [message["method"] for message in sent] == ["notifications/subscriptions/acknowledged", CHANGED]
    assert sent[0]["params"]["notifications"] == {"toolsListChanged": True}
    for params in (sent[0]["params"], sent[1]["params"], reply["result"]):
        tag = params["_meta"][SUBSCRIPTION_ID]
        assert (type(tag), tag) == (type(id), id)
    assert (reply["id"], reply["result"]["resultType"]) == (id, "complete")


def test_a_listener_is_cancelled_without_a_reply() -> None:
    async def main() -> tuple:
        server = Server("a")
        sent: list = []
        task = asyncio.create_task(server.route_async(listen(1, toolsListChanged=True), sent.append))
        for _ in range(5):
            await asyncio.sleep(0)
        await server.route_async(make_notification("notifications/cancelled", {"requestId": 1}))
        reply = await task
        with server.changes():
            server.tool(lambda: "", name="a")
        return reply, len(sent)

    assert asyncio.run(main()) == (None, 1)


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({}, {}),
        ({"toolsListChanged": True, "promptsListChanged": False, "more": True}, {"toolsListChanged": True}),
        ({"toolsListChanged": 1}, {}),
        ({"resourceSubscriptions": ["kb://a"]}, {"resourceSubscriptions": ["kb://a"]}),
        ({"resourceSubscriptions": []}, {}),
    ],
    ids=repr,
)
def test_what_is_granted(asked: dict, what: dict) -> None:
    assert granted(asked) == what


@pytest.mark.parametrize(
    "notifications",
    [None, 5, [], {"resourceSubscriptions": "kb://a"}, {"resourceSubscriptions": [5]}],
    ids=repr,
)
def test_what_is_no_filter(notifications: object) -> None:
    params = {"_meta": META, "notifications": notifications}
    reply = asyncio.run(Server("a").route_async(make_request(1, "subscriptions/listen", params)))
    assert reply["error"]["code"] == -32602
