"""values: what becomes JSON, and what is refused with its path."""

import datetime
import enum
import uuid
from collections import OrderedDict, UserDict, namedtuple
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath, PureWindowsPath
from types import MappingProxyType

import pytest
from dictmcp.values import MAX_DEPTH, NotJson, blame, to_json


class Size(enum.Enum):
    SMALL = "s"


class Level(enum.IntEnum):
    HIGH = 3


class Name(str):
    """A subclass of str."""

    def __str__(self):
        return "not this"


@dataclass
class Spot:
    x: int
    tags: set = field(default_factory=set)


Pair = namedtuple("Pair", "left right")
ZONE = datetime.timezone(datetime.timedelta(hours=2))
CONVERTED = [
    (None, None),
    (True, True),
    (0, 0),
    ("", ""),
    (-0.0, -0.0),
    (2**70, 2**70),
    ((1, 2), [1, 2]),
    (Pair(1, (2,)), [1, [2]]),
    ({3, 1, 2}, [1, 2, 3]),
    (frozenset({"b", "a"}), ["a", "b"]),
    (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    (UserDict(a=1), {"a": 1}),
    (MappingProxyType({"a": 1}), {"a": 1}),
    (datetime.datetime(2031, 5, 6, 7, 8, 9, tzinfo=ZONE), "2031-05-06T07:08:09+02:00"),
    (datetime.date(2031, 5, 6), "2031-05-06"),
    (datetime.time(7, 8), "07:08:00"),
    (Decimal("1.10"), "1.10"),
    (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    (PurePosixPath("a/b"), "a/b"),
    (PureWindowsPath("a\\b"), "a/b"),
    (Size.SMALL, "s"),
    (Level.HIGH, 3),
    (Name("a"), "a"),
    ([Spot(1, {2, 1})], [{"x": 1, "tags": [1, 2]}]),
    ({1: "a", Size.SMALL: "b", Decimal("1.5"): "c"}, {"1": "a", "s": "b", "1.5": "c"}),
    ({datetime.date(2031, 5, 6): 1, uuid.UUID(int=0): 2}, {"2031-05-06": 1, str(uuid.UUID(int=0)): 2}),
]


@pytest.mark.parametrize(("value", "json"), CONVERTED, ids=range(len(CONVERTED)))
def test_what_is_converted(value: object, json: object) -> None:
    assert to_json(value) == json
    assert type(to_json(value)) is type(json)


class Opaque:
    """Nothing that JSON knows."""


cycle: dict = {"list": []}
cycle["list"].append(cycle)


REFUSED = [
    (float("nan"), ["nan"]),
    ({"a": [1.0, float("-inf")]}, ["a[1]", "inf"]),
    (cycle, ["list[0]", "contains itself"]),
    (b"\x89PNG", ["bytes", "image"]),
    ({"a": bytearray(b"")}, ["a:", "bytearray"]),
    (memoryview(b""), ["memoryview"]),
    ({"deep": [Opaque()]}, ["deep[0]", "an Opaque"]),
    (len, ["builtin_function_or_method"]),
    (Opaque, ["type"]),
    (1j, ["complex"]),
    (datetime.timedelta(1), ["timedelta"]),
    ((n for n in range(3)), ["generator", "list"]),
    ({1: 1, "1": 2}, ["1", "same JSON form"]),
    ({None: 1}, ["NoneType", "key"]),
    ({True: 1}, ["bool", "key"]),
    ({1.5: 1}, ["float", "key"]),
    ({"in": {(1, 2): 1}}, ["in:", "tuple", "key"]),
    ({"a b": {b"k": 1}}, ['["a b"]', "bytes", "key"]),
    (10**5000, ["digits"]),
    ({10**5000: 1}, ["digits"]),
]


@pytest.mark.parametrize(("value", "words"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(value: object, words: list[str]) -> None:
    with pytest.raises(NotJson) as refused:
        to_json(value)
    assert [word for word in words if word not in str(refused.value)] == []


def nested(depth: int) -> list:
    value: list = []
    for _ in range(depth - 1):
        value = [value]
    return value


def test_depth_is_limited() -> None:
    assert to_json(nested(MAX_DEPTH))
    with pytest.raises(NotJson, match="deeper"):
        to_json(nested(MAX_DEPTH + 1))


def test_a_value_may_occur_twice() -> None:
    shared = [1]
    assert to_json([shared, {"a": shared}]) == [[1], {"a": [1]}]


class BadList(list):
    def __iter__(self):
        raise ValueError("not to be read")


class BadDict(UserDict):
    def items(self):
        raise KeyError("not to be read")


class BadDecimal(Decimal):
    def __str__(self):
        raise RuntimeError("not to be read")


@dataclass
class BadSpot:
    x: int

    def __getattribute__(self, name):
        if name == "x":
            raise AttributeError("not to be read")
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    "value", [BadList([1]), BadDict(a=1), BadDecimal(1), BadSpot(1)], ids=lambda value: type(value).__name__
)
def test_a_value_that_cannot_be_read_is_refused(value: object) -> None:
    with pytest.raises(NotJson):
        to_json({"in": value})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"result": {"values": {1}}}, ["result.values", "set"]),
        ([1, {"a": float("nan")}], ["[1].a", "float"]),
        ({"a": {(1,): 2}}, ["a", "key"]),
        (object(), ["object"]),
    ],
    ids=["set", "nan", "key", "object"],
)
def test_who_is_to_blame(value: object, words: list[str]) -> None:
    assert [word for word in words if word not in blame(value)] == []
