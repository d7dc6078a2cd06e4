"""What a documentation build makes of a server and its messages."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from embed.docs_projects import build_mkdocs, build_sphinx
from mcp_playground_docs import RecordingError, SessionError, markup, read_messages, record
from mcp_playground_docs.__main__ import main
from mcp_playground_docs.colours import paint
from sitemaker.toolchain import ROOT

ECHO = "def route(message):\n    return {'jsonrpc': '2.0', 'id': message['id'], 'result': {}}\n"
PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'


def test_a_recording_is_what_the_router_answers():
    source = "print('loading')\n" + ECHO.replace("    return", "    print('got', message['id'])\n    return")
    assert record(source, [PING, "{"]) == [
        {"sent": PING, "received": ['{"jsonrpc":"2.0","id":1,"result":{}}'], "printed": "got 1\n"},
        {"sent": "{", "received": [record(ECHO, ["{"])[0]["received"][0]], "printed": ""},
    ]


def test_what_leaves_before_the_reply_is_recorded_in_order():
    source = """
from dictmcp import Context, Server
server = Server("steps")
@server.tool
def steps(ctx: Context) -> str:
    "Go on."
    ctx.progress(1)
    return "done"
"""
    params = {"name": "steps", "arguments": {}, "_meta": {"progressToken": 7}}
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    progress, reply = map(json.loads, record(source, [call])[0]["received"])
    assert (progress["method"], progress["params"]["progress"]) == ("notifications/progress", 1)
    assert reply["result"]["content"][0]["text"] == "done"


def test_without_messages_the_first_ready_made_call_is_recorded():
    source = "from dictmcp import Server\nserver = Server('a')\n@server.tool\ndef add(a: int) -> int: ...\n"
    (exchange,) = record(source)
    assert json.loads(exchange["sent"])["params"]["name"] == "add"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0", r"server\.py, line 1: ZeroDivisionError"),
        ("import os\nos._exit(3)", r"server\.py ended its Python"),
        ("import os\nos.write(1, b'{}')\nx = 1", r"defines no `route`"),
        ("def route(message):\n    while True:\n        pass", r"within 3 seconds"),
    ],
    ids=["fails", "exits", "writes", "loops"],
)
def test_a_server_that_cannot_be_recorded_is_one_sentence(source, words):
    with pytest.raises(RecordingError, match=words) as caught:
        record(source, [PING], seconds=3)
    assert "\n" not in str(caught.value)


def test_messages_keep_their_digits_and_strings_are_sent_as_they_are():
    text = '[{"id": 12345678901234567890, "x": 1.0e5, "ü": "\\u0000 1.50"}, "{ broken"]'
    assert read_messages(text) == ['{"id":12345678901234567890,"x":1.0e5,"ü":"\\u0000 1.50"}', "{ broken"]


def test_a_conversation_file_is_a_session():
    assert read_messages('{"steps": [{"send": {"id": 1}, "receive": []}, {"send": "x"}]}') == [
        '{"id":1}',
        "x",
    ]


@pytest.mark.parametrize("text", ["{", '{"a": 1}', "5", '{"steps": [1]}'])
def test_a_session_that_is_none_is_one_sentence(text):
    with pytest.raises(SessionError, match=r"^calls\.json is "):
        read_messages(text, "calls.json")


def test_no_source_gets_out_of_its_element():
    source = "x = '</script><!-- <b> & \"'\n"
    made = markup(source, [], {"env": '"><b>'})
    assert "<b>" not in made.replace("&lt;b&gt;", "")
    assert "</script><!--" not in made
    told = json.loads(re.search(r'<script type="application/json">(.*?)</script>', made)[1])
    assert (told["source"], told["format"]) == (source, 1)
    assert "\n" not in made


@pytest.mark.parametrize("file", ["01-knowledge-base", "04-everything-wrong"])
@pytest.mark.parametrize(("part", "language"), [("server.py", "python"), ("conversation.json", "json")])
def test_the_page_colours_as_the_build_does(file, part, language):
    text = (ROOT / "web" / "examples" / file / part).read_text("utf-8")
    script = f"""
      import {{ paintPython, paintJson }} from {json.dumps((ROOT / "web/embed/colours.js").as_uri())};
      import {{ readFileSync }} from "node:fs";
      const paint = {{ python: paintPython, json: paintJson }}[{json.dumps(language)}];
      const runs = paint(readFileSync(0, "utf8"));
      console.log(JSON.stringify(runs.map(({{ kind, text }}) => [kind, text])));"""
    node = [shutil.which("node"), "--input-type=module", "-e", script]
    done = subprocess.run(node, input=text, capture_output=True, encoding="utf-8", check=True)
    unescape = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
    made = re.findall(r'<span class="mcp-([\w-]+)">(.*?)</span>|([^<]+)', paint(text, language), re.DOTALL)
    mine = [
        [kind, re.sub("&lt;|&gt;|&amp;", lambda found: unescape[found[0]], coloured or plain)]
        for kind, coloured, plain in made
    ]
    assert mine == json.loads(done.stdout)


def test_the_command_line_writes_html_or_a_module(tmp_path, capsys):
    (tmp_path / "server.py").write_text(ECHO)
    assert main([str(tmp_path / "server.py"), "--mode", "read"]) == 0
    made = capsys.readouterr().out
    assert made.startswith('<mcp-playground mode="read">')
    assert main([str(tmp_path / "server.py"), "--mode", "read", "--js"]) == 0
    assert capsys.readouterr().out == f"export default {json.dumps(made.rstrip())};\n"
    assert main([str(tmp_path / "nothing.py")]) == 1
    assert "nothing.py" in capsys.readouterr().err


def test_other_formats_of_sphinx_show_code_and_recording(tmp_path):
    text = (build_sphinx(tmp_path, "https://play.example", "text") / "index.txt").read_text("utf-8")
    assert "def weather(city: str) -> str:" in text
    assert 'Received: {"jsonrpc":"2.0","id":1,' in text


def test_only_pages_with_playgrounds_have_the_script(tmp_path):
    folder = build_sphinx(tmp_path, "https://play.example/")
    pages = {name: (folder / name).read_text("utf-8") for name in ("index.html", "words.html")}
    assert pages["index.html"].count('src="https://play.example/embed.js"') == 1
    assert "embed.js" not in pages["words.html"]


@pytest.mark.parametrize(
    ("directive", "words"),
    [
        (".. mcp-playground::\n   :mode: wild\n\n   x", "mode is 'wild': write one of edit, read, output"),
        (".. mcp-playground::\n", "either a body"),
        (".. mcp-playground::\n   :src: nothing.py\n", "nothing.py could not be read"),
        (".. mcp-playground::\n\n   1 / 0\n", "ZeroDivisionError"),
    ],
    ids=["option", "empty", "file", "code"],
)
def test_sphinx_says_what_is_wrong_and_where(tmp_path, directive, words):
    (tmp_path / "conf.py").write_text(
        "extensions = ['mcp_playground_docs.sphinx']\nmcp_playground_url = 'https://x'\n"
    )
    (tmp_path / "index.rst").write_text(f"Page\n====\n\n{directive}")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(tmp_path / "out")]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert words in said
    assert "index.rst:4" in said


@pytest.mark.parametrize(
    ("fence", "words"),
    [
        ('```mcp-playground mode="wild"\nx\n```', "mode is 'wild'"),
        ('```mcp-playground src="nothing.py"\n```', "nothing.py could not be read"),
        ("```mcp-playground\n1 / 0\n```", "ZeroDivisionError"),
    ],
    ids=["option", "file", "code"],
)
def test_mkdocs_says_what_is_wrong_and_where(tmp_path, fence, words):
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nplugins: [{mcp-playground: {url: https://x}}]\n")
    (tmp_path / "docs" / "index.md").write_text(fence)
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(tmp_path / "mkdocs.yml")]
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stderr
    assert words in said
    assert "index.md" in said


def test_a_fence_stays_one_element(tmp_path):
    page = (build_mkdocs(tmp_path / "site", "https://play.example/") / "index.html").read_text("utf-8")
    assert page.count("<div><mcp-playground") == 2
    assert "<p><mcp-playground" not in page
