"""A playground in a link: what is in it, how it arrives, and what happens when it is damaged or hostile."""

import re
import zlib

import pytest
from browser.links import pack, total, unpack
from browser.playground import TROUBLE, Playground, call, request, withhold_python
from playwright.sync_api import expect

MESSAGES = [request("ping", id=1), call("add", id=2, a=40, b=2), '{"jsonrpc": broken']
CODE = TROUBLE.replace('Server("trouble")', 'Server("żółć 🌻")')
LINK = pack({"code": CODE, "session": MESSAGES, "options": {"name": "Sunflower"}})
OWN = "# my own text, which nobody may take from me\n"


def notice(playground, topic: str):
    """The strip above the code that is about this."""
    return playground.page.locator(f'.notice[data-topic="{topic}"]')


def draft_names(playground) -> list[str]:
    """The names of all drafts, as the page stores them."""
    stored = "Object.entries(localStorage).filter(([key]) => key.includes(':draft:'))"
    return sorted(playground.page.evaluate(f"{stored}.map(([, record]) => JSON.parse(record).name)"))


def share(playground) -> None:
    """Open the share sheet and wait for its link."""
    playground.page.get_by_role("toolbar").get_by_role("button", name="Share").click()
    expect(playground.page.get_by_label("Link", exact=True)).to_have_value(re.compile("#v1/"))


def shared_link(playground) -> str:
    """The link that the open share sheet gives."""
    return playground.page.get_by_label("Link", exact=True).input_value()


# What a link holds.


def test_python_reads_what_the_page_wrote(playground):
    playground.script_run(CODE)
    playground.exchange(MESSAGES[1])
    share(playground)
    content = unpack(shared_link(playground))
    playground.page.keyboard.press("Escape")
    assert content["code"] == CODE
    assert content["session"] == [MESSAGES[1]]
    assert content["crc"] == total(CODE, MESSAGES[1])


def test_messages_and_presenter_mode_are_in_the_link_only_when_wanted(playground):
    playground.exchange(MESSAGES[1])
    share(playground)
    sheet = playground.page.get_by_role("dialog", name="Share")
    link = sheet.get_by_label("Link", exact=True)
    for box in (re.compile("ready to be sent"), "Open it in presenter mode"):
        before = shared_link(playground)
        sheet.get_by_label(box).click()
        expect(link).not_to_have_value(before)
    content = unpack(shared_link(playground))
    playground.page.keyboard.press("Escape")
    assert "session" not in content
    assert content["options"]["present"] is True


def test_the_link_can_be_copied(playground):
    playground.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share(playground)
    link = shared_link(playground)
    playground.page.get_by_role("dialog", name="Share").get_by_role("button", name="Copy").first.click()
    expect(playground.page.get_by_role("button", name="Copied")).to_be_visible()
    assert playground.page.evaluate("navigator.clipboard.readText()") == link
    playground.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("lines", "level", "advice"),
    [
        (20, "short", "Short enough"),
        (200, "fair", "some chats cut it"),
        (900, "long", "on the web"),
        (9000, "over", "Too long"),
    ],
)
def test_the_length_meter_says_what_to_do(still, lines, level, advice):
    random = "".join(
        f"# {zlib.crc32(str(number).encode()):08x}{zlib.adler32(str(number).encode()):08x}\n"
        for number in range(lines)
    )
    still.open_at("./")
    still.page.evaluate("text => mcpPlayground.setCode(text)", random)
    still.page.get_by_role("toolbar").get_by_role("button", name="Share").click()
    sheet = still.page.get_by_role("dialog", name="Share")
    expect(sheet).to_have_attribute("data-length", level)
    expect(sheet).to_contain_text(advice)
    expect(sheet.get_by_role("button", name="Copy").first).to_be_enabled(enabled=level != "over")
    expect(sheet.get_by_role("button", name="Save server.py")).to_be_enabled()


# How it arrives.


def test_linked_code_does_not_run_before_run_is_pressed(new_playground):
    playground = new_playground(wait=False)
    playground.page.goto(f"./{LINK}")
    playground.wait("stopped")
    expect(notice(playground, "unread")).to_contain_text(
        "This code came from a link; read it, then press Run."
    )
    assert playground.code() == CODE
    expect(playground.at("send")).to_be_disabled()
    playground.page.reload()
    playground.wait("stopped")
    assert playground.code() == CODE
    notice(playground, "unread").get_by_role("button", name="Run").click()
    playground.wait("ready")
    expect(notice(playground, "unread")).to_have_count(0)
    expect(playground.at("status")).to_contain_text("żółć 🌻")
    for number, text in enumerate(MESSAGES, start=1):
        playground.at("send").click()
        expect(playground.rows("received")).to_have_count(number)
        assert playground.last("sent") == text
    expect(playground.page.locator("#playlist")).to_contain_text("All 3 messages were sent.")
    playground.page.reload()
    playground.wait("ready")
    playground.check()


