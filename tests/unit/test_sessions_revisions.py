"""sessions.revisions: one message in both eras."""

import asyncio

import pytest
from dictmcp.sessions import revisions
from dictmcp.sessions.revisions import in_both, in_handshake_era, in_stateless_era, lines

SERVER = """
import time
from dictmcp import Server

server = Server("demo")
seen = []

@server.tool
def add(a: int, b: int) -> int:
    seen.append(a)
    return a + b + len(seen) - 1

@server.tool
def now() -> float:
    return time.time()

@server.tool
async def ask(ctx) -> str:
    return str(await ctx.elicit("Who?", {"type": "object", "properties": {}}))
"""
CALL = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "tools/call",
    "params": {"name": "add", "arguments": {"a": 1, "b": 2}},
}
PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}


def both(message: dict):
    return asyncio.run(in_both(SERVER, message))


def text(shown: list) -> str:
    return "\n".join(line.text for line in shown)


def test_a_form_has_what_its_era_needs() -> None:
    modern = in_stateless_era(CALL)
    assert modern["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    assert in_handshake_era(modern) == CALL
    assert in_handshake_era(in_stateless_era(PING)) == PING


def test_what_belongs_to_neither_era_stays() -> None:
    message = {**CALL, "params": {**CALL["params"], "_meta": {"progressToken": 1}}}
    assert in_handshake_era(in_stateless_era(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "a"},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"id": 1, "method": "a", "params": []},
    ],
)
def test_what_is_no_request_is_the_same_in_both(message: dict) -> None:
    assert (in_stateless_era(message), in_handshake_era(message)) == (message, message)


def test_a_call_in_both() -> None:
    found = both(CALL)
    assert [side.revision for side in found.sides] == ["2025-11-25", "2026-07-28"]
    assert found.places == ["result.resultType", "result._meta"]
    legacy, modern = (side.left[-1] for side in found.sides)
    assert not any(line.differs for line in legacy)
    marked = text([line for line in modern if line.differs])
    assert ('"resultType"' in marked, '"_meta"' in marked, '"content"' in marked) == (True, True, False)
    assert [side.note for side in found.sides] == ["", ""]
    assert '"3"' in text(legacy)
    assert '"3"' in text(modern)


def test_time_makes_no_difference() -> None:
    found = both({**CALL, "params": {"name": "now", "arguments": {}}})
    assert found.places == ["result.resultType", "result._meta"]


@pytest.mark.parametrize(
    ("method", "revision", "why"),
    [
        ("ping", "2026-07-28", "2026-07-28 has no ping"),
        ("server/discover", "2025-11-25", "2025-11-25 has no server/discover: initialize tells the same."),
        ("initialize", "2026-07-28", "2026-07-28 has no initialize"),
    ],
)
def test_a_method_that_one_era_lacks_is_explained(method: str, revision: str, why: str) -> None:
    params = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "a", "version": "1"},
    }
    found = both(
        {"jsonrpc": "2.0", "id": 1, "method": method, "params": params if method == "initialize" else {}}
    )
    notes = {side.revision: side.note for side in found.sides}
    assert notes[revision].startswith(why)
    assert [bool(note) for note in notes.values()].count(True) == 1
    assert "error" in text(next(side.left[-1] for side in found.sides if side.revision == revision))


def test_a_server_that_asks_differs_in_kind(monkeypatch) -> None:
    monkeypatch.setattr(revisions, "PATIENCE", 0.2)
    params = {
        "name": "ask",
        "arguments": {},
        "_meta": {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
    }
    found = both({**CALL, "params": params})
    assert "input_required" in text(found.sides[1].left[-1])


def test_lines() -> None:
    value = {"a": 1, "b": {"c": [1, 2]}, "d": "x" * 80}
    shown = [*lines(value, {("b", "c", 1)})]
    assert text(shown) == "\n".join(
        [
            "{",
            '  "a": 1,',
            '  "b": {',
            '    "c": [',
            "      1,",
            "      2",
            "    ]",
            "  },",
            f'  "d": "{"x" * 80}"',
            "}",
        ]
    )
    assert [line.text.strip() for line in shown if line.differs] == ["2"]
    assert text(lines({"a": 1}, set())) == '{"a": 1}'
