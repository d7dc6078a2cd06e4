VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def is_stateless(message):
    return VERSION in message["params"].get("_meta", {})
