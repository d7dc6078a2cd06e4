"""transports.eagerly: answers at once where nothing waits."""

import asyncio
import sys

import pytest
from dictmcp.transports.eagerly import eagerly

EAGER = sys.version_info >= (3, 12)


async def double(value):
    return 2 * value


async def double_later(value):
    await asyncio.sleep(0)
    return 2 * value


async def refuse():
    raise ValueError("no")


async def settled(function, *args):
    """What comes of a call, and whether it came at once."""
    result = eagerly(function)(*args)
    at_once = not isinstance(result, asyncio.Future)
    return (result if at_once else await result), at_once


def test_what_waits_for_nothing_is_answered_at_once():
    assert asyncio.run(settled(double, 4)) == (8, EAGER)


def test_what_waits_is_a_task():
    assert asyncio.run(settled(double_later, 4)) == (8, False)


def test_what_is_raised_is_raised():
    with pytest.raises(ValueError, match="no"):
        asyncio.run(settled(refuse))
