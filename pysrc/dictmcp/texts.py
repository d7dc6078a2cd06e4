"""Functions whose arguments come as text, from a URI or from a form: prompts and resources.

The counterpart of `signature`, where arguments come as JSON.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from mashumaro.codecs import BasicDecoder

from .errors import INVALID_PARAMS, RpcError
from .schema import Schema
from .signature import CONTEXT, BadSignature, hints_of, notes_of, schema_of


class Parameter(NamedTuple):
    """A parameter: what it is for, whether it may be left out, what it may be, how text becomes its type."""

    name: str
    description: str | None
    is_required: bool
    schema: Schema
    decode: Callable[[str], Any]


class TextFunction:
    """A function that is called with text arguments. Raises BadSignature for one that cannot be."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = hints_of(function)
        self._function = function
        self._takes_context = False
        self.parameters: dict[str, Parameter] = {}
        for one in inspect.signature(function).parameters.values():
            if one.name == CONTEXT:
                self._takes_context = True
            elif one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.POSITIONAL_ONLY):
                raise BadSignature(f"parameter '{one}' has no name to pass it by; give it named parameters")
            else:
                self.parameters[one.name] = _parameter(one, hints.get(one.name, str))

    def call(self, texts: dict[str, str], ctx: Any) -> Any:
        """Call the function. Raises RpcError -32602 for a missing, stray or unfitting argument."""
        for name, parameter in self.parameters.items():
            if parameter.is_required and name not in texts:
                raise RpcError(INVALID_PARAMS, f"Invalid params: the argument {name!r} is required")
        values = {}
        for name, text in texts.items():
            if name not in self.parameters:
                takes = ", ".join(self.parameters) or "none"
                raise RpcError(
                    INVALID_PARAMS, f"Invalid params: there is no argument {name!r}; there are {takes}"
                )
            try:
                values[name] = self.parameters[name].decode(text)
            except Exception:
                raise RpcError(
                    INVALID_PARAMS, f"Invalid params: the argument {name!r} cannot be {text!r}"
                ) from None
        return self._function(**values, **({CONTEXT: ctx} if self._takes_context else {}))


def _parameter(parameter: inspect.Parameter, hint: Any) -> Parameter:
    schema = schema_of(hint, f"parameter '{parameter.name}'")
    description = next((note for note in notes_of(hint) if isinstance(note, str)), None)
    decode: Callable[[str], Any] = _as_is if hint in (str, Any) else BasicDecoder(hint).decode
    return Parameter(parameter.name, description, parameter.default is parameter.empty, schema, decode)


def _as_is(text: str) -> str:
    return text
