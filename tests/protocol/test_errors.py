"""What is refused, and by which code: one table for all revisions, over the text door."""

from typing import Literal

import pytest
from dictmcp import Server
from protocol.wire import NEW, REVISIONS, Wire

OLD = tuple(revision for revision in REVISIONS if revision != NEW)
REFERENCE = {"type": "ref/prompt", "name": "review"}
ARGUMENT = {"name": "tone", "value": ""}

# case -> method, params, the code in the handshake era, the code in the stateless era; None: it is served
CASES = {
    "unknown method": ("nothing/here", {}, -32601, -32601),
    "a method with other letters": ("Tools/List", {}, -32601, -32601),
    "a method that the client has": ("roots/list", {}, -32601, -32601),
    "a method that the server sends": ("sampling/createMessage", {}, -32601, -32601),
    "a notification asked for": ("notifications/cancelled", {"requestId": 1}, -32601, -32601),
    "tasks": ("tasks/list", {}, -32601, -32601),
    "unknown tool": ("tools/call", {"name": "nothing"}, -32602, -32602),
    "no tool": ("tools/call", {}, -32602, -32602),
    "a tool that is null": ("tools/call", {"name": None}, -32602, -32602),
    "arguments as a list": ("tools/call", {"name": "add", "arguments": [1]}, -32602, -32602),
    "unknown resource": ("resources/read", {"uri": "no://thing"}, -32002, -32602),
    "no uri": ("resources/read", {}, -32602, -32602),
    "a uri that is a number": ("resources/read", {"uri": 5}, -32602, -32602),
    "half a template": ("resources/read", {"uri": "note://a/y"}, -32002, -32602),
    "unknown prompt": ("prompts/get", {"name": "nothing"}, -32602, -32602),
    "no prompt": ("prompts/get", {}, -32602, -32602),
    "a required argument left out": ("prompts/get", {"name": "review"}, -32602, -32602),
    "a stray argument": (
        "prompts/get",
        {"name": "review", "arguments": {"code": "", "x": ""}},
        -32602,
        -32602,
    ),
    "an argument that is a number": (
        "prompts/get",
        {"name": "review", "arguments": {"code": 5}},
        -32602,
        -32602,
    ),
    "an argument out of choice": (
        "prompts/get",
        {"name": "review", "arguments": {"code": "", "tone": "rude"}},
        -32602,
        -32602,
    ),
    "a cursor of nobody": ("tools/list", {"cursor": "nothing"}, -32602, -32602),
    "an empty cursor": ("resources/list", {"cursor": ""}, -32602, -32602),
    "a cursor that is a number": ("prompts/list", {"cursor": 2}, -32602, -32602),
    "a cursor that is null": ("resources/templates/list", {"cursor": None}, -32602, -32602),
    "completion of nothing": ("completion/complete", {}, -32602, -32602),
    "completion of an unknown prompt": (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "x"}, "argument": ARGUMENT},
        -32602,
        -32602,
    ),
    "completion of a plain resource": (
        "completion/complete",
        {"ref": {"type": "ref/resource", "uri": "text://motto"}, "argument": ARGUMENT},
        -32602,
        -32602,
    ),
    "completion of an unknown argument": (
        "completion/complete",
        {"ref": REFERENCE, "argument": {"name": "x", "value": ""}},
        -32602,
        -32602,
    ),
    "completion of an unknown kind": (
        "completion/complete",
        {"ref": {"type": "ref/tool", "name": "add"}, "argument": ARGUMENT},
        -32602,
        -32602,
    ),
    "an unknown log level": ("logging/setLevel", {"level": "loud"}, -32602, -32601),
    "no log level": ("logging/setLevel", {}, -32602, -32601),
    "a subscription to a number": ("resources/subscribe", {"uri": 5}, -32602, -32601),
    "a ping of the new era": ("ping", {}, None, -32601),
    "a handshake of the new era": ("initialize", {"protocolVersion": "2025-11-25"}, None, -32601),
    "discovery in the old era": ("server/discover", {}, -32601, None),
    "listening to nothing": ("subscriptions/listen", {}, -32601, -32602),
}


@pytest.fixture
def server() -> Server:
    server = Server("errors")

    @server.tool
    def add(a: int) -> int:
        return a

    @server.resource("text://motto")
    def motto() -> str:
        return "x"

    @server.resource("note://{topic}/x")
    def note(topic: str) -> str:
        return topic

    @server.prompt
    def review(code: str, tone: Literal["kind", "stern"] = "kind") -> str:
        return code

    return server


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("case", CASES)
def test_what_is_refused(server: Server, case: str, revision: str) -> None:
    method, params, old, new = CASES[case]
    wanted = new if revision == NEW else old
    wire = Wire(server, revision)
    for id in (1, "1", 0, ""):
        reply = wire.now(method, params, id)
        assert (type(reply["id"]), reply["id"]) == (type(id), id)
        assert reply.get("error", {}).get("code") == wanted, reply
    assert "result" in wire.now("tools/list")


@pytest.mark.parametrize("case", CASES)
def test_a_notification_is_never_refused(server: Server, case: str) -> None:
    method, params, *_ = CASES[case]
    for revision in (OLD[-1], NEW):
        wire = Wire(server, revision)
        assert wire.now(method, params, None) is None
        assert wire.left == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_missing_resource_is_named(server: Server, revision: str) -> None:
    error = Wire(server, revision).now("resources/read", {"uri": "no://thing"})["error"]
    assert error["data"] == {"uri": "no://thing"}


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("what", ["tools", "resources", "resources/templates", "prompts"])
def test_every_list_is_cut_into_pages(what: str, revision: str) -> None:
    server = Server("pages", page_size=2)
    for number in range(5):
        server.tool(lambda: "", name=f"tools{number}")
        server.prompt(lambda: "", name=f"prompts{number}")
        server.resource(f"text://{number}", name=f"resources{number}")(lambda: "")
        server.resource(f"note{number}://{{a}}", name=f"resources/templates{number}")(lambda a: a)
    wire = Wire(server, revision)
    member = {"resources/templates": "resourceTemplates"}.get(what, what)
    found, cursors, params = [], [], {}
    while True:
        result = wire.now(f"{what}/list", params)["result"]
        assert 1 <= len(result[member]) <= 2
        found += [one["name"] for one in result[member]]
        if "nextCursor" not in result:
            break
        cursors.append(result["nextCursor"])
        params = {"cursor": cursors[-1]}
    assert found == [f"{what}{number}" for number in range(5)]
    assert len(set(cursors)) == 2
    for cursor in (cursors[0][:-1], cursors[0] + "=", cursors[0].swapcase(), cursors[0] * 2):
        assert wire.now(f"{what}/list", {"cursor": cursor})["error"]["code"] == -32602
