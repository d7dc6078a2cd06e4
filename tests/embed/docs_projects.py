"""Real documentation projects, built the way their authors would."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def build_sphinx(target: Path, url: str, builder: str = "html") -> Path:
    """Build the Sphinx project; a warning is a failure."""
    flags = ("-q", "-W", "-E", "-d", target / "doctrees", "-b", builder, "-D", f"mcp_playground_url={url}")
    run("-m", "sphinx", *flags, HERE / "sphinx_project", target / builder)
    return target / builder


def build_mkdocs(target: Path, url: str) -> Path:
    """Build the MkDocs project; a warning is a failure."""
    project = HERE / "mkdocs_project"
    run("-m", "mkdocs", "build", "-s", "-f", project / "mkdocs.yml", "-d", target, PLAYGROUND=url)
    return target


def build_plain(target: Path, url: str) -> Path:
    """A page written by hand, with what the command line makes of a server."""
    project = HERE / "sphinx_project"
    element = run("-m", "mcp_playground_docs", project / "weather.py", "--session", project / "calls.json")
    target.mkdir(parents=True, exist_ok=True)
    page = (HERE / "plain_project" / "index.html").read_text("utf-8")
    (target / "index.html").write_text(page.replace("PLAYGROUND/", url).replace("ELEMENT", element), "utf-8")
    shutil.copy(HERE.parents[1] / "pysrc/docs/mcp_playground_docs/poster.css", target / "poster.css")
    return target


def run(*command: object, **environment: str) -> str:
    """Run this Python with a command, and give its output; a warning is a failure."""
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr.lower(), done.stderr
    return done.stdout
