"""MCP content blocks: which there are, what each must hold, and since which revision.

https://modelcontextprotocol.io/specification/2026-07-28/server/tools (tool results)
"""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

Block = dict[str, Any]

# type -> the members it must have
BLOCKS: Final[dict[str, tuple[tuple[str, type], ...]]] = {
    "text": (("text", str),),
    "image": (("data", str), ("mimeType", str)),
    "audio": (("data", str), ("mimeType", str)),
    "resource": (("resource", dict),),
    "resource_link": (("uri", str), ("name", str)),
}


def text_block(text: str) -> Block:
    """A text block."""
    return {"type": "text", "text": text}


def is_block(value: object) -> bool:
    """Whether a value is a content block, with all that its type must have."""
    return isinstance(value, dict) and "type" in value and fault(value) is None


def fault(block: object) -> str | None:
    """What is wrong with something that should be a content block; None if nothing is."""
    if not isinstance(block, dict):
        return f"a content block is an object, not {type(block).__name__}"
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in BLOCKS:
        return f"there is no content block of type {kind!r}; there are {', '.join(BLOCKS)}"
    for name, wanted in BLOCKS[kind]:
        if not isinstance(block.get(name), wanted):
            return f"a content block of type {kind!r} needs {name!r}, {_ARTICLE[wanted]}"
    if "data" in dict(BLOCKS[kind]) and not _is_base64(block["data"]):
        return f"the 'data' of a content block of type {kind!r} must be base64 text"
    if kind == "resource":
        return _resource_fault(block["resource"])
    return None


_ARTICLE: Final[dict[type, str]] = {str: "a string", dict: "an object"}


def _resource_fault(resource: Block) -> str | None:
    if not isinstance(resource.get("uri"), str):
        return "the resource of a content block needs 'uri', a string"
    if not isinstance(resource.get("text"), str) and not isinstance(resource.get("blob"), str):
        return "the resource of a content block needs 'text' or 'blob', a string"
    if isinstance(resource.get("blob"), str) and not _is_base64(resource["blob"]):
        return "the 'blob' of a resource must be base64 text"
    return None


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True
