"""Whatever is sent: no exception, nothing or one valid envelope, and the next message is answered."""

import copy
import datetime
import json
import logging
from decimal import Decimal

import pytest
from dictmcp import (
    Context,
    Router,
    RpcError,
    Server,
    is_valid_response,
    make_request,
    make_response,
    parse,
    text_door,
)
from dictmcp.jsonrpc import encode, readable_id
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, HANDSHAKE, PROTOCOL_VERSION, STATELESS
from dictmcp.text import peek_id
from dictmcp.values import NotJson, to_json
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types.methods import SERVER_RESULTS, validate_server_result

pytestmark = pytest.mark.usefixtures("quiet")
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)  # lone surrogates too
NUMBERS = st.integers() | st.integers(-(10**40), 10**40) | st.floats(allow_nan=False, allow_infinity=False)
ODD = st.sampled_from(
    [None, True, False, 0, 1, -1, 0.0, 1.0, 2.5, "", "0", "1", " ", "2.0", [], {}, [[]], "\ud800"]
)
JSON = st.recursive(
    ODD | NUMBERS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
IDS = ODD | ANY_TEXT | NUMBERS
META = st.fixed_dictionaries(
    {},
    optional={
        PROTOCOL_VERSION: st.sampled_from([*ALL, "1999-01-01"]) | ODD,
        CLIENT_CAPABILITIES: st.just({}) | ODD,
        "io.modelcontextprotocol/logLevel": st.sampled_from(["debug", "loud"]) | ODD,
        "progressToken": IDS,
    },
)
COMPLETE_META = st.just({PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}})
TOOLS = ["add", "echo", "fail", "leave", "steps", "found", "values", "nope"]
ARGUMENTS = st.dictionaries(
    st.sampled_from(["a", "b", "text", "value", "type", "content", "_meta", "isError"]), JSON, max_size=3
)
ARGUMENTS |= st.fixed_dictionaries({"a": st.integers(), "b": NUMBERS})
CALLS = st.fixed_dictionaries({"name": st.sampled_from(TOOLS) | ODD, "arguments": ARGUMENTS | ODD})
HELLOS = st.fixed_dictionaries(
    {
        "protocolVersion": st.sampled_from([*ALL, "2099-01-01"]) | ODD,
        "capabilities": st.just({}) | ODD,
        "clientInfo": st.just({"name": "a", "version": "1"}) | ODD,
    }
)
PARAMS = {
    "initialize": HELLOS,
    "ping": st.just({}),
    "tools/list": st.fixed_dictionaries({}, optional={"cursor": JSON}),
    "tools/call": CALLS,
    "resources/read": st.fixed_dictionaries({"uri": st.sampled_from(["kb://a", "kb://index", "x"]) | ODD}),
    "resources/list": st.just({}),
    "prompts/get": st.fixed_dictionaries(
        {"name": st.just("review") | ODD, "arguments": st.just({"text": "a"}) | JSON}
    ),
    "prompts/list": st.just({}),
    "logging/setLevel": st.fixed_dictionaries({"level": st.sampled_from(["debug", "loud"]) | ODD}),
    "server/discover": st.just({}),
    "completion/complete": JSON,
    "notifications/initialized": st.just({}),
    "notifications/cancelled": st.fixed_dictionaries({"requestId": IDS}),
    "nope": JSON,
}


@st.composite
def messages(draw: st.DrawFn) -> dict:
    """A message that MCP has, or nearly."""
    method = draw(st.sampled_from(sorted(PARAMS)))
    params = draw(PARAMS[method])
    if isinstance(params, dict) and draw(st.booleans()):
        params = {**params, "_meta": draw(META | COMPLETE_META)}
    message = {"jsonrpc": "2.0", "id": draw(IDS), "method": method, "params": params}
    if draw(st.integers(0, 4)) == 0:
        del message["id"]
    return message


@st.composite
def mutated(draw: st.DrawFn) -> dict:
    """A message with up to three things in it changed, added or taken out."""
    message = copy.deepcopy(draw(messages()))
    for _ in range(draw(st.integers(0, 3))):
        holder: object = message
        while isinstance(holder, dict) and holder and draw(st.booleans()):
            inner = holder[draw(st.sampled_from(sorted(holder)))]
            if not isinstance(inner, dict):
                break
            holder = inner
        names = [*sorted(holder), "jsonrpc", "id", "method", "params", "result", "error", "x"]
        name = draw(st.sampled_from(names))
        if draw(st.booleans()):
            holder.pop(name, None)
        else:
            holder[name] = copy.deepcopy(draw(JSON))  # what is drawn may be shared
    return message


