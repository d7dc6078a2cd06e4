"""The lessons in the page: read, try, be told what is wrong, go on; the user's own text is never touched."""

import json

import pytest
from browser.playground import Playground
from playwright.sync_api import expect
from sitemaker.lessons import read_lessons
from sitemaker.toolchain import ROOT

LESSONS = read_lessons(ROOT / "web" / "lessons")
PHONE = {"width": 375, "height": 667}
LATE = 60_000


def first(lesson: dict, kind: str = "exercise") -> dict:
    """The first step of a kind."""
    return next(step for step in lesson["steps"] if step["kind"] == kind)


def go(playground: Playground, lesson: dict, step: dict) -> None:
    """Open a step by its address."""
    playground.page.evaluate("hash => { location.hash = hash }", f"#lesson={lesson['slug']}/{step['slug']}")
    heading = playground.at("lessons").get_by_role("heading", name=step["title"], exact=True, level=2)
    expect(heading).to_be_visible()
    if step["kind"] == "exercise":
        playground.at("lessons").get_by_role("button", name="Start again").click()


def check(playground: Playground) -> None:
    """Press Check, and wait for what comes of it."""
    playground.at("lesson-check").click()
    expect(result(playground).locator(".result-head")).to_be_visible(timeout=LATE)


def result(playground: Playground):
    """Where it is said what came of a check."""
    return playground.at("lesson-result")


@pytest.fixture
def school(playground):
    """The shared page, which is brought back to the playground afterwards."""
    yield playground
    playground.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    playground.page.evaluate("location.hash = ''")
    expect(playground.at("editor")).to_be_visible()


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson["slug"] for lesson in LESSONS])
def test_what_one_begins_with_fails_and_the_solution_passes(school, lesson):
    step = first(lesson)
    go(school, lesson, step)
    check(school)
    expect(result(school).locator(".result-head")).to_have_attribute("data-ok", "false")
    school.type_into("lesson-editor", step["solution"])
    check(school)
    expect(result(school).locator("[data-ok=true]")).to_contain_text(f"{len(step['checks'])} checks pass")
    expect(school.at("lessons").locator(".outline [data-current=true]")).to_have_attribute(
        "data-passed", "true"
    )
    school.at("lesson-next").click()
    following = lesson["steps"][lesson["steps"].index(step) + 1]
    expect(school.at("lessons").get_by_role("heading", name=following["title"], level=2)).to_be_visible()
    assert school.page.evaluate("location.hash") == f"#lesson={lesson['slug']}/{following['slug']}"


def test_a_wrong_answer_is_told_what_came_and_why_that_matters(school):
    lesson, step = LESSONS[0], first(LESSONS[0])
    go(school, lesson, step)
    school.type_into("lesson-editor", step["solution"].replace('"2.0"', "2.0"))
    check(school)
    said = result(school)
    expect(said).to_contain_text("0 of 4 checks passed")
    table = dict(
        zip(said.locator("dt").all_text_contents(), said.locator("dd").all_text_contents(), strict=True)
    )
    assert table["Tried"] == "make_request(1, 'ping')"
    assert "'2.0'" in table["Expected"]
    assert table["Came"] == "{'jsonrpc': 2.0, 'id': 1, 'method': 'ping'}"
    expect(said).to_contain_text(step["checks"][0]["why"])
    hint = next(one["text"] for one in step["hints"] if one["id"] == "version-is-a-string")
    assert hint not in said.text_content()
    said.get_by_role("button", name="Show a hint").click()
    expect(said).to_contain_text(hint)


def test_the_solution_is_shown_beside_what_was_written(school):
    lesson, step = LESSONS[0], first(LESSONS[0])
    go(school, lesson, step)
    assert result(school).get_by_role("button").count() == 0
    check(school)
    result(school).get_by_role("button", name="Show the solution").click()
    new = result(school).locator(".diff [data-kind=new]")
    expect(new.first).to_contain_text('"jsonrpc": "2.0"')
    expect(result(school).locator(".diff [data-kind=gone]")).to_contain_text("return {}")
    assert school.at("lesson-editor").locator(".cm-content").inner_text().strip() == step["start"].strip()


