"""What is taken home answers byte for byte what the server in memory answers."""

import asyncio
import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conversations.replay import Conversation, conversations
from dictmcp.export import export
from export.taken import ALONE, bundle_command, in_memory, talk, unpack

SPOKEN = {"progress", "results", "schemas", "unicode", "broken-text", "hand-written", "batches"}
EXAMPLES = [one for one in conversations() if one.name[0].isdigit()]
CHOSEN = [*EXAMPLES, *(one for one in conversations() if one.name in SPOKEN)]
KINDS = {
    "pyz": ("server.pyz", lambda file: [*ALONE, str(file)]),
    "mcpb": ("server.mcpb", lambda file: bundle_command(unpack(file))),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("conversation", CHOSEN, ids=[one.name for one in CHOSEN])
def test_a_conversation(kind: str, conversation: Conversation, tmp_path: Path) -> None:
    texts = [step.text for step in conversation.steps]
    expected = in_memory(conversation.server, texts)
    filename, command = KINDS[kind]
    file = tmp_path / filename
    file.write_bytes(asyncio.run(export(conversation.server.read_text("utf-8"), kind, "it")))
    assert talk(command(file), texts, expected, cwd=tmp_path) == expected


@pytest.mark.parametrize("conversation", EXAMPLES, ids=[one.name for one in EXAMPLES])
def test_what_the_page_makes_answers_as_the_page_did(
    conversation: Conversation, pyodide_node, tmp_path: Path
) -> None:
    texts = [step.text for step in conversation.steps]
    assert pyodide_node.load(conversation.server.read_text("utf-8"))["ok"]
    answered = []
    for text in texts:
        _, reply, emitted = pyodide_node.deliver(text)
        answered.append([line.encode() + b"\n" for line in (*emitted, *([] if reply is None else [reply]))])
    for kind, (filename, command) in KINDS.items():
        file = tmp_path / filename
        file.write_bytes(base64.b64decode(pyodide_node.ask("export", kind)[0]))
        assert talk(command(file), texts, answered) == answered


def test_what_the_page_is_told(pyodide_node) -> None:
    assert pyodide_node.load("from dictmcp import Server\nimport js\nserver = Server('it')\n")["ok"]
    told = json.loads(pyodide_node.ask("configuration", "at home")[0])
    assert [one["kind"] for one in told["kinds"]] == ["pyz", "mcpb", "project", "config"]
    assert told["leftOut"] == ["js"]
    assert "at-home" in told["texts"][0]["text"]


def test_the_project_of_the_page_passes_its_test(pyodide_node, tmp_path: Path) -> None:
    assert pyodide_node.load(EXAMPLES[0].server.read_text("utf-8"))["ok"]
    file = tmp_path / "server.zip"
    file.write_bytes(base64.b64decode(pyodide_node.ask("export", "project")[0]))
    (folder,) = unpack(file).iterdir()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout


def test_a_file_is_the_same_each_time_wherever_it_is_made(tmp_path: Path) -> None:
    server = EXAMPLES[0].server
    for seed in ("1", "2"):
        for kind in ("pyz", "mcpb", "project", "config"):
            command = [sys.executable, "-m", "dictmcp", "export", str(server), "--as", kind]
            command += ["--name", "it", "--to", str(tmp_path / seed)]
            environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"}
            subprocess.run(command, check=True, capture_output=True, env=environment, cwd=tmp_path)
    first, second = ({path.name: path.read_bytes() for path in (tmp_path / seed).iterdir()} for seed in "12")
    assert sorted(first) == [".mcp.json", "server.mcpb", "server.pyz", "server.zip"]
    assert first == second


def test_a_file_says_that_http_needs_more(tmp_path: Path) -> None:
    file = tmp_path / "server.pyz"
    file.write_bytes(asyncio.run(export("from dictmcp import Server\nserver = Server('it')\n", "pyz", "it")))
    done = subprocess.run([*ALONE, str(file), "--http", "127.0.0.1:0"], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().strip().endswith("pip install starlette uvicorn")
    assert done.stderr.count(b"\n") == 1


def test_a_file_that_lacks_a_package_says_which(tmp_path: Path) -> None:
    file = tmp_path / "server.pyz"
    file.write_bytes(asyncio.run(export("import no_such_package\n", "pyz", "it")))
    done = subprocess.run([*ALONE, str(file), "--check"], capture_output=True, check=False)
    assert done.returncode == 1
    assert "line 1 imports 'no_such_package', which is not installed here." in done.stderr.decode()
