"""Makes what documentation pages embed: one script, and the two frames that it opens.

embed-<hash>/ is whole in itself and stays as it is for ever; embed.js beside the page is the newest one.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from sitemaker.toolchain import ROOT, Problem, node

EMBED = ROOT / "web" / "embed"
NODE = Path(__file__).with_name("node")
TOLD = {"frame": ("app",), "hub": ("id", "lockInfo", "files")}  # what each frame has to know of the build
BUILD = '<script type="application/json" id="build">{}</script>'


def lay_embed(folder: Path, about: dict[str, object]) -> None:
    """The script and the frames, which find everything else one folder up."""
    bundle(("embed.js", "frame.js", "hub.js", "frame.css"), folder, "./")
    for name, known in TOLD.items():
        page = (EMBED / f"{name}.html").read_text("utf-8")
        told = json.dumps({key: about[key] for key in known}, separators=(",", ":")).replace("<", "\\u003c")
        if BUILD not in page:
            raise Problem(f"web/embed/{name}.html has no empty #build any more: put it back.")
        (folder / f"{name}.html").write_bytes(page.replace(BUILD, BUILD.replace("{}", told)).encode())


def lay_newest(site: Path, folder: str) -> None:
    """embed.js and the badge at addresses that stay the same."""
    shutil.copyfile(EMBED / "badge.svg", site / "badge.svg")
    work = site / folder / "newest"
    bundle(("embed.js",), work, folder)
    shutil.move(work / "embed.js", site / "embed.js")
    work.rmdir()


def bundle(sources: tuple[str, ...], target: Path, folder: str) -> None:
    """Classic scripts, which any page may load from anywhere, and style sheets; each one file."""
    for source in sources:
        options: dict[str, object] = {
            "entryPoints": [str(EMBED / source)],
            "outfile": str(target / source),
            "bundle": True,
            "minify": True,
            "target": "es2022",
            "logLevel": "error",
        }
        if source.endswith(".js"):
            options |= {
                "format": "iife",
                "loader": {".css": "text"},
                "define": {"FOLDER": json.dumps(folder)},
            }
        node(f"Bundling {source}", f"mend web/embed/{source}", NODE / "bundle.mjs", options)
