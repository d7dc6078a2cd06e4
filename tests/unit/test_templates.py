"""templates: which variables make a URI template give a URI."""

import pytest
from dictmcp.templates import UriTemplate, is_template

MATCHES = [
    ("kb://index", "kb://index", {}),
    ("kb://index", "kb://other", None),
    ("kb://a.b", "kb://axb", None),
    ("kb://{a}", "kb://x", {"a": "x"}),
    ("kb://{a}", "kb://", {"a": ""}),
    ("kb://{a}", "kb://x/y", None),
    ("kb://{a}/x", "kb://{a}/x", None),  # the template itself, which models do send
    ("kb://{a}", "kb://%7Ba%7D", {"a": "{a}"}),
    ("kb://{a}", "kb://x?y", None),
    ("kb://{a}", "kb://x\n", {"a": "x\n"}),
    ("kb://{a}", "kb://%C3%A9%2Fy", {"a": "\u00e9/y"}),
    ("kb://{a}/{b}", "kb://x/y", {"a": "x", "b": "y"}),
    ("kb://{a}/{b}", "kb://x", None),
    ("kb://{a,b}", "kb://1,2", {"a": "1", "b": "2"}),
    ("file:///{+path}", "file:///a/b?c", {"path": "a/b?c"}),
    ("kb:{#part}", "kb:#x", {"part": "x"}),
    ("kb:{.kind}", "kb:.png", {"kind": "png"}),
    ("kb:{/a,b}", "kb:/1/2", {"a": "1", "b": "2"}),
    ("kb:x{;a}", "kb:x;a=1", {"a": "1"}),
    ("kb:x{?a,b}", "kb:x", {}),
    ("kb:x{?a,b}", "kb:x?b=2&a=1", {"a": "1", "b": "2"}),
    ("kb:x{?a,b}", "kb:x?a=1&a=2", None),
    ("kb:x{?a,b}", "kb:x?c=1", None),
    ("kb:x?y=1{&a}", "kb:x?y=1&a=2", {"a": "2"}),
]


@pytest.mark.parametrize(("template", "uri", "variables"), MATCHES, ids=repr)
def test_matches(template: str, uri: str, variables: dict | None) -> None:
    assert UriTemplate(template).match(uri) == variables


@pytest.mark.parametrize(
    "template", ["{", "}", "{}", "{a*}", "{a:3}", "{ a}", "{{a}}", "{a", "{a}{a}", "{?a*}"]
)
def test_what_cannot_be_matched_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be matched|twice"):
        UriTemplate(template)


@pytest.mark.parametrize(("uri", "expected"), [("kb://{a}", True), ("kb://a", False), ("", False)])
def test_what_is_a_template(uri: str, expected: bool) -> None:
    assert is_template(uri) is expected


def test_variables_are_in_order() -> None:
    assert UriTemplate("kb://{b}/{a}{?d,c}").variables == ["b", "a", "d", "c"]
