"""A client of the stateless era that is as plain as can be."""

import json
from collections.abc import Iterator

import httpx

OWN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}


class Client:
    """Calls tools over HTTP, each call over a connection of its own unless keep is true."""

    def __init__(self, url: str, keep: bool = False, transport: httpx.HTTPTransport | None = None):
        limits = httpx.Limits() if keep else httpx.Limits(max_keepalive_connections=0)
        transport = transport or httpx.HTTPTransport(limits=limits)
        self._web = httpx.Client(transport=transport, timeout=60)
        self._url = url

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self._web.close()

    def call(self, name: str, arguments: dict | None = None, **params) -> dict:
        """The result of a tool."""
        reply = self._web.post(self._url, **self._request(name, arguments, **params))
        assert reply.status_code == 200, reply.text
        return reply.json()["result"]

    def text(self, name: str, arguments: dict | None = None, **params) -> str:
        """The text of the result of a tool."""
        return self.call(name, arguments, **params)["content"][0]["text"]

    def stream(self, name: str, arguments: dict) -> Iterator[dict]:
        """The messages that a tool's call brings, as they come."""
        request = self._request(name, arguments, _meta={**OWN, "progressToken": 1})
        with self._web.stream("POST", self._url, **request) as reply:
            for line in reply.iter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    def _request(self, name: str, arguments: dict | None, **params) -> dict:
        params = {"name": name, "arguments": arguments or {}, "_meta": OWN, **params}
        headers = {
            "accept": "application/json, text/event-stream",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": name,
        }
        return {
            "headers": headers,
            "json": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
        }
