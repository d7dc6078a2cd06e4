"""Makes the static site: three folders named by their content, and one page that names them.

The same inputs give the same bytes. Nothing here is needed once the site is written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sitemaker import runtime
from sitemaker.embed import lay_embed, lay_newest
from sitemaker.lessons import read_lessons
from sitemaker.licences import licences
from sitemaker.runtime import NODE
from sitemaker.toolchain import PYSRC, PYTHON, ROOT, Problem, digest, node, pip, run

WEB, DIST, CACHE = ROOT / "web", ROOT / "dist", ROOT / ".build"
REPRODUCIBLE = {**os.environ, "SOURCE_DATE_EPOCH": "315532800"}  # 1980, the first year a zip can hold
BUILD_ELEMENT = '<script type="application/json" id="build">'
# What Python starts from, by the name that web/worker-api.d.ts gives it.
FILES = {
    "worker": "worker.js",
    "engine": "pyodide.asm.wasm",
    "snapshot": "python.snapshot",
    "rest": "rest.zip",
    "stdlib": "stdlib.zip",
    "packages": "packages.zip",
    "caches": "caches.zip",
    "plain": "python_stdlib.zip",
}
PYTHONS_KEPT = 3  # 30 MB each; every change below pysrc/dictmcp/ makes another
MAGIC = {".wasm": "\0asm", ".snapshot": "MEM1", ".zip": "PK\3\4"}  # how files of these kinds begin
BUNDLES = {"editor-bundle.js": "codemirror.js", "client-bundle.js": "mcp-client.js"}
SOURCE_ONLY = (
    "index.html",
    "embed",
    *BUNDLES,
    "worker.js",
    "worker",
    "tsconfig.json",
    "wheels.txt",
    "types",
    "*.d.ts",
)
PARTS_OF_WEB = ("examples", "lessons")  # folders that are parts of the site by themselves
LITTER = (".*", "*~", "__pycache__")  # what editors and Python leave behind


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A new folder in the cache, gone afterwards unless it was moved away."""
    CACHE.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=CACHE))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def files_in(folder: Path) -> list[Path]:
    """Every file below folder, in the same order everywhere."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=Path.as_posix)


def content_hash(folder: Path) -> str:
    """A short name for all that is in folder."""
    named = ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files_in(folder))
    return digest(*(part for pair in named for part in pair))


def write(path: Path, text: str) -> None:
    """Write text as UTF-8 with plain line ends, whatever the machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def lay_app(folder: Path) -> None:
    """web/ as it is, the editor and the client made into one file each, and whose work all this is."""
    ignored = shutil.ignore_patterns(*SOURCE_ONLY, *PARTS_OF_WEB, *LITTER)
    shutil.copytree(WEB, folder, ignore=ignored, dirs_exist_ok=True)
    write(folder / "licences.txt", licences(fetch_wheels()))
    for source, bundle in BUNDLES.items():
        options = {
            "entryPoints": [str(WEB / source)],
            "outfile": str(folder / "vendor" / bundle),
            "bundle": True,
            "minify": True,
            "format": "esm",
            "target": "es2022",
            "logLevel": "error",
        }
        node(f"Bundling {bundle}", f"mend web/{source}", NODE / "bundle.mjs", options)


def lay_python(folder: Path) -> None:
    """The worker in one file, the engine, and what Python starts from."""
    options = {
        "entryPoints": [str(WEB / "worker.js")],
        "outfile": str(folder / "worker.js"),
        "bundle": True,
        "minify": True,
        "format": "esm",
        "target": "es2022",
        "external": ["node:*"],
        "logLevel": "error",
    }
    node("Bundling the worker", "mend web/worker.js", NODE / "bundle.mjs", options)
    for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copyfile(runtime.PYODIDE / name, folder / name)
    with scratch() as wheels:
        collect_wheels(wheels)
        for path in made_python(wheels).iterdir():
            shutil.copyfile(path, folder / path.name)


def collect_wheels(folder: Path) -> None:
    """micropip, dictmcp and what it needs."""
    shutil.copytree(fetch_wheels(), folder, dirs_exist_ok=True)
    make = f"from flit_core.buildapi import build_wheel; build_wheel({str(folder)!r})"
    run("Building the dictmcp wheel", "mend pysrc/", PYTHON, "-c", make, cwd=PYSRC, env=REPRODUCIBLE)


