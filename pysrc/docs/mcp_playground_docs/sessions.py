"""Messages from a file: a list of them, or a conversation."""

from __future__ import annotations

import json
import re
from typing import Any


class SessionError(Exception):
    """The messages cannot be read; the text is one sentence that says why."""


class _Digits(str):
    """A number with a fraction, as it was written."""


def read_messages(text: str, name: str = "the session") -> list[str]:
    """The messages of a session file, as text. Raises SessionError.

    A list of messages; or an object with `messages`, or with `steps` that have a `send`, as conversation
    files have. A message that is a string is sent exactly as it is.
    """
    try:
        value = json.loads(text, parse_float=_Digits)
    except ValueError as error:
        raise SessionError(f"{name} is no JSON: {error}.") from None
    if isinstance(value, dict):
        steps: Any = value.get("steps")
        has_steps = isinstance(steps, list) and all(
            isinstance(step, dict) and "send" in step for step in steps
        )
        value = [step["send"] for step in steps] if has_steps else value.get("messages")
    if not isinstance(value, list):
        raise SessionError(
            f"{name} is neither a list of messages nor a conversation: write [{{...}}, {{...}}]."
        )
    return [message if type(message) is str else _written(message) for message in value]


def _written(message: Any) -> str:
    found: dict[str, str] = {}

    def keep(value: Any) -> Any:
        if isinstance(value, _Digits):
            mark = f"\0{len(found)}\0"
            found[json.dumps(mark)] = str(value)
            return mark
        if isinstance(value, dict):
            return {key: keep(inner) for key, inner in value.items()}
        return [keep(inner) for inner in value] if isinstance(value, list) else value

    text = json.dumps(keep(message), ensure_ascii=False, separators=(",", ":"))
    return re.sub(r'"\\u0000\d+\\u0000"', lambda mark: found.get(mark[0], mark[0]), text)
