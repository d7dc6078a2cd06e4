VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def is_stateless(message):
    return message.get("method") not in ("initialize", "ping")
