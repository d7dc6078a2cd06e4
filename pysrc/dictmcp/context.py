"""What one message's handler may know and do beyond its arguments: the `ctx` parameter.

One Context per message; messages that are not the reply leave through the host's `emit`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from .asking import (
    ClientRefused,
    Elicited,
    InputRequired,
    Question,
    can_answer,
    capabilities_of,
    elicitation,
    missing_capability,
    roots,
    sampling,
)
from .errors import INVALID_PARAMS, RpcError
from .jsonrpc import Message, make_notification, readable_id
from .revisions import CLIENT_CAPABILITIES, LOG_LEVEL, STATELESS
from .schema import Schema
from .values import to_json

if TYPE_CHECKING:
    from .session import Session

Emit = Callable[[Message], None]
Trace = Callable[[str, Any], None]

LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


class Context:
    """The circumstances of one message.

    request_id: as the client sent it, None for a notification. meta: the message's `_meta`. cancelled:
    whether the client has withdrawn the request. revision: the MCP revision the message is served
    under, "" outside a Server. answers: what the client has answered so far, by question.
    """

    revision = ""
    cancelled = False
    finished = False
    _progress = float("-inf")
    _asked = 0

    def __init__(
        self,
        message: object,
        emit: Emit | None = None,
        trace: Trace | None = None,
        session: Session | None = None,
    ) -> None:
        params = message.get("params") if isinstance(message, dict) else None
        meta = params.get("_meta") if isinstance(params, dict) else None
        self.request_id = readable_id(message)
        self.meta: dict[str, Any] = meta if isinstance(meta, dict) else {}
        self.answers: Message = {}
        self._session = session
        self._emit = emit
        # Called with the name of each step of the message and what it works on: whoever traces is told.
        self.step: Trace = _nobody if trace is None else trace

    @property
    def session(self) -> Session:
        """The connection the message came on. Raises LookupError outside a Server."""
        if self._session is None:
            raise LookupError("this message came to no Server, so it has no session")
        return self._session

    @property
    def client_capabilities(self) -> dict[str, Any]:
        """What the client declared: in this message, or in the handshake."""
        declared = self.meta.get(CLIENT_CAPABILITIES)
        if declared is None and self._session is not None and self.revision not in STATELESS:
            declared = self._session.client_capabilities
        return declared if isinstance(declared, dict) else {}

    # -- telling the client ----------------------------------------------------------------------

    def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the client how far the request is; sent only if it gave a progress token.

        Updates that do not increase, or come after the reply, are dropped
        (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress).
        """
        token = self.meta.get("progressToken")
        if not isinstance(token, str | int) or isinstance(token, bool) or not progress > self._progress:
            return
        self._progress = progress
        params = {"progressToken": token, "progress": progress, "total": total, "message": message}
        if self.revision == "2024-11-05":
            del params["message"]
        self.notify(
            "notifications/progress", {name: value for name, value in params.items() if value is not None}
        )

    def log(self, level: str, data: Any, logger: str | None = None) -> None:
        """Log to the client, if it wants messages of this level. data: any value that has a JSON form.

        level: debug, info, notice, warning, error, critical, alert or emergency; ValueError for another
        (https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging).
        """
        if level not in LEVELS:
            raise ValueError(f"there is no log level {level!r}; there are {', '.join(LEVELS)}")
        threshold = self._log_level()
        if threshold is not None and LEVELS.index(level) >= LEVELS.index(threshold):
            name = {} if logger is None else {"logger": logger}
            self.notify("notifications/message", {"level": level, **name, "data": to_json(data)})

    def notify(self, method: str, params: Message | None = None) -> None:
        """Send a notification to the client now, ahead of the reply.

        Nothing is sent once the request is answered or cancelled, or without an `emit`.
        """
        if self._emit is not None and not self.finished and not self.cancelled:
            self._emit(make_notification(method, params))

    def _log_level(self) -> str | None:
        if self.revision in STATELESS:
            level = self.meta.get(LOG_LEVEL)
            return level if level in LEVELS else None
        return None if self._session is None else self._session.log_level

    # -- asking the client -----------------------------------------------------------------------

    async def elicit(
        self,
        message: str,
        schema: Schema | type | None = None,
        *,
        url: str | None = None,
        key: str | None = None,
    ) -> Elicited:
        """Ask the user to fill in a form of a flat JSON Schema, or a dataclass; or to visit a URL.

        key: the name of the question in the stateless era. Raises as `ask` does.
        """
        answer: Elicited = await self._ask_one(key, elicitation(message, schema, url=url))
        return answer

    async def sample(
        self, messages: str | list[Message], max_tokens: int = 1000, *, key: str | None = None, **params: Any
    ) -> Message:
        """Ask the client's model. messages: sampling messages, or the text of one. Raises as `ask` does.

        The answer has role, content and model (https://modelcontextprotocol.io/specification/2025-11-25/client/sampling).
        """
        answer: Message = await self._ask_one(key, sampling(messages, max_tokens, **params))
        return answer

    async def roots(self, *, key: str | None = None) -> list[Message]:
        """Ask for the client's roots, each with a `uri`. Raises as `ask` does."""
        answer: list[Message] = await self._ask_one(key, roots())
        return answer

    def can_ask(self, question: Question) -> bool:
        """Whether this client has declared that it can answer a question."""
        return can_answer(question, self.client_capabilities, self.revision)

    async def ask(self, **questions: Question) -> dict[str, Any]:
        """Ask several questions at once: await ctx.ask(who=elicitation("Who?", schema), where=roots()).

        In the stateless era the handler is run again once the client has answered, up to here with the
        answers at hand; what it does before it asks should bear repeating. When the client has not
        declared that it can answer, raises RpcError -32021 there, and ClientRefused in the handshake era,
        where it is raised for an answer that is an error, too.
        """
        missing = {key: question for key, question in questions.items() if not self.can_ask(question)}
        if self.revision in STATELESS:
            if missing:
                raise missing_capability(missing)
            return self._from_answers(questions)
        if missing:
            raise ClientRefused(
                f"the client has not declared that it can do this: {capabilities_of(missing)}"
            )
        ask = self.session.ask
        answers = await asyncio.gather(*(ask(question, self._emit) for question in questions.values()))
        return dict(zip(questions, answers, strict=True))

    async def _ask_one(self, key: str | None, question: Question) -> Any:
        self._asked += 1
        key = f"question-{self._asked}" if key is None else key
        return (await self.ask(**{key: question}))[key]

    def _from_answers(self, questions: dict[str, Question]) -> dict[str, Any]:
        answers, open_questions = {}, {}
        for key, question in questions.items():
            try:
                answers[key] = question.read(self.answers[key])
            except (KeyError, ValueError):  # not answered, or not well: ask (again)
                self.answers.pop(key, None)
                open_questions[key] = question
        if open_questions:
            raise InputRequired(open_questions)
        return answers


def _nobody(name: str, value: Any) -> None:
    """Nobody traces the message."""


def check_level(level: object) -> str:
    """A log level that a client asks for. Raises RpcError -32602 for any other value."""
    if not isinstance(level, str) or level not in LEVELS:
        raise RpcError(INVALID_PARAMS, f"Invalid params: the log level must be one of {', '.join(LEVELS)}")
    return level
