"""What a handler may return besides JSON: one table of conversions, and refusals that name the path.

A value is converted the same way wherever it stands; a repr never passes for data.
"""

from __future__ import annotations

import dataclasses
import datetime
import enum
import math
import uuid
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import PurePath
from typing import Any, Final

from .errors import describe
from .faults import path
from .text import encode

MAX_DEPTH: Final = 250  # of a value to convert, which takes three Python frames a level


class NotJson(ValueError):
    """A value that has no JSON form; the text says where it is and what to return instead."""


def to_json(value: Any) -> Any:
    """A value as strings, numbers, bools, None, lists and dicts with string keys. Raises NotJson."""
    try:
        return _convert(value, (), ())
    except NotJson:
        raise
    except RecursionError:
        raise NotJson(f"the value is nested deeper than {MAX_DEPTH} levels") from None
    except BaseException as error:  # a value may be of any class, and do anything when it is read
        raise NotJson(f"reading it raised {describe(error)}") from error


def blame(value: Any) -> str:
    """Why a value cannot be encoded as it is: the path and the type of the first part that cannot."""
    try:
        return _blame(value)
    except BaseException as error:  # a value may be of any class, and do anything when it is read
        return f"reading it raised {describe(error)}"


def _blame(value: Any) -> str:
    where: tuple[str | int, ...] = ()
    while isinstance(value, dict | list) and len(where) < MAX_DEPTH:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        bad = next(((at, part) for at, part in parts if not _is_encodable(part)), None)
        if bad is None:
            return str(_refused(where, f"{_article(value)} with a key that is no string has no JSON form"))
        where, value = (*where, bad[0]), bad[1]
    if isinstance(value, dict | list):
        return f"{_article(value)} that contains itself, or is nested too deeply, has no JSON form"
    return str(_refused(where, f"{_article(value)} has no JSON form"))


def _is_encodable(value: Any) -> bool:
    try:
        encode(value)
    except BaseException:
        return False
    return True


def _convert(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> Any:
    if value is None or isinstance(value, bool) or type(value) is str:
        return value
    if isinstance(value, int) and value.bit_length() > _LONGEST_INT:
        raise _refused(where, "the integer has too many digits; return it as a string")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(where, f"{value} is no JSON number; return a string or null")
        return float(value)
    if id(value) in holders:
        raise _refused(where, "the value contains itself")
    if len(holders) >= MAX_DEPTH:
        raise _refused((), f"the value is nested deeper than {MAX_DEPTH} levels")
    holders = (*holders, id(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _dataclass(value, where, holders)
    for kind, convert in _CONVERSIONS:
        if isinstance(value, kind):
            return convert(value, where, holders)
    raise _refused(where, f"{_article(value)} has no JSON form; return a string, number, list or dict")


def _mapping(
    value: Mapping[Any, Any], where: tuple[str | int, ...], holders: tuple[int, ...]
) -> dict[str, Any]:
    converted: dict[str, Any] = {}
    for key, member in value.items():
        name = _key(key, where)
        if name in converted:
            raise _refused((*where, name), "two keys have the same JSON form")
        converted[name] = _convert(member, (*where, name), holders)
    return converted


def _key(key: Any, where: tuple[str | int, ...]) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    if isinstance(key, enum.Enum):
        return _key(key.value, where)
    if isinstance(key, _KEYS) and not isinstance(key, bool):
        return str(_convert(key, where, ()))
    raise _refused(where, f"{_article(key)} cannot be a key in JSON; use strings")


def _sequence(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> list[Any]:
    return [_convert(item, (*where, index), holders) for index, item in enumerate(value)]


def _set(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> list[Any]:
    # Sets have no order: sort, so that the same set is always the same text.
    return sorted(_sequence(value, where, holders), key=encode)


def _dataclass(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> dict[str, Any]:
    members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return _mapping(members, where, holders)


def _bytes(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> Any:
    hint = 'for an image return {"type": "image", "data": <base64 text>, "mimeType": "image/png"}'
    raise _refused(where, f"{type(value).__name__} has no JSON form; {hint}")


def _iterator(value: Any, where: tuple[str | int, ...], holders: tuple[int, ...]) -> Any:
    raise _refused(where, f"{_article(value)} has no JSON form; return a list of what it yields")


def _text(convert: Callable[[Any], str]) -> Callable[[Any, tuple[str | int, ...], tuple[int, ...]], str]:
    return lambda value, where, holders: convert(value)


_CONVERSIONS: Final[tuple[tuple[Any, Callable[[Any, tuple[str | int, ...], tuple[int, ...]], Any]], ...]] = (
    (enum.Enum, lambda value, where, holders: _convert(value.value, where, holders)),
    (str, _text(str.__str__)),
    (int, lambda value, where, holders: int(value)),
    (Mapping, _mapping),
    ((list, tuple), _sequence),
    ((set, frozenset), _set),
    ((datetime.datetime, datetime.date, datetime.time), _text(lambda value: value.isoformat())),
    ((Decimal, uuid.UUID), _text(str)),
    (PurePath, _text(lambda value: value.as_posix())),
    ((bytes, bytearray, memoryview), _bytes),
    (Iterator, _iterator),
)


_LONGEST_INT: Final = 14_000  # bits; Python writes no integer of more than 4,300 digits
_KEYS: Final = (int, datetime.date, datetime.time, Decimal, uuid.UUID, PurePath)


def _article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _refused(where: tuple[str | int, ...], why: str) -> NotJson:
    place = path(where)
    return NotJson(f"{place}: {why}" if place else why)
