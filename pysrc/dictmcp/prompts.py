"""The prompt registry: functions that write messages to start from; the only maker of prompt results.

https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Final

from .asking import InputRequired
from .calling import Failed, call
from .content import fault, is_block, text_block
from .context import Context
from .errors import INVALID_PARAMS, RpcError, is_a
from .registry import Entry, Registry, innermost, name_of
from .text import encode
from .texts import TextFunction
from .values import NotJson, to_json

_OPTIONS: Final = ("title", "description", "icons", "_meta")


class Prompt(Entry):
    """A registered prompt, and the function that writes it."""

    def __init__(self, name: str, options: dict[str, Any], function: Callable[..., Any]) -> None:
        for option in options:
            if option not in _OPTIONS:
                raise TypeError(f"there is no option {option!r}; there are name, {', '.join(_OPTIONS)}")
        self.function = TextFunction(function)
        arguments = []
        for one in self.function.parameters.values():
            description = {} if one.description is None else {"description": one.description}
            arguments.append({"name": one.name, **description, "required": one.is_required})
        public = {
            "name": name,
            "description": inspect.getdoc(innermost(function)),
            "arguments": arguments or None,
            **options,
        }
        super().__init__(name, {key: value for key, value in public.items() if value is not None}, function)


class PromptRegistry(Registry[Prompt]):
    """Named prompts, in the order in which they were registered."""

    noun = "prompt"

    def add(self, function: Callable[..., Any], /, name: str | None = None, **options: Any) -> None:
        """Register a function whose parameters are the prompt's arguments.

        options: title, description, icons, _meta. Raises RegistrationError.
        """
        name = name or name_of(function, self.noun)
        self._enter(name, functools.partial(Prompt, name, options, function), function)

    def find(self, name: str) -> Prompt:
        """A prompt. Raises RpcError -32602 if there is none of that name."""
        self._settle()
        prompt = self._entries.get(name)
        if prompt is None:
            near = get_close_matches(name, self._entries, 1)
            hint = f"did you mean {near[0]!r}?" if near else "prompts/list shows what there is"
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name!r}; {hint}")
        return prompt

    async def get(self, name: str, arguments: dict[str, str], ctx: Context) -> dict[str, Any]:
        """The messages of a prompt. Raises RpcError, or Failed with what the function raised."""
        prompt = self.find(name)
        with prompt.handling:
            try:
                value = await call(prompt.function.call, arguments, ctx)
            except Failed as failed:
                if is_a(failed.error, InputRequired):
                    raise failed.error from None
                raise
        try:
            return _result(to_json(value), prompt.public.get("description"))
        except NotJson as error:
            raise Failed(error) from error


def _result(value: Any, description: str | None) -> dict[str, Any]:
    """The one rule from what a function returned to a result.

    A result as it is; else messages: a message is itself, anything else is the user's.
    """
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        messages = [_message(item) if _is_message(item) else item for item in value["messages"]]
        result: dict[str, Any] = {**value, "messages": messages}
    else:
        items = [] if value is None else value if isinstance(value, list) else [value]
        about = {} if description is None else {"description": description}
        result = {**about, "messages": [_message(item) for item in items]}
    for at, message in enumerate(result["messages"]):
        wrong = (
            fault(message.get("content")) if _is_message(message) else "a message has 'role' and 'content'"
        )
        if wrong is not None:
            raise NotJson(f"messages[{at}]: {wrong}")
    return result


def _message(value: Any) -> dict[str, Any]:
    if _is_message(value):
        content = value["content"]
        return {**value, "content": text_block(content) if isinstance(content, str) else content}
    if is_block(value):
        return {"role": "user", "content": value}
    return {"role": "user", "content": text_block(value if isinstance(value, str) else encode(value))}


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) and value.get("role") in ("user", "assistant") and "content" in value
