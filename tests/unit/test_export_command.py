"""export's command line, and the two methods of the page's host."""

import asyncio
import io
import json
import zipfile
from pathlib import Path

import pytest
from dictmcp.export import KINDS, kinds
from dictmcp.export.command import main
from dictmcp.transports.worker import Host

SOURCE = "from dictmcp import Server\n\nserver = Server('it', version='1.2.3')\n"
SOURCE += "\n@server.tool\ndef add(a: int, b: int) -> int:\n    'Add.'\n    return a + b\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(SOURCE, "utf-8")
    return path


@pytest.mark.parametrize("kind", [one.kind for one in KINDS])
def test_the_command_line_writes_a_file(kind: str, file: Path, capsys) -> None:
    filename = next(one.filename for one in KINDS if one.kind == kind)
    assert main([str(file), "--as", kind, "--to", str(file.parent / "new")]) == 0
    assert (written := file.parent / "new" / filename).is_file()
    assert str(written) in (told := capsys.readouterr()).err
    assert (str(file.parent / "new" / "server.pyz") in told.out) == (kind == "config")


def test_the_command_line_takes_a_file_to_write(file: Path, capsys) -> None:
    assert main([str(file), "--as", "pyz", "--to", str(file.parent / "my.pyz")]) == 0
    assert zipfile.is_zipfile(file.parent / "my.pyz")
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_line_leaves_a_configuration_that_is_there(file: Path, capsys) -> None:
    (kept := file.with_name(".mcp.json")).write_text("{}", "utf-8")
    assert main([str(file), "--as", "config", "--to", str(file.parent)]) == 0
    assert kept.read_text("utf-8") == "{}"
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["pyz", "mcpb", "project"])
def test_the_command_line_says_what_is_left_out(kind: str, file: Path, capsys) -> None:
    file.write_text(SOURCE + "def later():\n    import no_such_thing\n", "utf-8")
    assert main([str(file), "--as", kind, "--to", str(file.parent)]) == 0
    assert "asks for no-such-thing, which is not in it" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"1 / 0", b"\xff", None])
def test_the_command_line_says_why_it_cannot(content: bytes | None, file: Path, capsys) -> None:
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    assert main([str(file), "--as", "pyz", "--to", str(file.parent)]) == 1
    assert "mine.py" in capsys.readouterr().err
    assert not (file.parent / "server.pyz").exists()


# -- the page's host --------------------------------------------------------------------------------


def test_the_host_exports_what_was_loaded_last() -> None:
    host = Host(lambda kind, text: None)
    with pytest.raises(RuntimeError, match="no server is running"):
        asyncio.run(host.export("pyz"))
    asyncio.run(host.load(SOURCE))
    asyncio.run(host.load("1 / 0"))
    assert zipfile.ZipFile(io.BytesIO(asyncio.run(host.export("pyz")))).read("server.py").decode() == SOURCE
    told = json.loads(host.configuration())
    assert told["kinds"] == kinds()
    assert told["leftOut"] == []
    assert told["texts"][1]["text"] == "claude mcp add it -- python3 server.pyz"
    told = json.loads(host.configuration("other", "/at/my.pyz", "python"))
    assert told["texts"][1]["text"] == "claude mcp add other -- python /at/my.pyz"


def test_what_is_served_goes_on_after_an_export() -> None:
    posted = []
    host = Host(lambda kind, text: posted.append(kind))
    source = SOURCE.replace("return a + b", "print('called'); return a + b + len(calls)")
    source = "calls = []\n" + source.replace("    'Add.'", "    'Add.'\n    calls.append(1)")
    asyncio.run(host.load(source))
    posted.clear()
    call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}'
    assert '"text":"6"' in asyncio.run(host.deliver(call))
    asyncio.run(host.export("project"))
    assert '"text":"7"' in asyncio.run(host.deliver(call))
    assert posted == []
