"""What a client without a user answers: a plain answer to each question, and the next round with the answers.

https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..jsonrpc import Message
from ..presets import sample

ROOT: Final = "file:///home/me/project"


def plain_answer(method: str, params: Message) -> Message:
    """A result for a question of the server. Raises ValueError for a method that asks nothing."""
    if method not in _ANSWERS:
        raise ValueError(f"{method!r} is no question that a client answers")
    return _ANSWERS[method](params)


def next_round(message: Message, result: Message, responses: Message, id: Any) -> Message:
    """The same request again, with answers for what a stateless result required."""
    params = message.get("params")
    kept = params if isinstance(params, dict) else {}
    state = {"requestState": result["requestState"]} if "requestState" in result else {}
    rest = {name: value for name, value in kept.items() if name != "requestState"}
    return {**message, "id": id, "params": {**rest, "inputResponses": responses, **state}}


def _elicited(params: Message) -> Message:
    if params.get("mode") == "url":
        return {"action": "accept"}
    schema = params.get("requestedSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    content = {name: sample(one, at) for at, (name, one) in enumerate((properties or {}).items())}
    return {"action": "accept", "content": content}


def _sampled(params: Message) -> Message:
    content = {"type": "text", "text": "A plain answer."}
    return {"role": "assistant", "model": "none", "stopReason": "endTurn", "content": content}


def _roots(params: Message) -> Message:
    return {"roots": [{"uri": ROOT}]}


_ANSWERS: Final[dict[str, Callable[[Message], Message]]] = {
    "elicitation/create": _elicited,
    "sampling/createMessage": _sampled,
    "roots/list": _roots,
}
