"""Whatever a tool does, Stop ends it, the same code is served again, and nothing that was typed is lost."""

import pytest
from browser.playground import TROUBLE, call
from playwright.sync_api import expect

MUCH = 1_000_000  # characters; far more than the log shows, far less than what was printed


def log_length(playground) -> int:
    return playground.at("log").evaluate("log => log.textContent.length")


@pytest.mark.parametrize("door", ["script", "controls"])
def test_an_endless_loop_is_stopped_and_the_next_call_answers(playground, door):
    if door == "script":
        playground.script_start(call("spin"))
        playground.wait("running")
        playground.frame.evaluate("mcpPlayground.stop()")
    else:
        playground.send(call("spin"))
        playground.wait("running")
        playground.at("stop").click()
    expect(playground.rows("error")).to_have_count(1)
    playground.wait()
    playground.answers()
    assert playground.code() == TROUBLE


def test_an_endless_print_loop_is_capped_and_stopped(playground):
    playground.send(call("flood"))
    expect(playground.rows("notice")).to_have_count(1)
    expect(playground.root).to_have_attribute("data-state", "running")
    assert log_length(playground) < MUCH
    playground.stop()
    playground.answers()


def test_a_line_of_50_MB_is_cut_and_the_answer_comes(playground):
    assert "printed" in playground.exchange(call("wide"))
    assert 0 < log_length(playground) < MUCH
    assert playground.rows("notice").count() == 1
    playground.answers()


@pytest.mark.parametrize("tool", ["recurse", "nest", "abort"])
def test_a_dead_interpreter_is_replaced(playground, tool):
    playground.send(call(tool))
    expect(playground.rows("error").or_(playground.rows("received")).first).to_be_attached()
    playground.wait()
    playground.answers()
    assert playground.code() == TROUBLE
    playground.faults.clear()  # a dying worker reports what killed it; that is no fault of the page


def test_stopping_again_and_again_leaves_no_worker_behind(playground):
    for _ in range(3):
        playground.send(call("spin"))
        playground.wait("running")
        playground.stop()
    playground.answers()
    playground.few_workers()


def test_running_again_and_again_leaves_no_worker_behind(playground):
    for number in range(30):
        assert playground.script_run(f"{TROUBLE}\n# run {number}\n")["ok"]
    playground.answers()
    playground.few_workers()


def test_stop_while_python_comes_back_is_no_trouble(playground):
    playground.script_start(call("spin"))
    playground.wait("running")
    playground.frame.evaluate("{ mcpPlayground.stop(); mcpPlayground.stop(); }")
    playground.wait()
    playground.answers()
