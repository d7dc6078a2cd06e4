"""revisions: which era a message belongs to, and which revision it is served under."""

import pytest
from dictmcp import RpcError
from dictmcp.revisions import (
    ALL,
    CLIENT_CAPABILITIES,
    CLIENT_INFO,
    HANDSHAKE,
    LOG_LEVEL,
    PROTOCOL_VERSION,
    STATELESS,
    check_meta,
    is_stateless,
    negotiate,
)


@pytest.mark.parametrize("key", [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL])
@pytest.mark.parametrize("value", [None, "", {}, False], ids=repr)
def test_one_key_of_the_stateless_era_is_enough(key: str, value: object) -> None:
    assert is_stateless({key: value})


@pytest.mark.parametrize(
    "meta", [{}, {"progressToken": 1}, {"traceparent": "a"}, {"io.modelcontextprotocol/other": 1}], ids=repr
)
def test_other_keys_say_nothing_of_the_era(meta: dict) -> None:
    assert not is_stateless(meta)


def test_a_complete_meta_names_its_revision() -> None:
    assert check_meta({PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: {}}, ALL) == STATELESS[-1]


@pytest.mark.parametrize(
    ("meta", "key"),
    [
        ({CLIENT_CAPABILITIES: {}}, PROTOCOL_VERSION),
        ({PROTOCOL_VERSION: STATELESS[-1]}, CLIENT_CAPABILITIES),
        ({PROTOCOL_VERSION: "1999-01-01"}, CLIENT_CAPABILITIES),
        ({PROTOCOL_VERSION: 5, CLIENT_CAPABILITIES: {}}, PROTOCOL_VERSION),
        ({PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: None}, CLIENT_CAPABILITIES),
        ({PROTOCOL_VERSION: STATELESS[-1], CLIENT_CAPABILITIES: []}, CLIENT_CAPABILITIES),
    ],
    ids=repr,
)
def test_a_missing_key_is_named(meta: dict, key: str) -> None:
    with pytest.raises(RpcError, match=key) as refused:
        check_meta(meta, ALL)
    assert refused.value.code == -32602


@pytest.mark.parametrize("revision", ["1999-01-01", "", *HANDSHAKE])
def test_another_revision_is_answered_with_what_there_is(revision: str) -> None:
    with pytest.raises(RpcError) as refused:
        check_meta({PROTOCOL_VERSION: revision, CLIENT_CAPABILITIES: {}}, ALL)
    assert refused.value.code == -32022
    assert refused.value.data == {"supported": [*STATELESS], "requested": revision}


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_handshake_settles_on_what_was_asked_for(revision: str) -> None:
    assert negotiate(revision, ALL) == revision


@pytest.mark.parametrize("revision", ["2099-01-01", "1900-01-01", "", "latest", *STATELESS])
def test_a_handshake_offers_the_newest_instead(revision: str) -> None:
    assert negotiate(revision, ALL) == "2025-11-25"


def test_a_handshake_offers_only_what_is_served() -> None:
    assert negotiate("2025-11-25", ["2024-11-05", "2025-03-26", "2026-07-28"]) == "2025-03-26"
    with pytest.raises(RpcError, match="2026-07-28") as refused:
        negotiate("2025-11-25", STATELESS)
    assert refused.value.data == {"supported": [*STATELESS], "requested": "2025-11-25"}
