"""Official clients of both languages and both eras take the same walk, and see the same garden."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from clients.pythons import FastMcp, Official
from clients.walk import WALKS
from conformance.served import Served
from conversations.replay import difference

GARDEN = Path(__file__).with_name("garden.py")
PATIENCE = 60  # seconds; only so that a hang becomes a failure

# how the garden is served -> the options of `--http`, None for stdio
SERVED = {"stdio": None, "http": (), "http with sessions": ("--sessions",)}

# client, its mode, how it is served, the revision it must come to, how far it then walks
CONNECTIONS = [
    ("mcp", "legacy", "stdio", "2025-11-25", "push"),
    ("mcp", "legacy", "http", "2025-11-25", "neither"),
    ("mcp", "legacy", "http with sessions", "2025-11-25", "push"),
    ("mcp", "auto", "stdio", "2026-07-28", "listen"),
    ("mcp", "auto", "http", "2026-07-28", "listen"),
    ("fastmcp", "legacy", "http", "2025-11-25", "neither"),
    ("fastmcp", "legacy", "http with sessions", "2025-11-25", "push"),
    ("fastmcp", "auto", "http", "2026-07-28", "listen"),
    ("@modelcontextprotocol/client", "legacy", "stdio", "2025-11-25", "push"),
    ("@modelcontextprotocol/client", "legacy", "http", "2025-11-25", "neither"),
    ("@modelcontextprotocol/client", "legacy", "http with sessions", "2025-11-25", "push"),
    ("@modelcontextprotocol/client", "auto", "stdio", "2026-07-28", "listen"),
    ("@modelcontextprotocol/client", "auto", "http", "2026-07-28", "listen"),
    ("@modelcontextprotocol/sdk", "legacy", "stdio", "2025-11-25", "push"),
    ("@modelcontextprotocol/sdk", "legacy", "http", "2025-11-25", "neither"),
    ("@modelcontextprotocol/sdk", "legacy", "http with sessions", "2025-11-25", "push"),
]


def python(make, where: str, is_url: bool, mode: str, acts: list) -> dict:
    """The walk of a Python client, in an event loop of its own."""

    async def walk() -> dict:
        return await asyncio.wait_for(make(where, is_url, mode).walk(acts), PATIENCE)

    return asyncio.run(walk())


def node(script: str, where: str, is_url: bool, mode: str, acts: list) -> dict:
    """The walk of a TypeScript client, in a process of its own."""
    told = {"where": where, "isUrl": is_url, "mode": mode, "acts": acts, "python": sys.executable}
    command = ["node", GARDEN.with_name(script)]
    done = subprocess.run(
        command, input=json.dumps(told), capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


CLIENTS = {
    "mcp": lambda *args: python(Official, *args),
    "fastmcp": lambda *args: python(FastMcp, *args),
    "@modelcontextprotocol/client": lambda *args: node("client.mjs", *args),
    "@modelcontextprotocol/sdk": lambda *args: node("sdk.mjs", *args),
}


# Clients warn that what is deprecated since 2026-07-28 is; we use it in the era that has it.
@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
@pytest.mark.parametrize(
    ("client", "mode", "served", "revision", "kind"),
    CONNECTIONS,
    ids=[", ".join(row[:3]) for row in CONNECTIONS],
)
def test_client_sees_everything(client, mode, served, revision, kind) -> None:
    acts = [act.as_told() for act in WALKS[kind]]
    if SERVED[served] is None:
        told = CLIENTS[client](str(GARDEN), False, mode, acts)
    else:
        with Served(GARDEN, *SERVED[served]) as http:
            told = CLIENTS[client](http.url, True, mode, acts)
    assert told["revision"] == revision
    assert len(told["seen"]) == len(acts)
    for act, seen in zip(WALKS[kind], told["seen"], strict=True):
        assert difference(act.as_seen(), seen) is None, f"{act.do}: {difference(act.as_seen(), seen)}"
