"""resources: documents with a URI, templates for many, and what reading them gives."""

import asyncio
import datetime

import pytest
from dictmcp import Context, RegistrationError, Server, make_request
from dictmcp.calling import Failed
from dictmcp.resources import ResourceRegistry, UnknownResource


def read(uri: str, function, of: str | None = None, **options: object) -> list:
    """The contents that a function gives for a URI."""
    registry = ResourceRegistry()
    registry.add(of or uri, function, **options)
    return asyncio.run(registry.read(uri, Context({})))


@pytest.mark.parametrize(
    ("value", "contents"),
    [
        ("a", {"mimeType": "text/plain", "text": "a"}),
        ("", {"mimeType": "text/plain", "text": ""}),
        (b"\x00", {"mimeType": "application/octet-stream", "blob": "AA=="}),
        (bytearray(), {"mimeType": "application/octet-stream", "blob": ""}),
        ({"a": 1}, {"mimeType": "application/json", "text": '{"a":1}'}),
        ([], {"mimeType": "application/json", "text": "[]"}),
        (datetime.date(2031, 5, 6), {"mimeType": "application/json", "text": '"2031-05-06"'}),
        ({"text": "a", "mimeType": "text/html"}, {"mimeType": "text/html", "text": "a"}),
        ({"blob": "AA==", "uri": "kb://other"}, {"uri": "kb://other", "blob": "AA=="}),
        (
            {"text": "a", "blob": "AA=="},
            {"mimeType": "application/json", "text": '{"text":"a","blob":"AA=="}'},
        ),
    ],
    ids=repr,
)
def test_what_a_function_returns_becomes_contents(value: object, contents: dict) -> None:
    assert read("kb://a", lambda: value) == [{"uri": "kb://a", **contents}]


def test_several_contents_are_several() -> None:
    assert [
        one["uri"] for one in read("kb://a", lambda: [{"text": "a"}, {"uri": "kb://b", "text": "b"}])
    ] == [
        "kb://a",
        "kb://b",
    ]


def test_a_media_type_is_the_authors() -> None:
    assert read("kb://a", lambda: "# A", mimeType="text/markdown")[0]["mimeType"] == "text/markdown"


@pytest.mark.parametrize(
    "value", [object(), float("nan"), {1: 1, "1": 2}], ids=lambda value: type(value).__name__
)
def test_what_cannot_be_sent_is_a_failure(value: object) -> None:
    with pytest.raises(Failed):
        read("kb://a", lambda: value)


def test_a_template_gives_its_variables() -> None:
    def topic(name: str, page: int = 1) -> str:
        return f"{name} {page + 0}"

    assert read("kb://a%20b?page=2", topic, of="kb://{name}{?page}")[0]["text"] == "a b 2"
    assert read("kb://a", topic, of="kb://{name}{?page}")[0]["text"] == "a 1"
    server = Server("a")
    server.resource("kb://{name}{?page}")(topic)
    error = server.route(make_request(1, "resources/read", {"uri": "kb://a?page=x"}))["error"]
    assert (error["code"], "'page'" in error["message"]) == (-32602, True)


def test_an_exact_uri_goes_before_a_template() -> None:
    registry = ResourceRegistry()
    registry.add("kb://{name}", lambda name: "template")
    registry.add("kb://a", lambda: "exact")
    texts = [asyncio.run(registry.read(uri, Context({})))[0]["text"] for uri in ("kb://a", "kb://b")]
    assert texts == ["exact", "template"]


@pytest.mark.parametrize("uri", ["", "kb://", "kb://a/b", "KB://a"], ids=repr)
def test_what_is_not_there_is_unknown(uri: str) -> None:
    registry = ResourceRegistry()
    registry.add("kb://a", lambda: "")
    with pytest.raises(UnknownResource):
        asyncio.run(registry.read(uri, Context({})))


def test_a_function_may_say_that_there_is_none() -> None:
    def topic(name: str) -> str:
        raise UnknownResource(f"kb://{name}")

    server = Server("a")
    server.resource("kb://{name}")(topic)
    reply = server.route(make_request(1, "resources/read", {"uri": "kb://b"}))
    assert (reply["error"]["code"], reply["error"]["data"]) == (-32002, {"uri": "kb://b"})


def test_lists_show_everything_but_the_function() -> None:
    def topic(name: str) -> str:
        """A topic."""
        return name

    registry = ResourceRegistry()
    registry.add("kb://{name}", topic, title="Topic")
    registry.add("kb://a", lambda: "", name="a", size=3)
    assert registry.list() == [{"uri": "kb://a", "name": "a", "size": 3}]
    assert registry.list_templates() == [
        {"uriTemplate": "kb://{name}", "name": "topic", "description": "A topic.", "title": "Topic"}
    ]


@pytest.mark.parametrize(
    ("uri", "function", "options"),
    [
        ("kb://{name}", lambda: "", {}),
        ("kb://a", lambda name: "", {}),
        ("kb://{name*}", lambda name: "", {}),
        ("kb://a", lambda *args: "", {}),
        ("kb://a", lambda: "", {"titel": "A"}),
        ("kb://a", None, {}),
    ],
    ids=["no parameter", "no variable", "modifier", "args", "option", "no function"],
)
def test_what_cannot_be_registered(uri: str, function, options: dict) -> None:
    with pytest.raises(RegistrationError, match="kb://"):
        ResourceRegistry().add(uri, function, **options)
