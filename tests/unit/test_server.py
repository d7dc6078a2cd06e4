"""server: registering, and one endpoint for both eras."""

import warnings

import pytest
from dictmcp import RegistrationError, RegistrationWarning, Server, make_request
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, PROTOCOL_VERSION, SERVER_INFO, STATELESS

META = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}


def names(server: Server) -> list[str]:
    """The tools that a client sees."""
    return [tool["name"] for tool in server.route(make_request(1, "tools/list"))["result"]["tools"]]


def call(server: Server, tool: str, **arguments: object) -> dict:
    """The result of a call."""
    return server.route(make_request(1, "tools/call", {"name": tool, "arguments": arguments}))["result"]


def test_a_function_is_registered_and_stays_what_it_is() -> None:
    server = Server("a")

    @server.tool
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    assert add(1, 2) == 3
    assert call(server, "add", a=1, b=2)["content"][0]["text"] == "3"


def test_a_function_is_registered_with_options() -> None:
    server = Server("a")

    @server.tool(name="plus", title="Add", annotations={"readOnlyHint": True})
    def add(a: int) -> int:
        """Add."""
        return a

    shown = server.route(make_request(1, "tools/list"))["result"]["tools"][0]
    assert (shown["name"], shown["title"], shown["description"]) == ("plus", "Add", "Add.")


def test_a_plain_registry_is_served() -> None:
    tools = {"add": {"description": "Add.", "handler": lambda args: args["a"] + args["b"]}}
    assert call(Server("a", tools=tools), "add", a=1, b=2)["content"][0]["text"] == "3"


def bad(x: "list["): ...  # noqa: F722
def missing(x: "Missing"): ...  # noqa: F821
def variable(*args): ...


@pytest.mark.parametrize("function", [bad, variable, 5])
def test_what_cannot_be_registered_is_left_out_and_told(function) -> None:
    server = Server("a")
    with pytest.warns(RegistrationWarning, match=getattr(function, "__name__", "5")):
        server.tool(function)
    server.tool(lambda: "fine", name="fine")
    assert names(server) == ["fine"]
    assert len(server.problems) == 1


def test_a_hint_that_is_never_defined_is_told() -> None:
    server = Server("a")
    server.tool(missing)
    (problem,) = server.problems
    assert [word for word in ("missing", "'x'", "Missing") if word not in problem] == []


def test_of_two_tools_of_one_name_the_first_is_served() -> None:
    server = Server("a")
    server.tool(lambda: "first", name="it")
    with pytest.warns(RegistrationWarning, match="'it' is defined twice"):
        server.tool(lambda: "second", name="it")
    assert call(server, "it")["content"][0]["text"] == "first"


def test_a_tool_cannot_register_another() -> None:
    server = Server("a")
    server.tool(lambda: server.tool(lambda: "", name="late"), name="early")
    told = call(server, "early")
    assert told["isError"] is True
    assert ["'late'" in told["content"][0]["text"], "'early'" in told["content"][0]["text"]] == [True, True]
    assert names(server) == ["early"]


@pytest.mark.parametrize("kind", ["method", "resource", "prompt"])
def test_no_handler_can_register_a_tool(kind: str) -> None:
    server = Server("a")
    refused: list = []

    def register() -> str:
        try:
            server.tool(lambda: "", name="late")
        except RegistrationError as error:
            refused.append(str(error))
        return ""

    server.method("acme/register")(lambda params: register() and {})
    server.resource("kb://a")(register)
    server.prompt(register)
    ask = {
        "method": make_request(1, "acme/register"),
        "resource": make_request(1, "resources/read", {"uri": "kb://a"}),
        "prompt": make_request(1, "prompts/get", {"name": "register"}),
    }
    server.route(ask[kind])
    assert len(refused) == 1
    assert len(server.tools) == 0


def test_lists_are_changed_on_purpose() -> None:
    server = Server("a")

    def change() -> str:
        with server.changes():
            server.tool(lambda: "", name="new")
        return "changed"

    server.tool(change)
    assert call(server, "change")["isError"] is False
    assert names(server) == ["change", "new"]


def test_a_method_is_one_line() -> None:
    server = Server("a")
    server.method("acme/teapot")(lambda params: {"short": True})
    assert server.route(make_request("q", "acme/teapot"))["result"] == {"short": True}


def test_a_method_may_belong_to_one_era() -> None:
    server = Server("a")
    server.method("acme/new", revisions=STATELESS)(lambda params: {})
    assert server.route(make_request(1, "acme/new"))["error"]["code"] == -32601
    assert server.route(make_request(1, "acme/new", {"_meta": META}))["result"]["resultType"] == "complete"


@pytest.mark.parametrize("value", [1, "a", [], True, {1}], ids=repr)
def test_the_result_of_a_method_is_an_object(value: object) -> None:
    server = Server("a")
    server.method("acme/value")(lambda params: value)
    assert server.route(make_request(1, "acme/value"))["error"]["code"] == -32603


@pytest.mark.parametrize("value", [None, 5, []], ids=repr)
def test_a_stateless_result_with_a_meta_that_is_no_object_is_an_error(value: object) -> None:
    server = Server("a")
    server.method("acme/meta")(lambda params: {"_meta": value})
    reply = server.route(make_request(1, "acme/meta", {"_meta": META}))
    assert reply["id"] == 1
    assert ("result" in reply) != ("error" in reply)


def test_a_stateless_result_says_from_whom_it_is() -> None:
    server = Server("a", "2.0", title="A")
    meta = server.route(make_request(1, "tools/list", {"_meta": META}))["result"]["_meta"]
    assert meta == {SERVER_INFO: {"name": "a", "version": "2.0", "title": "A"}}


@pytest.mark.parametrize("revision", ALL)
def test_a_server_may_serve_one_revision_only(revision: str) -> None:
    server = Server("a", revisions=[revision])
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    hello = server.route(make_request(1, "initialize", params))
    stateless = server.route(make_request(2, "tools/list", {"_meta": META}))
    if revision in STATELESS:
        assert (hello["error"]["code"], hello["error"]["data"]["supported"]) == (-32022, [revision])
        assert stateless["result"]["tools"] == []
    else:
        assert hello["result"]["protocolVersion"] == revision
        assert (stateless["error"]["code"], stateless["error"]["data"]["supported"]) == (-32022, [revision])


@pytest.mark.parametrize(
    "options",
    [{"page_size": 0}, {"page_size": -1}, {"revisions": []}, {"revisions": ["1999-01-01"]}],
    ids=str,
)
def test_options_that_make_no_sense(options: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Server("a", **options)


def test_a_good_file_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        server = Server("a", tools={"it": {"handler": lambda args: ""}})
    assert server.problems == []


def test_a_change_that_fails_half_way_is_told_all_the_same() -> None:
    server = Server("demo", tools={"old": {"handler": lambda arguments: "x"}})
    session, told = server.session(), []
    session.connect(told.append)
    session.route(
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
    )

    def change() -> None:
        with server.changes():
            server.tools.remove("old")
            server.tools.remove("nothing")

    with pytest.raises(RegistrationError):
        change()
    assert [message["method"] for message in told] == ["notifications/tools/list_changed"]
