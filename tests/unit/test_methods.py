"""methods: what exists in which revision, as one table says it."""

import pytest
from dictmcp import Server, make_request
from dictmcp.methods import METHODS
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, HANDSHAKE, PROTOCOL_VERSION, STATELESS

META = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}
LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
ONLY_HANDSHAKE = ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"]
ONLY_STATELESS = ["server/discover", "subscriptions/listen"]


def serve(revision: str) -> Server:
    """A server with one of everything, after the handshake if the revision has one."""
    server = Server("all")
    server.tool(lambda: "fine", name="it")

    @server.resource("kb://{topic}")
    def topic(topic: str) -> str:
        return topic

    @server.resource("kb://index")
    def index() -> str:
        return "all"

    @server.prompt
    def review(text: str) -> str:
        return text

    if revision in HANDSHAKE:
        params = {
            "protocolVersion": revision,
            "capabilities": {},
            "clientInfo": {"name": "a", "version": "1"},
        }
        server.route(make_request(0, "initialize", params))
    return server


def ask(revision: str, method: str, **params: object) -> dict:
    """One request, as this revision has it."""
    meta = {"_meta": META} if revision in STATELESS else {}
    return serve(revision).route(make_request(1, method, {**params, **meta}))


def exists(reply: dict) -> bool:
    return reply.get("error", {}).get("code") != -32601


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize(
    "method", [*LISTS, *ONLY_HANDSHAKE, "server/discover", "tools/call", "prompts/get", "resources/read"]
)
def test_what_exists_where(revision: str, method: str) -> None:
    only = HANDSHAKE if method in ONLY_HANDSHAKE else STATELESS if method in ONLY_STATELESS else ALL
    assert exists(ask(revision, method)) is (revision in only)


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize("method", ["tasks/list", "rpc.discover", "initialised", "tools/List", ""])
def test_what_exists_nowhere(revision: str, method: str) -> None:
    assert not exists(ask(revision, method))


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize("row", [row for row in METHODS if row.is_notification], ids=lambda row: row.name)
def test_a_notification_is_no_request(revision: str, row) -> None:
    assert not exists(ask(revision, row.name))


@pytest.mark.parametrize("method", LISTS)
def test_stateless_lists_say_how_long_they_may_be_kept(method: str) -> None:
    result = ask(STATELESS[-1], method)["result"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 0, "private")


@pytest.mark.parametrize("revision", HANDSHAKE)
@pytest.mark.parametrize("method", ["tools/list", "tools/call", "ping"])
def test_results_of_the_handshake_era_say_no_such_thing(revision: str, method: str) -> None:
    result = ask(revision, method, name="it")["result"]
    assert {"resultType", "ttlMs", "cacheScope", "_meta"} & set(result) == set()


def test_a_stateless_call_is_not_kept() -> None:
    result = ask(STATELESS[-1], "tools/call", name="it")["result"]
    assert (result["resultType"], "ttlMs" in result) == ("complete", False)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("initialize", {}),
        ("initialize", {"protocolVersion": 5}),
        ("initialize", {"protocolVersion": "2025-11-25", "capabilities": []}),
        ("initialize", {"protocolVersion": "2025-11-25", "clientInfo": "a"}),
        ("tools/call", {}),
        ("tools/call", {"name": 5}),
        ("tools/call", {"name": "it", "arguments": []}),
        ("tools/call", {"name": "it", "arguments": "a"}),
        ("tools/list", {"cursor": ""}),
        ("resources/read", {}),
        ("resources/read", {"uri": 5}),
        ("prompts/get", {"name": "nope"}),
        ("prompts/get", {"name": "review"}),
        ("prompts/get", {"name": "review", "arguments": {"text": 5}}),
        ("logging/setLevel", {"level": "loud"}),
    ],
    ids=str,
)
def test_bad_params(method: str, params: dict) -> None:
    assert ask("2025-11-25", method, **params)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("revision", "code"), [*((one, -32002) for one in HANDSHAKE), (STATELESS[-1], -32602)]
)
def test_a_missing_resource_is_said_as_the_revision_says_it(revision: str, code: int) -> None:
    error = ask(revision, "resources/read", uri="nope://a")["error"]
    assert (error["code"], error["data"]) == (code, {"uri": "nope://a"})


def test_the_tests_know_every_row_that_answers() -> None:
    known = {
        *LISTS,
        *ONLY_HANDSHAKE,
        *ONLY_STATELESS,
        "tools/call",
        "prompts/get",
        "resources/read",
        "completion/complete",
    }
    assert {row.name for row in METHODS if not row.is_notification} == known
