"""One message that was delivered and what came of it, with the questions that rules ask of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .revisions import is_stateless

UNREADABLE: Final = object()


class Exchange(NamedTuple):
    """A message that was delivered, and what came of it.

    message: the value of its text, UNREADABLE if it has none. reply: what was sent, None for nothing.
    is_open: an initialize has been answered before, so a client may speak.
    """

    message: Any
    reply: Any
    is_open: bool = True

    @property
    def method(self) -> str:
        """The method of the message, "" if it has none."""
        method = self.message.get("method") if isinstance(self.message, dict) else None
        return method if isinstance(method, str) else ""

    @property
    def is_request(self) -> bool:
        """Whether somebody is owed a response."""
        return bool(self.method) and "id" in self.message

    @property
    def is_stateless(self) -> bool:
        """Whether the message is of the stateless era."""
        params = self.message.get("params") if isinstance(self.message, dict) else None
        meta = params.get("_meta") if isinstance(params, dict) else None
        return isinstance(meta, dict) and is_stateless(meta)

    @property
    def result(self) -> Any:
        """The result that was sent, None if there was none."""
        return self.reply.get("result") if isinstance(self.reply, dict) else None

    @property
    def code(self) -> Any:
        """The code of the error that was sent, None if there was none."""
        error = self.reply.get("error") if isinstance(self.reply, dict) else None
        return error.get("code") if isinstance(error, dict) else None
