"""What every registry has in common: named entries in order, read-only while a message is handled.

A registry adds what its entries are; the guard is shared by all registries of a server.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from .errors import describe
from .schema import BadSchema
from .signature import BadSignature


class RegistrationError(ValueError):
    """Something that cannot be registered; the text names it and says what to change."""


class Handling:
    """Something that can be handled, and is for as long as a `with` of this lasts."""

    __slots__ = ("_all", "_what")

    def __init__(self, all: list[str], what: str) -> None:
        self._all = all
        self._what = what

    def __enter__(self) -> None:
        self._all.append(self._what)

    def __exit__(self, *error: object) -> None:
        self._all.remove(self._what)


class Guard:
    """Keeps registries read-only while a message is being handled, but for explicit changes.

    changed: the nouns of the registries that an explicit change has touched.
    """

    def __init__(self) -> None:
        self._handling: list[str] = []
        self._changing = 0
        self.changed: set[str] = set()

    @property
    def is_locked(self) -> bool:
        """Whether nothing may be registered now."""
        return bool(self._handling) and not self._changing

    def handling(self, what: str) -> Handling:
        """What locks the registries while it runs, like "tool 'add'": `with guard.handling(...)`."""
        return Handling(self._handling, what)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """While the lists are changed on purpose, from inside a handler or not."""
        self._changing += 1
        try:
            yield
        finally:
            self._changing -= 1

    def change(self, noun: str, what: str) -> None:
        """Note a change, or raise RegistrationError when there may be none."""
        if self.is_locked:
            raise RegistrationError(
                f"{what} cannot be changed now: {self._handling[-1]} is being handled, and the lists must "
                "not change under it; `with server.changes():` changes them and tells the clients"
            )
        if self._changing:
            self.changed.add(noun)


class Entry:
    """Something registered: what a client sees of it. where: the place in the source, for messages.

    handling: to be entered while its handler runs; the registry sets it.
    """

    handling: Handling

    def __init__(self, name: str, public: dict[str, Any], source: Any) -> None:
        self.name = name
        self.public = copy.deepcopy(public)
        self.where = where(source)


Item = TypeVar("Item", bound=Entry)
# In a class with a method `list`, the name means that method.
Shown = list[dict[str, Any]]
Sentences = list[str]


class Registry(Generic[Item]):
    """Entries by name, in the order in which they were registered."""

    noun = "entry"

    def __init__(self, guard: Guard | None = None) -> None:
        self.guard = Guard() if guard is None else guard
        self._entries: dict[str, Item] = {}
        self._waiting: dict[str, Callable[[], Item]] = {}

    def list(self) -> Shown:
        """The entries as their list method shows them: everything but the handlers."""
        if self._waiting:
            self._settle()
        return [copy.deepcopy(entry.public) for entry in self._entries.values()]

    def remove(self, name: str) -> None:
        """Take an entry out. Raises RegistrationError if there is none, or a message is being handled."""
        self.guard.change(self.noun, f"{self.noun} {name!r}")
        if self._entries.pop(name, None) is None and self._waiting.pop(name, None) is None:
            raise RegistrationError(f"there is no {self.noun} {name!r} to remove")

    def problems(self) -> Sentences:
        """Why entries that were registered cannot be served, a sentence each."""
        if self._waiting:
            self._settle()
        return [f"{self.noun} {name!r}: {self._reason(make)}" for name, make in self._waiting.items()]

    def __contains__(self, name: object) -> bool:
        if self._waiting:
            self._settle()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        if self._waiting:
            self._settle()
        return iter([*self._entries])

    def __len__(self) -> int:
        if self._waiting:
            self._settle()
        return len(self._entries)

    def _enter(self, name: Any, make: Callable[[], Item], source: Any) -> None:
        """Register what `make` makes under a name. Raises RegistrationError."""
        if not isinstance(name, str) or not name:
            raise RegistrationError(f"the name of a {self.noun} is a string that is not empty, not {name!r}")
        self.guard.change(self.noun, f"{self.noun} {name!r}")
        if name in self._entries or name in self._waiting:
            first = self._entries[name].where if name in self._entries else "above"
            raise RegistrationError(
                f"{self.noun} {name!r} is defined twice, {first} and {where(source)}; the first is served"
            )
        try:
            self._entries[name] = self._made(name, make)
        except NameError:
            # An annotation in quotes may be defined further down: it is read when first needed.
            self._waiting[name] = make
        except Exception as error:
            raise RegistrationError(f"{self.noun} {name!r}: {_why(error)}") from error

    def _made(self, name: str, make: Callable[[], Item]) -> Item:
        entry = make()
        entry.handling = self.guard.handling(f"{self.noun} {name!r}")
        return entry

    def _settle(self) -> None:
        """Make what waits for a name to be defined, where it is now."""
        for name, make in [*self._waiting.items()]:
            try:
                self._entries[name] = self._made(name, make)
            except Exception:
                continue
            del self._waiting[name]

    def _reason(self, make: Callable[[], Item]) -> str:
        try:
            make()
        except Exception as error:
            return _why(error)
        return "it is not ready"


def _why(error: Exception) -> str:
    """A refusal of ours is a sentence; anything else, from an annotation say, needs its class."""
    is_ours = isinstance(error, BadSchema | BadSignature | NameError) or type(error) is TypeError
    return str(error) if is_ours else describe(error)


def innermost(function: Any) -> Any:
    """The function inside partials."""
    while hasattr(function, "func"):
        function = function.func
    return function


def name_of(function: Any, noun: str) -> str:
    """What a function is called. Raises RegistrationError for what is no function."""
    if not callable(function):
        raise RegistrationError(f"a {noun} is a function, not {function!r}")
    return str(getattr(innermost(function), "__name__", type(function).__name__))


def where(source: Any) -> str:
    """The place of a function, or of an entry's handler, in the source."""
    function = source.get("handler") if isinstance(source, Mapping) else source
    code = getattr(inspect.unwrap(innermost(function)), "__code__", None)
    return f"in {code.co_filename} line {code.co_firstlineno}" if code else "elsewhere"
