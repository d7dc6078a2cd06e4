"""Hand-written servers with one fault each, and the rule that must name it.

A server is the good one with something in front of it or behind it: `server(message, good, emit)` is its
whole `route`, and `good(message)` what the good server would reply.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from verdict.good_server import OWN, TOOLS, text
from verdict.talk import call, hello, modern, request

LIST, PING = request("tools/list"), request("ping")
NEW_LIST, NEW_CALL = modern("tools/list"), modern("tools/call", name="echo", arguments={"text": "a"})
ECHO = call("echo", text="a")
READ = request("resources/read", {"uri": "good://one"})
TOLD = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
WORK = request("tools/call", {"name": "work", "_meta": {"progressToken": 5}})


class Fault(NamedTuple):
    """A server with a fault, the messages that bring it out, and the rule that must name it."""

    rule: str
    server: Callable[[Any, Callable[..., Any], Callable[[Any], None]], Any]
    messages: list[Any]


def reply(make: Callable[[dict], Any], to: str = "ping") -> Callable[..., Any]:
    """A server whose reply to a method is what make makes of the right one."""

    def server(message: Any, good: Callable, emit: Callable) -> Any:
        right = good(message)
        return make(right) if isinstance(message, dict) and message.get("method") == to else right

    return server


def members(to: str = "ping", **changed: Any) -> Callable[..., Any]:
    """A server with other members in its reply to a method."""
    return reply(lambda right: {**right, **changed}, to)


def without(name: str, to: str = "ping") -> Callable[..., Any]:
    """A server that leaves a member of its reply out."""
    return reply(lambda right: {key: one for key, one in right.items() if key != name}, to)


def result(to: str, **changed: Any) -> Callable[..., Any]:
    """A server with other members in its result."""
    return reply(lambda right: {**right, "result": {**right["result"], **changed}}, to)


def result_without(name: str, to: str) -> Callable[..., Any]:
    """A server that leaves a member of its result out."""
    return reply(
        lambda right: {**right, "result": {key: one for key, one in right["result"].items() if key != name}},
        to,
    )


def content(*blocks: Any, **more: Any) -> Callable[..., Any]:
    """A server whose tools answer with these blocks."""
    return reply(
        lambda right: {"jsonrpc": "2.0", "id": right["id"], "result": {"content": list(blocks), **more}},
        "tools/call",
    )


def error(to: str, code: Any, message: Any = "It did not work", **more: Any) -> Callable[..., Any]:
    """A server that refuses a method."""
    return reply(
        lambda right: {
            "jsonrpc": "2.0",
            "id": right["id"],
            "error": {"code": code, "message": message, **more},
        },
        to,
    )


def tools(*listed: Any, **more: Any) -> Callable[..., Any]:
    """A server that lists these tools."""
    return reply(lambda right: {**right, "result": {"tools": list(listed), **more}}, "tools/list")


def tool(**changed: Any) -> Callable[..., Any]:
    """A server with one tool, which is described otherwise than it should be."""
    return tools({**TOOLS[0], **changed})


def schema(**changed: Any) -> Callable[..., Any]:
    """A server with one tool that takes other arguments."""
    return tool(inputSchema={"type": "object", **changed})


def emits(*sent: Any) -> Callable[..., Any]:
    """A server that sends something before it replies to a call."""

    def server(message: Any, good: Callable, emit: Callable) -> Any:
        if isinstance(message, dict) and message.get("method") == "tools/call":
            for one in sent:
                emit(one)
        return good(message, lambda sent: None)

    return server


def progress(*steps: float, token: Any = 5) -> Callable[..., Any]:
    """A server that reports these steps."""
    return emits(*(notification("progress", progressToken=token, progress=step) for step in steps))


def notification(name: str, **params: Any) -> dict:
    """A notification of a server."""
    return {"jsonrpc": "2.0", "method": f"notifications/{name}", "params": params}


def answers(message: Any, good: Callable, emit: Callable) -> Any:
    """Answer notifications."""
    return good(message) or {"jsonrpc": "2.0", "id": None, "result": {}}


def drops_zero(message: Any, good: Callable, emit: Callable) -> Any:
    """Take the id 0 for none."""
    return good(message) if message.get("id") else None


def unreadable(given: Any) -> Callable[..., Any]:
    """A server that answers text that is no JSON with this."""
    return lambda message, good, emit: given if isinstance(message, str) else good(message)


def lenient(message: Any, good: Callable, emit: Callable) -> Any:
    """Serve whatever has a method."""
    return good({"jsonrpc": "2.0", **message})


def changing(change: Callable[[list], list]) -> Callable[..., Any]:
    """A server whose tools are others after a call."""
    listed = json.loads(json.dumps(TOOLS[:2]))
    state = {"tools": listed}

    def server(message: Any, good: Callable, emit: Callable) -> Any:
        if message.get("method") == "tools/call":
            state["tools"] = change(json.loads(json.dumps(listed)))
        right = good(message)
        if message.get("method") == "tools/list":
            right = {**right, "result": {**right["result"], "tools": state["tools"]}}
            right["result"].pop("nextCursor", None)
        return right

    return server


def pages(*cursors: str) -> Callable[..., Any]:
    """A server that gives these cursors, one after the other, and none after the last."""
    given = iter(cursors)
    return reply(
        lambda right: {**right, "result": {"tools": TOOLS[:1], "nextCursor": next(given)}}, "tools/list"
    )


def late(message: Any, good: Callable, emit: Callable) -> Any:
    """Report progress once more after the reply."""
    return good(message)


def batch(make: Callable[[list], Any]) -> Callable[..., Any]:
    """A server that answers a batch wrongly."""
    return lambda message, good, emit: make(good(message)) if isinstance(message, list) else good(message)


def in_batch(message: Any, good: Callable, emit: Callable) -> Any:
    """Answer a batch by the 2025-03-26 rules whatever was negotiated."""
    return good(message)


def served(method: str, made: dict) -> Callable[..., Any]:
    """A server that serves a method that it should not."""

    def server(message: Any, good: Callable, emit: Callable) -> Any:
        if message.get("method") == method:
            return {"jsonrpc": "2.0", "id": message["id"], "result": made}
        return good(message)

    return server


def nested(depth: int) -> dict:
    """A schema of objects in objects."""
    inner = nested(depth - 1) if depth else {"type": "string"}
    return {"type": "object", "properties": {"a": inner}}


IMAGE = {"type": "image", "data": "R0lGODdhAQABAA==", "mimeType": "image/gif"}
LEAK = 'Traceback (most recent call last):\n  File "/srv/secret/server.py", line 5, in run\nKeyError: 1'
TWO = [request("ping", id=1), request("ping", id=2)]
SET_UP, OLD, MID = hello(), hello("2024-11-05"), hello("2025-03-26")
KNOWN = [*SET_UP, LIST, request("tools/list", {"cursor": "3"})]
ASKED = {"resultType": "input_required"}
UNKNOWN = call("no_such_tool")

FAULTS = {
    # -- form
    "answers notifications": Fault("notification-answered", answers, [TOLD]),
    "answers responses": Fault(
        "notification-answered",
        lambda message, good, emit: good(message) or {"jsonrpc": "2.0", "id": 1, "result": {}},
        [{"jsonrpc": "2.0", "id": 1, "result": {}}],
    ),
    "never answers": Fault("request-unanswered", lambda message, good, emit: None, [PING]),
    "takes the id 0 for none": Fault("request-unanswered", drops_zero, [request("ping", id=0)]),
    "sends a bare string": Fault("bare-value", reply(lambda right: "pong"), [PING]),
    "sends a bare result": Fault("bare-value", reply(lambda right: right["result"], "tools/call"), [ECHO]),
    "sends an array": Fault("array-for-one", reply(lambda right: [right]), [PING]),
    "is silent to broken JSON": Fault("unreadable-unanswered", unreadable(None), ["{"]),
    # -- members
    "leaves jsonrpc out": Fault("version", without("jsonrpc"), [PING]),
    "has the number 2.0": Fault("version", members(jsonrpc=2.0), [PING]),
    "has version 1.0": Fault("version", members(jsonrpc="1.0"), [PING]),
    "sends both": Fault("result-xor-error", members(error={"code": 1, "message": "no"}), [PING]),
    "sends neither": Fault("result-xor-error", without("result"), [PING]),
    "sends an error of null beside the result": Fault("result-xor-error", members(error=None), [PING]),
    "changes the id": Fault("id", members(id=8), [PING]),
    "makes a string of the id": Fault("id", members(id="7"), [PING]),
    "makes a number of the id": Fault("id", members(id=7), [request("ping", id="7")]),
    "makes a float of the id": Fault("id", members(id=7.0), [PING]),
    "has an id of null": Fault("id", members(id=None), [PING]),
    "leaves the id out": Fault("id", without("id"), [PING]),
    "answers true for 1": Fault("id", members(id=True), [request("ping", id=1)]),
    "has an id of null for broken JSON": Fault(
        "id-null",
        unreadable({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}}),
        ["{"],
    ),
    "makes an id up": Fault(
        "id",
        unreadable({"jsonrpc": "2.0", "id": 1, "error": {"code": -32700, "message": "Parse error"}}),
        ["{"],
    ),
    "has a result of null": Fault("result-object", members(result=None), [PING]),
    "has a string for a result": Fault("result-object", members(result="pong"), [PING]),
    "has an array for a result": Fault("result-object", members("tools/list", result=TOOLS), [LIST]),
    "has a string for an error": Fault(
        "error-object", reply(lambda right: {"jsonrpc": "2.0", "id": 7, "error": "no"}), [PING]
    ),
    "has no message in the error": Fault(
        "error-object", reply(lambda right: {"jsonrpc": "2.0", "id": 7, "error": {"code": 1}}), [PING]
    ),
    "has a string for a code": Fault("error-code-integer", error("ping", "-32603"), [PING]),
    "has a fraction for a code": Fault("error-code-integer", error("ping", 1.5), [PING]),
    "has an object for a message": Fault("error-message", error("ping", 5, {"why": "no"}), [PING]),
    "adds a member": Fault("extra-members", members(status="ok"), [PING]),
    "adds a member to the error": Fault("extra-members", error("ping", 5, details="no"), [PING]),
    "sends a function": Fault("not-json", result("ping", _meta={"x": len}), [PING]),
    "sends NaN": Fault("not-json", content(text("a"), _meta={"x": float("nan")}), [ECHO]),
    # -- codes
    "answers broken JSON as an invalid request": Fault(
        "parse-error-code", unreadable({"jsonrpc": "2.0", "error": {"code": -32600, "message": "no"}}), ["{"]
    ),
    "answers an invalid message as broken JSON": Fault(
        "invalid-request-code", error("ping", -32700), [{**PING, "jsonrpc": "1.0"}]
    ),
    "serves what is no valid message": Fault("invalid-served", lenient, [{"id": 7, "method": "ping"}]),
    "does not know ping": Fault("method-missing", error("ping", -32601), [PING]),
    "does not know server/discover": Fault(
        "method-missing", error("server/discover", -32601), [modern("server/discover")]
    ),
    "claims prompts": Fault(
        "capability-claimed", error("prompts/get", -32601), [*SET_UP, request("prompts/get", {"name": "a"})]
    ),
    "answers a wrong method as wrong params": Fault(
        "unknown-method-code", error("tools/lst", -32602), [request("tools/lst")]
    ),
    "answers a wrong method as its own failure": Fault(
        "unknown-method-code", error("acme/x", -32603, "Unknown method"), [request("acme/x")]
    ),
    "makes a code up": Fault("reserved-code", error("tools/list", -32500), [LIST]),
    "makes a code of MCP's up": Fault("reserved-code", error("tools/list", -32050), [NEW_LIST]),
    "sends a code that is retired": Fault(
        "retired-code", error("resources/read", -32002), [modern("resources/read", uri="good://none")]
    ),
    "does not say which versions there are": Fault(
        "unsupported-data",
        error("ping", -32022, data=["2026-07-28"]),
        [request("ping", {"_meta": {OWN + "protocolVersion": "2030-01-01", OWN + "clientCapabilities": {}}})],
    ),
    # -- failures of tools
    "answers bad arguments as an unknown method": Fault("error-code", error("tools/call", -32601), [ECHO]),
    "answers bad arguments as an error": Fault(
        "arguments-as-error", error("tools/call", -32602), [*KNOWN, call("echo", text=5)]
    ),
    "answers an unknown tool with isError": Fault(
        "unknown-tool", content(text("There is none."), isError=True), [*KNOWN, UNKNOWN]
    ),
    "says unknown tool with isError": Fault(
        "unknown-tool", content(text("Unknown tool: no_such_tool"), isError=True), [UNKNOWN]
    ),
    "answers an unknown tool with a code of its own": Fault(
        "unknown-tool-code", error("tools/call", 404), [*KNOWN, UNKNOWN]
    ),
    "lets a tool's failure out": Fault("tool-failure", error("tools/call", -32603, "KeyError: 'x'"), [ECHO]),
    "sends a traceback": Fault("leak", content(text(LEAK), isError=True), [call("fail")]),
    # -- the handshake
    "confirms any version": Fault(
        "protocol-version", result("initialize", protocolVersion="1999-12-31"), hello("1999-12-31")
    ),
    "settles on the stateless revision": Fault(
        "protocol-version", result("initialize", protocolVersion="2026-07-28"), hello("2026-07-28")
    ),
    "has a number for a version": Fault("protocol-version", result("initialize", protocolVersion=2), hello()),
    "refuses other versions": Fault("version-refused", error("initialize", -32602), hello("1999-12-31")),
    "has an array of capabilities": Fault(
        "initialize-result", result("initialize", capabilities=[]), hello()
    ),
    "has no name": Fault("initialize-result", result_without("serverInfo", "initialize"), hello()),
    "says something to ping": Fault("ping-result", result("ping", pong=True), [PING]),
    "does not declare its tools": Fault(
        "capability-undeclared", result("initialize", capabilities={}), [*hello(), LIST]
    ),
    "serves a request of a notification's name": Fault(
        "notification-as-request",
        served("notifications/initialized", {}),
        [request("notifications/initialized")],
    ),
    "discovers in the handshake era": Fault(
        "method-not-in-revision",
        served("server/discover", {"supportedVersions": [], "capabilities": {}}),
        [request("server/discover")],
    ),
    # -- the stateless era
    "still has ping": Fault(
        "method-not-in-revision", served("ping", {"resultType": "complete"}), [modern("ping")]
    ),
    "does not ask for what a request must have": Fault(
        "required-meta",
        served("tools/call", {"content": [], "resultType": "complete"}),
        [request("tools/call", {"name": "echo", "_meta": {OWN + "protocolVersion": "2026-07-28"}})],
    ),
    "serves any version": Fault(
        "unsupported-version",
        served("tools/call", {"content": [], "resultType": "complete"}),
        [modern("tools/call", name="echo", meta={OWN + "protocolVersion": "2030-01-01"})],
    ),
    "has no resultType": Fault("result-type", result_without("resultType", "tools/call"), [NEW_CALL]),
    "has true for a resultType": Fault("result-type", result("tools/call", resultType=True), [NEW_CALL]),
    "has no ttlMs": Fault("caching", result_without("ttlMs", "tools/list"), [NEW_LIST]),
    "has a negative ttlMs": Fault("caching", result("tools/list", ttlMs=-1), [NEW_LIST]),
    "has no cacheScope": Fault(
        "caching", result_without("cacheScope", "resources/list"), [modern("resources/list")]
    ),
    "has a cacheScope of its own": Fault("caching", result("tools/list", cacheScope="all"), [NEW_LIST]),
    "sends a resultType to an older client": Fault(
        "too-new", result("tools/list", resultType="complete"), [*SET_UP, LIST]
    ),
    "does not support what it speaks": Fault(
        "supported-versions",
        result("server/discover", supportedVersions=["2025-11-25"]),
        [modern("server/discover")],
    ),
    "asks in a list": Fault(
        "input-required", served("tools/list", {**ASKED, "requestState": "x"}), [NEW_LIST]
    ),
    "asks for nothing": Fault("input-required", served("tools/call", ASKED), [NEW_CALL]),
    "asks an older client by a result": Fault(
        "input-required", served("tools/call", {**ASKED, "requestState": "x", "content": []}), [ECHO]
    ),
    "asks for what the client cannot do": Fault(
        "input-undeclared",
        served("tools/call", {**ASKED, "inputRequests": {"roots": {"method": "roots/list"}}}),
        [NEW_CALL],
    ),
    # -- tool results
    "has no content": Fault(
        "tool-content", result_without("content", "tools/call"), [call("count", text="a")]
    ),
    "has a string for content": Fault("tool-content", result("tools/call", content="a"), [ECHO]),
    "has a string for isError": Fault("tool-is-error", result("tools/call", isError="false"), [ECHO]),
    "has a block of an unknown type": Fault("block-type", content({"type": "markdown", "text": "a"}), [ECHO]),
    "has a block without a type": Fault("block-type", content({"text": "a"}), [ECHO]),
    "has a string for a block": Fault("block-type", content("a"), [ECHO]),
    "has an image without a mimeType": Fault(
        "block-members", content({"type": "image", "data": "aGk="}), [ECHO]
    ),
    "has a text that is a number": Fault("block-members", content({"type": "text", "text": 5}), [ECHO]),
    "has a resource without its uri": Fault(
        "block-members", content({"type": "resource", "resource": {"text": "a"}}), [ECHO]
    ),
    "has an image that is not base64": Fault("base64", content({**IMAGE, "data": "<svg/>"}), [ECHO]),
    "has a blob that is not base64": Fault(
        "base64", result("resources/read", contents=[{"uri": "good://one", "blob": "%%%"}]), [READ]
    ),
    "sends audio to a client that has none": Fault(
        "block-too-new", content({**IMAGE, "type": "audio", "mimeType": "audio/wav"}), [*OLD, ECHO]
    ),
    "sends a link to a client that has none": Fault(
        "block-too-new", content({"type": "resource_link", "uri": "a:b", "name": "b"}), [*MID, ECHO]
    ),
    "sends structure to a client that has none": Fault(
        "structured-too-new", content(text("a"), structuredContent={}), [*MID, ECHO]
    ),
    "sends an array for structure": Fault(
        "structured-object", content(text("a"), structuredContent=[1]), [ECHO]
    ),
    "sends no structure": Fault(
        "structured-missing",
        result_without("structuredContent", "tools/call"),
        [*KNOWN, call("count", text="a")],
    ),
    "sends another structure": Fault(
        "structured-misfit",
        result("tools/call", structuredContent={"characters": "1"}),
        [*KNOWN, call("count", text="a")],
    ),
    # -- resources, prompts, completions
    "reads a bare text": Fault("resource-contents", result("resources/read", contents="one"), [READ]),
    "reads neither text nor blob": Fault(
        "resource-contents", result("resources/read", contents=[{"uri": "good://one"}]), [READ]
    ),
    "reads nothing of a resource that is not there": Fault(
        "no-contents", result("resources/read", contents=[]), [modern("resources/read", uri="good://one")]
    ),
    "prompts as system": Fault(
        "prompt-messages",
        result("prompts/get", messages=[{"role": "system", "content": text("a")}]),
        [request("prompts/get", {"name": "a"})],
    ),
    "prompts with an array": Fault(
        "prompt-messages",
        result("prompts/get", messages=[{"role": "user", "content": [text("a")]}]),
        [request("prompts/get", {"name": "a"})],
    ),
    "completes with too much": Fault(
        "completion-values",
        result("completion/complete", completion={"values": ["a"] * 101}),
        [
            request(
                "completion/complete",
                {"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "b", "value": ""}},
            )
        ],
    ),
    # -- the list of tools
    "lists an object": Fault("tools-array", result("tools/list", tools={"echo": TOOLS[0]}), [LIST]),
    "lists a string": Fault("tools-array", tools("echo"), [LIST]),
    "lists the handler": Fault("handler-shown", tool(handler="<function echo>"), [LIST]),
    "lists a tool without a name": Fault("tool-name", tool(name=None), [LIST]),
    "lists a name twice": Fault("tool-name-twice", tools(TOOLS[0], TOOLS[0]), [LIST]),
    "lists a name with a space": Fault("tool-name-characters", tool(name="say it"), [LIST]),
    "lists a name that is too long": Fault("tool-name-length", tool(name="e" * 129), [LIST]),
    "lists a novel": Fault("cost-of-tool", tool(description="word " * 2000), [LIST]),
    "lists a library": Fault(
        "cost-of-tools",
        tools(*({**TOOLS[0], "name": f"t{number}", "description": "word " * 1000} for number in range(20))),
        [LIST],
    ),
    "ends the pages with null": Fault("next-cursor", tools(TOOLS[0], nextCursor=None), [LIST]),
    "has a number for a cursor": Fault("next-cursor", tools(TOOLS[0], nextCursor=2), [LIST]),
    "gives the same cursor again": Fault(
        "cursor-repeats", pages("3", "3"), [LIST, request("tools/list", {"cursor": "3"})]
    ),
    "goes round": Fault(
        "cursor-repeats",
        pages("1", "2", "1"),
        [LIST, request("tools/list", {"cursor": "1"}), request("tools/list", {"cursor": "2"})],
    ),
    # -- schemas
    "has no schema": Fault("input-schema", tool(inputSchema=None), [LIST]),
    "has an empty schema": Fault("input-schema", tool(inputSchema={}), [LIST]),
    "takes an array": Fault("input-schema", tool(inputSchema={"type": "array"}), [LIST]),
    "promises an array too early": Fault("output-schema", tool(outputSchema={"type": "array"}), [LIST]),
    "has a schema that is none": Fault("schema-invalid", schema(properties={"a": {"type": "text"}}), [LIST]),
    "has a pattern that is none": Fault("schema-invalid", schema(properties={"a": {"pattern": "("}}), [LIST]),
    "refers to the network": Fault(
        "schema-reference", schema(properties={"a": {"$ref": "https://example.com/a.json"}}), [LIST]
    ),
    "refers to what is not there": Fault(
        "schema-reference", schema(properties={"a": {"$ref": "#/$defs/a"}}), [LIST]
    ),
    "writes a dialect of its own": Fault(
        "schema-dialect", schema(**{"$schema": "https://example.com/mine"}), [LIST]
    ),
    "has a bare true for a property": Fault("schema-boolean", schema(properties={"a": True}), [LIST]),
    "describes arguments in branches": Fault(
        "schema-branches", schema(anyOf=[{"properties": {"a": {"type": "string"}}}]), [LIST]
    ),
    "nests arguments": Fault("schema-deep", tool(inputSchema=nested(12)), [LIST]),
    "requires what it does not describe": Fault("schema-required", schema(required=["text"]), [LIST]),
    "names an argument with a space": Fault(
        "schema-property-name", schema(properties={"the text": {"type": "string"}}), [LIST]
    ),
    # -- over time
    "adds a tool in a call": Fault(
        "registry-changed", changing(lambda listed: [*listed, TOOLS[2]]), [*SET_UP, LIST, ECHO, LIST]
    ),
    "loses a tool in a call": Fault(
        "registry-changed", changing(lambda listed: listed[1:]), [LIST, ECHO, LIST]
    ),
    "changes the list of a stateless client": Fault(
        "registry-changed",
        changing(lambda listed: listed[1:]),
        [modern("server/discover"), NEW_LIST, NEW_CALL, NEW_LIST],
    ),
    "changes a schema in a call": Fault(
        "registry-changed",
        changing(lambda listed: [{**listed[0], "inputSchema": {"type": "object"}}, *listed[1:]]),
        [LIST, ECHO, LIST],
    ),
    # -- beside the reply
    "sends a bare value beside": Fault("emitted-envelope", emits("50%"), [ECHO]),
    "sends a response beside": Fault(
        "emitted-envelope", emits({"jsonrpc": "2.0", "id": 7, "result": {}}), [ECHO]
    ),
    "gives a notification an id": Fault(
        "notification-with-id", emits({**notification("tools/list_changed"), "id": 1}), [*SET_UP, ECHO]
    ),
    "asks a stateless client": Fault(
        "server-request", emits({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}), [NEW_CALL]
    ),
    "asks a client for what it cannot do": Fault(
        "server-request", emits({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}), [*SET_UP, ECHO]
    ),
    "reports progress to nobody": Fault("progress-token", progress(1), [ECHO]),
    "reports progress to somebody else": Fault("progress-token", progress(1, token="5"), [WORK]),
    "reports progress backwards": Fault("progress-backwards", progress(2, 1), [WORK]),
    "reports no progress": Fault("progress-backwards", progress(1, 1), [WORK]),
    "logs without a word": Fault(
        "log-undeclared",
        lambda message, good, emit: (
            result("initialize", capabilities={"tools": {}})(message, good, emit)
            if message.get("method") == "initialize"
            else emits(notification("message", level="info", data="a"))(message, good, emit)
        ),
        [*SET_UP, ECHO],
    ),
    "logs to whom did not ask": Fault(
        "log-undeclared", emits(notification("message", level="info", data="a")), [NEW_CALL]
    ),
    # -- the official types
    "has a number for a title": Fault("shape", tool(title=5), [LIST]),
    "has a hint that is a word": Fault("shape", tool(annotations={"readOnlyHint": "yes"}), [LIST]),
    "has a priority that is too high": Fault(
        "shape", content({**text("a"), "annotations": {"priority": 5}}), [ECHO]
    ),
    "has capabilities that are flags": Fault(
        "shape", result("initialize", capabilities={"tools": True}), hello()
    ),
    "completes with numbers": Fault(
        "shape",
        result("completion/complete", completion={"values": [1]}),
        [
            request(
                "completion/complete",
                {"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "b", "value": ""}},
            )
        ],
    ),
    "lists what a client must be able to do": Fault(
        "error-shape", error("tools/call", -32021, data={"requiredCapabilities": ["sampling"]}), [NEW_CALL]
    ),
    "logs at a level of its own": Fault(
        "emitted-shape", emits(notification("message", level="loud", data="a")), [ECHO]
    ),
    "elicits too early": Fault(
        "emitted-shape",
        emits({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {}}),
        [*MID, ECHO],
    ),
    # -- batches
    "refuses batches": Fault(
        "batch-refused",
        batch(lambda right: {"jsonrpc": "2.0", "error": {"code": -32600, "message": "no batches"}}),
        [*MID, TWO],
    ),
    "serves batches": Fault("batch-served", batch(lambda right: right), [*SET_UP, TWO]),
    "answers nothing with an empty array": Fault("batch-empty", batch(lambda right: []), [*MID, [TOLD]]),
    "leaves a response out": Fault("batch-size", batch(lambda right: right[:1]), [*MID, TWO]),
    "answers a request twice": Fault("batch-size", batch(lambda right: [*right, right[0]]), [*MID, TWO]),
    "shakes hands in a batch": Fault("batch-initialize", batch(lambda right: right), [*MID, [MID[0], *TWO]]),
    "has a wrong envelope in a batch": Fault(
        "version", batch(lambda right: [{"id": 1, "result": {}}, right[1]]), [*MID, TWO]
    ),
}
