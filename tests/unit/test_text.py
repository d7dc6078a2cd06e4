"""text: what is parsed, within limits, and what is encoded, for any reader."""

import json

import dictmcp.text
import pytest
from dictmcp import RpcError, parse
from dictmcp.text import encode, peek_id


def refused(code: int):
    """Expect an RpcError with this code."""
    return pytest.raises(RpcError, check=lambda error: error.code == code)


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
    monkeypatch.setattr(dictmcp.text, "MAX_CHARACTERS", 1000)
    assert parse(f'"{"a" * 998}"') == "a" * 998
    with refused(-32600):
        parse(f'"{"a" * 999}"')


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
