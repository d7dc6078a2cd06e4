"""as_of: what came later is not sent to older clients."""

import pytest
from dictmcp import as_of
from dictmcp.revisions import ALL, HANDSHAKE

TOOL = {
    "name": "it",
    "description": "A tool.",
    "inputSchema": {"type": "object"},
    "annotations": {},
    "title": "It",
    "outputSchema": {"type": "object"},
    "_meta": {},
    "icons": [],
}
SINCE = {
    "2024-11-05": ["name", "description", "inputSchema"],
    "2025-03-26": ["annotations"],
    "2025-06-18": ["title", "outputSchema", "_meta"],
    "2025-11-25": ["icons"],
    "2026-07-28": [],
}
AUDIO = {"type": "audio", "data": "", "mimeType": "audio/wav"}
LINK = {"type": "resource_link", "uri": "kb://a", "name": "a"}
TEXT = {"type": "text", "text": "a"}


@pytest.mark.parametrize("revision", ALL)
def test_members(revision: str) -> None:
    expected = [name for since, names in SINCE.items() if since <= revision for name in names]
    assert list(as_of.members(TOOL, revision)) == [name for name in TOOL if name in expected]


@pytest.mark.parametrize("revision", ALL)
def test_only_the_stateless_era_has_outputs_that_are_no_objects(revision: str) -> None:
    shown = as_of.members({"outputSchema": {"type": "array"}}, revision)
    assert ("outputSchema" in shown) is (revision not in HANDSHAKE)


@pytest.mark.parametrize(
    ("block", "since"),
    [(TEXT, "2024-11-05"), (AUDIO, "2025-03-26"), (LINK, "2025-06-18")],
    ids=["text", "audio", "link"],
)
@pytest.mark.parametrize("revision", ALL)
def test_blocks(block: dict, since: str, revision: str) -> None:
    shown = as_of.block(block, revision)
    assert (shown == block) is (since <= revision)
    assert since <= revision or (shown["type"] == "text" and since in shown["text"])


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize("value", [{"a": 1}, [1], 0, None], ids=repr)
def test_structured_content(revision: str, value: object) -> None:
    shown = as_of.tool_result({"content": [TEXT], "structuredContent": value, "isError": False}, revision)
    allowed = revision not in HANDSHAKE or (revision >= "2025-06-18" and isinstance(value, dict))
    assert ("structuredContent" in shown) is allowed
    assert shown["content"] == [TEXT]