def test_code_that_raises_leads_to_its_line(school):
    lesson, step = LESSONS[0], first(LESSONS[0])
    go(school, lesson, step)
    school.type_into("lesson-editor", "def make_request(id, method, params=None):\n    return nonsense\n")
    check(school)
    expect(result(school)).to_contain_text("nonsense")
    result(school).get_by_role("button", name="Go to line 2").click()
    expect(school.at("lesson-editor").locator(".cm-activeLine")).to_have_text("    return nonsense")


def test_a_guess_is_checked_before_anything_runs(school):
    lesson, step = LESSONS[0], first(LESSONS[0], "prediction")
    go(school, lesson, step)
    choices = school.at("lessons").get_by_role("radio")
    expect(choices).to_have_count(len(step["choices"]))
    wrong, right = (
        next(n for n, c in enumerate(step["choices"]) if bool(c.get("right")) is is_it)
        for is_it in (False, True)
    )
    choices.nth(wrong).check()
    check(school)
    expect(result(school).locator(".result-head")).to_have_attribute("data-ok", "false")
    expect(result(school)).to_contain_text(step["choices"][wrong]["says"])
    choices.nth(right).check()
    check(school)
    expect(result(school).locator("[data-ok=true]")).to_contain_text(step["choices"][right]["says"])


def test_a_guess_needs_a_choice(school):
    go(school, LESSONS[0], first(LESSONS[0], "prediction"))
    check(school)
    expect(result(school)).to_contain_text("Choose one of the answers.")


def test_an_endless_loop_is_ended_by_stop(school):
    go(school, LESSONS[0], first(LESSONS[0]))
    school.type_into("lesson-editor", "while True:\n    pass\n")
    school.at("lesson-check").click()
    school.at("lessons").get_by_role("button", name="Stop").click()
    expect(result(school)).to_contain_text("Nothing was checked: Stopped.")
    school.wait()
    school.type_into("lesson-editor", first(LESSONS[0])["solution"])
    check(school)
    expect(result(school).locator("[data-ok=true]")).to_be_visible()


def test_a_solution_can_be_served_in_the_playground(school):
    lesson = LESSONS[1]
    step = lesson["steps"][-1]
    go(school, lesson, step)
    school.type_into("lesson-editor", step["solution"])
    check(school)
    result(school).get_by_role("button", name="Serve it in the playground").click()
    expect(school.at("editor")).to_be_visible()
    school.wait()
    assert school.code().strip() == step["solution"].strip()
    assert '"result":{}' in school.exchange('{"jsonrpc":"2.0","id":1,"method":"ping"}')


def test_check_has_the_key_of_run_and_the_playground_stays_as_it_was(school):
    before = school.code()
    go(school, LESSONS[0], first(LESSONS[0]))
    school.at("lesson-editor").locator(".cm-content").click()
    school.page.keyboard.press("ControlOrMeta+Enter")
    expect(result(school).locator("[data-ok=false]")).to_be_visible(timeout=LATE)
    school.page.get_by_role("button", name="Back to the playground").click()
    expect(school.at("editor")).to_be_visible()
    assert school.code() == before
    expect(school.rows()).to_have_count(0)


def without_python(context) -> None:
    """The page is there at once, and for good without Python."""
    context.route("**/*.wasm", lambda route: None)


def without_storage(context) -> None:
    """No place to keep anything."""
    without_python(context)
    refuse = "{ get() { throw new Error('no') } }"
    for name in ("localStorage", "sessionStorage"):
        context.add_init_script(f"Object.defineProperty(window, '{name}', {refuse})")


def written(playground: Playground) -> str:
    return playground.at("lesson-editor").locator(".cm-content").inner_text().strip()


@pytest.mark.parametrize("prepare", [without_python, without_storage])
def test_what_was_written_in_a_step_is_there_again(new_playground, prepare):
    opened = new_playground(prepare, wait=False)
    lesson, step = LESSONS[0], first(LESSONS[0])
    opened.page.goto(f"./#lesson={lesson['slug']}/{step['slug']}")
    opened.type_into("lesson-editor", "# mine")
    opened.page.get_by_role("link", name="Next step").click()
    expect(opened.at("lessons").get_by_role("heading", name="A notification", level=2)).to_be_visible()
    assert written(opened) != "# mine"
    opened.page.go_back()
    expect(
        opened.at("lessons").get_by_role("heading", name=step["title"], exact=True, level=2)
    ).to_be_visible()
    assert written(opened) == "# mine"
    opened.page.get_by_role("button", name="Start again").click()
    assert written(opened) == step["start"].strip()
    opened.page.keyboard.press("ControlOrMeta+z")
    assert written(opened) == "# mine"


