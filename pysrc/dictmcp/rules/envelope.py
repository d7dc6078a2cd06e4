"""The envelope of a reply: whether there is to be one, and its members."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from ..exchange import REFUSED, Exchange, same_id
from ..jsonrpc import expects_no_answer, is_valid_id, readable_id
from .rule import LARGE, Rule, kind, shown, weighs_more_than

# -- form: what comes back at all; where this is wrong, nothing else is looked at -------------------


def notification_answered(exchange: Exchange) -> Iterator[str]:
    """Nobody answers a notification or a response."""
    if exchange.reply is not None and expects_no_answer(exchange.message):
        what = "has no id, so it is a notification" if exchange.method else "is a response itself"
        yield f"The message {what} and must not be answered; return None instead of {shown(exchange.reply)}."


def request_unanswered(exchange: Exchange) -> Iterator[str]:
    """A request is owed a response."""
    if exchange.reply is None and exchange.is_request and not exchange.known.was_cancelled:
        yield (
            f"The request {exchange.method} has the id {shown(exchange.message['id'])}, so one response is "
            "owed; nothing was sent, and the client waits for ever. Return a result or an error."
        )


def unreadable_unanswered(exchange: Exchange) -> Iterator[str]:
    """What is no message is answered with an error."""
    if exchange.reply is None and not exchange.is_request and not expects_no_answer(exchange.message):
        yield "What was sent is no valid message, and nothing came back; say so with an error."


def bare_value(exchange: Exchange) -> Iterator[str]:
    """A reply is an envelope."""
    reply = exchange.reply
    if reply is not None and not isinstance(reply, list) and not exchange.is_envelope:
        yield (
            f"The bare value {shown(reply)} was sent. Put it into an envelope: "
            '{"jsonrpc": "2.0", "id": the id of the request, "result": {...}}.'
        )


def array_for_one(exchange: Exchange) -> Iterator[str]:
    """One message has one reply."""
    if isinstance(exchange.reply, list):
        yield "An array was sent in reply to one message; an array only ever answers a batch."


# -- members ----------------------------------------------------------------------------------------


def version(exchange: Exchange) -> Iterator[str]:
    """A reply says which JSON-RPC it speaks."""
    if not exchange.is_envelope or exchange.reply.get("jsonrpc") == "2.0":
        return
    given = f"is {kind(exchange.reply['jsonrpc'])}" if "jsonrpc" in exchange.reply else "is missing"
    yield f"The reply's 'jsonrpc' {given}; it must be the string \"2.0\"."


def result_xor_error(exchange: Exchange) -> Iterator[str]:
    """A response has a result or an error."""
    if exchange.is_envelope and ("result" in exchange.reply) == ("error" in exchange.reply):
        both = "both; leave one out" if "result" in exchange.reply else "neither; add one"
        yield f"A response has exactly one of 'result' and 'error'; this one has {both}."


def id_comes_back(exchange: Exchange) -> Iterator[str]:
    """An id comes back as it was sent."""
    if not exchange.is_envelope or exchange.message is REFUSED:
        return
    asked, given = readable_id(exchange.message), exchange.reply.get("id")
    if "id" in exchange.reply and not is_valid_id(given):
        if given is not None or asked is not None:
            yield (
                f"The reply's 'id' is {kind(given)}; an id is a string or an integer, copied from the "
                f"request{'' if asked is None else f', so here {shown(asked)}'}."
            )
    elif asked is not None and "id" not in exchange.reply:
        yield f"The reply has no 'id'; copy that of the request, {shown(asked)}."
    elif asked is not None and not same_id(asked, given):
        yield (
            f"The request's 'id' is {kind(asked)}, the reply's is {kind(given)}; "
            "copy it unchanged, with its type."
        )
    elif asked is None and "id" in exchange.reply:
        yield (
            f"No id could be read from the message, yet the reply has the 'id' {shown(given)}; leave it out."
        )


def id_null(exchange: Exchange) -> Iterator[str]:
    """An id that cannot be read is left out."""
    is_null = exchange.is_envelope and exchange.reply.get("id", 0) is None
    if is_null and readable_id(exchange.message) is None:
        yield (
            'No id could be read from the message, and the reply has "id": null. Plain JSON-RPC wants that, '
            "but MCP's schemas do not allow null, and its TypeScript client drops the reply: leave 'id' out."
        )


def result_object(exchange: Exchange) -> Iterator[str]:
    """MCP's results are objects."""
    if exchange.is_envelope and "result" in exchange.reply and not isinstance(exchange.result, dict):
        yield (
            f"'result' is {kind(exchange.result)}; it must be an object, and {{}} where there is "
            "nothing to say."
        )