def test_a_link_that_arrives_while_a_server_runs_ends_that_one(new_playground):
    playground = new_playground()
    playground.run(f"{TROUBLE}\n{OWN}")
    playground.answers()
    playground.page.evaluate("link => { location.hash = link; }", LINK)
    playground.wait("stopped")
    assert playground.code() == CODE
    outcome = playground.page.evaluate("mcpPlayground.send('{}').catch(error => error.message)")
    assert "press Run" in outcome
    notice(playground, "kept").get_by_role("button", name="Back to my text").click()
    playground.wait("ready")
    assert playground.code().endswith(OWN)
    playground.answers()


def test_a_link_opens_a_new_draft_beside_the_users_own(still):
    still.open_at("./")
    still.type_into("editor", OWN)
    still.page.goto(f"./{LINK}")
    expect(notice(still, "unread")).to_be_visible()
    assert still.code() == CODE
    assert draft_names(still) == ["Knowledge base", "Sunflower"]


def test_a_link_leaves_the_address_once_it_is_a_draft(still):
    still.open_at(f"./?theme=x{LINK}")
    expect(notice(still, "unread")).to_be_visible()
    assert still.page.evaluate("location.search + location.hash") == "?theme=x"


def test_the_same_link_again_is_the_same_draft(still):
    still.open_at(f"./{LINK}")
    expect(notice(still, "unread")).to_be_visible()
    still.page.evaluate("link => { location.hash = link; }", LINK)
    expect(still.page.locator("#draft-name")).to_have_text("Sunflower")
    still.page.wait_for_function("location.hash === ''")
    assert draft_names(still) == ["Sunflower"]


def test_the_messages_of_a_link_are_chosen_with_the_arrows(still):
    still.open_at(f"./{LINK}")
    strip = still.page.locator("#playlist")
    expect(strip).to_contain_text("1 of 3 ping")
    strip.get_by_role("button", name="Message after").click()
    expect(strip).to_contain_text("2 of 3 tools/call add")
    expect(still.at("message")).to_contain_text('"b": 2')
    strip.get_by_role("button", name="Message before").click()
    expect(still.at("message")).to_contain_text('"ping"')


# Damage.


@pytest.fixture(scope="module")
def opened_once(browser, base_url):
    """One page without Python for all bad links: they may not change it."""
    context = browser.new_context(base_url=base_url)
    withhold_python(context)
    yield Playground(context.new_page()).open_at("./")
    context.close()


@pytest.fixture
def still_one(opened_once):
    """That page, with the user's own text in it."""
    opened_once.page.evaluate("text => mcpPlayground.setCode(text)", OWN)
    yield opened_once
    opened_once.check()


DAMAGED = re.compile("damaged or cut off")
BAD = {
    "cut short": (LINK[:-10], DAMAGED),
    "cut to almost nothing": ("#v1/", DAMAGED),
    "a letter changed": (LINK[:60] + ("A" if LINK[60] != "A" else "B") + LINK[61:], DAMAGED),
    "letters escaped": (LINK[:40] + "%7C%28" + LINK[40:], DAMAGED),
    "a plus put in": (LINK[:40] + "+" + LINK[41:], DAMAGED),
    "another text than was summed up": (pack({"code": "x", "crc": total("y")}), DAMAGED),
    "no code": (pack({"session": []}), re.compile("holds no code")),
    "no object": (pack(17), re.compile("holds no code")),
    "messages that are no texts": (pack({"code": "x", "session": [{"id": 1}]}), re.compile("list of texts")),
    "a later format": ("#v2/abc", re.compile("format 2")),
    "a bomb": (pack({"code": "a" * 9_000_000}), re.compile("more than 4 MB")),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_link_says_so_and_takes_nothing(still_one, kind):
    link, said = BAD[kind]
    before = still_one.code()
    still_one.page.evaluate("link => { location.hash = link; }", link)
    alert = still_one.page.get_by_role("alert").filter(has_text=said)
    expect(alert).to_be_visible()
    assert still_one.code() == before == OWN
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)
    assert still_one.page.evaluate("location.hash") == ""


def test_a_bad_link_leaves_what_was_there_last_time(still):
    still.open_at("./")
    still.type_into("editor", OWN)
    still.page.goto(f"./{LINK[:-10]}")
    still.page.reload()
    expect(still.page.get_by_role("alert").filter(has_text=DAMAGED)).to_be_visible()
    still.page.wait_for_function("mcpPlayground.getCode() !== ''")
    assert still.code() == OWN


