"""Ready-made messages for a server: what a client would send it, and what no client should.

To add one: add a row to HANDSHAKE_ERA, STATELESS_ERA or ON_PURPOSE. Calls are made from the tools' schemas.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from .doors import Doors
from .jsonrpc import Message, is_valid_response, make_notification, make_request
from .revisions import CLIENT_CAPABILITIES, CLIENT_INFO, HANDSHAKE, PROTOCOL_VERSION, STATELESS
from .server import Server
from .text import encode


class Preset(NamedTuple):
    """A message ready to be sent: where it belongs, what it is called, its text."""

    group: str
    label: str
    text: str


_PAGES: Final = 64  # of tools; so many that only a server that never ends its list has more
_CLIENT: Final = {"name": "playground", "version": "1.0.0"}
_META: Final = {PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}, CLIENT_INFO: _CLIENT}
_INITIALIZE: Final = {"protocolVersion": HANDSHAKE[-1], "capabilities": {}, "clientInfo": _CLIENT}

HANDSHAKE_ERA: Final = (
    ("initialize", make_request(1, "initialize", _INITIALIZE)),
    ("initialized", make_notification("notifications/initialized")),
    ("ping", make_request(2, "ping")),
    ("tools/list", make_request(3, "tools/list")),
)
STATELESS_ERA: Final = (
    ("server/discover", make_request("d-1", "server/discover", {"_meta": _META})),
    ("tools/list", make_request("d-2", "tools/list", {"_meta": _META})),
)
ON_PURPOSE: Final = (  # the id goes in at %d
    ("a notification nobody knows", encode(make_notification("notifications/hello"))),
    ("an unknown method", '{"jsonrpc":"2.0","id":%d,"method":"tools/lst"}'),
    (
        "an unknown tool",
        '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"no_such_tool","arguments":{}}}',
    ),
    ("a broken message", '{"jsonrpc":"2.0","id":%d,"method":'),
    ("an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}'),
    ("a batch", '[{"jsonrpc":"2.0","id":%d,"method":"ping"}]'),
)


def presets(tools: list[Message], first: int = 1) -> list[Preset]:
    """The ready-made messages for a server with these tools, calls of them first.

    Their ids count up from `first` as they stand, apart from those of the stateless era.
    """
    ids = itertools.count(first)
    stateless = f"Stateless, {STATELESS[-1]}"
    return [
        *(Preset("Tools", f"call {tool['name']}", pretty(_call(next(ids), tool))) for tool in tools),
        *(
            Preset(
                "Handshake era", label, pretty({**message, "id": next(ids)} if "id" in message else message)
            )
            for label, message in HANDSHAKE_ERA
        ),
        *(Preset(stateless, label, pretty(message)) for label, message in STATELESS_ERA),
        *(Preset(stateless, f"call {tool['name']}", pretty(_stateless(tool))) for tool in tools[:1]),
        *(
            Preset("Wrong on purpose", label, text % next(ids) if "%d" in text else text)
            for label, text in ON_PURPOSE
        ),
    ]


async def list_tools(doors: Doors) -> list[Message]:
    """The tools of a server, asked for as a client would, page by page; none if it does not answer well."""
    params: Message = {}
    if isinstance(doors, Server):
        if not set(doors.revisions) & set(HANDSHAKE):
            params = {"_meta": _META}
        doors = doors.session()  # leaves the session that people see as it is
    named: dict[str, Message] = {}
    for _ in range(_PAGES):
        reply = await doors.route_async(make_request(0, "tools/list", params or None))
        result = reply.get("result") if is_valid_response(reply) else None
        if not isinstance(result, dict):
            break
        tools = result.get("tools")
        named |= (
            {tool["name"]: tool for tool in tools if _is_callable(tool)} if isinstance(tools, list) else {}
        )
        cursor = result.get("nextCursor")
        if not isinstance(cursor, str) or cursor == params.get("cursor"):
            break
        params = {**params, "cursor": cursor}
    return [*named.values()]


def pretty(value: Any, width: int = 72, indent: str = "") -> str:
    """A JSON value as text to read and edit: on one line where it fits, else a member a line."""
    text = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(text) <= width or not isinstance(value, dict | list) or not value:
        return text
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{encode(name)}: {pretty(member, width, inner)}" for name, member in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + pretty(item, width, inner) for item in value) + f"\n{indent}]"


def sample(schema: Any, at: int = 0) -> Any:
    """A value that a schema might mean: its default or first example, else a plain one of its type."""
    if not isinstance(schema, dict):
        return None
    for name, choose in _CHOICES:
        if name in schema:
            return choose(schema[name])
    for name in ("anyOf", "oneOf"):
        if isinstance(schema.get(name), list) and schema[name]:
            return sample(schema[name][0], at)
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    make = _SAMPLES.get(kind) if isinstance(kind, str) else None
    return None if make is None else make(schema, at)


def arguments(schema: Any) -> dict[str, Any]:
    """Arguments for a tool with this input schema: all that is required, and what has an example."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    required = schema.get("required", ()) if properties else ()
    chosen = [(name, one) for name, one in properties.items() if name in required or _has_example(one)]
    return {name: sample(one, at) for at, (name, one) in enumerate(chosen)}


_CHOICES: Final[tuple[tuple[str, Callable[[Any], Any]], ...]] = (
    ("examples", lambda examples: examples[0] if examples else None),
    ("default", lambda default: default),
    ("const", lambda const: const),
    ("enum", lambda choices: choices[0] if choices else None),
)
_SAMPLES: Final[dict[str, Callable[[Any, int], Any]]] = {
    "string": lambda schema, at: "text",
    "integer": lambda schema, at: max(schema.get("minimum", 0), 2 + at),
    "number": lambda schema, at: max(schema.get("minimum", 0), 1.5 + at),
    "boolean": lambda schema, at: True,
    "array": lambda schema, at: [sample(schema["items"])] if isinstance(schema.get("items"), dict) else [],
    "object": lambda schema, at: arguments(schema),
    "null": lambda schema, at: None,
}


def _has_example(schema: Any) -> bool:
    return isinstance(schema, dict) and bool(schema.get("examples"))


def _is_callable(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("name"), str)


def _call(id: int | str, tool: Message, **more: Any) -> Message:
    try:
        chosen = arguments(tool.get("inputSchema"))
    except (TypeError, AttributeError, KeyError, IndexError, ValueError):
        chosen = {}  # the schema is none; the verdict of tools/list says so
    params = {"name": tool["name"], "arguments": chosen, **more}
    if "progress" in str(tool.get("description", "")).lower():
        params.setdefault("_meta", {})["progressToken"] = id
    return make_request(id, "tools/call", params)


def _stateless(tool: Message) -> Message:
    return _call("d-3", tool, _meta=dict(_META))
