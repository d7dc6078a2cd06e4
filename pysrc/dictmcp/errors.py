"""JSON-RPC's errors: the codes, and the exception that carries one."""

from __future__ import annotations

from typing import Any, Final, cast

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603


class RpcError(Exception):
    """An error to be sent as an error envelope; raise it from any method handler.

    code: an integer, see https://www.jsonrpc.org/specification#error_object. message: one sentence.
    data: any JSON value, left out when None.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        if type(code) is not int or not isinstance(message, str):
            raise TypeError(
                f"an RpcError has a code, an integer, and a message, a string, not {code!r}, {message!r}"
            )
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def refused(why: str) -> RpcError:
    """The -32600 error for a message that is none, or is not read."""
    return RpcError(INVALID_REQUEST, f"Invalid Request: {why}")


def is_a(error: BaseException, *kinds: type[BaseException]) -> bool:
    """As isinstance, for an exception that may raise when it is asked what it is."""
    return issubclass(type(error), kinds)


def as_rpc_error(error: BaseException) -> RpcError | None:
    """An exception as an RpcError that can be sent, None if it is none. Never raises."""
    try:
        if is_a(error, RpcError) and type(error.code) is int and type(error.message) is str:  # type: ignore[attr-defined]
            return cast(RpcError, error)
    except BaseException:
        pass  # a subclass that never got its code, or worse
    return None


def text_of(error: BaseException) -> str:
    """What an exception says; its class, if it says nothing. Never raises."""
    try:
        return str(error) or describe(error)
    except BaseException:
        return describe(error)


def describe(error: BaseException) -> str:
    """An exception as one line, class first. Never raises, whatever the exception and its class do."""
    try:
        name = f"{type(error).__name__}"
    except BaseException:
        return "an exception that cannot be named"
    try:
        text = str(error)
        return f"{name}: {text}" if text else name
    except BaseException:
        return f"{name}: (its text cannot be read)"
