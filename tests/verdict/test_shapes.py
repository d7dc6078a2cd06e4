"""shapes: the official types as data, as small as they were made, and as strict as jsonschema finds them."""

import functools
import json

import pytest
from conversations.replay import conversations
from dictmcp.revisions import ALL, HANDSHAKE, STATELESS
from dictmcp.shapes import KEYWORDS, knows, misfits, shape
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from mcp_types import methods
from verdict.derive_shapes import FOLDER, files
from verdict.test_verdict import values

NEW, OLD = STATELESS[-1], HANDSHAKE[-1]
LIMIT = 32_000  # bytes a file; every visitor of the page pays for them


@pytest.mark.parametrize("name", files())
def test_the_files_are_what_the_official_types_make(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == files()[name]


@pytest.mark.parametrize("name", files())
def test_the_files_are_small(name: str) -> None:
    assert (FOLDER / name).stat().st_size < LIMIT


def keywords(schema: object) -> set[str]:
    """Every keyword that a schema uses."""
    if not isinstance(schema, dict):
        return set()
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [schema.get("items"), schema.get("additionalProperties")]
    return {*schema, *(name for one in inner for name in keywords(one))}


@pytest.mark.parametrize("name", files())
def test_every_keyword_is_understood(name: str) -> None:
    types = json.loads(files()[name])["$defs"].values()
    assert {keyword for one in types for keyword in keywords(one)} <= KEYWORDS.keys()


@pytest.mark.parametrize("revision", ALL)
@pytest.mark.parametrize(
    ("table", "official"),
    [
        ("results", methods.SERVER_RESULTS),
        ("asked", {**methods.CLIENT_REQUESTS, **methods.CLIENT_NOTIFICATIONS}),
        ("sent", {**methods.SERVER_REQUESTS, **methods.SERVER_NOTIFICATIONS}),
        ("answers", methods.CLIENT_RESULTS),
    ],
    ids=["results", "asked", "sent", "answers"],
)
def test_each_revision_has_the_methods_that_it_has(table: str, official: dict, revision: str) -> None:
    for method in {method for method, _ in official}:
        assert bool(shape(table, method, revision)) == ((method, revision) in official)


def test_a_result_is_one_of_two() -> None:
    assert shape("results", "tools/call", NEW, {}) == "CallToolResult"
    assert shape("results", "tools/call", NEW, {"resultType": "input_required"}) == "InputRequiredResult"


def test_what_a_revision_knows() -> None:
    assert knows("elicitation/create", OLD)
    assert not knows("elicitation/create", "2025-03-26")
    assert not knows("server/discover", OLD)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "content is missing"),
        ({"content": 5}, "content must be an array, not 5"),
        ({"content": [5]}, "content[0] fits none of the 5 forms that there are, it is 5"),
        ({"content": [{"type": "text"}]}, "content[0].text is missing"),
        ({"content": [], "isError": 1}, "isError must be a boolean, not 1"),
        ({"content": [{"type": "text", "text": "", "annotations": {"priority": 2}}]}, "at most 1.0, not 2"),
        (
            {"content": [{"type": "text", "text": "", "annotations": {"audience": ["me"]}}]},
            'must be one of "assist',
        ),
    ],
    ids=[str(number) for number in range(7)],
)
def test_a_misfit_is_said_in_words(value: dict, said: str) -> None:
    [found] = misfits(value, "CallToolResult", OLD)
    assert said in found


# -- the walker against jsonschema ------------------------------------------------------------------


@functools.cache
def validator(name: str, revision: str) -> Draft202012Validator:
    types = json.loads((FOLDER / f"{revision}.json").read_text("utf-8"))["$defs"]
    return Draft202012Validator({"$defs": types, "$ref": f"#/$defs/{name}"})


def agree(value: object, name: str, revision: str) -> None:
    mine = next(misfits(value, name, revision), None)
    assert (mine is None) == validator(name, revision).is_valid(value), mine


def pieces(value: object) -> list:
    """A value with one thing after the other left out, or made null."""
    if isinstance(value, list):
        return [[*value[:at], one, *value[at + 1 :]] for at in range(len(value)) for one in pieces(value[at])]
    if not isinstance(value, dict):
        return [None, 5, "x", {}, []]
    left_out = [{key: one for key, one in value.items() if key != name} for name in value]
    return left_out + [{**value, name: one} for name in value for one in pieces(value[name])]


def official() -> list[tuple[str, str, dict]]:
    """The results that conversations are to bring: type, revision, value."""
    found = {}
    for conversation in conversations():
        for step in conversation.steps:
            if (
                not step.text.startswith("{")
                or len(step.text) > 2000
                or not step.receive
                or not isinstance(step.receive[-1], dict)
            ):
                continue
            try:
                message = json.loads(step.text)
            except ValueError:
                continue
            result = step.receive[-1].get("result")
            if isinstance(result, dict) and isinstance(message, dict):
                revision = NEW if "resultType" in result else OLD
                name = shape("results", str(message.get("method")), revision, result)
                if name:
                    found.setdefault((name, revision, json.dumps(result)), result)
    return [(name, revision, result) for (name, revision, _), result in found.items()]


def test_the_walker_agrees_with_jsonschema_on_results_and_their_mutants() -> None:
    cases = official()
    assert len(cases) > 100
    for name, revision, result in cases:
        for one in [result, *pieces(result)[:60]]:
            agree(one, name, revision)


@settings(max_examples=300, deadline=None)
@given(
    values,
    st.sampled_from(["CallToolResult", "ListToolsResult", "ProgressNotification"]),
    st.sampled_from([OLD, NEW]),
)
def test_the_walker_agrees_with_jsonschema_on_anything(value: object, name: str, revision: str) -> None:
    agree(value, name, revision)
