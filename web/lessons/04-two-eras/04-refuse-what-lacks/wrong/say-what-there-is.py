VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
SUPPORTED = ["2026-07-28"]


def refusal(meta):
    """The error for a request with this _meta, or None."""
    if not isinstance(meta.get(CAPABILITIES), dict):
        text = f"_meta needs {CAPABILITIES}, an object"
        return {"code": -32602, "message": text}
    if meta[VERSION] not in SUPPORTED:
        text = "Unsupported version"
        data = {"supported": SUPPORTED, "requested": meta[VERSION]}
        return {"code": -32022, "message": text}
    return None
