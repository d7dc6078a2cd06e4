"""Accept and header values, as the pure rules have them."""

import pytest
from dictmcp.transports.http_rules import decoded, headers_of, mirrored, status
from dictmcp.transports.media import accepts, is_json

TAKES = {
    # Accept: (JSON, a stream)
    None: (True, True),
    "*/*": (True, True),
    "application/json": (True, False),
    "text/event-stream": (False, True),
    "text/*": (False, True),
    "application/*;q=0.8, text/event-stream": (True, True),
    "application/json;q=0, */*": (False, True),
    "application/json ; Q=0.5 , text/html": (True, False),
    "application/json;profile=x;q=1": (True, False),
    "application/jsonx, applicationjson": (False, False),
    ",": (False, False),
}


@pytest.mark.parametrize(("accept", "takes"), TAKES.items())
def test_what_a_client_takes(accept, takes):
    assert (accepts(accept, "application/json"), accepts(accept, "text/event-stream")) == takes


def test_what_a_client_sends():
    assert is_json("application/json;charset=utf-8")
    assert not is_json("application/json", "br")
    assert not is_json("application/jsonp")
    assert not is_json(None)


DECODED = {
    "us-west1": "us-west1",
    "": "",
    "=?base64?SGVsbG8sIOS4lueVjA==?=": "Hello, 世界",
    "=?base64?IHBhZGRlZCA=?=": " padded ",
    "=?base64?bGluZTEKbGluZTI=?=": "line1\nline2",
    "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=": "=?base64?literal?=",
    "=?base64??=": "",
    "=?base64?=": "=?base64?=",
    "=?BASE64?YQ==?=": "=?BASE64?YQ==?=",
    "=?base64?YQ==": "=?base64?YQ==",
    "YQ==?=": "YQ==?=",
}


@pytest.mark.parametrize(("value", "text"), DECODED.items())
def test_values_are_decoded(value, text):
    assert decoded(value) == text


REFUSED = (
    "=?base64?YQ?=",
    "=?base64?YQ=?=",
    "=?base64?Y Q==?=",
    "=?base64?_w==?=",
    "=?base64?/w==?=",
    "é",
    "a\nb",
)


@pytest.mark.parametrize("value", REFUSED)
def test_values_are_refused(value):
    with pytest.raises(ValueError, match="base64"):
        decoded(value)


def test_a_repeated_header_equals_nothing():
    raw = [(b"Mcp-Name", b" add "), (b"MCP-NAME", b"add"), (b"Other", b"\tx")]
    assert headers_of(raw) == {"mcp-name": "add, add", "other": "x"}


def test_only_properties_of_properties_are_mirrored():
    marked = {"type": "string", "x-mcp-header": "Deep"}
    schema = {
        "properties": {
            "a": {"x-mcp-header": "A", "properties": {"b": marked}},
            "list": {"items": marked},
            "x": {"anyOf": [marked]},
            "y": True,
            "z": {"x-mcp-header": 7},
        }
    }
    assert list(mirrored(schema)) == [(("a",), "A"), (("a", "b"), "Deep")]
    assert list(mirrored({})) == []


@pytest.mark.parametrize(
    ("code", "modern", "legacy"),
    [
        (-32700, 400, 400),
        (-32600, 400, 400),
        (-32601, 404, 200),
        (-32602, 200, 200),
        (-32603, 200, 200),
        (-32020, 400, 200),
        (-32021, 400, 200),
        (-32022, 400, 400),
        (True, 200, 200),
        ("x", 200, 200),
    ],
)
def test_statuses(code, modern, legacy):
    reply = {"error": {"code": code}}
    assert (status(reply, True), status(reply, False)) == (modern, legacy)
    assert status([reply], True) == status(None, True) == status({"error": None}, False) == 200
