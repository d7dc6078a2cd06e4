"""sessions.comparing and sessions.places: same, changed, volatile, and where."""

import pytest
from dictmcp.sessions import Recording, Step, compare, opened
from dictmcp.sessions.places import differences, fits, named


def compared(receive: list, *runs: list, **more: object):
    """One message, compared."""
    step = Step("{}", receive, **more)
    (one,) = compare(Recording("", "", [step]), [[run] for run in runs])
    return one


def reply(text: object) -> dict:
    return {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": text}]}}


@pytest.mark.parametrize(
    ("want", "got", "found"),
    [
        ({"a": 1}, {"a": True}, [("a", "changed")]),
        (1, 1.0, [("", "changed")]),
        ([1, 2], [1], [("[1]", "removed")]),
        ([], [{}], [("[0]", "added")]),
        ({"a": {"b": [1]}}, {"a": {"b": [2], "c": 3}}, [("a.b[0]", "changed"), ("a.c", "added")]),
        ({"a b": 1, 'q"': 2}, {"a b": 2, 'q"': 3}, [('["a b"]', "changed"), ('["q\\""]', "changed")]),
        ({"io.x/y": {"z": 1}}, {"io.x/y": {}}, [('["io.x/y"].z', "removed")]),
        ({"...": "<any>", "a": 1}, {"a": 1, "b": 2}, []),
        ("<any> b", "a b", []),
        ({"a": "<any>"}, {}, [("a", "removed")]),
    ],
    ids=str,
)
def test_where_values_differ(want, got, found) -> None:
    assert [(named(one.place), one.kind) for one in differences(want, got)] == found


def test_exactly_nothing_stands_for_something_else() -> None:
    assert [named(one.place) for one in differences({"a": "<any>"}, {"a": 1}, False)] == ["a"]


@pytest.mark.parametrize(
    ("pattern", "place", "does"),
    [
        ("result.a", ("result", "a"), True),
        ("result.a", ("result", "a", "b"), True),
        ("result.a", ("result", "ab"), False),
        ("result.*", ("result", "x", 0), True),
        ("result.content[*].text", ("result", "content", 3, "text"), True),
        ("**.text", ("result", "content", 3, "text"), True),
        ("result", (), False),
    ],
)
def test_patterns(pattern, place, does) -> None:
    assert fits(pattern, place) is does


def test_the_same() -> None:
    assert compared([reply("a")], [reply("a")], [reply("a")])[:2] == ("same", [])


def test_changed_says_where_and_what() -> None:
    one = compared([reply("a")], [reply("b")], [reply("b")])
    assert one.verdict == "changed"
    assert one.places == [(0, "result.content[0].text", "changed", '"a"', '"b"', "")]


def test_a_message_more_or_less_is_a_change() -> None:
    assert compared([], [reply("a")]).places[0][:3] == (0, "", "added")
    assert compared([reply("a")], []).places[0][:3] == (0, "", "removed")


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        (
            "at 2026-01-01T00:00:00Z",
            "at 2027-02-03T04:05:06.789+01:00",
            "both are alike but for a point in time",
        ),
        (
            "0b8e3f1c-9f44-4d37-8d7f-5a2a3f0a1b2c!",
            "7d444840-9dc0-11d1-b245-5ffdce74fad2!",
            "both are alike but for a UUID",
        ),
        ("2026-01-01", "2027-01-01", ""),
        ("it is 2026-01-01T00:00:00Z", "it was 2026-01-01T00:00:00Z", ""),
    ],
)
def test_times_and_ids_are_volatile_by_their_form(was: str, now: str, why: str) -> None:
    one = compared([reply(was)], [reply(now)])
    assert (one.verdict, one.places[0].why) == ("volatile" if why else "changed", why)


def test_what_two_replays_do_not_agree_on_is_volatile() -> None:
    one = compared([reply("took 3")], [reply("took 4")], [reply("took 5")])
    assert (one.verdict, one.places[0].why) == ("volatile", "two replays of this server differ here")


def test_one_place_that_really_changed_makes_the_message_changed() -> None:
    now = {"a": "new", "t": 1}
    one = compared([{"a": "old", "t": 0}], [now], [{**now, "t": 2}])
    assert one.verdict == "changed"
    assert [(place.path, bool(place.why)) for place in one.places] == [("a", False), ("t", True)]


def test_what_the_file_declares_is_volatile() -> None:
    one = compared([reply("a")], [reply("b")], volatile=("result.content[*].text",))
    assert (one.verdict, one.places[0].why) == ("volatile", "the session file says that this changes")


def test_what_mcp_leaves_to_the_server_is_volatile() -> None:
    state = [{"id": 1, "result": {"requestState": "a"}}], [{"id": 1, "result": {"requestState": "b"}}]
    question = [{"id": "ask-1", "method": "roots/list"}], [{"id": "x", "method": "roots/list"}]
    assert [compared(*one).verdict for one in (state, question)] == ["volatile", "volatile"]
    assert compared([{"id": 1, "result": {}}], [{"id": 2, "result": {}}]).verdict == "changed"


def test_volatile_places_are_opened_and_no_others() -> None:
    session = Recording("", "", [Step("{}", [{"id": 1, "result": {"t": 1, "list": [1], "d": 0, "same": 2}}])])
    runs = [[[{"id": 1, "result": {"t": n, "list": [1] * n, "d": 0, "same": 2}}]] for n in (1, 2)]
    step = session.steps[0]._replace(volatile=("result.d",))
    (once,) = opened(session._replace(steps=[step]), runs).steps
    assert once.receive == [{"id": 1, "result": {"t": "<any>", "list": "<any>", "d": "<any>", "same": 2}}]
    assert session.steps[0].receive[0]["result"]["t"] == 1
