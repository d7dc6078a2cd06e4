"""Tools that return whatever there is to return."""

import datetime
import enum
import uuid
from collections import OrderedDict, namedtuple
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

from dictmcp import Server

server = Server("results")
PNG = "iVBORw0KGgo="
TEXT = {"type": "text", "text": "a block"}
IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": PNG, "mimeType": "audio/wav"}
RESOURCE = {"type": "resource", "resource": {"uri": "test://a", "text": "inside"}}
LINK = {"type": "resource_link", "uri": "test://a", "name": "a"}


@dataclass
class Spot:
    x: int
    y: int


class Size(enum.Enum):
    SMALL = "s"


class Level(enum.IntEnum):
    HIGH = 3


class Evil(list):
    def __iter__(self):
        raise ValueError("not to be read")


class Member:
    """Nothing that JSON knows."""


Pair = namedtuple("Pair", "left right")
cycle: list = []
cycle.append({"again": cycle})
nested: list = []
for _ in range(300):
    nested = [nested]

RETURNS = {
    # plain values
    "none": None,
    "empty_text": "",
    "text": "as it stands",
    "unicode": "\u00e9 \u2028 \U0001f33b \x00 \x85",
    "surrogate": "\ud800",
    "zero": 0,
    "false": False,
    "number": 1.5,
    "minus_zero": -0.0,
    "big": 2**70,
    "empty_list": [],
    "empty_dict": {},
    "list": [1, "a", None],
    "dict": {"b": 1, "a": [True, None]},
    # content blocks
    "block": TEXT,
    "image": IMAGE,
    "blocks": [TEXT, IMAGE],
    "mixed": [TEXT, "words", 5, None, {"a": 1}, [1]],
    "audio": AUDIO,
    "resource": RESOURCE,
    "link": LINK,
    "result": {"content": [TEXT], "isError": True},
    "result_structured": {"content": [TEXT], "structuredContent": {"a": 1}},
    "result_empty": {"content": []},
    "bad_type": {"content": [{"type": "json", "json": {"a": 1}}]},
    "bad_text": {"content": [{"type": "text"}]},
    "bad_image": {"content": [{"type": "image", "data": "not base64!", "mimeType": "image/png"}]},
    "bad_meta": {"content": [TEXT], "_meta": None},
    "bad_second": {"content": [TEXT, {"type": "audio", "data": PNG}]},
    "type_list": {"type": ["string", "null"]},
    "type_number": {"type": 5},
    "content_text": {"content": "a plain member called content"},
    # what JSON lacks
    "when": {
        "at": datetime.datetime(2031, 5, 6, 7, 8, 9),
        "day": datetime.date(2031, 5, 6),
        "cost": Decimal("1.10"),
        "ref": uuid.UUID(int=1),
        "where": Path("a/b"),
    },
    "spot": Spot(1, 2),
    "spots": [Spot(1, 2)],
    "pair": Pair(1, "r"),
    "enums": [Size.SMALL, Level.HIGH],
    "set": {3, 1, 2},
    "mapping": MappingProxyType(OrderedDict(a=1)),
    "number_keys": {1: "a", Decimal("1.5"): "b", datetime.date(2031, 5, 6): "c"},
    "same_keys": {1: "a", "1": "b"},
    "odd_key": {(1, 2): "a"},
    "true_key": {"in": {True: "a"}},
    "bytes": b"\x89PNG\r\n\x1a\n",
    "nan": {"values": [1.0, float("nan")]},
    "infinity": float("inf"),
    "cycle": cycle,
    "nested": nested,
    "digits": 10**5000,
    "object": {"deep": [Member()]},
    "function": len,
    "generator": (n for n in range(3)),
    "evil": Evil([1]),
}
for name, value in RETURNS.items():
    server.tools.add(name, {"description": name, "handler": lambda arguments, value=value: value})
