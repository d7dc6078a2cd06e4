"""What leaves for one message beside its reply, passed on at once and kept for the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ..history import History


class Beside:
    """What is sent beside the reply to one message, before it or, wrongly, after it."""

    def __init__(self, post: Callable[[str, str], Any], history: History) -> None:
        self._post, self._history = post, history
        self._sent: list[Any] = []
        self._has_ended = False

    def emit(self, sent: str) -> None:
        """Pass a message on, and keep it for the verdict."""
        self._post("received", sent)
        if self._has_ended:
            self._history.after(json.loads(sent))
        else:
            self._sent.append(json.loads(sent))

    def end(self) -> tuple[Any, ...]:
        """The reply is there: what was sent before it."""
        self._has_ended = True
        return tuple(self._sent)