ALTERED = {
    "a full stop and a bracket after it": lambda link: link + ").",
    "a hyphen escaped": lambda link: link.replace("-", "%2D"),
    "padding": lambda link: link + "=",
}


@pytest.mark.parametrize("kind", ALTERED)
def test_what_other_programs_do_to_links_is_borne(still_one, kind):
    still_one.page.evaluate(
        "link => { location.hash = link; }", ALTERED[kind](pack({"code": f"# borne: {kind}\n{CODE}"}))
    )
    still_one.page.wait_for_function("mcpPlayground.getCode().startsWith('# borne')")
    still_one.page.wait_for_function("location.hash === ''")
    still_one.type_into("editor", OWN)


# Files on the web.


@pytest.fixture
def elsewhere(serve, tmp_path):
    """Another origin, which holds a server file."""
    (tmp_path / "garden.py").write_text(CODE, "utf-8")
    (tmp_path / "page.html").write_text("<p>no Python", "utf-8")
    return serve(tmp_path).url.replace("127.0.0.1", "localhost")


def test_nothing_comes_from_another_origin_without_a_click(still, elsewhere):
    still.open_at(f"./?src={elsewhere}garden.py")
    strip = notice(still, "address")
    expect(strip).to_contain_text(f"{elsewhere}garden.py")
    expect(strip).to_contain_text("Nothing has been fetched.")
    assert not [url for url in still.requests if url.startswith(elsewhere)]
    still.page.route(
        f"{elsewhere}**", lambda route: route.fulfill(body=CODE, headers={"Access-Control-Allow-Origin": "*"})
    )
    strip.get_by_role("button", name="Fetch it from").click()
    expect(notice(still, "unread")).to_contain_text("came from the web")
    assert still.code() == CODE
    expect(still.page.locator("#draft-name")).to_have_text("garden.py")
    assert still.page.evaluate("location.search") == ""


def test_a_file_of_another_origin_can_be_declined(still, elsewhere):
    still.open_at(f"./?src={elsewhere}garden.py")
    notice(still, "address").get_by_role("button", name="Not now").click()
    expect(notice(still, "address")).to_have_count(0)
    assert still.page.evaluate("location.search") == ""
    assert not [url for url in still.requests if url.startswith(elsewhere)]


FAILS = {
    "missing": ({"status": 404, "body": ""}, "answered 404"),
    "a web page": ({"body": "<p>", "content_type": "text/html"}, "is a web page"),
    "too large": ({"body": "#" * 1_000_001}, "larger than 1.0 MB"),
    "no text": ({"body": b"\xff\xfe\x00"}, "not a text in UTF-8"),
    "out of reach": (None, "does not let other sites read it"),
}


@pytest.mark.parametrize("kind", FAILS)
def test_a_file_that_cannot_be_had_is_told_in_words(still, elsewhere, kind):
    answer, said = FAILS[kind]
    still.open_at(f"./?src={elsewhere}garden.py")
    allow = {"Access-Control-Allow-Origin": "*"}
    still.page.route(
        f"{elsewhere}**",
        lambda route: route.fulfill(**answer, headers=allow) if answer else route.abort(),
    )
    notice(still, "address").get_by_role("button", name="Fetch it from").click()
    expect(still.page.get_by_role("alert").filter(has_text=said)).to_contain_text("garden.py")


def test_an_address_that_is_none_is_refused(still):
    still.open_at("./?src=javascript:alert(1)")
    expect(still.page.get_by_role("alert").filter(has_text="no address of the web")).to_be_visible()


def test_a_file_of_the_pages_own_origin_is_opened_at_once_and_not_run(new_playground):
    def own(context):
        context.route("**/own.py", lambda route: route.fulfill(body=CODE))

    playground = new_playground(own, wait=False)
    playground.page.goto("./?src=own.py")
    playground.wait("stopped")
    expect(notice(playground, "unread")).to_contain_text("came from the web")
    assert playground.code() == CODE


def test_the_sheet_makes_a_link_to_the_file_behind_a_page_that_shows_it(still):
    still.open_at("./")
    still.page.get_by_role("toolbar").get_by_role("button", name="Share").click()
    still.page.get_by_label(re.compile("For long files")).fill("https://github.com/o/r/blob/main/a/server.py")
    link = still.page.get_by_label("Link to the file").input_value()
    assert link.endswith("?src=https%3A%2F%2Fraw.githubusercontent.com%2Fo%2Fr%2Fmain%2Fa%2Fserver.py")
