"""Questions that a handler asks the client, and how they travel in either era.

Handshake era: a request of the server's own. Stateless era: a result that says what input is required,
and the same request again with the answers. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from .errors import RpcError
from .jsonrpc import Message
from .schema import Checker, Schema
from .signature import schema_of_type

MISSING_CLIENT_CAPABILITY: Final = -32021

# What a client may have declared: for one whose handshake nobody here remembers.
ANYTHING: Final[Message] = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}}


class Question(NamedTuple):
    """A request to the client. capability: where the client must have declared that it can answer.

    since: the revision that brought it. read: the value of a result that the client sent, for the
    handler; raises ValueError for a result that is no answer.
    """

    method: str
    params: Message
    capability: tuple[str, ...]
    since: str
    read: Callable[[Any], Any]


class Elicited(NamedTuple):
    """What the user did about an elicitation: action is accept, decline or cancel."""

    action: str
    content: dict[str, Any]

    @property
    def accepted(self) -> bool:
        """Whether the user agreed, so that content is what they entered."""
        return self.action == "accept"


class ClientRefused(Exception):
    """The client cannot be asked, or answered with an error or no answer; the text says which."""


class InputRequired(BaseException):
    """A stateless request cannot go on before its client has answered. No Exception: it is not a failure."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        super().__init__()
        self.questions = questions


def elicitation(message: str, schema: Schema | type | None = None, *, url: str | None = None) -> Question:
    """Ask the user: to fill in a form of this flat schema, or a dataclass; or to visit a URL."""
    if url is not None:
        page: Message = {"mode": "url", "message": message, "url": url}
        return Question(
            "elicitation/create", page, ("elicitation", "url"), "2025-11-25", _read_elicited(None)
        )
    wanted: Schema | None = schema_of_type(schema) if isinstance(schema, type) else schema
    wanted = {"type": "object", "properties": {}} if wanted is None else wanted
    params = {"message": message, "requestedSchema": wanted}
    return Question(
        "elicitation/create", params, ("elicitation",), "2025-06-18", _read_elicited(Checker(wanted))
    )


def sampling(messages: str | list[Message], max_tokens: int = 1000, **params: Any) -> Question:
    """Ask the client's model for a completion. messages: sampling messages, or the text of one."""
    if isinstance(messages, str):
        messages = [{"role": "user", "content": {"type": "text", "text": messages}}]
    wanted: Message = {"messages": messages, "maxTokens": max_tokens, **params}
    capability = ("sampling", "tools") if "tools" in params else ("sampling",)
    return Question("sampling/createMessage", wanted, capability, "2024-11-05", _read_sampled)


def roots() -> Question:
    """Ask for the client's roots."""
    return Question("roots/list", {}, ("roots",), "2024-11-05", _read_roots)


def can_answer(question: Question, capabilities: Message, revision: str) -> bool:
    """Whether a client that declared these capabilities may be asked under a revision."""
    if revision < question.since:
        return False
    declared: Any = capabilities
    for name in question.capability:
        declared = declared.get(name) if isinstance(declared, dict) else None
    if question.capability == ("elicitation",) and isinstance(declared, dict):
        return not declared or "form" in declared  # an empty object means forms
    return isinstance(declared, dict)


def missing_capability(questions: Mapping[str, Question]) -> RpcError:
    """The -32021 error for questions that the client has not declared it can answer."""
    required: dict[str, Any] = {}
    for question in questions.values():
        at = required
        for name in question.capability:
            at = at.setdefault(name, {})
    text = f"Missing required client capability: {capabilities_of(questions)}"
    return RpcError(MISSING_CLIENT_CAPABILITY, text, {"requiredCapabilities": required})


def capabilities_of(questions: Mapping[str, Question]) -> str:
    """The names of the capabilities that a client needs to answer these questions."""
    return ", ".join(".".join(question.capability) for question in questions.values())


def _read_elicited(checker: Checker | None) -> Callable[[Any], Elicited]:
    def read(result: Any) -> Elicited:
        if not isinstance(result, dict) or result.get("action") not in ("accept", "decline", "cancel"):
            raise ValueError("the answer to an elicitation needs 'action': accept, decline or cancel")
        content = result.get("content", {})
        if result["action"] == "accept" and checker is not None:
            faults = checker.faults(content)
            if faults:
                raise ValueError(f"the answer does not fit the form: {'; '.join(faults)}")
        return Elicited(result["action"], content if isinstance(content, dict) else {})

    return read


def _read_sampled(result: Any) -> Message:
    if not isinstance(result, dict) or "content" not in result:
        raise ValueError("the answer to a sampling request needs 'content'")
    return result


def _read_roots(result: Any) -> list[Message]:
    found = result.get("roots") if isinstance(result, dict) else None
    if not isinstance(found, list):
        raise ValueError("the answer to roots/list needs 'roots', an array")
    return found
