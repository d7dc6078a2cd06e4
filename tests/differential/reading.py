"""What a message that may be anything says of itself."""

from typing import Any

import mcp_types as types
from dictmcp.revisions import is_stateless


def method_of(message: Any) -> Any:
    return message.get("method") if isinstance(message, dict) else None


def params_of(message: Any) -> dict[str, Any]:
    params = message.get("params") if isinstance(message, dict) else None
    return params if isinstance(params, dict) else {}


def meta_of(message: Any) -> Any:
    return params_of(message).get("_meta")


def is_readable(text: str) -> bool:
    """Whether the official types take a text for a message."""
    try:
        types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return False
    return True


def is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def is_of_new_era(message: Any) -> bool:
    meta = meta_of(message)
    return isinstance(meta, dict) and is_stateless(meta)
