"""jsonrpc: building, checking, parsing and encoding messages."""

import json

import dictmcp.text
import pytest
from dictmcp import (
    RpcError,
    is_valid_response,
    jsonrpc,
    make_error,
    make_notification,
    make_request,
    make_response,
    parse,
)
from dictmcp.errors import describe
from dictmcp.jsonrpc import check, encode, error_envelope, expects_no_answer, readable_id
from dictmcp.text import peek_id

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


# -- parse --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":1}', {"a": 1}),
        (b'{"a":1}', {"a": 1}),
        (bytearray(b'{"a":1}'), {"a": 1}),
        ("\ufeff{}", {}),
        (b"\xef\xbb\xbf{}", {}),
        (" {}\r\n", {}),
        ('"\\ud83c\\udf3b"', "\U0001f33b"),
        ('"\\ud800"', "\ud800"),
        ('{"a":1,"a":2}', {"a": 2}),
        ('[{"a":1,"a":2}]', [{"a": 2}]),
        ("9" * 4300, int("9" * 4300)),
        ("[" * 500 + "]" * 500, None),
        ('"' + "[" * 1000 + '"', "[" * 1000),
    ],
    ids=[
        "object",
        "bytes",
        "bytearray",
        "bom",
        "bom bytes",
        "space",
        "pair",
        "lone",
        "twice",
        "batch",
        "long",
        "deep",
        "no deep",
    ],
)
def test_what_is_parsed(text: str | bytes, value: object) -> None:
    parsed = parse(text)
    assert value is None or parsed == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "nope",
        "{}{}",
        "NaN",
        "-Infinity",
        '{"a":Infinity}',
        "\ufeff\ufeff{}",
        "\u00a0{}",
        '"\t"',
        '{"a":{"b":1,"b":2}',
        '{"a":1,"a":2} trailing',
        "01",
        b"\xff",
        b'{"a":"\xed\xa0\x80"}',
        "{}".encode("utf-16"),
        b"\xc3",
    ],
    ids=repr,
)
def test_what_is_no_json(text: str | bytes) -> None:
    with refused(-32700):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"id":1,"id":1}',
        '{"method":"a","method":"b"}',
        '{"params":{"a":1,"a":1}}',
        '[{"result":1,"result":1}]',
        '[[{"a":1,"a":2}]]',
        '{"a":{"b":1,"\\u0062":1}}',
        "1e400",
        "[-1e999]",
        "9" * 4301,
        '{"a":{"b":1,"b":2},"c":' + "9" * 4301 + "}",
        "[" * 501 + "]" * 501,
        '{"a":' * 501 + "1" + "}" * 501,
        "[" * 100_000,
        '"\\"' + '"' + "[" * 501,
    ],
    ids=[
        "id",
        "method",
        "params",
        "batch",
        "inner",
        "escaped",
        "huge",
        "-huge",
        "digits",
        "repeated digits",
        "arrays",
        "objects",
        "open",
        "after text",
    ],
)
def test_what_is_refused(text: str) -> None:
    with refused(-32600):
        parse(text)


def test_a_text_that_is_too_long_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(dictmcp.text, "MAX_CHARACTERS", 10)
    assert parse('"12345678"') == "12345678"
    with refused(-32600):
        parse('"123456789"')


def test_many_names_of_which_one_is_repeated_are_no_trouble() -> None:
    names = ",".join(f'"{number}":0' for number in range(100_000))
    assert len(parse(f'{{{names},"0":1}}')) == 100_000


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ('{"id":5,', 5),
        ('{"a":[{"id":1}],"id":"x"}', "x"),
        (b'\xef\xbb\xbf{"id" : -7}', -7),
        ('{"id":"a\\"b","x":1}', 'a"b'),
        ('{"id":"\\ud83c\\udf3b"}', "\U0001f33b"),
        ('{"a":"id","id":5}', 5),
        ('{"a":"{\\"id\\":1}","id":2}', 2),
        ('{"id":0}', 0),
        ('{"id":""}', ""),
        ('{"id":1.5}', None),
        ('{"id":true}', None),
        ('{"id":null}', None),
        ('{"id":[1]}', None),
        ('{"id":1', None),
        ('{"id":' + "1" * 5000 + "}", None),
        ('{"id":01}', None),
        ('{"id":"a', None),
        ('[{"id":1}]', None),
        ('{"a":{"id":1}}', None),
        ("", None),
        (b"\xff\xfe", None),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_the_id_of_a_text_that_is_not_parsed(text: str | bytes, id: object) -> None:
    found = peek_id(text)
    assert (type(found), found) == (type(id), id)


