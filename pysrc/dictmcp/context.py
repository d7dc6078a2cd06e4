"""What one message's handler may know and do beyond its arguments: the `ctx` parameter.

One Context per message; messages that are not the reply leave through the host's `emit`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .jsonrpc import Message, make_notification, readable_id

if TYPE_CHECKING:
    from .session import Session

Emit = Callable[[Message], None]
Trace = Callable[[str, Any], None]

CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class Context:
    """The circumstances of one message.

    request_id: as the client sent it, None for a notification. cancelled: whether the client has
    withdrawn the request. revision: the MCP revision the message is served under, "" outside a Server.
    """

    def __init__(
        self,
        message: object,
        emit: Emit | None = None,
        trace: Trace | None = None,
        session: Session | None = None,
    ) -> None:
        params = message.get("params") if isinstance(message, dict) else None
        meta = params.get("_meta") if isinstance(params, dict) else None
        self.request_id = readable_id(message)
        self.meta: dict[str, Any] = meta if isinstance(meta, dict) else {}
        self._session = session
        self.revision = ""
        self.cancelled = False
        self.finished = False
        self._emit = emit
        self._trace = trace
        self._progress = float("-inf")

    @property
    def session(self) -> Session:
        """The connection the message came on. Raises LookupError outside a Server."""
        if self._session is None:
            raise LookupError("this message came to no Server, so it has no session")
        return self._session

    @property
    def client_capabilities(self) -> dict[str, Any]:
        """What the client declared: in this message, or in the handshake."""
        declared = self.meta.get(CLIENT_CAPABILITIES)
        if declared is None and self._session is not None:
            declared = self._session.client_capabilities
        return declared if isinstance(declared, dict) else {}

    def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the client how far the request is; sent only if it gave a progress token.

        Updates that do not increase, or come after the reply, are dropped
        (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress).
        """
        token = self.meta.get("progressToken")
        if not _is_token(token) or self.finished or self.cancelled or not progress > self._progress:
            return
        self._progress = progress
        params = {"progressToken": token, "progress": progress, "total": total, "message": message}
        if self.revision == "2024-11-05":
            del params["message"]
        self.notify(
            "notifications/progress", {name: value for name, value in params.items() if value is not None}
        )

    def notify(self, method: str, params: Message | None = None) -> None:
        """Send a notification to the client now, ahead of the reply. Without an `emit` nobody hears it."""
        if self._emit is not None:
            self._emit(make_notification(method, params))

    def step(self, name: str, value: Any = None) -> None:
        """Tell whoever traces this message which step it has reached, and with what."""
        if self._trace is not None:
            self._trace(name, value)


def _is_token(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)
