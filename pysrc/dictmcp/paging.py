"""Cutting a list into pages with cursors that mean nothing to the client.

https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
"""

from __future__ import annotations

import base64
from typing import Any

from .errors import INVALID_PARAMS, RpcError


def page(items: list[Any], params: dict[str, Any], size: int | None) -> tuple[list[Any], dict[str, str]]:
    """The page that params ask for, and its `nextCursor` if more follow. size: None is all at once.

    Raises RpcError -32602 for a cursor that this list never gave out; the empty string is one.
    """
    start = 0 if "cursor" not in params else _offset(params["cursor"], len(items), size)
    end = len(items) if size is None else start + size
    return items[start:end], {"nextCursor": _cursor(end)} if end < len(items) else {}


def _cursor(offset: int) -> str:
    return base64.urlsafe_b64encode(f"from {offset}".encode()).decode().rstrip("=")


def _offset(cursor: Any, count: int, size: int | None) -> int:
    for offset in range(size, count, size) if size is not None else ():
        if cursor == _cursor(offset):
            return offset
    raise RpcError(
        INVALID_PARAMS, f"Invalid params: the cursor {cursor!r} is not one that this list gave out"
    )