def test_the_search_for_an_id_is_bounded() -> None:
    assert peek_id('{"a":"' + "x" * 100_000 + '","id":1}') is None


# -- encode -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["\u2028\u2029\x85", "\U0001f33b", "\n\r\t\x00", "\ufeff"], ids=repr)
def test_what_is_encoded_is_one_line_of_utf8_and_comes_back(text: str) -> None:
    encoded = encode({"a": text})
    assert encoded.encode("utf-8").splitlines() == [encoded.encode("utf-8")]
    assert len(encoded.splitlines()) == 1
    assert json.loads(encoded) == {"a": text}


@pytest.mark.parametrize("text", ["\ud800", "\udf3b\ud83c", "a\udfff"], ids=repr)
def test_a_lone_surrogate_leaves_as_what_every_reader_takes_but_in_an_id(text: str) -> None:
    left = json.loads(encode({"id": text, "result": {text: [text]}}))
    replaced = "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
    assert left == {"id": text, "result": {replaced: [replaced]}}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"", object()], ids=repr)
def test_what_is_not_encoded(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        encode(value)


# -- errors -------------------------------------------------------------------------------------------


class Broken(Exception):
    """Cannot be printed."""

    def __str__(self):
        raise SystemExit


class Wrong(Exception):
    """Prints no text."""

    def __str__(self):
        return None  # noqa: PLE0307


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("no"), "ValueError: no"),
        (ValueError(), "ValueError"),
        (KeyError("a"), "KeyError: 'a'"),
        (SystemExit(3), "SystemExit: 3"),
        (Broken(), "Broken: (its text cannot be read)"),
        (Wrong(), "Wrong: (its text cannot be read)"),
    ],
    ids=["text", "no text", "key", "exit", "broken", "wrong"],
)
def test_an_exception_in_words(error: BaseException, text: str) -> None:
    assert describe(error) == text


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (RpcError(5, "no"), {"code": 5, "message": "no"}),
        (RpcError(5, "", []), {"code": 5, "message": "", "data": []}),
        (ValueError("no"), {"code": -32603, "message": "Internal error: ValueError: no"}),
        (Broken(), {"code": -32603, "message": "Internal error: Broken: (its text cannot be read)"}),
    ],
    ids=["rpc", "data", "other", "unprintable"],
)
def test_an_exception_as_an_envelope(error: BaseException, expected: dict) -> None:
    assert error_envelope(error, 0) == {"jsonrpc": "2.0", "id": 0, "error": expected}


@pytest.mark.parametrize(
    "arguments", [("418", "a"), (True, "a"), (1.0, "a"), (None, "a"), (1, None), (1, 5)], ids=repr
)
def test_an_error_that_is_none_still_makes_a_valid_envelope(arguments: tuple) -> None:
    try:
        error: Exception = RpcError(*arguments)
    except Exception as refusal:
        error = refusal
    assert is_valid_response(error_envelope(error, 1))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param('{"a":1, }', "comma before end of object: line 1 column 7", id="object"),
        pytest.param('{"a":[1,2,]}', "comma before end of array: line 1 column 10", id="array"),
        pytest.param("[,]", "Expecting value: line 1 column 2", id="nothing before it"),
    ],
)
def test_a_trailing_comma_is_named_alike_by_every_python(text: str, what: str) -> None:
    with pytest.raises(RpcError, match=what):
        parse(text)
