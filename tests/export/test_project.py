"""The exported project: pip installs it into a fresh environment, and its test passes there."""

import asyncio
import json
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from conversations.replay import EXAMPLES
from dictmcp.export import export
from export.taken import PATIENCE, unpack

PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory) -> Path:
    """The Python of a fresh environment; the packages that are installed here stand in for an index."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    (packages / "index.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return python


def project(source: str, name: str, tmp_path: Path) -> Path:
    file = tmp_path / "server.zip"
    file.write_bytes(asyncio.run(export(source, "project", name)))
    (folder,) = unpack(file).iterdir()
    return folder


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess:
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=cwd, check=False, capture_output=True, text=True, timeout=2 * PATIENCE)


def test_it_installs_and_its_test_passes(fresh: Path, tmp_path: Path) -> None:
    folder = project((EXAMPLES / "01-knowledge-base" / "server.py").read_text("utf-8"), "Küche", tmp_path)
    assert folder.name == "kuche-server"
    pip = [sys.executable, "-m", "pip", "--python", fresh, "install", "--no-index", "--no-build-isolation"]
    done = run(*pip, "--no-deps", folder, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    where = run(fresh, "-c", "import dictmcp, server; print(dictmcp.__file__, server.__file__)", cwd=tmp_path)
    assert [Path(path).is_relative_to(fresh.parents[1]) for path in where.stdout.split()] == [True, True]
    done = run(fresh, *PYTEST, "-o", "pythonpath=", cwd=folder)
    assert "1 passed" in done.stdout, done.stdout


def test_its_test_is_of_a_real_conversation(tmp_path: Path) -> None:
    folder = project((EXAMPLES / "01-knowledge-base" / "server.py").read_text("utf-8"), "it", tmp_path)
    steps = json.loads((folder / "tests" / "conversation.json").read_text("utf-8"))["steps"]
    assert {"initialize", "tools/list", "tools/call"} <= {step["send"]["method"] for step in steps}
    assert all("result" in step["receive"][-1] for step in steps if "id" in step["send"])


def test_its_test_notices_a_change(tmp_path: Path) -> None:
    source = "from dictmcp import Server\nserver = Server('it')\n@server.tool\ndef a() -> str:\n"
    source += "    'Say it.'\n    return 'before'\n"
    folder = project(source, "it", tmp_path)
    assert "1 passed" in run(sys.executable, *PYTEST, cwd=folder).stdout
    (folder / "server.py").write_text(source.replace("before", "after"), "utf-8")
    assert "1 failed" in run(sys.executable, *PYTEST, cwd=folder).stdout


@pytest.mark.parametrize("slug", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()))
def test_the_test_of_every_example_passes(slug: str, tmp_path: Path) -> None:
    folder = project((EXAMPLES / slug / "server.py").read_text("utf-8"), slug, tmp_path)
    assert "1 passed" in run(sys.executable, *PYTEST, cwd=folder).stdout
