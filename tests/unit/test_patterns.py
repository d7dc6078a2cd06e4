"""patterns: regular expressions of the standard, in Python."""

import re

import pytest
from dictmcp.patterns import as_written, to_python

MATCHES = [
    ("^a$", "a", True),
    ("^a$", "a\n", False),
    ("a$", "ba", True),
    ("[$]", "$", True),
    ("\\$", "$", True),
    ("\\$$", "$\n", False),
    ("^\\d+$", "12", True),
    ("^\\d+$", "\u0661", False),
    ("^\\w$", "\u00e9", False),
    ("^\\w$", "_", True),
    ("^\\s$", " ", True),
    ("^\\s$", "\u00a0", True),
    ("^\\S$", "\u00a0", False),
    ("^[\\s]$", "\ufeff", True),
    ("^.$", "\u2028", False),
    ("^.$", "\r", False),
    ("^[.]$", ".", True),
    ("^\\.$", "x", False),
    ("(?<year>\\d{4})", "2031", True),
    ("(?<=a)b", "ab", True),
    ("(?<!a)b", "ab", False),
    ("^(a|b)*$", "abba", True),
    ("[^a]", "\n", True),
    ("", "anything", True),
]


@pytest.mark.parametrize(("pattern", "text", "expected"), MATCHES, ids=repr)
def test_matches(pattern: str, text: str, expected: bool) -> None:
    assert bool(re.search(to_python(pattern), text)) is expected


@pytest.mark.parametrize("pattern", ["(", "[", "*", "\\p{L}", "a{2,1}"])
def test_what_python_does_not_have(pattern: str) -> None:
    with pytest.raises(re.error):
        to_python(pattern)


@pytest.mark.parametrize("pattern", ["^a$", "\\d", ""])
def test_a_pattern_is_shown_as_it_was_written(pattern: str) -> None:
    assert as_written(to_python(pattern)) == pattern


def test_any_other_pattern_is_shown_as_it_is() -> None:
    assert as_written("never translated") == "never translated"
