"""HTTP without a network: requests straight to the ASGI app, whole ones and ones that are streamed."""

import asyncio
import json

import httpx
import pytest
from dictmcp import Server
from dictmcp.transports.asgi import Endpoint

HERE = "http://127.0.0.1:8000"
USUAL = {"content-type": "application/json", "accept": "application/json, text/event-stream"}


class Web:
    """An endpoint, and requests to it. Headers that are None are left out, "_" in a name is "-"."""

    def __init__(self, server, **options):
        self.endpoint = Endpoint(server, **options)

    def send(self, method: str, body=b"", **headers) -> httpx.Response:
        """One request and its whole response."""

        async def exchange() -> httpx.Response:
            transport = httpx.ASGITransport(self.endpoint)
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
                del client.headers["accept"]
                request = client.build_request(method, "/mcp", content=body, headers=named(headers))
                return await client.send(request)

        return asyncio.run(exchange())

    def post(self, message, **headers) -> httpx.Response:
        """POST a message, or bytes as they are, with the usual headers."""
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.send(
            "POST", body, **{"content_type": USUAL["content-type"], "accept": USUAL["accept"], **headers}
        )

    def modern(self, method: str, params: dict | None = None, id=1, meta: dict | None = None, **headers):
        """POST a request of the stateless era, with all headers that it must have."""
        return self.post(request(method, params, id, meta), **{**mirror(method, params), **headers})

    def stream(self, message, is_whole=True, **headers) -> "Line":
        """POST a message whose response is looked at while it comes; inside a running event loop."""
        body = json.dumps(message).encode()
        return Line(self.endpoint, "POST", body, {**USUAL, **named(headers)}, is_whole)

    def line(self, method: str, **headers) -> "Line":
        """GET or DELETE; inside a running event loop."""
        return Line(self.endpoint, method, b"", {"accept": "text/event-stream", **named(headers)})


class Line:
    """One request under way: what has been sent so far, and a client that can hang up."""

    def __init__(self, endpoint, method: str, body: bytes, headers: dict, is_whole=True):
        self.status, self.headers = None, {}
        self._coming: asyncio.Queue = asyncio.Queue()
        self._sent: asyncio.Queue = asyncio.Queue()
        self._coming.put_nowait({"type": "http.request", "body": body, "more_body": not is_whole})
        raw = [
            (name.encode(), value.encode()) for name, value in {"host": "127.0.0.1:8000", **headers}.items()
        ]
        scope = {"type": "http", "method": method, "path": "/mcp", "headers": raw}
        self.done = asyncio.ensure_future(endpoint(scope, self._coming.get, self._take))

    async def next(self):
        """The next message on the stream, or the text of a comment; None at its end."""
        while True:
            event = await self._sent.get()
            text = event.get("body", b"").decode()
            if text.startswith("event: message\ndata: "):
                return json.loads(text.removeprefix("event: message\ndata: "))
            if text or not event.get("more_body", True):
                return text or None

    def hang_up(self) -> None:
        """The client goes away."""
        self._coming.put_nowait({"type": "http.disconnect"})

    async def _take(self, event: dict) -> None:
        if event["type"] == "http.response.start":
            self.status = event["status"]
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
        else:
            self._sent.put_nowait(event)


def named(headers: dict) -> dict:
    return {name.replace("_", "-"): value for name, value in headers.items() if value is not None}


def request(method: str, params: dict | None = None, id=1, meta: dict | None = None) -> dict:
    own = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {**(params or {}), "_meta": {**own, **(meta or {})}}
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def mirror(method: str, params: dict | None = None) -> dict:
    source = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}.get(method, "")
    name = (params or {}).get(source)
    return {"mcp_protocol_version": "2026-07-28", "mcp_method": method, "mcp_name": name}


@pytest.fixture
def make_web():
    """make_web(server, **options of Endpoint) -> Web."""
    return Web


@pytest.fixture
def server() -> Server:
    """A server with a tool, a tool that tells how far it is, and one with a parameter that headers repeat."""
    server = Server("web")

    @server.tool
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    @server.tool(title="Count")
    def count(ctx) -> str:
        """Count to two."""
        ctx.progress(1, 2)
        ctx.progress(2, 2)
        return "two"

    @server.tool
    async def sample(ctx) -> str:
        """Ask the client's model."""
        return str((await ctx.sample("Hello?"))["content"])

    properties = {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "limit": {"type": "integer", "x-mcp-header": "Limit"},
        "dry": {"type": "boolean", "x-mcp-header": "Dry"},
        "inner": {"type": "object", "properties": {"deep": {"type": "string", "x-mcp-header": "Deep"}}},
    }
    entry = {"description": "Search.", "inputSchema": {"type": "object", "properties": properties}}
    server.tools.add("search", {**entry, "handler": lambda arguments: "found"})

    @server.resource("note://{name}")
    def note(name: str) -> str:
        """A note."""
        return name

    return server


@pytest.fixture
def web(server) -> Web:
    """The server above, without sessions."""
    return Web(server)


@pytest.fixture
def request_of():
    """request_of(method, params, id, meta) -> a request of the stateless era and its headers."""

    def make(method: str, params: dict | None = None, id=1, meta: dict | None = None) -> tuple[dict, dict]:
        headers = {name: value for name, value in mirror(method, params).items() if value is not None}
        return request(method, params, id, meta), headers

    return make
