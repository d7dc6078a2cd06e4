"""The revisions of MCP, the two eras they fall into, and which of them a message belongs to.

Handshake era: `initialize` negotiates. Stateless era: every request says it all in `params._meta`.
https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .errors import INVALID_PARAMS, RpcError

HANDSHAKE: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS: Final = ("2026-07-28",)
ALL: Final = HANDSHAKE + STATELESS

UNSUPPORTED_PROTOCOL_VERSION: Final = -32022

PROTOCOL_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
CLIENT_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
CLIENT_INFO: Final = "io.modelcontextprotocol/clientInfo"
LOG_LEVEL: Final = "io.modelcontextprotocol/logLevel"
SERVER_INFO: Final = "io.modelcontextprotocol/serverInfo"


def is_stateless(meta: dict[str, Any]) -> bool:
    """Whether a request's `_meta` is of the stateless era: it holds one of that era's own keys."""
    return not _STATELESS_KEYS.isdisjoint(meta)


_STATELESS_KEYS: Final = frozenset({PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL})


def require_meta(meta: dict[str, Any]) -> None:
    """Raise RpcError -32602 when a key that every stateless request needs is missing or mistyped."""
    for key, wanted, what in _REQUIRED:
        if not isinstance(meta.get(key), wanted):
            raise RpcError(INVALID_PARAMS, f"Invalid params: params._meta needs {key!r}, {what}")


_REQUIRED: Final = ((PROTOCOL_VERSION, str, "a string"), (CLIENT_CAPABILITIES, dict, "an object"))


def check_meta(meta: dict[str, Any], served: Sequence[str]) -> str:
    """The revision that a stateless request names. served: the revisions to choose from.

    Raises RpcError: -32602 as `require_meta` does, -32022 for a revision that is not served.
    """
    require_meta(meta)
    requested: str = meta[PROTOCOL_VERSION]
    if requested not in served or requested not in STATELESS:
        raise unsupported(requested, served)
    return requested


def unsupported(requested: str, served: Sequence[str]) -> RpcError:
    """The -32022 error: what was asked for, and what there is instead."""
    supported = [revision for revision in served if revision in STATELESS] or list(served)
    return RpcError(
        UNSUPPORTED_PROTOCOL_VERSION,
        f"Unsupported protocol version: {requested!r}; this server speaks {', '.join(supported)}",
        {"supported": supported, "requested": requested},
    )


def negotiate(requested: str, served: Sequence[str]) -> str:
    """The revision a handshake settles on: the requested one, or the newest of its era that is served.

    Raises RpcError -32022 when the server has no handshake revision to offer.
    """
    offers = [revision for revision in served if revision in HANDSHAKE]
    if not offers:
        raise unsupported(requested, served)
    return requested if requested in offers else max(offers)
