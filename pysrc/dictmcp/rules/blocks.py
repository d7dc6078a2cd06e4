"""Content blocks, in tool results and prompts, and the binary data of resources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..as_of import BLOCKS_SINCE
from ..content import BLOCKS, fault
from ..exchange import Exchange
from .rule import Rule, is_older_than, kind, shown


def block_type(exchange: Exchange) -> Iterator[str]:
    """A content block says what it is."""
    for where, block in _blocks(exchange):
        if not isinstance(block, dict):
            yield f"{where} is {kind(block)}; a content block is an object with a 'type'."
        elif "type" not in block:
            yield f'{where} has no \'type\'; for a text it is {{"type": "text", "text": ...}}.'
        elif not _is_known(block):
            yield f"{where} is of the type {shown(block['type'])}; there are {', '.join(BLOCKS)}."


def block_members(exchange: Exchange) -> Iterator[str]:
    """A content block has all that its type needs."""
    for where, block in _blocks(exchange):
        wrong = fault(block) if _is_known(block) else None
        if wrong is not None and "base64" not in wrong:
            yield f"{where}: {wrong}."


def base64_text(exchange: Exchange) -> Iterator[str]:
    """Binary data is base64 text."""
    for where, block in _blocks(exchange):
        wrong = fault(block) if _is_known(block) else None
        if wrong is not None and "base64" in wrong:
            yield f"{where}: {wrong}; write base64.b64encode(data).decode()."
    for at, one in enumerate(_contents(exchange)):
        embedded = {"type": "resource", "resource": one}
        wrong = fault(embedded) if isinstance(one, dict) and isinstance(one.get("blob"), str) else None
        if wrong is not None and "base64" in wrong:
            yield f"contents[{at}]: {wrong}; write base64.b64encode(data).decode()."


def block_too_new(exchange: Exchange) -> Iterator[str]:
    """A client is not sent blocks that its revision does not have."""
    for where, block in _blocks(exchange):
        since = BLOCKS_SINCE.get(block["type"], "") if _is_known(block) else ""
        if is_older_than(since, exchange):
            yield (
                f"{where} is of the type {block['type']!r}, which came with {since}; a client of "
                f"{exchange.revision} may refuse the whole result. Send a text in its stead."
            )


def _blocks(exchange: Exchange) -> Iterator[tuple[str, Any]]:
    """Every content block of the result, and where it is."""
    result = exchange.complete
    content = result.get("content") if result is not None and exchange.method == "tools/call" else None
    if isinstance(content, list):
        yield from ((f"content[{at}]", _short(block)) for at, block in enumerate(content[:_MOST]))
    messages = result.get("messages") if result is not None and exchange.method == "prompts/get" else None
    for at, message in enumerate(messages if isinstance(messages, list) else []):
        if isinstance(message, dict) and isinstance(message.get("content"), dict):
            yield f"messages[{at}].content", message["content"]


def _short(block: Any) -> Any:
    """A block with only the beginning of its data, which is enough to see that it is base64."""
    data = block.get("data") if isinstance(block, dict) else None
    return {**block, "data": data[:_ENOUGH]} if isinstance(data, str) and len(data) > _ENOUGH else block


def _is_known(block: Any) -> bool:
    return isinstance(block, dict) and isinstance(block.get("type"), str) and block["type"] in BLOCKS


def _contents(exchange: Exchange) -> list[Any]:
    contents = exchange.complete.get("contents") if exchange.complete is not None else None
    return contents if exchange.method == "resources/read" and isinstance(contents, list) else []


_MOST: Final = 500
_ENOUGH: Final = 100_000  # a multiple of 4, at which base64 may be cut

RULES: Final = (
    Rule("block-type", "wrong", "tools", block_type),
    Rule("block-members", "wrong", "tools", block_members),
    Rule("base64", "wrong", "tools", base64_text),
    Rule("block-too-new", "wrong", "tools", block_too_new),
)
