"""What a server has shown over the exchanges with it, so that rules can compare one with another."""

from __future__ import annotations

from typing import Any

from .exchange import Exchange, Known
from .jsonrpc import Message, is_valid_id
from .revisions import HANDSHAKE, STATELESS

CHANGED = "notifications/tools/list_changed"


class History:
    """Takes note of exchanges in the order in which they end."""

    def __init__(self) -> None:
        self._is_open = False
        self._revision: str | None = None
        self._capabilities: dict[str, Message] = {}  # by era
        self._client: Message | None = None
        self._listings: dict[str, _Listing] = {}  # by revision
        self._cancelled: set[tuple[type, Any]] = set()
        self._late: list[Any] = []

    def exchange(self, message: Any, reply: Any, emitted: tuple[Any, ...] = ()) -> Exchange:
        """The exchange that has just ended, knowing what those before it have shown."""
        exchange = Exchange(message, reply, emitted, Known(is_open=self._is_open, revision=self._revision))
        era, revision = _era(exchange), exchange.revision
        listing = self._listings.setdefault(revision, _Listing())
        id = message.get("id") if isinstance(message, dict) else None
        known = Known(
            is_open=self._is_open,
            revision=self._revision,
            capabilities=self._capabilities.get(era),
            client=self._client,
            tools=listing.tools,
            has_all_tools=listing.is_whole,
            changes=tuple(listing.changes(exchange)),
            calls=tuple(listing.calls),
            cursors=dict(listing.cursors),
            late=tuple(self._late),
            was_cancelled=is_valid_id(id) and (type(id), id) in self._cancelled,
        )
        self._late.clear()
        exchange = exchange._replace(known=known)
        for one in emitted:
            self.saw(one)
        for part in exchange.parts if isinstance(message, list) else [exchange]:
            self._note(part, listing)
        return exchange

    def saw(self, message: Any) -> None:
        """A message that belongs to no request, or came before its reply."""
        if isinstance(message, dict) and message.get("method") == CHANGED:
            for listing in self._listings.values():
                listing.was_told = True

    def after(self, message: Any) -> None:
        """A message that was sent for a request after its reply; the next exchange tells of it."""
        self.saw(message)
        self._late.append(message)

    def _note(self, exchange: Exchange, listing: _Listing) -> None:
        if exchange.method == "notifications/cancelled":
            id = exchange.params.get("requestId")
            self._cancelled |= {(type(id), id)} if is_valid_id(id) else set()
        if exchange.method == "tools/call":
            listing.calls[str(exchange.params.get("name"))] = None
        if not isinstance(exchange.result, dict):
            return
        if exchange.method in ("initialize", "server/discover"):
            offered = exchange.result.get("capabilities")
            self._capabilities[_era(exchange)] = offered if isinstance(offered, dict) else {}
        if exchange.method == "initialize":
            client = exchange.params.get("capabilities")
            self._is_open, self._revision = True, exchange.revision
            self._client = client if isinstance(client, dict) else {}
        if exchange.method == "tools/list":
            listing.note(exchange)


class _Listing:
    """The tools as one revision's clients see them, page by page."""

    def __init__(self) -> None:
        self.tools: dict[str, Any] = {}
        self.is_whole = False
        self.cursors: dict[str, Any] = {}
        self.calls: dict[str, None] = {}
        self.was_told = False
        self._pages: dict[str, Any] = {}

    def changes(self, exchange: Exchange) -> list[str]:
        """What this listing has otherwise than the one before, unless the client was told of it."""
        walked = self._walked(exchange)
        if walked is None or not self.is_whole or self.was_told or self._goes_on(exchange):
            return []
        before, now = self.tools, walked
        changed = [name for name in now if name in before and now[name] != before[name]]
        said = [
            *(f"{name!r} is new" for name in now if name not in before),
            *(f"{name!r} is gone" for name in before if name not in now),
            *(f"{name!r} has another {_difference(before[name], now[name])}" for name in changed),
        ]
        return said or (["the order is another"] if list(before) != list(now) else [])

    def note(self, exchange: Exchange) -> None:
        """A page of the list."""
        walked = self._walked(exchange)
        if walked is None:
            return
        if "cursor" not in exchange.params:
            self.cursors = {}
        self._pages = walked
        if self._goes_on(exchange):
            self.cursors.setdefault(exchange.result["nextCursor"], exchange.params.get("cursor"))
            self.tools = {**self.tools, **walked}
            return
        self.tools, self.is_whole = walked, True
        self.calls, self.was_told = {}, False

    def _walked(self, exchange: Exchange) -> dict[str, Any] | None:
        """The tools of all pages so far, this one included; None if this is no page of a walk."""
        tools = exchange.result.get("tools") if isinstance(exchange.result, dict) else None
        if exchange.method != "tools/list" or not isinstance(tools, list):
            return None
        cursor = exchange.params.get("cursor")
        if "cursor" in exchange.params and cursor not in self.cursors:
            return None
        named = {
            tool["name"]: tool
            for tool in tools
            if isinstance(tool, dict) and isinstance(tool.get("name"), str)
        }
        return {**self._pages, **named} if "cursor" in exchange.params else named

    def _goes_on(self, exchange: Exchange) -> bool:
        return isinstance(exchange.result.get("nextCursor"), str)


def _difference(before: Any, now: Any) -> str:
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    return " and ".join(names) or "definition"


def _era(exchange: Exchange) -> str:
    return STATELESS[-1] if exchange.is_stateless else HANDSHAKE[-1]
