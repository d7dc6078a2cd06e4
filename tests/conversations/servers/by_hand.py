"""A hand-written route with hand-made faults: what it does is its own business, the host survives."""

import sys


def route(message: dict) -> dict | None:
    """Do what the method says."""
    match message.get("method"):
        case "ping":
            return {"jsonrpc": "2.0", "id": message["id"], "result": {}}
        case "raise":
            raise ValueError("by hand")
        case "exit":
            sys.exit(3)
        case "set":
            return {"jsonrpc": "2.0", "id": message["id"], "result": {"values": {1}}}
        case "nan":
            return {"jsonrpc": "2.0", "id": message["id"], "result": {"value": float("nan")}}
        case "bare":
            return "bare"
    return None