def error_object(exchange: Exchange) -> Iterator[str]:
    """An error is an object with a code and a message."""
    if not exchange.is_envelope or "error" not in exchange.reply or "result" in exchange.reply:
        return
    error = exchange.reply["error"]
    if not isinstance(error, dict):
        yield f"'error' is {kind(error)}; it must be an object with 'code' and 'message'."
        return
    missing = [name for name in ("code", "message") if name not in error]
    if missing:
        yield f"'error' has no {' and no '.join(map(repr, missing))}; it needs both."


def error_code_integer(exchange: Exchange) -> Iterator[str]:
    """A code is an integer."""
    if "code" in exchange.error and type(exchange.code) is not int:
        yield f"'error.code' is {kind(exchange.code)}; it must be an integer, such as -32602."


def error_message_string(exchange: Exchange) -> Iterator[str]:
    """An error says in words what is wrong."""
    message = exchange.error.get("message", "")
    if not isinstance(message, str):
        yield (
            f"'error.message' is {kind(message)}; it must be a string. What else is to be told goes "
            "into 'data'."
        )


def extra_members(exchange: Exchange) -> Iterator[str]:
    """A response has no other members."""
    if not exchange.is_envelope or exchange.reply.keys().isdisjoint({"result", "error"}):
        return
    for where, value, known in (
        ("the response", exchange.reply, _MEMBERS),
        ("'error'", exchange.error, _ERROR_MEMBERS),
    ):
        extra = [str(name) for name in value if name not in known]
        if extra:
            into = "'result'" if where == "the response" else "'error.data'"
            yield (
                f"{', '.join(map(repr, extra))} is no member of {where}; put it into {into}, or leave it out."
            )


def not_json(exchange: Exchange) -> Iterator[str]:
    """What is sent has a JSON form."""
    error = exchange.error.get("message")
    if isinstance(error, str) and _CANNOT in error:
        yield f"This {error[error.index(_CANNOT) :]}. Convert it, or leave it out, before it is returned."
        return
    found = None if weighs_more_than(LARGE, exchange.reply) else _strange(exchange.reply, "", 0)
    if found is not None:
        yield f"{found}, which JSON does not have; convert it, or leave it out, before it is returned."


_CANNOT: Final = "reply cannot be sent"
_MEMBERS: Final = frozenset({"jsonrpc", "id", "result", "error"})
_ERROR_MEMBERS: Final = frozenset({"code", "message", "data"})
_DEEP: Final = 100


def _strange(value: Any, where: str, depth: int) -> str | None:
    """Where the first value is that JSON does not have, in words."""
    if value is None or isinstance(value, str | int) or depth > _DEEP:
        return None
    if isinstance(value, float):
        return None if math.isfinite(value) else f"{where or 'the reply'} is {value}"
    if isinstance(value, dict):
        names = [type(name).__name__ for name in value if not isinstance(name, str)]
        if names:
            return f"{where or 'the reply'} has a member whose name is of the type {names[0]}"
        found = (
            _strange(one, f"{where}.{name}" if where else name, depth + 1) for name, one in value.items()
        )
    elif isinstance(value, list | tuple):
        found = (_strange(one, f"{where}[{at}]", depth + 1) for at, one in enumerate(value))
    else:
        return f"{where or 'the reply'} is a {type(value).__name__}"
    return next(filter(None, found), None)


FORM: Final = (
    Rule("notification-answered", "wrong", "messages", notification_answered),
    Rule("request-unanswered", "wrong", "messages", request_unanswered),
    Rule("unreadable-unanswered", "warning", "messages", unreadable_unanswered),
    Rule("bare-value", "wrong", "messages", bare_value),
    Rule("array-for-one", "wrong", "messages", array_for_one),
)
RULES: Final = (
    Rule("version", "wrong", "messages", version),
    Rule("result-xor-error", "wrong", "messages", result_xor_error),
    Rule("id", "wrong", "messages", id_comes_back),
    Rule("id-null", "warning", "messages", id_null),
    Rule("result-object", "wrong", "messages", result_object),
    Rule("error-object", "wrong", "messages", error_object),
    Rule("error-code-integer", "wrong", "messages", error_code_integer),
    Rule("error-message", "wrong", "messages", error_message_string),
    Rule("extra-members", "warning", "messages", extra_members),
    Rule("not-json", "wrong", "messages", not_json),
)
