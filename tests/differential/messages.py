"""Messages to compare servers with: every method as it should be, then changed here and there."""

import copy
import json
from typing import Any

from dictmcp.revisions import ALL
from differential.twins import META, STATELESS
from hypothesis import strategies as st

TONE = {"name": "tone", "value": "k"}
PARAMS = [
    ("ping", {}),
    ("tools/list", {}),
    ("tools/call", {"name": "add", "arguments": {"a": 2, "b": 3}}),
    ("tools/call", {"name": "add", "arguments": {"a": 2}}),
    ("tools/call", {"name": "shout", "arguments": {"text": "hey"}}),
    ("tools/call", {"name": "fail"}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "text://motto"}),
    ("resources/read", {"uri": "note://topic"}),
    ("resources/subscribe", {"uri": "text://motto"}),
    ("resources/unsubscribe", {"uri": "text://motto"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "review", "arguments": {"code": "x", "tone": "stern"}}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "review"}, "argument": TONE}),
    ("logging/setLevel", {"level": "error"}),
    ("server/discover", {}),
    ("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a"}}),
    ("nothing/here", {}),
    ("notifications/initialized", {}),
    ("notifications/cancelled", {"requestId": 1}),
    ("notifications/progress", {"progressToken": 1, "progress": 1}),
    ("notifications/roots/list_changed", {}),
]
VALUES = [None, True, False, 0, -1, 1.0, 1.5, 10**30, "", "x", "1", "add", [], [1], {}, {"x": 1}, {"a": "2"}]
NAMES = ["x", "id", "cursor", "arguments", "uri", "_meta", "result", "error", "method", "progressToken"]
RAW = ["", " ", "{", "[]", "[1]", "5", "null", '"x"', "{}", '{"a":1,"a":2}', "[" * 600, "\x00", '{"id":NaN}']


@st.composite
def exchanges(draw) -> tuple[str, str]:
    """A revision, and the text of a message for a connection that was opened under it."""
    revision = draw(st.sampled_from(ALL))
    if draw(st.integers(0, 19)) == 0:
        return revision, draw(st.sampled_from(RAW))
    message = one(draw, revision)
    if draw(st.integers(0, 19)) == 0:
        return revision, json.dumps([message, *(one(draw, revision) for _ in range(draw(st.integers(0, 2))))])
    return revision, json.dumps(message)


def one(draw, revision: str) -> Any:
    """A message that is right, or was, before up to three changes."""
    method, params = draw(st.sampled_from(PARAMS))
    message = {"jsonrpc": "2.0", "method": method, "params": copy.deepcopy(params)}
    if not method.startswith("notifications/"):
        message["id"] = draw(st.sampled_from([1, 0, -5, "", "1", "a", 10**20]))
    if revision == STATELESS and draw(st.integers(0, 9)):
        message["params"]["_meta"] = copy.deepcopy(META)
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 1, 2, 3]))):
        change(draw, message)
    return message


def change(draw, message: dict[str, Any]) -> None:
    """Put something in the place of a member, somewhere inside; or take it away; or add one."""
    inside = [message]
    for found in inside:
        inside += [value for value in found.values() if isinstance(value, dict)]
    target = draw(st.sampled_from(inside))
    name = draw(
        st.sampled_from(sorted(target) or NAMES) if draw(st.integers(0, 3)) else st.sampled_from(NAMES)
    )
    if draw(st.integers(0, 3)):
        target[name] = copy.deepcopy(draw(st.sampled_from(VALUES)))
    else:
        target.pop(name, None)
