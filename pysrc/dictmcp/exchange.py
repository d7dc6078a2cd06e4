"""One message that was delivered and what came of it, with the questions that rules ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .jsonrpc import is_valid_id
from .revisions import HANDSHAKE, PROTOCOL_VERSION, STATELESS, is_stateless

UNREADABLE: Final = object()
"""Stands for a message whose text is not JSON."""

REFUSED: Final = object()
"""Stands for a message whose text is JSON, but too large, too deep or ambiguous to be read."""


class Known(NamedTuple):
    """What the exchanges before this one have shown; `History` collects it.

    is_open: an initialize has been answered, so a client may speak. revision: what it settled on.
    capabilities: what the server said it has, None if it was not asked. client: what the client said it
    can do. tools: the definitions that were listed, by name; has_all_tools: there are no others. changes:
    what this listing has otherwise than the one before it, a phrase each; calls: the tools that were
    called in between. cursors: what this walk through pages has been
    given, and for which cursor. late: what was sent for a
    request after its reply. was_cancelled: the client has cancelled this request.
    """

    is_open: bool = True
    revision: str | None = None
    capabilities: Mapping[str, Any] | None = None
    client: Mapping[str, Any] | None = None
    tools: Mapping[str, Any] = {}
    has_all_tools: bool = False
    changes: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    cursors: Mapping[str, Any] = {}
    late: tuple[Any, ...] = ()
    was_cancelled: bool = False


class Exchange(NamedTuple):
    """A message that was delivered, and what came of it.

    message: the value of its text, UNREADABLE or REFUSED if it has none. reply: what was sent, None for
    nothing. emitted: what was sent before the reply, progress for instance. known: what was shown before.
    """

    message: Any
    reply: Any
    emitted: tuple[Any, ...] = ()
    known: Known = Known()

    @property
    def method(self) -> str:
        """The method of the message, "" if it has none."""
        method = self.message.get("method") if isinstance(self.message, dict) else None
        return method if isinstance(method, str) else ""

    @property
    def params(self) -> dict[str, Any]:
        """The params of the message, {} if it has none that are an object."""
        params = self.message.get("params") if isinstance(self.message, dict) else None
        return params if isinstance(params, dict) else {}

    @property
    def meta(self) -> dict[str, Any]:
        """The `_meta` of the params, {} if there is none that is an object."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}

    @property
    def is_request(self) -> bool:
        """Whether somebody is owed a response."""
        return bool(self.method) and "id" in self.message

    @property
    def is_stateless(self) -> bool:
        """Whether the message is of the stateless era."""
        return is_stateless(self.meta)

    @property
    def is_open(self) -> bool:
        """Whether a client of the handshake era may speak."""
        return self.known.is_open

    @property
    def revision(self) -> str:
        """The revision that the exchange is judged by: the message's own, or what was negotiated."""
        if self.is_stateless:
            own = self.meta.get(PROTOCOL_VERSION)
            return own if own in STATELESS else STATELESS[-1]
        if self.method == "initialize" and isinstance(self.result, dict):
            settled = self.result.get("protocolVersion")
            return settled if settled in HANDSHAKE else HANDSHAKE[-1]
        return self.known.revision or HANDSHAKE[-1]

    @property
    def is_envelope(self) -> bool:
        """Whether the reply is meant to be a response, right or wrong."""
        return isinstance(self.reply, dict) and not _ENVELOPE.isdisjoint(self.reply)

    @property
    def result(self) -> Any:
        """The result that was sent, None if there was none."""
        return self.reply.get("result") if isinstance(self.reply, dict) else None

    @property
    def complete(self) -> dict[str, Any] | None:
        """The result, if it is an object and no question to the client."""
        result = self.result
        is_final = isinstance(result, dict) and result.get("resultType", "complete") == "complete"
        return result if is_final else None

    @property
    def error(self) -> dict[str, Any]:
        """The error that was sent, {} if there was none that is an object."""
        error = self.reply.get("error") if isinstance(self.reply, dict) else None
        return error if isinstance(error, dict) else {}

    @property
    def code(self) -> Any:
        """The code of the error that was sent, None if there was none."""
        return self.error.get("code")

    @property
    def parts(self) -> Iterator[Exchange]:
        """Of a batch: each reply with the request that it answers, None if it answers none."""
        if not isinstance(self.message, list) or not isinstance(self.reply, list):
            return
        waiting = [one for one in self.message if isinstance(one, dict) and "id" in one]
        for reply in self.reply:
            given = reply.get("id") if isinstance(reply, dict) else None
            mine = next((one for one in waiting if same_id(one["id"], given)), None)
            if mine is not None:
                waiting.remove(mine)
                yield self._replace(message=mine, reply=reply, emitted=())


_ENVELOPE: Final = frozenset({"jsonrpc", "result", "error"})


def same_id(one: Any, other: Any) -> bool:
    """Whether two ids are the same, of the same type: 1 and "1" are two."""
    return is_valid_id(one) and type(one) is type(other) and bool(one == other)