@st.composite
def texts(draw: st.DrawFn) -> str | bytes:
    """The text of a message, damaged or not."""
    text = json.dumps(draw(mutated() | JSON), ensure_ascii=draw(st.booleans()))
    at, to = draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))
    damage = {
        "none": text,
        "cut": text[:at],
        "hole": text[: min(at, to)] + text[max(at, to) :],
        "twice": text[:at] + text[min(at, to) : max(at, to)] + text[at:],
        "insert": text[:at] + draw(ANY_TEXT) + text[at:],
        "token": text[:at]
        + draw(st.sampled_from(["NaN", "1e999", "{", "[" * 600, ",", '"', "\ufeff", "\x00"]))
        + text[at:],
        "nested": text.replace('"a"', "[" * 600 + "]" * 600, 1),
        "digits": text.replace("0", "1" * 5000, 1),
        "spaced": f"\ufeff \t{text}\r\n",
    }
    text = damage[draw(st.sampled_from(sorted(damage)))]
    if draw(st.booleans()):
        return text
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and draw(st.booleans()):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data)


@pytest.fixture(scope="module")
def quiet():
    """No log of what fails on purpose."""
    logger = logging.getLogger("dictmcp")
    logger.disabled = True
    yield
    logger.disabled = False


def make_server() -> Server:
    """A server with a little of everything, that fails in several ways."""
    server = Server("any", page_size=3)

    @server.tool
    def add(a: int, b: int) -> int:
        return a + b

    @server.tool
    def echo(text: str) -> str:
        return text

    @server.tool
    def fail() -> None:
        raise ValueError("\ud800")

    @server.tool
    def leave() -> None:
        raise SystemExit

    @server.tool
    def steps(ctx: Context) -> str:
        ctx.progress(1)
        ctx.log("error", {"a": 1})
        return "done"

    @server.tool(outputSchema={"type": "object", "required": ["a"]})
    def found(value: dict) -> dict:
        return value

    server.tools.add("values", {"handler": lambda arguments: arguments})

    @server.resource("kb://{topic}")
    def topic(topic: str) -> str:
        return topic

    @server.resource("kb://index")
    def index() -> list:
        return ["a"]

    @server.prompt
    def review(text: str) -> str:
        return text

    return server


SERVER = make_server()


def check_envelope(reply: object) -> None:
    """One response, or an error without an id."""
    assert isinstance(reply, dict)
    assert is_valid_response(reply) or is_valid_response({"id": 0, **reply})
    assert "id" in reply or "error" in reply
    assert set(reply) <= {"jsonrpc", "id", "result", "error"}


def check_answer(message: object, reply: object) -> None:
    """Whether a reply is what a message is owed."""
    is_object = isinstance(message, dict)
    is_notification = is_object and "id" not in message and isinstance(message.get("method"), str)
    is_response = is_object and "method" not in message and ("result" in message or "error" in message)
    if is_notification or is_response:
        assert reply is None
        return
    check_envelope(reply)
    id = readable_id(message)
    assert ("id" in reply) is (id is not None)
    assert (type(reply.get("id")), reply.get("id")) == (type(id), id)


def check_result(message: dict, reply: dict, revision: str | None) -> None:
    """Whether a result is one that the official SDK accepts."""
    meta = message["params"].get("_meta") if isinstance(message.get("params"), dict) else None
    is_stateless = isinstance(meta, dict) and any(key.startswith("io.modelcontextprotocol/") for key in meta)
    version = STATELESS[-1] if is_stateless else revision or HANDSHAKE[-1]
    assert (message["method"], version) in SERVER_RESULTS
    validate_server_result(message["method"], version, reply["result"])


@settings(max_examples=1500, deadline=None)
@given(mutated() | JSON)
def test_any_message(message: object) -> None:
    session = SERVER.session()
    sent: list = []
    before = copy.deepcopy(message)
    reply = session.route(message, sent.append)
    check_answer(message, reply)
    assert message == before
    if reply is not None and "result" in reply:
        check_result(message, reply, session.revision)
    for one in sent:
        assert (is_valid_response(one), "id" in one, one["jsonrpc"]) == (False, False, "2.0")
    assert session.route(make_request("alive", "ping")) == make_response("alive", {})


