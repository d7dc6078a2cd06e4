"""A session as commands for curl, over the HTTP transport, with the headers that each message needs there."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from ..errors import RpcError
from ..jsonrpc import Message
from ..revisions import PROTOCOL_VERSION, is_stateless
from ..text import parse
from ..transports.http_rules import NAMED, decoded, mirrored
from .file import Step

_HEAD: Final = """#!/bin/sh
# {title}, sent over HTTP: sh session.sh [URL]
# Serve it with: python -m dictmcp server.py --http 127.0.0.1:8000
URL=${{1:-http://127.0.0.1:8000/mcp}}
"""
_OPENED: Final = """SESSION=$(awk 'tolower($1) == "mcp-session-id:" { print $2 }' "$HEADERS" | tr -d '\\r')
rm -f "$HEADERS"
"""


def curl_commands(title: str, steps: list[Step], name: Callable[[str], str]) -> str:
    """A shell script of them. name: what to call a message."""
    parts = [_HEAD.format(title=title)]
    session = _Session()
    for at, step in enumerate(steps):
        following = steps[at + 1 : at + 2]
        is_waited_for = not (following and following[0].after is not None and step.after is None)
        parts.append(f"# {at + 1}. {name(step.text)}\n{session.command(step, is_waited_for)}")
    if any(step.after is not None for step in steps):
        parts.append("wait\n")
    return "\n".join(parts)


class _Session:
    """What later messages owe to earlier ones: the version, the session, the tools that were listed."""

    def __init__(self) -> None:
        self._version = ""
        self._schemas: dict[str, Any] = {}

    def command(self, step: Step, is_waited_for: bool) -> str:
        try:
            message = parse(step.text)
        except RpcError:
            message = None
        headers = ["Content-Type: application/json", "Accept: application/json, text/event-stream"]
        is_first = isinstance(message, dict) and message.get("method") == "initialize"
        named = [f"-H {shlex.quote(header)}" for header in (*headers, *self._headers(message))]
        if self._version and not is_first and not _is_stateless(message):
            named.append('-H "Mcp-Session-Id: $SESSION"')
        before = "HEADERS=$(mktemp)\n" if is_first else ""
        extra = ' -D "$HEADERS"' if is_first else ""
        lines = [f'curl -sS{extra} "$URL"', *named, f"--data-raw {shlex.quote(step.text)}"]
        command = before + " \\\n  ".join(lines) + ("" if is_waited_for else " &\nsleep 1")
        self._learn(step)
        return command + "\necho\n" + (_OPENED if is_first else "")

    def _headers(self, message: Any) -> Iterator[str]:
        if not _is_stateless(message):
            if self._version and not (isinstance(message, dict) and message.get("method") == "initialize"):
                yield f"MCP-Protocol-Version: {self._version}"
            return
        params = message["params"]
        method = message.get("method")
        yield f"MCP-Protocol-Version: {_header(params['_meta'].get(PROTOCOL_VERSION, ''))}"
        yield f"Mcp-Method: {_header(method)}"
        if isinstance(name := params.get(NAMED.get(method, "")), str):
            yield f"Mcp-Name: {_header(name)}"
            yield from self._parameters(name, params.get("arguments"))

    def _parameters(self, tool: str, arguments: Any) -> Iterator[str]:
        for place, name in mirrored(self._schemas.get(tool)):
            value = arguments
            for part in place:
                value = value.get(part) if isinstance(value, dict) else None
            if isinstance(value, str | int | float):
                yield f"Mcp-Param-{name}: {_header(str(value).lower() if isinstance(value, bool) else value)}"

    def _learn(self, step: Step) -> None:
        for message in step.receive:
            result = message.get("result") if isinstance(message, dict) else None
            if not isinstance(result, dict):
                continue
            if isinstance(result.get("protocolVersion"), str):
                self._version = result["protocolVersion"]
            self._schemas |= {tool["name"]: tool.get("inputSchema") for tool in _tools(result)}


def _tools(result: Message) -> Iterable[Message]:
    tools = result.get("tools")
    return (
        [one for one in tools if isinstance(one, dict) and "name" in one] if isinstance(tools, list) else []
    )


def _is_stateless(message: Any) -> bool:
    params = message.get("params") if isinstance(message, dict) else None
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and is_stateless(meta)


def _header(value: Any) -> str:
    """A value as a header can hold it."""
    text = str(value)
    try:
        if decoded(text) == text and text == text.strip():
            return text
    except ValueError:
        pass
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="
