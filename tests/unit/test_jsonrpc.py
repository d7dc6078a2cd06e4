"""jsonrpc: building, checking, parsing and encoding messages."""

import pytest
from dictmcp import (
    RpcError,
    is_valid_response,
    jsonrpc,
    make_error,
    make_notification,
    make_request,
    make_response,
)
from dictmcp.jsonrpc import check, encode, expects_no_answer, readable_id

GOOD_IDS = [0, 1, -1, 2**70, "", "0", "a", "\ud800"]
BAD_IDS = [None, True, False, 1.0, 2.5, [], [1], {}, b"1"]


def refused(code: int):
    """Expect an RpcError with this code."""
    return pytest.raises(RpcError, check=lambda error: error.code == code)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (make_request(1, "ping"), '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
        (make_request("", "a", {}), '{"jsonrpc":"2.0","id":"","method":"a","params":{}}'),
        (make_notification("a"), '{"jsonrpc":"2.0","method":"a"}'),
        (make_notification("a", {"b": 1}), '{"jsonrpc":"2.0","method":"a","params":{"b":1}}'),
        (make_response(0, {}), '{"jsonrpc":"2.0","id":0,"result":{}}'),
        (make_response(0, None), '{"jsonrpc":"2.0","id":0,"result":null}'),
        (make_error(0, 5, "no"), '{"jsonrpc":"2.0","id":0,"error":{"code":5,"message":"no"}}'),
        (make_error(0, 5, "", 0), '{"jsonrpc":"2.0","id":0,"error":{"code":5,"message":"","data":0}}'),
        (make_error(None, 5, "no"), '{"jsonrpc":"2.0","error":{"code":5,"message":"no"}}'),
    ],
    ids=lambda value: value if isinstance(value, str) else "built",
)
def test_what_is_built(made: dict, text: str) -> None:
    assert encode(made) == text


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("PARSE_ERROR", -32700),
        ("INVALID_REQUEST", -32600),
        ("METHOD_NOT_FOUND", -32601),
        ("INVALID_PARAMS", -32602),
        ("INTERNAL_ERROR", -32603),
    ],
)
def test_codes(name: str, code: int) -> None:
    assert getattr(jsonrpc, name) == code


class Hostile(dict):
    """A dict that cannot be read."""

    def get(self, *_):
        raise RuntimeError

    __contains__ = __getitem__ = get


class Odd:
    """A value that cannot be compared."""

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


RESPONSES = [
    ({"jsonrpc": "2.0", "id": 1, "result": {}}, True),
    ({"jsonrpc": "2.0", "id": 1, "result": None}, True),
    ({"jsonrpc": "2.0", "id": "", "result": 0, "extra": 1}, True),
    ({"jsonrpc": "2.0", "id": 0, "error": {"code": 0, "message": ""}}, True),
    ({"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": "a"}}, False),
    ({"jsonrpc": "2.0", "id": 1}, False),
    ({"jsonrpc": "2.0", "result": {}}, False),
    ({"jsonrpc": "2.0", "error": {"code": 1, "message": "a"}}, False),
    ({"jsonrpc": "1.0", "id": 1, "result": {}}, False),
    ({"jsonrpc": 2.0, "id": 1, "result": {}}, False),
    ({"id": 1, "result": {}}, False),
    *[({"jsonrpc": "2.0", "id": id, "result": {}}, False) for id in BAD_IDS],
    *[
        ({"jsonrpc": "2.0", "id": 1, "error": error}, False)
        for error in (
            None,
            "no",
            {},
            {"code": 1},
            {"message": "a"},
            {"code": True, "message": "a"},
            {"code": 1.0, "message": "a"},
            {"code": "1", "message": "a"},
            {"code": 1, "message": None},
        )
    ],
    *[(value, False) for value in (None, 1, "", [], [{"jsonrpc": "2.0", "id": 1, "result": {}}], {}, object)],
    (Hostile(jsonrpc="2.0"), False),
    ({"jsonrpc": Odd(), "id": 1, "result": {}}, False),
]


@pytest.mark.parametrize(("value", "valid"), RESPONSES, ids=repr)
def test_valid_responses(value: object, valid: bool) -> None:
    assert is_valid_response(value) is valid


@pytest.mark.parametrize("id", GOOD_IDS, ids=repr)
def test_an_id_that_can_be_echoed(id: object) -> None:
    echoed = readable_id({"id": id})
    assert (type(echoed), echoed) == (type(id), id)


@pytest.mark.parametrize("message", [{"id": id} for id in BAD_IDS] + [{}, [], None, 5], ids=repr)
def test_an_id_that_cannot_be_echoed(message: object) -> None:
    assert readable_id(message) is None


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (make_request(0, "a"), "request"),
        (make_request("", "a", {}), "request"),
        ({"jsonrpc": "2.0", "id": 1, "method": "a", "params": None}, "request"),
        ({"jsonrpc": "2.0", "id": 1, "method": ""}, "request"),
        (make_notification("a"), "notification"),
        (make_response(1, {}), "response"),
        ({"result": 1, "error": 2}, "response"),
        ({"error": None}, "response"),
    ],
    ids=repr,
)
def test_kinds(message: dict, kind: str) -> None:
    assert check(message) == kind


@pytest.mark.parametrize(
    ("message", "code"),
    [
        *[(value, -32600) for value in (None, 1, "a", True, [], [make_request(1, "a")], {}, {"id": 1})],
        *[({"jsonrpc": "2.0", "id": id, "method": "a"}, -32600) for id in BAD_IDS],
        *[
            ({"jsonrpc": version, "id": 1, "method": "a"}, -32600)
            for version in (None, 2.0, "1.0", "", ["2.0"])
        ],
        ({"id": 1, "method": "a"}, -32600),
        *[({"jsonrpc": "2.0", "id": 1, "method": method}, -32600) for method in (None, 1, True, [], {})],
        *[
            ({"jsonrpc": "2.0", "id": 1, "method": "a", "params": p}, -32600)
            for p in (0, "", "a", True, False, 1.5)
        ],
        *[({"jsonrpc": "2.0", "id": 1, "method": "a", "params": p}, -32602) for p in ([], [1])],
        ({"jsonrpc": "2.0", "id": 1, "method": "a", "result": {}}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "a", "error": None}, -32600),
    ],
    ids=repr,
)
def test_what_is_no_message(message: object, code: int) -> None:
    with refused(code):
        check(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (make_notification("a"), True),
        ({"method": "a"}, True),
        ({"method": "a", "params": 5}, True),
        ({"id": 1, "result": 1}, True),
        ({"error": 1}, True),
        ({"id": None, "result": 1}, True),
        (make_request(1, "a"), False),
        ({"id": None, "method": "a"}, False),
        ({"method": 5}, False),
        ({"id": 1}, False),
        ({}, False),
        ([], False),
        (None, False),
    ],
    ids=repr,
)
def test_who_expects_no_answer(message: object, expected: bool) -> None:
    assert expects_no_answer(message) is expected