def made_python(wheels: Path) -> Path:
    """The folder that holds runtime.MADE, made once for the same inputs."""
    kept = CACHE / f"python-{runtime.inputs(wheels)}"
    if not kept.is_dir():
        print("Starting Python once, to keep its memory ...", flush=True)
        with scratch() as work, scratch() as made:
            runtime.make(work, wheels)
            for name in runtime.MADE:
                (work / name).rename(made / name)
            made.rename(kept)
        for old in sorted(CACHE.glob("python-*"), key=lambda path: path.stat().st_mtime)[:-PYTHONS_KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    return kept


def fetch_wheels() -> Path:
    """The folder that holds the wheels of web/wheels.txt, downloaded once and checked against its hashes."""
    wanted = WEB / "wheels.txt"
    folder = CACHE / f"wheels-{digest(wanted.read_bytes())}"
    if not folder.is_dir():
        print("Fetching the wheels for the page ...", flush=True)
        flags = ("--only-binary=:all:", "--no-deps", "--require-hashes")
        python = ("--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any")
        with scratch() as fetched:
            pip("download", *flags, *python, "-d", fetched, "-r", wanted)
            fetched.rename(folder)
    return folder


def lay_examples(folder: Path) -> None:
    """web/examples/ as it is, and index.json, the list of them."""
    shutil.copytree(WEB / "examples", folder, ignore=shutil.ignore_patterns(*LITTER), dirs_exist_ok=True)
    abouts = sorted(folder.glob("*/about.json"))
    listed = [{"slug": about.parent.name, **json.loads(about.read_text("utf-8"))} for about in abouts]
    write(folder / "index.json", json.dumps(listed, ensure_ascii=False))


def lay_lessons(folder: Path) -> None:
    """A JSON file for each lesson, and index.json, the list of them."""
    lessons = read_lessons(WEB / "lessons")
    for lesson in lessons:
        write(folder / f"{lesson['slug']}.json", json.dumps(lesson, ensure_ascii=False))
    listed = [
        {
            **lesson,
            "steps": [{name: step[name] for name in ("slug", "title", "kind")} for step in lesson["steps"]],
        }
        for lesson in lessons
    ]
    write(folder / "index.json", json.dumps(listed, ensure_ascii=False))


PARTS = {"app": lay_app, "python": lay_python, "examples": lay_examples, "lessons": lay_lessons}


def build_site(target: Path, twins: bool = True) -> dict[str, object]:
    """Write the whole site to target, in the place of what was there; returns what the page is told of it."""
    with scratch() as site:
        for name, lay in PARTS.items():
            (site / name).mkdir()
            lay(site / name)
        page = (WEB / "index.html").read_text("utf-8")
        build_id = digest(page, *(content_hash(site / name) for name in PARTS))
        folders = {name: f"{name}-{content_hash(site / name)}/" for name in PARTS}
        for name, folder in folders.items():
            (site / name).rename(site / folder)
        about = describe(site, build_id, folders)
        lay_embed(site / "embed", about)
        about["embed"] = f"embed-{content_hash(site / 'embed')}/"
        (site / "embed").rename(site / str(about["embed"]))
        lay_newest(site, str(about["embed"]))
        write(site / "index.html", fill_page(page, about, site / folders["app"], folders["app"]))
        if twins:
            add_twins(site)
        with scratch() as replaced:
            if target.exists():
                target.rename(replaced / "site")
            target.parent.mkdir(parents=True, exist_ok=True)
            site.rename(target)
    return about


def describe(site: Path, build_id: str, folders: dict[str, str]) -> dict[str, object]:
    """What the page has to know of this build: the content of its #build element."""
    pyodide = {
        name: json.loads((runtime.PYODIDE / name).read_text("utf-8"))
        for name in ("package.json", "pyodide-lock.json")
    }
    python = {name: site / folders["python"] / file for name, file in FILES.items()}
    return {
        "id": build_id,
        **folders,
        "pyodideVersion": pyodide["package.json"]["version"],
        "lockInfo": pyodide["pyodide-lock.json"]["info"],
        "files": {
            name: {
                "url": path.relative_to(site).as_posix(),
                "size": path.stat().st_size,
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
                "magic": MAGIC.get(path.suffix, ""),
            }
            for name, path in python.items()
        },
    }


def modules(page: str, app: Path, prefix: str) -> list[str]:
    """The modules that the page's scripts import at once, and what those import, by their paths in app."""
    waiting = [app / name for name in re.findall(rf'<script type="module" src="{prefix}([^"]+)"', page)]
    found: dict[Path, None] = {}
    while waiting:
        path = waiting.pop(0)
        found[path] = None
        imported = re.findall(r'^(?:import|export)\b[^;"]*"(\.[^"]+)"', path.read_text("utf-8"), re.MULTILINE)
        waiting += {(path.parent / name).resolve() for name in imported} - {*found, *waiting}
    return sorted(path.relative_to(app).as_posix() for path in found)


def fill_page(page: str, about: dict[str, object], app: Path, prefix: str) -> str:
    """The page with the addresses of its own files pointed into the app folder, and #build filled in."""

    def readdress(found: re.Match[str]) -> str:
        attribute, name = found.groups()
        return f'{attribute}="{prefix}{name}"' if (app / name).is_file() else found[0]

    page = re.sub(r'\b(src|href)="(?:\./)?([^":#?]+)"', readdress, page)
    links = (f'  <link rel="modulepreload" href="{prefix}{name}">\n' for name in modules(page, app, prefix))
    page = page.replace("</head>", f"{''.join(links)}</head>")
    told = json.dumps(about, separators=(",", ":")).replace("<", "\\u003c")
    before, opened, rest = page.partition(BUILD_ELEMENT)
    if not opened:
        raise Problem(f"web/index.html has no {BUILD_ELEMENT} any more: put it back.")
    return before + opened + told + rest[rest.index("</script>") :]


def add_twins(site: Path) -> None:
    """Put a .br and a .gz twin beside every file; each content is compressed once and kept in the cache."""
    kept = CACHE / "twins"
    kept.mkdir(parents=True, exist_ok=True)
    names = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files_in(site)}
    new = {name: str(path) for path, name in names.items() if not (kept / f"{name}.gz").is_file()}
    if new:
        print("Compressing what is new (about half a minute the first time) ...", flush=True)
        with scratch() as packed:
            work = [(path, str(packed / name)) for name, path in new.items()]
            node("Compressing the site", "run this again", NODE / "compress.mjs", work)
            for path in files_in(packed):
                path.replace(kept / path.name)
    for path, name in names.items():
        for suffix in (".br", ".gz"):
            shutil.copyfile(kept / (name + suffix), path.with_name(path.name + suffix))
