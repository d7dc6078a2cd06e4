"""What older revisions have of things: members and content blocks that came later are not sent to them.

Unknown members are harmless to a client; unknown content blocks are not, so a text stands in for them.
"""

from __future__ import annotations

from typing import Final

from .content import Block, text_block
from .jsonrpc import Message
from .revisions import HANDSHAKE

# Members that came later than what they belong to; an older client is not sent them.
_SINCE: Final = {
    "annotations": "2025-03-26",
    "title": "2025-06-18",
    "outputSchema": "2025-06-18",
    "_meta": "2025-06-18",
    "icons": "2025-11-25",
    "websiteUrl": "2025-11-25",
}


def members(item: Message, revision: str) -> Message:
    """A tool, prompt, resource or implementation, without what came later."""
    shown = {name: value for name, value in item.items() if _SINCE.get(name, "") <= revision}
    if revision not in HANDSHAKE:
        return shown
    if "outputSchema" in shown and shown["outputSchema"].get("type") != "object":
        del shown["outputSchema"]
    return shown | {name: _schema(shown[name]) for name in ("inputSchema", "outputSchema") if name in shown}


def _schema(schema: Message) -> Message:
    """A schema whose properties are all objects, as it had to be before 2026-07-28."""
    properties = schema.get("properties")
    if not isinstance(properties, dict) or all(isinstance(part, dict) for part in properties.values()):
        return schema
    spelt_out: dict[bool, Message] = {True: {}, False: {"not": {}}}
    return {
        **schema,
        "properties": {
            name: part if isinstance(part, dict) else spelt_out[part] for name, part in properties.items()
        },
    }


def tool_result(result: Message, revision: str) -> Message:
    """A tool result, with what came later as text or left out."""
    if revision >= _NEWEST_BLOCK and "structuredContent" not in result:
        return result
    shown = {**result, "content": [block(one, revision) for one in result["content"]]}
    structured = shown.get("structuredContent")
    if revision < "2025-06-18" or (revision in HANDSHAKE and not isinstance(structured, dict)):
        shown.pop("structuredContent", None)
    return shown


# type -> the revision that brought it, unless it was there from the start
BLOCKS_SINCE: Final = {"audio": "2025-03-26", "resource_link": "2025-06-18"}
_NEWEST_BLOCK: Final = max(BLOCKS_SINCE.values())


def block(one: Block, revision: str) -> Block:
    """A block as a revision has it; in its stead a text that names it, if its type came later."""
    since = BLOCKS_SINCE.get(one["type"], "")
    if since <= revision:
        return one
    return text_block(f"({one['type']} {one.get('uri', one.get('mimeType'))}: needs MCP {since})")
