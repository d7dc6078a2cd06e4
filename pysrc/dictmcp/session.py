"""One connection: what the handshake era must remember of a client, and the requests under way.

The stateless era remembers nothing; its requests only pass through here to be cancelled.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, cast

from .asking import ClientRefused, Question
from .calling import is_by_hand
from .context import Context, Emit, Trace
from .doors import Doors
from .errors import INVALID_REQUEST, RpcError
from .jsonrpc import Id, Message, error_envelope, is_valid_id, make_notification, make_request, readable_id

if TYPE_CHECKING:
    from .server import Server

BATCHES = ("2025-03-26",)
PATIENCE: Final = 600  # seconds for a client to answer a question

Asked = asyncio.Future[Any]

_PUSHED: Final = ("listChanged", "subscribe")


class Session(Doors):
    """A client's connection to a server, with the four doors.

    revision: what the handshake settled on, None before it. is_initialized: the client has said that
    it is ready. client_info, client_capabilities: what it said of itself. log_level: from which level
    on it wants log messages. subscriptions: the resources whose changes it wants to hear of.
    is_stateless: every request is of the stateless era, whatever its `_meta` says. questions: those that
    are open, when they are shared with other connections; their ids can then not be guessed. can_push:
    whether what belongs to no request can reach the client.
    """

    def __init__(
        self, server: Server, is_stateless: bool = False, questions: dict[str, Asked] | None = None
    ) -> None:
        self.server = server
        self.is_stateless = is_stateless
        self.revision: str | None = None
        self.is_initialized = False
        self.client_info: Message = {}
        self.client_capabilities: Message = {}
        self.log_level = "info"
        self.subscriptions: set[str] = set()
        self.can_push = True
        self._push: Emit | None = None
        self._under_way: dict[Id, tuple[Context, asyncio.Task[Any] | None]] = {}
        self._shares_questions = questions is not None
        self._questions: dict[str, Asked] = {} if questions is None else questions
        self._asked = 0

    def open(self, revision: str, params: Message) -> None:
        """Start, or start again, with what `initialize` said."""
        self.revision = revision
        self.is_initialized = False
        self.client_info = params.get("clientInfo", {})
        self.client_capabilities = params.get("capabilities", {})

    def offers(self, capabilities: Message) -> Message:
        """What of the server's capabilities this connection has: none to push where nothing can be pushed."""
        if self.can_push:
            return capabilities
        return {
            name: {key: value for key, value in about.items() if key not in _PUSHED}
            for name, about in capabilities.items()
        }

    def connect(self, emit: Emit | None) -> None:
        """Have messages that belong to no request, like list changes, leave through emit."""
        self._push = emit

    def push(self, method: str, params: Message | None = None) -> None:
        """Send a notification that belongs to no request, if the client is there to hear it."""
        if self._push is not None and self.revision is not None:
            self._push(make_notification(method, params))

    async def ask(self, question: Question, emit: Emit | None) -> Any:
        """Ask the client, by a request of the server's own, and wait. Raises ClientRefused."""
        emit = emit or self._push
        if emit is None:
            raise ClientRefused("the client cannot be asked: this host sends nothing but replies")
        self._asked += 1
        id = secrets.token_urlsafe(18) if self._shares_questions else f"ask-{self._asked}"
        answer = self._questions[id] = asyncio.get_running_loop().create_future()
        # 2025-11-25 demands an id for an address to visit; later there is none.
        named = {"elicitationId": id} if question.params.get("mode") == "url" else {}
        emit(make_request(id, question.method, {**question.params, **named} or None))
        try:
            response = await asyncio.wait_for(answer, PATIENCE)
        except asyncio.TimeoutError:
            raise ClientRefused(f"the client did not answer {question.method} in time") from None
        finally:
            del self._questions[id]
        if "error" in response:
            raise ClientRefused(f"the client answered {question.method} with an error: {response['error']}")
        try:
            return question.read(response.get("result"))
        except ValueError as error:
            raise ClientRefused(str(error)) from None

    def cancel(self, request_id: object) -> None:
        """Cancel a request under way: nothing more is sent for it. Any other id is ignored."""
        if not is_valid_id(request_id):
            return
        ctx, task = self._under_way.get(cast(Id, request_id), (None, None))
        if ctx is not None:
            ctx.cancelled = True
        if task is not None:
            task.cancel()

    def end(self) -> None:
        """Cancel all that is under way: the client is gone for good."""
        for request_id in [*self._under_way]:
            self.cancel(request_id)

    def accept(self, response: Message) -> None:
        """Take a response: it answers a question that is open, or is ignored."""
        id = response.get("id")
        question = self._questions.get(id) if isinstance(id, str) else None
        if question is not None and not question.done():
            question.set_result(response)

    def close(self) -> None:
        """End what waits on the server, for all its connections."""
        self.server.close()

    def route_async(
        self, message: Any, emit: Emit | None = None, trace: Trace | None = None
    ) -> Coroutine[Any, Any, Message | list[Message] | None]:
        """The reply to a message, to a batch the list of replies; None when nothing is to be sent."""
        if isinstance(message, list) and message and self.revision in BATCHES:
            return self._batch(message, emit, trace)
        return self._route(message, emit, trace)

    async def _batch(
        self, messages: list[Any], emit: Emit | None, trace: Trace | None
    ) -> list[Message] | None:
        replies = [await self._in_batch(message, emit, trace) for message in messages]
        return [reply for reply in replies if reply is not None] or None

    async def _in_batch(self, message: Any, emit: Emit | None, trace: Trace | None) -> Message | None:
        if isinstance(message, dict) and message.get("method") == "initialize":
            if "id" not in message:
                return None
            error = RpcError(INVALID_REQUEST, "Invalid Request: initialize cannot be part of a batch")
            return error_envelope(error, readable_id(message))
        return await self._route(message, emit, trace)

    async def _route(self, message: Any, emit: Emit | None, trace: Trace | None) -> Message | None:
        ctx = Context(message, emit, trace, self)
        if ctx.request_id is None or is_by_hand():  # by hand nothing can come in between
            return await self.server.router.answer(message, ctx)
        mine = self._under_way[ctx.request_id] = (ctx, _current_task())
        try:
            return await self.server.router.answer(message, ctx)
        except asyncio.CancelledError:
            if not ctx.cancelled:
                raise
            _take_back_cancel()
            return None
        finally:
            if self._under_way.get(ctx.request_id) is mine:  # not another's of the same id
                del self._under_way[ctx.request_id]


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


def _take_back_cancel() -> None:
    # The request was cancelled, not whoever awaits its reply.
    uncancel = getattr(asyncio.current_task(), "uncancel", None)  # since Python 3.11
    if uncancel is not None:
        uncancel()
