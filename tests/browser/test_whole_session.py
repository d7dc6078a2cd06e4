"""After all else: what the shared page asked for in its whole life."""

from urllib.parse import urlsplit


def test_the_page_talked_to_its_own_origin_only(playground, base_url):
    playground.answers()
    assert len(playground.requests) > 10
    others = [url for url in playground.requests if urlsplit(url).scheme not in ("data", "blob")]
    assert {f"{urlsplit(url).scheme}://{urlsplit(url).netloc}/" for url in others} == {base_url}
