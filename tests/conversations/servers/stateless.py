"""Speaks the stateless revision only."""

from dictmcp import Server

server = Server("stateless", revisions=["2026-07-28"], ttl_ms=60000, cache_scope="public")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b
