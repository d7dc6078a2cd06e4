"""Thousands of messages to our server and to the official Python SDK: each difference has its reason."""

import asyncio
import json
import logging

import pytest
from differential.explained import DIFFERENCES, explain
from differential.messages import exchanges
from differential.twins import ask_ours, ask_theirs, ours, theirs
from hypothesis import HealthCheck, Phase, given, settings

MESSAGES = 8000
THOROUGH = settings(
    max_examples=MESSAGES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(scope="module")
def compare():
    """The outcomes of a message on both servers."""
    mine, official, loop = ours(), theirs(), asyncio.new_event_loop()

    async def both(revision: str, text: str):
        return await ask_ours(mine, revision, text), await ask_theirs(official, revision, text)

    logging.disable(logging.CRITICAL)
    yield lambda revision, text: loop.run_until_complete(both(revision, text))
    logging.disable(logging.NOTSET)
    loop.close()


def test_each_difference_is_explained(compare) -> None:
    count = 0

    @THOROUGH
    @given(exchanges())
    def differ(exchange: tuple[str, str]) -> None:
        nonlocal count
        count += 1
        mine, official = compare(*exchange)
        assert mine == official or explain(*exchange, mine, official), exchange

    differ()
    assert count >= MESSAGES


@pytest.mark.parametrize("row", DIFFERENCES, ids=[row.what for row in DIFFERENCES])
def test_each_row_still_differs(compare, row) -> None:
    revision, message, wanted, other = row.example
    text = json.dumps(message)
    mine, official = compare(revision, text)
    assert (mine.kind, official.kind) == (wanted, other)
    assert explain(revision, text, mine, official) == row.what
