"""session: what a connection remembers, its batches, and requests under way that are cancelled."""

import asyncio

import pytest
from dictmcp import Server, make_notification, make_request, make_response
from dictmcp.revisions import CLIENT_CAPABILITIES, PROTOCOL_VERSION, STATELESS

META = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}


def initialize(revision: str, id: object = 0) -> dict:
    params = {
        "protocolVersion": revision,
        "capabilities": {"roots": {}},
        "clientInfo": {"name": "a", "version": "1"},
    }
    return make_request(id, "initialize", params)


def call(id: object, tool: str, **meta: object) -> dict:
    return make_request(id, "tools/call", {"name": tool, "arguments": {}, "_meta": meta})


def cancel(id: object, **params: object) -> dict:
    return make_notification("notifications/cancelled", {"requestId": id, **params})


@pytest.fixture
def server() -> Server:
    """A server whose tools wait until they are told to go on."""
    server = Server("a")
    server.go_on = asyncio.Event()
    server.seen = []

    @server.tool
    async def wait() -> str:
        await server.go_on.wait()
        return "done"

    @server.tool
    async def stubborn(ctx) -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            server.seen.append(ctx.cancelled)
            ctx.notify("notifications/late")
        return "all the same"

    @server.tool
    async def cancelling() -> None:
        raise asyncio.CancelledError

    @server.tool
    def plain() -> str:
        return "plain"

    return server


async def begin(doors, *messages: dict) -> list[asyncio.Task]:
    """Requests under way, each as far as it comes by itself."""
    tasks = [asyncio.create_task(doors.route_async(message)) for message in messages]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


def test_sessions_are_apart(server: Server) -> None:
    one, other = server.session(), server.session()
    one.route(initialize("2025-03-26"))
    other.route(initialize("2025-11-25"))
    assert one.route([make_request(1, "ping")]) == [make_response(1, {})]
    assert other.route([make_request(1, "ping")])["error"]["code"] == -32600
    assert server.route([make_request(1, "ping")])["error"]["code"] == -32600


def test_a_session_remembers_the_handshake(server: Server) -> None:
    session = server.session()
    session.route(initialize("2025-06-18"))
    assert (session.revision, session.is_initialized) == ("2025-06-18", False)
    session.route(make_notification("notifications/initialized"))
    assert (session.is_initialized, session.client_capabilities) == (True, {"roots": {}})
    session.route(initialize("2025-11-25"))
    assert (session.revision, session.is_initialized) == ("2025-11-25", False)


def test_a_handshake_that_fails_changes_nothing(server: Server) -> None:
    session = server.session()
    session.route(initialize("2025-03-26"))
    assert session.route(make_request(1, "initialize", {"protocolVersion": 5}))["error"]["code"] == -32602
    assert session.revision == "2025-03-26"


@pytest.mark.parametrize("id", [0, "", "a", 7, -1], ids=repr)
def test_a_cancelled_request_is_not_answered(server: Server, id: object) -> None:
    async def main() -> object:
        (task,) = await begin(server, call(id, "wait"))
        assert await server.route_async(cancel(id)) is None
        return await task

    assert asyncio.run(main()) is None


def test_a_request_that_will_not_be_cancelled_is_not_answered_either(server: Server) -> None:
    sent: list = []

    async def main() -> object:
        task = asyncio.create_task(server.route_async(call(1, "stubborn"), sent.append))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await server.route_async(cancel(1))
        return await task

    assert (asyncio.run(main()), server.seen, sent) == (None, [True], [])


def test_only_the_id_of_the_same_type_is_cancelled(server: Server) -> None:
    async def main() -> list:
        tasks = await begin(server, call(1, "wait"), call("1", "wait"), call(0, "wait"))
        for id in ("1", True, 1.0, False, None, [1], "gone", 2):
            await server.route_async(cancel(id))
        server.go_on.set()
        return [reply and reply["id"] for reply in await asyncio.gather(*tasks)]

    assert asyncio.run(main()) == [1, None, 0]


