"""Templates are RFC 6570: what the RFC expands, is read back to the same variables."""

from urllib.parse import quote

import pytest
from dictmcp.templates import UriTemplate
from hypothesis import given, settings
from hypothesis import strategies as st

# operator -> what an expression begins with, what joins its values, whether they are named, what is kept
OPERATORS = {
    "": ("", ",", False, ""),
    ".": (".", ".", False, ""),
    "/": ("/", "/", False, ""),
    "#": ("#", ",", False, ":/?#[]@!$&'()*+,;="),
    "+": ("", ",", False, ":/?#[]@!$&'()*+,;="),
    ";": (";", ";", True, ""),
    "?": ("?", "&", True, ""),
    "&": ("&", "&", True, ""),
}


def expand(operator: str, values: dict[str, str]) -> str:
    """The expansion of one expression, as section 3.2 of the RFC has it, of variables that are defined."""
    first, between, is_named, kept = OPERATORS[operator]
    parts = []
    for name, value in values.items():
        text = quote(value, safe=kept)
        if is_named:
            text = name if operator == ";" and not value else f"{name}={text}"
        parts.append(text)
    return first + between.join(parts)


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@pytest.mark.parametrize("operator", OPERATORS)
def test_one_variable_is_read_back(operator: str) -> None:
    @settings(max_examples=200, derandomize=True, database=None, deadline=None)
    @given(ANY_TEXT)
    def read_back(value: str) -> None:
        kept = "" if operator not in "#+" else value
        if "%" in kept:
            return  # a reserved expansion may keep what looks encoded
        if operator == "." and "." in value:
            return  # the RFC expands it, but nobody can tell where a label ends
        uri = "x:a" + expand(operator, {"v": value}) + ("/end" if operator in ("", "/") else "")
        template = "x:a{" + operator + "v}" + ("/end" if operator in ("", "/") else "")
        assert UriTemplate(template).match(uri) == {"v": value}

    read_back()


@pytest.mark.parametrize("operator", [one for one in OPERATORS if one not in "#+."])
def test_several_variables_are_read_back(operator: str) -> None:
    @settings(max_examples=100, derandomize=True, database=None, deadline=None)
    @given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
    def read_back(a: str, b: str, c: str) -> None:
        values = {"a": a, "b": b, "c": c}
        uri = "x:y" + expand(operator, values)
        assert UriTemplate("x:y{" + operator + "a,b,c}").match(uri) == values

    read_back()


# The examples of section 3.2 of the RFC that need no modifier: var, hello, path, x and y are theirs.
VALUES = {"var": "value", "hello": "Hello World!", "path": "/foo/bar", "x": "1024", "y": "768"}
EXAMPLES = [
    ("{var}", "value"),
    ("{hello}", "Hello%20World%21"),
    ("O{var}X", "OvalueX"),
    ("map?{x,y}", "map?1024,768"),
    ("{x,hello,y}", "1024,Hello%20World%21,768"),
    ("{+hello}", "Hello%20World!"),
    ("{+path}/here", "/foo/bar/here"),
    ("here?ref={+path}", "here?ref=/foo/bar"),
    ("{#x,hello,y}", "#1024,Hello%20World!,768"),
    ("{#path,x}/here", "#/foo/bar,1024/here"),
    ("X{.var}", "X.value"),
    ("X{.x,y}", "X.1024.768"),
    ("{/var}", "/value"),
    ("{/var,x}/here", "/value/1024/here"),
    ("{;x,y}", ";x=1024;y=768"),
    ("{?x,y}", "?x=1024&y=768"),
    ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
]


@pytest.mark.parametrize(("template", "uri"), EXAMPLES)
def test_examples_of_the_rfc(template: str, uri: str) -> None:
    found = UriTemplate(template).match(uri)
    assert found
    assert found == {name: VALUES[name] for name in found}
