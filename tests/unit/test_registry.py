"""registry: what all registries have in common, and the guard that they share."""

import pytest
from dictmcp import RegistrationError
from dictmcp.registry import Entry, Guard, Registry


class Names(Registry[Entry]):
    """A registry of nothing but names."""

    noun = "name"

    def add(self, name: object) -> None:
        self._enter(name, lambda: Entry(name, {"name": name}, None), None)


@pytest.mark.parametrize("name", ["", None, 5, ["a"]], ids=repr)
def test_a_name_is_a_text_that_is_not_empty(name: object) -> None:
    with pytest.raises(RegistrationError, match="not empty"):
        Names().add(name)


def test_registries_of_one_guard_are_locked_together() -> None:
    guard = Guard()
    first, second = Names(guard), Names(guard)
    with guard.handling("tool 'it'"):
        for registry in (first, second):
            with pytest.raises(RegistrationError, match=r"'a' .*tool 'it' is being handled"):
                registry.add("a")
    first.add("a")
    with guard.handling("tool 'it'"), pytest.raises(RegistrationError):
        first.remove("a")
    assert (list(first), list(second)) == (["a"], [])


def test_the_guard_opens_when_the_last_one_is_done() -> None:
    guard = Guard()
    with guard.handling("one"):
        with guard.handling("other"):
            assert guard.is_locked
        assert guard.is_locked
    assert not guard.is_locked


def test_the_guard_opens_after_a_failure() -> None:
    guard = Guard()
    with pytest.raises(ValueError, match="no"), guard.handling("one"):
        raise ValueError("no")
    assert not guard.is_locked


def test_a_change_on_purpose_is_remembered() -> None:
    guard = Guard()
    registry = Names(guard)
    registry.add("before")
    assert guard.changed == set()
    with guard.handling("one"), guard.changing():
        registry.add("a")
    assert (guard.changed, list(registry)) == ({"name"}, ["before", "a"])


def test_what_is_listed_is_a_copy() -> None:
    registry = Names()
    registry.add("a")
    registry.list()[0]["name"] = "b"
    assert registry.list() == [{"name": "a"}]
