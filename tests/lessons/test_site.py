"""The built site holds each lesson as one file, and a list of them; what only authors need stays out."""

import json

from sitemaker.lessons import read_lessons
from sitemaker.site import WEB


def test_the_lessons_are_in_the_site(site: dict, dist) -> None:
    folder = dist / site["lessons"]
    listed = json.loads((folder / "index.json").read_text("utf-8"))
    assert [one["title"] for one in listed] == ["Messages", "Router", "A tiny MCP server", "The two eras"]
    assert listed[0]["steps"][1] == {"slug": "02-a-request", "title": "A request", "kind": "exercise"}
    for lesson in read_lessons(WEB / "lessons"):
        assert json.loads((folder / f"{lesson['slug']}.json").read_text("utf-8")) == lesson


def test_the_lessons_are_there_once(site: dict, dist) -> None:
    assert [path.name for path in dist.glob("*lessons*")] == [site["lessons"].rstrip("/")]
    assert not (dist / site["app"] / "lessons").exists()
    assert sum(path.stat().st_size for path in (dist / site["lessons"]).glob("*.br")) < 40_000
