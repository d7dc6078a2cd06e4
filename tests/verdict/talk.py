"""Talk to a `route` as a host does, and say what the verdict finds."""

import json
from collections.abc import Callable
from typing import Any

from dictmcp.exchange import UNREADABLE
from dictmcp.history import History
from dictmcp.verdict import Finding, judge
from verdict.good_server import NEW, OWN

CLIENT = {"name": "client", "version": "1.0.0"}


def request(method: str, params: dict | None = None, id: Any = 7, **more: Any) -> dict:
    """A request of the handshake era."""
    return {
        "jsonrpc": "2.0",
        "id": id,
        "method": method,
        **({} if params is None else {"params": params}),
        **more,
    }


def modern(method: str, id: Any = 7, meta: dict | None = None, **params: Any) -> dict:
    """A request of the stateless era."""
    own = {
        OWN + "protocolVersion": NEW,
        OWN + "clientCapabilities": {"elicitation": {}},
        OWN + "clientInfo": CLIENT,
    }
    return request(method, {**params, "_meta": {**own, **(meta or {})}}, id)


def call(name: str, id: Any = 7, **arguments: Any) -> dict:
    """A call of a tool, in the handshake era."""
    return request("tools/call", {"name": name, "arguments": arguments}, id)


def hello(version: str = "2025-11-25", **capabilities: Any) -> list[dict]:
    """A handshake."""
    params = {
        "protocolVersion": version,
        "capabilities": {"elicitation": {}, **capabilities},
        "clientInfo": CLIENT,
    }
    return [request("initialize", params, "hello"), {"jsonrpc": "2.0", "method": "notifications/initialized"}]


def talk(route: Callable[..., Any], messages: list[Any]) -> list[tuple[Any, list[Finding]]]:
    """Each message with what is found in its exchange. A str is text that is not JSON."""
    history, found = History(), []
    for message in messages:
        beside: list[Any] = []
        given = message if not isinstance(message, str) else UNREADABLE
        reply = route(json.loads(json.dumps(message)), beside.append)
        exchange = history.exchange(given, reply, tuple(beside))
        for late in getattr(route, "late", ()):
            history.after(late)
        found.append((message, judge(exchange)))
    return found