def test_one_session_cannot_cancel_for_another(server: Server) -> None:
    async def main() -> object:
        (task,) = await begin(server.session(), call(1, "wait"))
        await server.session().route_async(cancel(1))
        server.go_on.set()
        return (await task)["id"]

    assert asyncio.run(main()) == 1


def test_a_reply_that_has_been_given_cannot_be_cancelled(server: Server) -> None:
    async def main() -> object:
        reply = await server.route_async(call(1, "plain"))
        await server.route_async(cancel(1))
        again = await server.route_async(call(1, "plain"))
        return reply == again

    assert asyncio.run(main()) is True


@pytest.mark.parametrize(
    "meta", [{}, {PROTOCOL_VERSION: STATELESS[-1]}, META], ids=["none", "version", "all"]
)
def test_a_stateless_request_is_cancelled(server: Server, meta: dict) -> None:
    async def main() -> object:
        (task,) = await begin(server, call("m", "wait", **META))
        await server.route_async(cancel("m", _meta=meta))
        server.go_on.set()
        return await task

    assert asyncio.run(main()) is None


def test_a_tool_may_raise_the_cancellation_itself_even_after_one_from_outside(server: Server) -> None:
    async def both() -> list:
        return [await server.route_async(call(1, "wait")), await server.route_async(call(2, "cancelling"))]

    async def main() -> list:
        task = asyncio.create_task(both())
        for _ in range(5):
            await asyncio.sleep(0)
        await server.route_async(cancel(1))
        return await task

    first, second = asyncio.run(main())
    assert first is None
    assert second["result"]["content"][0]["text"] == "CancelledError"


def test_cancelling_the_hosts_task_passes_through(server: Server) -> None:
    async def main() -> None:
        (task,) = await begin(server, call(1, "wait"))
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(main())


def test_requests_overlap(server: Server) -> None:
    async def main() -> list:
        tasks = await begin(server, call(1, "wait"), call(2, "plain"))
        first = [task.done() for task in tasks]
        server.go_on.set()
        return first + [reply["id"] for reply in await asyncio.gather(*tasks)]

    assert asyncio.run(main()) == [False, True, 1, 2]


BATCH = "2025-03-26"


@pytest.mark.parametrize(
    ("batch", "ids"),
    [
        ([make_request(1, "ping"), make_request("1", "ping"), make_request(1, "ping")], [1, "1", 1]),
        ([make_request(0, "nope"), make_notification("ping"), make_request(2, "ping")], [0, 2]),
        ([1, None, [], {}], [None] * 4),
        ([initialize("2025-11-25", 7), make_request(8, "ping")], [7, 8]),
    ],
    ids=["ids", "mixed", "junk", "initialize"],
)
def test_a_batch_is_answered_in_order(server: Server, batch: list, ids: list) -> None:
    session = server.session()
    session.route(initialize(BATCH))
    assert [reply.get("id") for reply in session.route(batch)] == ids
    assert session.revision == BATCH


@pytest.mark.parametrize(
    "batch",
    [[make_notification("ping")], [make_notification("nope"), make_response(1, {})]],
    ids=["notification", "both"],
)
def test_a_batch_without_requests_is_not_answered(server: Server, batch: list) -> None:
    session = server.session()
    session.route(initialize(BATCH))
    assert session.route(batch) is None


def test_initialize_without_an_id_is_not_accepted_in_a_batch(server: Server) -> None:
    session = server.session()
    session.route(initialize(BATCH))
    hello = initialize("2025-11-25")
    del hello["id"]
    assert session.route([hello]) is None
    assert session.revision == BATCH


def test_of_two_requests_with_one_id_each_can_be_cancelled(
    server: Server,
) -> None:
    async def main() -> object:
        short, long = await begin(server, call(1, "wait"), call(1, "stubborn"))
        server.go_on.set()
        await short
        await server.route_async(cancel(1))
        return await long

    assert asyncio.run(main()) is None
    assert server.seen == [True]
