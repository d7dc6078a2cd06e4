"""Completions: what the value of a prompt's argument, or of a template's variable, may become.

https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .calling import accepts, call
from .context import Context
from .registry import Guard, RegistrationError
from .texts import Parameter

MOST: Final = 100  # values in one result


class Completions:
    """Functions that complete, by what they complete: (prompt name or URI template, argument)."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self._functions: dict[tuple[str, str], Callable[..., Any]] = {}

    def __len__(self) -> int:
        return len(self._functions)

    def add(self, of: str, argument: str, function: Callable[..., Any]) -> None:
        """Register function(value), which gives all values that fit; with `arguments`, those chosen so far.

        Raises RegistrationError.
        """
        if not callable(function):
            raise RegistrationError(
                f"the completion of {argument!r} of {of!r} is a function, not {function!r}"
            )
        self.guard.change("completion", f"the completion of {argument!r} of {of!r}")
        self._functions[of, argument] = function

    async def complete(
        self, of: str, parameter: Parameter, value: str, arguments: dict[str, str], ctx: Context
    ) -> dict[str, Any]:
        """A completion: at most 100 values, how many there are, whether there are more.

        Where no function was registered, the choices of the parameter's own type.
        """
        function = self._functions.get((of, parameter.name))
        if function is None:
            values = [
                choice for choice in map(str, parameter.schema.get("enum", ())) if choice.startswith(value)
            ]
        else:
            offered = {"arguments": arguments, "ctx": ctx}
            with self.guard.handling(f"the completion of {parameter.name!r}"):
                found = await call(
                    function, value, **{name: offered[name] for name in offered if accepts(function, name)}
                )
            values = [str(one) for one in found]
        return {"values": values[:MOST], "total": len(values), "hasMore": len(values) > MOST}
