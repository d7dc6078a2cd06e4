"""The official client inside the page: it connects, does what it can do, is asked, and loses its server."""

from urllib.parse import urlsplit

import pytest
from browser.client_panel import ASKING, ClientPanel
from browser.playground import TROUBLE, call
from playwright.sync_api import expect

MODES = {
    "auto": ("2026-07-28", "stateless"),
    "legacy": ("2025-11-25", "handshake"),
    "modern": ("2026-07-28", "stateless"),
}
ERAS = ["legacy", "modern"]
ON_CONNECT = {"legacy": 4 + 6, "modern": 2 + 6}  # rows: the beginning, and three pages of tools


@pytest.fixture
def client(playground):
    """The shared page, serving a server that asks."""
    playground.script_run(ASKING)
    panel = ClientPanel(playground)
    panel.show()
    yield panel
    panel.leave()


def test_it_is_fetched_when_somebody_asks_for_it_and_from_here(new_playground, base_url):
    playground = new_playground()
    panel = ClientPanel(playground)
    playground.script_run(ASKING)
    panel.show()
    before = [*playground.requests]
    assert not [url for url in before if "mcp-client" in url]
    panel.connect()
    asked = [url for url in playground.requests if urlsplit(url).scheme != "blob"]
    [fetched] = [url for url in asked if url not in before and not url.endswith(".zip")]
    assert "vendor/mcp-client.js" in fetched
    assert fetched.startswith(base_url)
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(base_url).netloc}


@pytest.mark.parametrize("mode", MODES)
def test_it_connects_and_tells_with_whom(client, mode):
    client.connect(mode)
    revision, era = MODES[mode]
    for part in ("garden 1.2.3", revision, era, "client 2."):
        expect(client.facts).to_contain_text(part)


@pytest.mark.parametrize("mode", ERAS)
def test_all_that_it_exchanges_is_in_the_log_in_pairs(client, mode):
    client.connect(mode)
    client.do("add (Add)")
    expect(client.playground.rows()).to_have_count(ON_CONNECT[mode] + 2)
    rows = client.log()
    assert {by for _, _, by in rows} == {"client"}
    sent = [id for kind, id, _ in rows if kind == "sent"]
    assert sent == [str(number) for number in range(int(sent[0]), int(sent[0]) + len(sent))]
    for id in sent:
        assert [kind for kind, its, _ in rows if its == id] in (["sent", "received"], ["sent", "nothing"])
    first = client.playground.rows("sent").first
    expect(first).to_contain_text("initialize" if mode == "legacy" else "server/discover")
    expect(client.playground.rows("received").last).to_contain_text('"content"')


def test_what_it_exchanges_has_a_verdict(client):
    client.connect("legacy")
    client.playground.rows("received").first.click()
    expect(client.page.locator("#detail .verdict li").first).to_have_attribute("data-severity", "right")
    assert client.playground.rows().locator(".row-verdict").count() == 0


def test_it_lists_every_page_and_calls_with_arguments_that_suit(client):
    client.connect()
    options = client.panel.get_by_role("combobox", name="Tools").locator("option").all_text_contents()
    assert len(options) == 14
    assert "add (Add)" in options
    client.choose("add (Add)")
    expect(client.panel.locator("#client-text")).to_have_value('{\n  "a": 2,\n  "b": 3\n}')
    assert '"text": "5"' in client.do("add (Add)")
    expect(client.playground.rows()).to_have_count(ON_CONNECT["modern"] + 2)
    client.button("List tools").click()
    expect(client.playground.rows()).to_have_count(ON_CONNECT["modern"] + 2 + 6)


@pytest.mark.parametrize("mode", ERAS)
def test_it_reads_gets_completes_and_checks(client, mode):
    client.connect(mode)
    client.open("Resources")
    assert "Dug a hole." in client.do("diary (Diary)")
    assert "rose" in client.do("about, a template", "plant://rose/leaf")
    client.open("Prompts")
    assert "How do I look after ivy?" in client.do("advise (Advice)", '{"plant": "ivy"}')
    client.open("Completion")
    assert '"roses", "rosemary"' in client.do("plant://{topic}/{part}: topic", "ros")
    client.button("Ping" if mode == "legacy" else "Discover").click()
    expect(
        client.panel.get_by_text("Ping: answered" if mode == "legacy" else "Discover: answered")
    ).to_be_visible()


