"""context: what a handler learns of its message, and what it may tell the client."""

import pytest
from dictmcp import Context, RpcError, Server
from dictmcp.context import check_level


def progress_of(token: object, *reports: tuple, revision: str = "2025-11-25") -> list[dict]:
    """What leaves when a handler reports this progress."""
    sent: list[dict] = []
    ctx = Context({"id": 1, "params": {"_meta": {"progressToken": token}}}, sent.append)
    ctx.revision = revision
    for report in reports:
        ctx.progress(*report)
    return [message["params"] for message in sent]


@pytest.mark.parametrize("token", [0, "", "a", 7, -1], ids=repr)
def test_progress_carries_the_clients_token(token: object) -> None:
    assert progress_of(token, (1, 2, "half")) == [
        {"progressToken": token, "progress": 1, "total": 2, "message": "half"}
    ]


@pytest.mark.parametrize("token", [None, True, False, 1.5, [], {}], ids=repr)
def test_without_a_token_there_is_no_progress(token: object) -> None:
    assert progress_of(token, (1,)) == []


def test_progress_only_increases() -> None:
    reports = [(0,), (0,), (2,), (1,), (float("nan"),), (2.5,)]
    assert [one["progress"] for one in progress_of("a", *reports)] == [0, 2, 2.5]


def test_the_oldest_revision_has_no_progress_message() -> None:
    assert progress_of("a", (1, None, "half"), revision="2024-11-05") == [
        {"progressToken": "a", "progress": 1}
    ]


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_nothing_is_sent_for_a_request_that_is_over(state: str) -> None:
    sent: list[dict] = []
    ctx = Context({"id": 1, "params": {"_meta": {"progressToken": 1}}}, sent.append)
    setattr(ctx, state, True)
    ctx.progress(1)
    ctx.notify("notifications/hello")
    assert sent == []


def test_without_a_host_that_listens_nothing_happens() -> None:
    Context({"id": 1, "params": {"_meta": {"progressToken": 1}}}).progress(1)


@pytest.mark.parametrize(
    "message", [None, 5, [], {}, {"params": None}, {"params": []}, {"params": {"_meta": 5}}], ids=repr
)
def test_any_message_has_a_context(message: object) -> None:
    ctx = Context(message)
    assert (ctx.request_id, ctx.meta, ctx.client_capabilities) == (None, {}, {})


def test_outside_a_server_there_is_no_session() -> None:
    with pytest.raises(LookupError):
        Context({}).session  # noqa: B018


def test_capabilities_are_those_of_the_handshake_or_of_the_message() -> None:
    server = Server("a")
    seen = []

    @server.tool
    def look(ctx: Context) -> None:
        seen.append(ctx.client_capabilities)

    info = {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": {}}
    server.route({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": info})
    call = {"name": "look", "arguments": {}}
    server.route({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
    version = "io.modelcontextprotocol/protocolVersion"
    meta = {version: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"sampling": {}}}
    server.route({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {**call, "_meta": meta}})
    assert seen == [{"roots": {}}, {"sampling": {}}]


def test_a_log_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="debug"):
        Context({}).log("loud", "a")
    for level in ("loud", None, 5, []):
        with pytest.raises(RpcError) as refused:
            check_level(level)
        assert refused.value.code == -32602


def test_steps_are_traced() -> None:
    steps: list = []
    Context({}, trace=lambda *step: steps.append(step)).step("run", 5)
    assert steps == [("run", 5)]


LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]


def logged(revision: str, wanted: str | None) -> list[str]:
    """The levels that reach a client that wants messages from this level on."""
    server = Server("a")

    @server.tool
    def log(ctx: Context) -> None:
        for level in LEVELS:
            ctx.log(level, {"at": 1}, "here")

    sent: list[dict] = []
    meta = {}
    if revision == "2026-07-28":
        meta = {"io.modelcontextprotocol/protocolVersion": revision}
        meta["io.modelcontextprotocol/clientCapabilities"] = {}
        meta |= {"io.modelcontextprotocol/logLevel": wanted} if wanted else {}
    elif wanted:
        server.route({"jsonrpc": "2.0", "id": 0, "method": "logging/setLevel", "params": {"level": wanted}})
    params = {"name": "log", "arguments": {}, "_meta": meta}
    server.route({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, sent.append)
    assert all(message["method"] == "notifications/message" for message in sent)
    assert all(message["params"].keys() == {"level", "logger", "data"} for message in sent)
    return [message["params"]["level"] for message in sent]


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("wanted", LEVELS)
def test_a_client_hears_from_the_level_on_that_it_wants(revision: str, wanted: str) -> None:
    assert logged(revision, wanted) == LEVELS[LEVELS.index(wanted) :]


def test_a_stateless_client_that_names_no_level_hears_nothing() -> None:
    assert logged("2026-07-28", None) == []