@settings(max_examples=1500, deadline=None)
@given(texts())
def test_any_text(text: str | bytes) -> None:
    session = SERVER.session()
    reply = session.route_text(text)
    if reply is not None:
        assert reply.encode("utf-8").count(b"\n") == 0
        assert len(reply.splitlines()) == 1
        check_envelope(json.loads(reply))
    assert (
        session.route_text('{"jsonrpc":"2.0","id":0,"method":"ping"}')
        == '{"jsonrpc":"2.0","id":0,"result":{}}'
    )


@settings(max_examples=400, deadline=None)
@given(st.lists(mutated() | st.lists(mutated() | JSON, max_size=4), max_size=5))
def test_any_conversation(conversation: list) -> None:
    session = SERVER.session()
    session.route(
        make_request(0, "initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {}})
    )
    for message in conversation:
        is_batch = isinstance(message, list) and message and session.revision == "2025-03-26"
        reply = session.route(message)
        if is_batch and reply is not None:
            assert isinstance(reply, list)
            assert 0 < len(reply) <= len(message)
        for one in reply if is_batch and reply is not None else [] if is_batch else [reply]:
            check_envelope(one) if is_batch else check_answer(message, one)
    assert session.route(make_request("alive", "ping")) == make_response("alive", {})


RAISED = [
    ValueError("\ud800"),
    SystemExit(1),
    KeyboardInterrupt(),
    GeneratorExit(),
    RpcError(418, "no", {"a": 1}),
]
RAISED += [StopIteration(1), MemoryError(), RecursionError("deep")]


@settings(max_examples=800, deadline=None)
@given(mutated() | JSON, st.sampled_from(RAISED) | JSON)
def test_any_message_to_any_handler(message: object, outcome: object) -> None:
    def handler(params: dict) -> object:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    router = Router(dict.fromkeys(("tools/call", "tools/list", "initialize"), handler))
    router.add("ping", lambda params: {})
    check_answer(message, router.route(message))
    assert router.route(make_request("alive", "ping")) == make_response("alive", {})


@settings(max_examples=800, deadline=None)
@given(
    texts(), st.sampled_from(RAISED) | JSON | st.sampled_from([{1}, object(), float("nan"), b"", {(1,): 2}])
)
def test_any_text_to_any_hand_written_route(text: str | bytes, outcome: object) -> None:
    def route(message: dict) -> object:
        if message.get("method") == "alive":
            return make_response(message["id"], {})
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    doors = text_door(route)
    reply = doors.route_text(text)
    if reply is not None:
        assert len(reply.splitlines()) == 1
        json.loads(reply.encode("utf-8"))
    assert doors.route_text('{"id":1,"method":"alive"}') == '{"jsonrpc":"2.0","id":1,"result":{}}'


@settings(max_examples=800, deadline=None)
@given(JSON)
def test_what_is_encoded_is_parsed_again(value: object) -> None:
    text = encode(value)
    assert json.loads(text) == parse(text) == parse(text.encode("utf-8"))
    assert len(text.splitlines()) == 1


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(st.sampled_from(["id", "a", "b", "method"]), JSON, min_size=1), st.data())
def test_the_id_of_unparsed_text_is_the_id_of_the_message(message: dict, data: st.DataObject) -> None:
    order = data.draw(st.permutations(sorted(message)))
    message = {name: message[name] for name in order}
    found = peek_id(json.dumps(message, ensure_ascii=data.draw(st.booleans())))
    assert (type(found), found) == (type(readable_id(message)), readable_id(message))


VALUES = st.recursive(
    JSON
    | st.just(5000).map(lambda digits: 10**digits)
    | st.sampled_from(
        [float("nan"), b"", Decimal("1.5"), datetime.date(2031, 5, 6), object(), len, 1j, range(3)]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from(["a", 1, None, True, 1.5, (1,), Decimal(1), b"k"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@settings(max_examples=800, deadline=None)
@given(VALUES)
def test_any_value_is_converted_or_refused(value: object) -> None:
    try:
        converted = to_json(value)
    except NotJson:
        return
    assert json.loads(json.dumps(converted, allow_nan=False)) == converted


@settings(max_examples=500, deadline=None)
@given(VALUES, st.booleans())
def test_any_value_makes_a_tool_result(value: object, is_stateless: bool) -> None:
    server = Server("any", tools={"it": {"handler": lambda arguments: value}})
    meta = {"_meta": {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}} if is_stateless else {}
    reply = server.route(make_request(1, "tools/call", {"name": "it", **meta}))
    sent = json.loads(encode(reply))  # a text holds no half of a surrogate pair
    assert is_valid_response(sent)
    validate_server_result("tools/call", STATELESS[-1] if is_stateless else HANDSHAKE[-1], sent["result"])
