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
_LONGEST_INT: Final = 14_000  # bits; Python writes no integer of more than 4,300 digits

Holders = tuple[int, ...]  # the ids of what a value is inside of


class NotJson(ValueError):
    """A value that has no JSON form; the text says where it is and what to return instead."""


class _Refused(Exception):
    """A part that has no JSON form; whoever it is a part of adds its place on the way out."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.where: list[str | int] = []

    def __str__(self) -> str:
        place = path(reversed(self.where))
        return f"{place}: {self.args[0]}" if place else str(self.args[0])


def to_json(value: Any) -> Any:
    """A value as strings, numbers, bools, None, lists and dicts with string keys. Raises NotJson."""
    try:
        return _convert(value, ())
    except _Refused as refusal:
        raise NotJson(str(refusal)) from None
    except NotJson:
        raise
    except RecursionError:
        raise NotJson(_too_deep()) from None
    except BaseException as error:  # a value may be of any class, and do anything when it is read
        raise NotJson(f"reading it raised {describe(error)}") from error


def blame(value: Any) -> str:
    """Why a value cannot be encoded as it is: the path and the type of the first part that cannot."""
    try:
        return _blame(value)
    except BaseException as error:  # a value may be of any class, and do anything when it is read
        return f"reading it raised {describe(error)}"


def _blame(value: Any) -> str:
    where: list[str | int] = []
    while isinstance(value, dict | list) and len(where) < MAX_DEPTH:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        bad = next(((at, part) for at, part in parts if not _is_encodable(part)), None)
        if bad is None:
            return _at(where, f"{_article(value)} with a key that is no string has no JSON form")
        where.append(bad[0])
        value = bad[1]
    if isinstance(value, dict | list):
        return f"{_article(value)} that contains itself, or is nested too deeply, has no JSON form"
    return _at(where, f"{_article(value)} has no JSON form")


def _at(where: list[str | int], why: str) -> str:
    place = path(where)
    return f"{place}: {why}" if place else why


def _is_encodable(value: Any) -> bool:
    try:
        encode(value)
    except BaseException:
        return False
    return True


def _convert(value: Any, holders: Holders) -> Any:
    if value is None or isinstance(value, bool) or type(value) is str:
        return value
    if isinstance(value, int) and value.bit_length() > _LONGEST_INT:
        raise _Refused("the integer has too many digits; return it as a string")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _Refused(f"{value} is no JSON number; return a string or null")
        return float(value)
    if id(value) in holders:
        raise _Refused("the value contains itself")
    if len(holders) >= MAX_DEPTH:
        raise NotJson(_too_deep())
    holders = (*holders, id(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _dataclass(value, holders)
    for kind, convert in _CONVERSIONS:
        if isinstance(value, kind):
            return convert(value, holders)
    raise _Refused(f"{_article(value)} has no JSON form; return a string, number, list or dict")


def _mapping(value: Mapping[Any, Any], holders: Holders) -> dict[str, Any]:
    converted: dict[str, Any] = {}
    for key, member in value.items():
        name = key if type(key) is str else _key(key)
        if name in converted:
            raise _placed(_Refused("two keys have the same JSON form"), name)
        if type(member) in _SMALL and (type(member) is not int or member.bit_length() < 64):
            converted[name] = member
            continue
        try:
            converted[name] = _convert(member, holders)
        except _Refused as refusal:
            raise _placed(refusal, name) from None
    return converted


def _key(key: Any) -> str:
    if isinstance(key, str):
        return str.__str__(key)
    if isinstance(key, enum.Enum):
        return _key(key.value)
    if isinstance(key, _KEYS) and not isinstance(key, bool):
        return str(_convert(key, ()))
    raise _Refused(f"{_article(key)} cannot be a key in JSON; use strings")


def _sequence(value: Any, holders: Holders) -> list[Any]:
    converted: list[Any] = []
    for item in value:
        if type(item) in _SMALL and (type(item) is not int or item.bit_length() < 64):
            converted.append(item)
            continue
        try:
            converted.append(_convert(item, holders))
        except _Refused as refusal:
            raise _placed(refusal, len(converted)) from None
    return converted


def _set(value: Any, holders: Holders) -> list[Any]:
    # Sets have no order: sort, so that the same set is always the same text.
    return sorted(_sequence(value, holders), key=encode)


def _dataclass(value: Any, holders: Holders) -> dict[str, Any]:
    members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return _mapping(members, holders)


def _bytes(value: Any, holders: Holders) -> Any:
    hint = 'for an image return {"type": "image", "data": <base64 text>, "mimeType": "image/png"}'
    raise _Refused(f"{type(value).__name__} has no JSON form; {hint}")


def _iterator(value: Any, holders: Holders) -> Any:
    raise _Refused(f"{_article(value)} has no JSON form; return a list of what it yields")


def _text(convert: Callable[[Any], str]) -> Callable[[Any, Holders], str]:
    return lambda value, holders: convert(value)


_SMALL: Final = frozenset({str, int, bool, type(None)})  # most of what there is, and JSON as it is
_KEYS: Final = (int, datetime.date, datetime.time, Decimal, uuid.UUID, PurePath)
_CONVERSIONS: Final[tuple[tuple[Any, Callable[[Any, Holders], Any]], ...]] = (
    (enum.Enum, lambda value, holders: _convert(value.value, holders)),
    (str, _text(str.__str__)),
    (int, lambda value, holders: int(value)),
    (Mapping, _mapping),
    ((list, tuple), _sequence),
    ((set, frozenset), _set),
    ((datetime.datetime, datetime.date, datetime.time), _text(lambda value: value.isoformat())),
    ((Decimal, uuid.UUID), _text(str)),
    (PurePath, _text(lambda value: value.as_posix())),
    ((bytes, bytearray, memoryview), _bytes),
    (Iterator, _iterator),
)


def _placed(refusal: _Refused, at: str | int) -> _Refused:
    refusal.where.append(at)
    return refusal


def _too_deep() -> str:
    return f"the value is nested deeper than {MAX_DEPTH} levels"


def _article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
