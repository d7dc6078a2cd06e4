"""Ten playgrounds on a page share one Python, and know nothing of each other."""

from embed.host_page import element, request
from playwright.sync_api import expect

STOPPED = "Python was started afresh, because another example on this page had to be stopped."


def has_workers(page, count: int) -> bool:
    """Whether there are so many Pythons, once those that were ended are gone."""
    for _ in range(600):
        if len(page.page.workers) == count:
            return True
        page.page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))")
    return False


def test_all_run_in_one_worker_and_only_those_that_were_started(several):
    assert has_workers(several, 1)
    frames = [frame.url.rpartition("/")[2] for frame in several.page.frames]
    assert frames.count("hub.html") == 1
    assert frames.count("frame.html") <= 9


def test_each_has_its_own_state_and_log(several):
    counts = [int(several.answer(id).rpartition(" ")[2]) for id in ("p0", "p1", "p0")]
    assert counts[2] == counts[0] + 1
    assert several.last("p0", "printed") == "p0 counts"
    assert several.last("p1", "printed") == "p1 counts"
    assert "p1" not in "".join(several.rows("p0", "printed").all_inner_texts())


def test_a_failure_is_told_where_it_happened(several):
    several.send("p1", request("fail"))
    expect(several.rows("p1", "error").last).to_contain_text("ValueError: in p1")
    expect(several.rows("p1", "error").last).to_contain_text('raise ValueError("in p1")')
    expect(several.rows("p0", "error")).to_have_count(0)


def test_closing_one_leaves_the_others_alone(several):
    several.run("p2")
    before = several.answer("p0")
    several.page.evaluate("document.getElementById('p2').remove()")
    assert several.answer("p0") != before
    assert has_workers(several, 1)


def test_stop_ends_what_waits_here_and_nothing_else(several):
    several.start("p0", request("wait"))
    several.start("p1", request("wait"))
    several.frame("p0").get_by_test_id("stop").click()
    expect(several.rows("p0", "error").last).to_contain_text("Stopped.")
    several.wait("ready", "p0")
    expect(several.element("p1")).to_have_attribute("data-state", "running")
    several.frame("p1").get_by_test_id("stop").click()
    several.wait("ready", "p1")
    expect(several.rows("p0", "notice")).to_have_count(0)


def test_stop_ends_a_loop_and_all_are_served_again_and_told(several):
    several.answer("p1")
    several.start("p0", request("spin"))
    several.frame("p0").get_by_test_id("stop").click()
    expect(several.rows("p0", "error").last).to_contain_text("Stopped.")
    expect(several.rows("p1", "notice").last).to_contain_text(STOPPED)
    expect(several.rows("p0", "notice").last).to_contain_text("served again")
    assert several.answer("p0") == "p0 1"
    assert several.answer("p1") == "p1 1"
    assert has_workers(several, 1)


def test_another_env_is_another_python(new_page, write):
    page = new_page(write(element("p0", env="one"), element("p1", env="two"), element("p2", env="one")))
    for id in ("p0", "p1", "p2"):
        page.run(id)
    assert has_workers(page, 2)
    page.page.evaluate("document.getElementById('p1').remove()")
    page.page.wait_for_function("document.querySelectorAll('body > iframe').length === 1")
    assert page.answer("p2") == "p2 2"


def test_moving_an_element_ends_it_and_it_runs_again(new_page, write):
    page = new_page(write(element("p0")))
    page.run("p0")
    page.page.evaluate("document.querySelector('main').prepend(document.getElementById('p0'))")
    expect(page.element("p0")).to_have_attribute("data-state", "poster")
    page.run("p0")
    assert page.answer("p0") == "p0 2"
    assert has_workers(page, 1)


def test_two_files_of_one_name_have_tracebacks_of_their_own(new_page, write):
    source = "from dictmcp import Server\nserver = Server('x')\nNEXT\n"
    tool = "@server.tool\ndef fail() -> None:\n    'Fail.'\n    raise ValueError('in p0')"
    made = [
        element("p0", source.replace("NEXT", tool), [request("fail")]),
        element(
            "p1", source.replace("NEXT", "# a longer one\n\n\n" + tool.replace("p0", "p1")), [request("fail")]
        ),
    ]
    page = new_page(write(*made))
    for id in ("p0", "p1"):
        page.run(id)
        expect(page.rows(id, "error")).to_contain_text(f"raise ValueError('in {id}')")
