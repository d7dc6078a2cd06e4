"""Who hears of changes: connections of the handshake era, and listeners of the stateless one.

https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
"""

from __future__ import annotations

import asyncio
from typing import Any, Final
from weakref import WeakSet

from .context import Context
from .errors import INVALID_PARAMS, RpcError
from .jsonrpc import Message
from .session import Session

SUBSCRIPTION_ID: Final = "io.modelcontextprotocol/subscriptionId"

# noun -> what a listener asks for to hear of changes, and what it then hears
CHANGES: Final = {
    "tool": ("toolsListChanged", "notifications/tools/list_changed"),
    "resource": ("resourcesListChanged", "notifications/resources/list_changed"),
    "prompt": ("promptsListChanged", "notifications/prompts/list_changed"),
}


class Listener:
    """One `subscriptions/listen` request under way. wanted: what it asked for and was granted."""

    def __init__(self, ctx: Context, wanted: Message) -> None:
        self.ctx = ctx
        self.wanted = wanted
        self.tag = {SUBSCRIPTION_ID: ctx.request_id}

    def tell(self, method: str, params: Message | None = None) -> None:
        """Send a notification, tagged as this listener's."""
        self.ctx.notify(method, {**(params or {}), "_meta": self.tag})


class Audience:
    """All who hear of a server's changes."""

    def __init__(self) -> None:
        self.sessions: WeakSet[Session] = WeakSet()
        self._listeners: list[Listener] = []
        self._closing: asyncio.Event | None = None

    async def listen(self, params: Message, ctx: Context) -> Message:
        """Serve `subscriptions/listen`: acknowledge, then stay until cancelled or closed."""
        listener = Listener(ctx, granted(params.get("notifications")))
        listener.tell("notifications/subscriptions/acknowledged", {"notifications": listener.wanted})
        self._listeners.append(listener)
        self._closing = self._closing or asyncio.Event()
        try:
            await self._closing.wait()
        finally:
            self._listeners.remove(listener)
        return {"_meta": listener.tag}

    def close(self) -> None:
        """End all listeners; each gets its response."""
        if self._closing is not None:
            self._closing.set()

    def list_changed(self, noun: str) -> None:
        """Tell all who want to know that a list has changed. noun: tool, resource or prompt."""
        wanted, method = CHANGES[noun]
        for session in list(self.sessions):
            session.push(method)
        for listener in list(self._listeners):
            if listener.wanted.get(wanted):
                listener.tell(method)

    def resource_updated(self, uri: str) -> None:
        """Tell all who subscribed to a resource that it has changed."""
        for session in list(self.sessions):
            if uri in session.subscriptions:
                session.push("notifications/resources/updated", {"uri": uri})
        for listener in list(self._listeners):
            if uri in listener.wanted.get("resourceSubscriptions", ()):
                listener.tell("notifications/resources/updated", {"uri": uri})


def granted(asked: Any) -> Message:
    """The part of a subscription filter that is granted. Raises RpcError -32602 for what is no filter."""
    if not isinstance(asked, dict):
        raise RpcError(
            INVALID_PARAMS, "Invalid params: subscriptions/listen needs 'notifications', an object"
        )
    uris = asked.get("resourceSubscriptions")
    if not isinstance(uris, list | None) or not all(isinstance(uri, str) for uri in uris or ()):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'resourceSubscriptions' must be an array of URIs")
    flags = {name: True for name, _ in CHANGES.values() if asked.get(name) is True}
    return flags | ({"resourceSubscriptions": uris} if uris else {})