@pytest.mark.parametrize("mode", ERAS)
def test_progress_and_logs_are_shown_and_a_call_can_be_cancelled(client, mode):
    client.connect(mode)
    client.panel.get_by_label("Log level").select_option("warning")
    client.start("water")
    heard = client.panel.locator("#client-heard")
    expect(heard).to_contain_text("3 of 3")
    expect(heard).to_contain_text('warning, tap: {"litres":3}')
    expect(heard).not_to_contain_text("drips")
    client.button("Cancel").click()
    expect(client.panel.locator(".wrong")).to_contain_text("Cancelled by hand")
    expect(client.playground.rows("sent").last).to_contain_text("notifications/cancelled")
    client.playground.wait()


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("Accept", "Hello, Ada."),
        ("Decline", "The user chose to decline."),
        ("Cancel", "The user chose to cancel."),
    ],
)
def test_an_elicitation_is_answered_by_a_form(client, mode, button, said):
    client.connect(mode)
    client.start("greet")
    expect(client.question).to_contain_text("Who are you?")
    if button == "Accept":
        client.question.get_by_label("name").fill("Ada")
    client.question.get_by_role("button", name=button).click()
    assert said in client.result()
    expect(client.question).to_have_count(0)


def test_a_question_and_its_answer_belong_to_the_call_in_the_log(client):
    client.connect("legacy")
    client.start("greet")
    client.question.get_by_role("button", name="Decline").click()
    client.result()
    expect(client.playground.rows()).to_have_count(ON_CONNECT["legacy"] + 5)
    id = client.log()[-1][1]
    kinds = [kind for kind, its, _ in client.log() if its == id]
    assert kinds == ["sent", "received", "sent", "nothing", "received"]


def test_a_form_marks_what_is_required_and_gives_values_of_the_right_kinds(client):
    client.connect()
    client.start("book")
    form = client.question
    expect(form.locator(".required")).to_have_count(3)
    form.get_by_role("button", name="Accept").click()
    expect(form).to_be_visible()
    assert form.locator(":invalid").count() > 0
    form.get_by_label("Your name").fill("Ada")
    form.get_by_label("age").fill("36")
    form.get_by_label("seat").select_option(label="window")
    form.get_by_label("fare").select_option(label="dear")
    form.get_by_label("soup").check()
    form.get_by_role("button", name="Accept").click()
    content = '"name": "Ada", "age": 36, "seat": "w", "fare": "d", "meals": ["soup"], "pets": true'
    assert content in client.result()


@pytest.mark.parametrize("mode", ERAS)
def test_an_address_is_shown_and_never_opened_by_itself(client, mode):
    opened = []
    client.page.on("popup", lambda page: opened.append(page.url))
    client.connect(mode)
    client.start("pay")
    expect(client.question.locator(".address")).to_have_text("https://pay.example/1")
    link = client.question.get_by_role("link", name="Open it in a new tab")
    expect(link).to_have_attribute("href", "https://pay.example/1")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    client.question.get_by_role("button", name="Accept").click()
    assert '"text": "accept"' in client.result()
    assert opened == []
    assert not [url for url in client.playground.requests if "pay.example" in url]


def test_an_address_that_is_no_web_page_is_no_link(client):
    client.connect("modern")
    client.start("pay", '{"url": "javascript:alert(1)"}')
    expect(client.question).to_contain_text("javascript:alert(1)")
    expect(client.question.get_by_role("link")).to_have_count(0)
    client.question.get_by_role("button", name="Decline").click()
    assert '"text": "decline"' in client.result()


@pytest.mark.parametrize("mode", ERAS)
def test_sampling_is_answered_by_a_person(client, mode):
    client.connect(mode)
    client.start("haiku", '{"topic": "tea"}')
    expect(client.question).to_contain_text("Write a haiku about tea.")
    client.question.get_by_label("What the model says").fill("A leaf.")
    client.question.get_by_role("button", name="Answer").click()
    assert "a person: A leaf." in client.result()


@pytest.mark.parametrize("mode", ERAS)
def test_roots_are_given_as_a_list(client, mode):
    client.connect(mode)
    client.start("fences")
    roots = client.question.get_by_label("Roots")
    roots.fill("/no/uri")
    client.question.get_by_role("button", name="Answer").click()
    assert roots.evaluate("field => field.validationMessage").startswith("/no/uri is no root")
    roots.fill("file:///one\nfile:///two\n")
    client.question.get_by_role("button", name="Answer").click()
    assert "file:///one file:///two" in client.result()


def test_what_is_refused_is_told_to_the_server(client):
    client.connect("legacy")
    client.start("fences")
    client.question.get_by_role("button", name="Refuse").click()
    assert "The user gave no roots." in client.result()
    expect(client.panel.get_by_text("Call: the tool reports an error.")).to_be_visible()


