"""A pure-Python stand-in for rpds-py, which has no WebAssembly wheel.

Only what jsonschema and referencing use: persistent map, set and list on dict, frozenset and tuple.
"""

from __future__ import annotations

from typing import Any


class HashTrieMap(dict[Any, Any]):
    """A mapping whose changes return a new mapping."""

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:
        """The value as a HashTrieMap; itself if it is one."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """A copy that also maps key to value."""
        copy = type(self)(self)
        dict.__setitem__(copy, key, value)
        return copy

    def remove(self, key: Any) -> HashTrieMap:
        """A copy without key; KeyError if it is not there."""
        copy = type(self)(self)
        dict.__delitem__(copy, key)
        return copy

    def discard(self, key: Any) -> HashTrieMap:
        """A copy without key."""
        return self.remove(key) if key in self else self

    def update(self, *mappings: Any, **members: Any) -> HashTrieMap:  # type: ignore[override]
        """A copy that also holds what the mappings hold."""
        copy = type(self)(self)
        for mapping in (*mappings, members):
            dict.update(copy, mapping)
        return copy

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[Any]):
    """A set whose changes return a new set."""

    def insert(self, value: Any) -> HashTrieSet:
        """A copy that also holds value."""
        return type(self)(self | {value})

    def remove(self, value: Any) -> HashTrieSet:
        """A copy without value; KeyError if it is not there."""
        if value not in self:
            raise KeyError(value)
        return type(self)(self - {value})

    def discard(self, value: Any) -> HashTrieSet:
        """A copy without value."""
        return type(self)(self - {value})

    def update(self, *iterables: Any) -> HashTrieSet:
        """A copy that also holds what the iterables hold."""
        return type(self)(self.union(*iterables))


class List(tuple[Any, ...]):
    """A list whose changes return a new list; new elements go to the front."""

    __slots__ = ()

    def __new__(cls, *values: Any) -> List:
        """List(iterable), or List(1, 2, 3)."""
        return tuple.__new__(
            cls, values[0] if len(values) == 1 and hasattr(values[0], "__iter__") else values
        )

    @property
    def first(self) -> Any:
        """The element at the front; IndexError if there is none."""
        return self[0]

    @property
    def rest(self) -> List:
        """All but the first element."""
        return type(self)(self[1:])

    def push_front(self, value: Any) -> List:
        """A copy with value in front."""
        return type(self)((value, *self))

    def drop_first(self) -> List:
        """A copy without the first element; IndexError if there is none."""
        if not self:
            raise IndexError("drop_first of an empty list")
        return self.rest
