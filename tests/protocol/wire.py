"""A connection in memory, spoken to in text, in either era; and what a client of that era sends."""

import asyncio
import json
from typing import Any

from dictmcp import Server, Session
from dictmcp.revisions import ALL, CLIENT_CAPABILITIES, LOG_LEVEL, PROTOCOL_VERSION, STATELESS

NEW = STATELESS[-1]
REVISIONS = ALL


class Wire:
    """One client's connection under a revision. left: what the server sent beside replies, in order."""

    def __init__(self, server: Server, revision: str, **capabilities: Any) -> None:
        self.revision = revision
        self.capabilities = capabilities
        self.left: list[dict[str, Any]] = []
        self.session: Session = server.session()
        self.session.connect_text(lambda text: self.left.append(json.loads(text)))
        if revision != NEW:
            about = {"clientInfo": {"name": "wire", "version": "1"}, "capabilities": capabilities}
            self.now("initialize", {"protocolVersion": revision, **about})
            self.now("notifications/initialized", id=None)

    def text(self, method: str, params: dict[str, Any] | None, id: Any, meta: dict[str, Any]) -> str:
        """A message as this client writes it. id: None for a notification."""
        own = {PROTOCOL_VERSION: NEW, CLIENT_CAPABILITIES: self.capabilities} if self.revision == NEW else {}
        params = {**(params or {}), "_meta": {**own, **meta}}
        asked = {} if id is None else {"id": id}
        return json.dumps({"jsonrpc": "2.0", **asked, "method": method, "params": params})

    def now(self, method: str, params: dict[str, Any] | None = None, id: Any = 1, **meta: Any) -> Any:
        """The reply to a message, at once."""
        reply = self.session.route_text(self.text(method, params, id, meta), self._take)
        return None if reply is None else json.loads(reply)

    async def later(self, method: str, params: dict[str, Any] | None = None, id: Any = 1, **meta: Any) -> Any:
        """The reply to a message, awaited."""
        reply = await self.session.route_text_async(self.text(method, params, id, meta), self._take)
        return None if reply is None else json.loads(reply)

    async def respond(self, id: Any, **response: Any) -> None:
        """Answer a request of the server."""
        text = json.dumps({"jsonrpc": "2.0", "id": id, **response})
        assert await self.session.route_text_async(text) is None

    def start(self, method: str, params: dict[str, Any] | None = None, id: Any = 1, **meta: Any) -> Any:
        """A message under way, as a task."""
        return asyncio.ensure_future(self.later(method, params, id, **meta))

    def methods(self) -> list[str]:
        """The methods of what the server sent beside replies."""
        return [message["method"] for message in self.left]

    def _take(self, text: str) -> None:
        self.left.append(json.loads(text))


async def settle() -> None:
    """Let everything go on that can, until it waits for somebody else."""
    for _ in range(10):
        await asyncio.sleep(0)


LOUD = {LOG_LEVEL: "debug"}
