"""paging: cursors lead through a list, and only those that it gave out."""

import pytest
from dictmcp import RpcError
from dictmcp.paging import page
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.integers(), max_size=30), st.integers(1, 10))
def test_all_pages_together_are_the_list(items: list, size: int) -> None:
    seen, more = page(items, {}, size)
    while more:
        shown, more = page(items, {"cursor": more["nextCursor"]}, size)
        assert 0 < len(shown) <= size
        seen += shown
    assert seen == items


def test_without_a_size_there_is_one_page() -> None:
    assert page([1, 2, 3], {}, None) == ([1, 2, 3], {})


@pytest.mark.parametrize("size", [None, 1, 2, 3])
@pytest.mark.parametrize("cursor", ["", "bogus", None, 0, 1, True, [], {}, "\ud800"], ids=repr)
def test_a_cursor_that_was_never_given_out_is_refused(size: int | None, cursor: object) -> None:
    with pytest.raises(RpcError, match="cursor") as refused:
        page([1, 2, 3], {"cursor": cursor}, size)
    assert refused.value.code == -32602


def test_a_cursor_of_another_size_is_refused() -> None:
    cursor = page([1, 2, 3], {}, 1)[1]["nextCursor"]
    with pytest.raises(RpcError):
        page([1, 2, 3], {"cursor": cursor}, 2)
