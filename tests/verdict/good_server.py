"""A hand-written server of both eras that does everything right; the faulty ones are made of it."""

import json

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
NEW = "2026-07-28"
OWN = "io.modelcontextprotocol/"
INFO = {"name": "good", "version": "1.0.0"}
OFFERS = {name: {} for name in ("tools", "resources", "prompts", "completions", "logging")}
ANYTHING = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
COUNT = {"type": "object", "properties": {"characters": {"type": "integer"}}, "required": ["characters"]}
TOOLS = [
    {"name": "echo", "description": "Say it again.", "inputSchema": ANYTHING},
    {"name": "count", "description": "Count characters.", "inputSchema": ANYTHING, "outputSchema": COUNT},
    {"name": "fail", "description": "Fail.", "inputSchema": {"type": "object"}},
    {"name": "work", "description": "Work, with progress.", "inputSchema": {"type": "object"}},
    {"name": "ask", "description": "Ask the client.", "inputSchema": {"type": "object"}},
]
FORM = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}


class Refused(Exception):
    """An error that is to be sent: its code, message and perhaps data."""


def text(words: str) -> dict:
    return {"type": "text", "text": words}


def initialize(params: dict, emit) -> dict:
    asked = params["protocolVersion"]
    version = asked if asked in HANDSHAKE else HANDSHAKE[-1]
    return {"protocolVersion": version, "capabilities": OFFERS, "serverInfo": INFO}


def discover(params: dict, emit) -> dict:
    return {"supportedVersions": [NEW], "capabilities": OFFERS}


def list_tools(params: dict, emit) -> dict:
    at = json.loads(params.get("cursor", "0"))
    more = {"nextCursor": str(at + 3)} if at + 3 < len(TOOLS) else {}
    return {"tools": TOOLS[at : at + 3], **more}


def call_tool(params: dict, emit) -> dict:
    name, arguments = params["name"], params.get("arguments", {})
    if name not in [tool["name"] for tool in TOOLS]:
        raise Refused(-32602, f"Unknown tool: {name}")
    if name in ("echo", "count") and not isinstance(arguments.get("text"), str):
        return {"content": [text("text must be a string")], "isError": True}
    if name == "echo":
        return {"content": [text(arguments["text"])]}
    if name == "count":
        counted = {"characters": len(arguments["text"])}
        return {"content": [text(json.dumps(counted))], "structuredContent": counted}
    if name == "work":
        return work(params, emit)
    if name == "ask":
        return ask(params, emit)
    return {"content": [text("It failed on purpose.")], "isError": True}


def work(params: dict, emit) -> dict:
    meta = params.get("_meta", {})
    for done in (1, 2) if "progressToken" in meta else ():
        notify(emit, "progress", {"progressToken": meta["progressToken"], "progress": done, "total": 2})
    if OWN + "protocolVersion" not in meta or OWN + "logLevel" in meta:
        notify(emit, "message", {"level": "info", "data": "working"})
    return {"content": [text("done")]}


def ask(params: dict, emit) -> dict:
    if OWN + "protocolVersion" in params.get("_meta", {}):
        question = {"method": "elicitation/create", "params": {"mode": "form", **FORM}}
        return {"resultType": "input_required", "inputRequests": {"who": question}}
    emit({"jsonrpc": "2.0", "id": "q-1", "method": "elicitation/create", "params": FORM})
    return {"content": [text("asked")]}


def notify(emit, name: str, params: dict) -> None:
    emit({"jsonrpc": "2.0", "method": f"notifications/{name}", "params": params})


def read(params: dict, emit) -> dict:
    if params["uri"] != "good://one":
        is_new = OWN + "protocolVersion" in params.get("_meta", {})
        raise Refused(-32602 if is_new else -32002, "No such resource", {"uri": params["uri"]})
    return {"contents": [{"uri": "good://one", "mimeType": "text/plain", "text": "one"}]}


def get_prompt(params: dict, emit) -> dict:
    return {"messages": [{"role": "user", "content": text("Please.")}]}


METHODS = {
    "initialize": (initialize, HANDSHAKE),
    "ping": (lambda params, emit: {}, HANDSHAKE),
    "logging/setLevel": (lambda params, emit: {}, HANDSHAKE),
    "server/discover": (discover, (NEW,)),
    "tools/list": (list_tools, (*HANDSHAKE, NEW)),
    "tools/call": (call_tool, (*HANDSHAKE, NEW)),
    "resources/list": (lambda params, emit: {"resources": [{"uri": "good://one", "name": "one"}]}, (NEW,)),
    "resources/read": (read, (*HANDSHAKE, NEW)),
    "prompts/get": (get_prompt, (*HANDSHAKE, NEW)),
    "completion/complete": (lambda params, emit: {"completion": {"values": ["a"]}}, (*HANDSHAKE, NEW)),
}
CACHED = ("server/discover", "tools/list", "resources/list", "resources/read")


def route(message, emit=lambda message: None):
    """A message in, its reply out; a batch, which 2025-03-26 has, too."""
    if isinstance(message, list):
        return [reply for reply in (route(one, emit) for one in message) if reply is not None] or None
    if "method" not in message or "id" not in message:
        return None
    envelope = {"jsonrpc": "2.0", "id": message["id"]}
    try:
        return envelope | {"result": answer(message["method"], message.get("params") or {}, emit)}
    except Refused as refused:
        code, words, *data = refused.args
        return envelope | {"error": {"code": code, "message": words, **({"data": data[0]} if data else {})}}


def answer(method: str, params: dict, emit) -> dict:
    meta = params.get("_meta", {})
    is_new = any(name.startswith(OWN) for name in meta)
    if is_new and not (OWN + "protocolVersion" in meta and OWN + "clientCapabilities" in meta):
        raise Refused(-32602, "params._meta is not whole")
    if is_new and meta[OWN + "protocolVersion"] != NEW:
        asked = {"supported": [NEW], "requested": meta[OWN + "protocolVersion"]}
        raise Refused(-32022, "Unsupported protocol version", asked)
    call, revisions = METHODS.get(method, (None, ()))
    if call is None or (NEW not in revisions if is_new else revisions == (NEW,)):
        raise Refused(-32601, "Method not found")
    result = call(params, emit)
    if not is_new:
        return result
    kept = {"ttlMs": 0, "cacheScope": "private"} if method in CACHED else {}
    return {"resultType": "complete", **kept, **result}
