"""content: which values are content blocks, and what is wrong with the others."""

import pytest
from dictmcp.content import BLOCKS, fault, is_block, text_block

PNG = "iVBORw0KGgo="
GOOD = [
    {"type": "text", "text": ""},
    {"type": "text", "text": "a", "annotations": {"priority": 1}, "_meta": {}},
    {"type": "image", "data": PNG, "mimeType": "image/png"},
    {"type": "image", "data": "", "mimeType": "image/png"},
    {"type": "audio", "data": PNG, "mimeType": "audio/wav"},
    {"type": "resource", "resource": {"uri": "a://b", "text": ""}},
    {"type": "resource", "resource": {"uri": "a://b", "blob": PNG}},
    {"type": "resource_link", "uri": "a://b", "name": "b"},
]
BAD = [
    (None, "object"),
    ("a", "object"),
    ([], "object"),
    ({}, "type"),
    ({"type": None}, "type"),
    ({"type": ["text"]}, "type"),
    ({"type": {}}, "type"),
    ({"type": "json", "json": {}}, "json"),
    ({"type": "text"}, "text"),
    ({"type": "text", "text": 5}, "text"),
    ({"type": "image", "data": PNG}, "mimeType"),
    ({"type": "image", "mimeType": "image/png"}, "data"),
    ({"type": "image", "data": "not base64!", "mimeType": "image/png"}, "base64"),
    ({"type": "audio", "data": "a", "mimeType": "audio/wav"}, "base64"),
    ({"type": "image", "data": "\u00e9", "mimeType": "image/png"}, "base64"),
    ({"type": "resource", "resource": "a://b"}, "resource"),
    ({"type": "resource", "resource": {"text": "a"}}, "uri"),
    ({"type": "resource", "resource": {"uri": "a://b"}}, "blob"),
    ({"type": "resource", "resource": {"uri": "a://b", "blob": "?"}}, "base64"),
    ({"type": "resource_link", "uri": "a://b"}, "name"),
]


@pytest.mark.parametrize("block", GOOD, ids=repr)
def test_blocks(block: dict) -> None:
    assert is_block(block)
    assert fault(block) is None


@pytest.mark.parametrize(("value", "word"), BAD, ids=repr)
def test_what_is_no_block(value: object, word: str) -> None:
    assert word in fault(value)
    assert not is_block(value)


def test_the_table_is_tested() -> None:
    assert {block["type"] for block in GOOD} == set(BLOCKS)


def test_a_text_block() -> None:
    assert text_block("a") == {"type": "text", "text": "a"}
