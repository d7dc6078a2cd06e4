"""transports.restored: what a Python from a snapshot learns anew, and what it knows."""

import random
import sys
import time

import pytest
from dictmcp.transports.restored import knows, wake


@pytest.fixture
def as_it_was():
    """What waking changes for the whole process is put back."""
    path, zone = list(sys.path), (time.timezone, time.altzone, time.daylight, time.tzname)
    yield
    sys.path[:] = path
    time.timezone, time.altzone, time.daylight, time.tzname = zone


def test_chance_is_new(as_it_was):
    drawn = set()
    for _ in range(2):
        random.seed(1)
        wake()
        drawn.add(random.random())
    assert len(drawn) == 2


def test_the_path_names_nothing_twice(as_it_was):
    sys.path.insert(0, sys.path[-1])
    wake()
    assert len(sys.path) == len(set(sys.path))


def test_the_time_zone_is_the_one_that_times_have(as_it_was):
    before = time.timezone, time.altzone, time.daylight
    time.timezone, time.altzone, time.daylight, time.tzname = 1, 2, 1, ("baked", "in")
    wake()
    assert (time.timezone, time.altzone, time.daylight) == before
    assert time.localtime().tm_zone in time.tzname


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("import json, sys", True),
        ("from dictmcp import Server", True),
        ("from json import *", True),
        ("import not_here_at_all", False),
        ("def later():\n    import not_here_at_all", False),
        ("import json.not_here", False),
        ("from json import not_here", False),
        ("from . import json", False),
        ("this is no Python", True),
        ("x = '\0'", True),
    ],
)
def test_a_source_is_known_when_all_it_imports_is_here(source, known):
    assert knows(source) is known
