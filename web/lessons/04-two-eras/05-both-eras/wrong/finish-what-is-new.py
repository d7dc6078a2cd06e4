VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = ["2026-07-28"]
HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
CACHED = ["server/discover", "tools/list"]
OFFERS = {"tools": {}}
TOOL = {
    "name": "greet",
    "description": "Say hello.",
    "inputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string"}},
    },
}


def initialize(params):
    asked = params.get("protocolVersion")
    version = asked if asked in HANDSHAKE else HANDSHAKE[-1]
    return {
        "protocolVersion": version,
        "capabilities": OFFERS,
        "serverInfo": {"name": "both", "version": "1.0.0"},
    }


def discover(params):
    return {"supportedVersions": SUPPORTED, "capabilities": OFFERS}


def call(params):
    if params.get("name") != "greet":
        raise LookupError("Unknown tool")
    name = (params.get("arguments") or {}).get("name", "world")
    return {
        "content": [{"type": "text", "text": f"Hello, {name}!"}],
        "isError": False,
    }


def list_tools(params):
    return {"tools": [TOOL]}


OLD = {
    "initialize": initialize,
    "ping": lambda params: {},
    "tools/list": list_tools,
    "tools/call": call,
}
NEW = {
    "server/discover": discover,
    "tools/list": list_tools,
    "tools/call": call,
}


def meta_of(message):
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def is_stateless(message):
    return VERSION in meta_of(message)


def finish(method, result):
    """A result as the stateless era wants it."""
    kept = {}
    if method in CACHED:
        kept = {"ttlMs": 0, "cacheScope": "private"}
    return {"resultType": "complete", **kept, **result}


def refusal(meta):
    """The error for a request with this _meta, or None."""
    if not isinstance(meta.get(CAPABILITIES), dict):
        text = f"_meta needs {CAPABILITIES}, an object"
        return {"code": -32602, "message": text}
    if meta[VERSION] not in SUPPORTED:
        text = "Unsupported version"
        data = {"supported": SUPPORTED, "requested": meta[VERSION]}
        return {"code": -32022, "message": text, "data": data}
    return None


def route(message):
    if "id" not in message:
        return None
    envelope = {"jsonrpc": "2.0", "id": message["id"]}
    is_new = is_stateless(message)
    wrong = refusal(meta_of(message)) if is_new else None
    if wrong is not None:
        return {**envelope, "error": wrong}
    method = (NEW if is_new else OLD).get(message.get("method"))
    if method is None:
        error = {"code": -32601, "message": "Method not found"}
        return {**envelope, "error": error}
    try:
        result = method(message.get("params") or {})
    except LookupError as problem:
        error = {"code": -32602, "message": str(problem)}
        return {**envelope, "error": error}
    return {**envelope, "result": result}
