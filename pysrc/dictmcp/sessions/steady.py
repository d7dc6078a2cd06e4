"""A fixed clock, fixed ids and fixed chance: what a server makes of them is the same every time.

The clock starts at one moment and goes on by a millisecond whenever somebody looks at it. What counts
time that has passed (`monotonic`, `perf_counter`) is only fixed for the server file: Python waits by it.
"""

from __future__ import annotations

import datetime
import os
import random
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..hosting import MODULE

START: Final = 1_767_225_600_000_000_000  # 2026-01-01T00:00:00Z, in nanoseconds
_TICK: Final = 1_000_000
_SEED: Final = 2026


class Steady:
    """Clock, ids and chance of one server, fixed as long as this is entered. Entered again it goes on."""

    def __init__(self) -> None:
        self._patches = [one for one in _patches(_Source()) if hasattr(one[0], one[1])]
        self._chance = random.Random(_SEED).getstate()
        self._before: list[tuple[Any, str, Any]] = []
        self._chance_before: Any = None

    def __enter__(self) -> Steady:
        self._before = [(module, name, getattr(module, name)) for module, name, _ in self._patches]
        self._chance_before = random.getstate()
        for module, name, value in self._patches:
            setattr(module, name, value)
        random.setstate(self._chance)
        return self

    def __exit__(self, *_error: object) -> None:
        for module, name, value in self._before:
            setattr(module, name, value)
        self._chance = random.getstate()
        random.setstate(self._chance_before)


def steady() -> Steady:
    """Clock, ids and chance as they are at the beginning."""
    return Steady()


class _Source:
    """Where one server's time and chance come from."""

    def __init__(self) -> None:
        self._now = START
        self._passed = 0
        self._bytes = random.Random(_SEED)

    def look(self) -> int:
        self._now += _TICK
        return self._now

    def passed(self) -> int:
        self._passed += _TICK
        return self._passed

    def urandom(self, size: int) -> bytes:
        return self._bytes.randbytes(size)


def _patches(source: _Source) -> list[tuple[Any, str, Any]]:
    real_seed = _REAL_SEED

    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        real_seed(self, int.from_bytes(source.urandom(8), "big") if a is None else a, version)

    return [
        (time, "time", lambda: source.look() / 1e9),
        (time, "time_ns", source.look),
        *_converters(source),
        *_counters(source),
        (datetime, "datetime", _datetime(source)),
        (datetime, "date", _date(source)),
        (os, "urandom", source.urandom),
        (random, "_urandom", source.urandom),
        (random.Random, "seed", seed),
        (uuid, "_generate_time_safe", None),
        (uuid, "_UuidCreate", None),
        (uuid, "_node", 0x0242AC110002),
        (uuid, "_last_timestamp", None),
        (uuid, "_last_timestamp_v6", None),
        (uuid, "_last_timestamp_v7", None),
    ]


_REAL_SEED: Final = random.Random.seed
_REAL_DATETIME: Final = datetime.datetime
_REAL_DATE: Final = datetime.date


def _converters(source: _Source) -> Iterator[tuple[Any, str, Any]]:
    """Those that mean now when no time is given."""

    def of_seconds(real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda seconds=None: real(source.look() / 1e9 if seconds is None else seconds)

    for name in ("gmtime", "localtime", "ctime"):
        yield time, name, of_seconds(_REAL_TIME[name])

    def strftime(format: str, *when: Any) -> str:
        return str(_REAL_TIME["strftime"](format, *(when or [_REAL_TIME["localtime"](source.look() / 1e9)])))

    def asctime(*when: Any) -> str:
        return str(_REAL_TIME["asctime"](*(when or [_REAL_TIME["localtime"](source.look() / 1e9)])))

    yield time, "strftime", strftime
    yield time, "asctime", asctime


def _counters(source: _Source) -> Iterator[tuple[Any, str, Any]]:
    """Those that only the server file sees fixed."""

    def scoped(name: str, in_nanoseconds: bool) -> Callable[[], Any]:
        real = _REAL_TIME[name]

        def count() -> Any:
            if sys._getframe(1).f_globals.get("__name__") != MODULE:
                return real()
            return source.passed() if in_nanoseconds else source.passed() / 1e9

        return count

    for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
        for each, in_nanoseconds in ((name, False), (f"{name}_ns", True)):
            if each in _REAL_TIME:
                yield time, each, scoped(each, in_nanoseconds)


_REAL_TIME: Final = {name: value for name, value in vars(time).items() if callable(value)}


class _Alike(type):
    """A class that stands for the real one: whatever is of that one is of this one, and they are equal."""

    def __instancecheck__(cls, value: object) -> bool:
        real = vars(cls).get(_STANDS_FOR)
        return super().__instancecheck__(value) if real is None else isinstance(value, real)

    def __subclasscheck__(cls, other: type) -> bool:
        real = vars(cls).get(_STANDS_FOR)
        return super().__subclasscheck__(other) if real is None else issubclass(other, real)

    def __eq__(cls, other: object) -> bool:
        return cls is other or vars(cls).get(_STANDS_FOR, cls) is other

    def __hash__(cls) -> int:
        return hash(vars(cls).get(_STANDS_FOR, id(cls)))


_STANDS_FOR: Final = "_stands_for"


def _datetime(source: _Source) -> type:
    def now(cls: Any, tz: datetime.tzinfo | None = None) -> Any:
        return cls.fromtimestamp(source.look() // 1000 / 1e6, tz)

    def utcnow(cls: Any) -> Any:
        return cls.fromtimestamp(source.look() // 1000 / 1e6, datetime.timezone.utc).replace(tzinfo=None)

    def today(cls: Any) -> Any:
        return cls.fromtimestamp(source.look() // 1000 / 1e6)

    return _made("datetime", _REAL_DATETIME, now=now, utcnow=utcnow, today=today)


def _date(source: _Source) -> type:
    def today(cls: Any) -> Any:
        return cls.fromtimestamp(source.look() / 1e9)

    return _made("date", _REAL_DATE, today=today)


def _made(name: str, real: Any, **methods: Callable[..., Any]) -> type:
    members: dict[str, Any] = {each: classmethod(method) for each, method in methods.items()}
    members |= {
        "__module__": "datetime",
        "__slots__": (),
        _STANDS_FOR: real,
        "__repr__": lambda self: f"datetime.{real.__repr__(self).removeprefix('datetime.')}",
    }
    return _Alike(name, (real,), members)
