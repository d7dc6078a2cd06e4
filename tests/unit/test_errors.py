"""errors: exceptions in words and as envelopes."""

import pytest
from dictmcp import RpcError, is_valid_response
from dictmcp.errors import describe
from dictmcp.jsonrpc import error_envelope


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