def test_arguments_that_are_not_json_are_not_sent(client):
    client.connect()
    expect(client.playground.rows()).to_have_count(ON_CONNECT["modern"])
    client.start("add (Add)", '{"a": ')
    expect(client.panel.locator(".wrong")).to_contain_text("The arguments are not JSON")
    client.playground.script_send(call("add", a=1, b=2))
    expect(client.playground.rows()).to_have_count(ON_CONNECT["modern"] + 2)
    expect(client.panel.locator("#client-text")).to_have_value('{"a": ')


def test_a_refusal_is_told_in_words(client):
    client.connect()
    client.open("Resources")
    client.start("diary (Diary)", "note://nowhere")
    expect(client.panel.locator(".wrong")).to_contain_text("note://nowhere")


def test_a_new_run_ends_the_connection_and_it_connects_again(client):
    client.connect()
    client.playground.script_run(TROUBLE)
    expect(client.panel.get_by_text("The server was started anew")).to_be_visible()
    client.button("Connect again").click()
    expect(client.facts).to_contain_text("trouble")


def test_code_that_does_not_load_leaves_the_connection(client):
    client.connect()
    assert client.playground.script_run("1 / 0")["ok"] is False
    expect(client.facts).to_be_visible()
    assert '"text": "5"' in client.do("add (Add)")


def test_stop_ends_a_call_and_the_connection(client):
    client.playground.script_run(TROUBLE)
    client.connect()
    client.start("spin")
    client.playground.wait("running")
    client.playground.stop()
    expect(client.panel.get_by_text("has lost its connection")).to_be_visible()
    expect(client.button("Connect again")).to_be_enabled()
    client.button("Connect again").click()
    expect(client.facts).to_be_visible()


def test_stop_takes_an_open_question_away(client):
    client.connect("legacy")
    client.start("greet")
    expect(client.question).to_be_visible()
    client.playground.stop()
    expect(client.question).to_have_count(0)


def test_to_disconnect_cancels_what_is_under_way(client):
    client.connect("legacy")
    client.start("greet")
    expect(client.question).to_be_visible()
    client.button("Disconnect").click()
    expect(client.question).to_have_count(0)
    expect(client.playground.rows("sent").last).to_contain_text("notifications/cancelled")
    client.playground.wait()


def test_a_run_ends_what_is_under_way(client):
    client.connect("legacy")
    client.start("greet")
    expect(client.question).to_be_visible()
    client.playground.script_run(TROUBLE)
    expect(client.question).to_have_count(0)
    client.playground.wait()


def test_it_disconnects(client):
    client.connect()
    client.button("Disconnect").click()
    expect(client.button("Connect official client")).to_be_focused()
    client.playground.script_send(call("add", a=1, b=2))
    expect(client.playground.rows()).to_have_count(ON_CONNECT["modern"] + 2)
    assert client.log()[-1][2] is None


def test_the_composer_speaks_for_itself_meanwhile(client):
    client.connect("legacy")
    client.playground.script_send(call("add", a=1, b=2))
    expect(client.playground.rows()).to_have_count(ON_CONNECT["legacy"] + 2)
    assert [by for _, _, by in client.log()[-2:]] == [None, None]
    expect(client.playground.at("client-result")).to_have_count(0)


def test_a_question_asked_for_the_composer_is_not_the_clients(client):
    client.connect("legacy")
    client.playground.script_start(call("greet", id="mine"))
    asked = client.playground.rows("received").filter(has_text="elicitation/create")
    expect(asked).to_have_count(1)
    assert asked.get_attribute("data-by") is None
    expect(client.question).to_have_count(0)
    client.playground.stop()


def test_changes_of_lists_are_heard(client):
    client.connect("legacy")
    client.do("plant", '{"name": "ivy"}')
    expect(client.panel.locator("#client-heard")).to_contain_text("The server's tools have changed.")


def test_it_works_by_keyboard_alone(client):
    page = client.page
    page.get_by_role("tab", name="New message").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Client")).to_be_focused()
    page.keyboard.press("ControlOrMeta+Enter")
    expect(client.run_button).to_be_enabled()
    page.keyboard.press("ControlOrMeta+Enter")
    assert '"text": "5"' in client.result()
    client.choose("greet")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(client.question.get_by_label("name")).to_be_focused()
    page.keyboard.insert_text("Ada")
    page.keyboard.press("Enter")
    assert "Hello, Ada." in client.result()
    client.playground.check()