def test_progress_is_kept_in_this_browser(new_playground):
    done = "localStorage.setItem('mcp-playground:lesson-passed:01-messages/01-an-id-of-zero', 'yes')"
    opened = new_playground(without_python, wait=False)
    opened.page.goto("./")
    opened.page.evaluate(done)
    opened.page.goto("./#lessons")
    expect(opened.at("lessons").get_by_role("link", name="When is there an id? done")).to_be_visible()
    expect(opened.at("lessons")).to_contain_text("1 of 29 steps done")
    opened.at("lessons").get_by_role("link", name="Go on").click()
    expect(opened.at("lessons").get_by_role("heading", name="A request", level=2)).to_be_visible()


def test_text_of_a_lesson_is_never_markup(new_playground):
    lesson = json.loads(json.dumps(LESSONS[0]))
    nasty = (
        "<img src=x onerror='window.harmed = 1'> **<b>bold</b>** `<i>code</i>`\n\n"
        "- <script>window.harmed = 1</script>\n\n|<u>a</u>|\n|---|\n|<u>b</u>|"
    )
    lesson["steps"][0]["text"] = nasty
    lesson["steps"][0]["choices"][0]["text"] = "<img src=x onerror='window.harmed = 1'>"

    def prepare(context):
        without_python(context)
        context.route("**/lessons-*/01-messages.json", lambda route: route.fulfill(json=lesson))

    opened = new_playground(prepare, wait=False)
    opened.page.goto("./#lesson=01-messages/01-an-id-of-zero")
    prose = opened.at("lessons").locator(".prose")
    expect(prose).to_contain_text("<img src=x onerror='window.harmed = 1'> <b>bold</b> <i>code</i>")
    assert prose.locator("img, b, i, u, script").count() == 0
    assert prose.locator("strong").text_content() == "<b>bold</b>"
    assert prose.locator("code").text_content() == "<i>code</i>"
    assert prose.locator("td").all_text_contents() == ["<u>b</u>"]
    assert opened.page.evaluate("window.harmed") is None


def test_an_address_of_no_step_is_said(new_playground):
    opened = new_playground(without_python, wait=False)
    opened.page.goto("./#lesson=01-messages/99-none")
    expect(opened.at("lessons").get_by_role("alert")).to_contain_text("There is no step “99-none”")
    opened.at("lessons").get_by_role("link", name="All lessons").click()
    expect(opened.at("lessons").get_by_role("link", name="Begin")).to_be_visible()


def test_who_is_new_is_invited_where_the_answers_will_be(school):
    invite = school.page.get_by_role("link", name="Start the lessons")
    expect(invite).to_be_visible()
    invite.click()
    expect(school.at("lessons").get_by_role("heading", name="From nothing")).to_be_visible()
    school.page.get_by_role("button", name="Back to the playground").click()
    expect(school.at("editor")).to_be_visible()


def test_on_a_phone_a_step_reads_from_top_to_bottom(new_playground):
    opened = new_playground(without_python, wait=False, viewport=PHONE)
    opened.page.goto(f"./#lesson={LESSONS[0]['slug']}/{LESSONS[0]['steps'][4]['slug']}")
    expect(opened.at("lessons").locator(".prose table")).to_be_visible()
    for width in ("document.documentElement.scrollWidth", "document.querySelector('#lessons').scrollWidth"):
        assert opened.page.evaluate(width) <= PHONE["width"]
    opened.at("lesson-editor").scroll_into_view_if_needed()
    expect(opened.at("lesson-check")).to_be_in_viewport(ratio=1)
    above, below = (opened.page.locator(name).bounding_box() for name in (".lesson-text", ".lesson-work"))
    assert above["y"] + above["height"] <= below["y"]
    last = opened.at("lessons").get_by_role("link", name="Next step").bounding_box()
    assert last["y"] + last["height"] <= above["y"] + above["height"]
