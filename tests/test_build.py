"""The built site: the same bytes from the same sources, whole, relative, and well served."""

import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from urllib.parse import urljoin

import pytest
from sitemaker import runtime
from sitemaker import site as maker
from sitemaker.toolchain import ROOT, Problem

TWINS = (".br", ".gz")
UNPACK = """
const [from] = process.argv.slice(1), fs = require("fs");
process.stdout.write(require("zlib").brotliDecompressSync(fs.readFileSync(from)));
"""


def contents(folder):
    """Every file of a folder, by name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in maker.files_in(folder)}


@pytest.fixture(scope="module")
def files(site, dist):
    """All of the built site."""
    return contents(dist)


@pytest.fixture(scope="module")
def get(base_url):
    """Ask the server for an address: get(address, method, **headers) -> response with its body."""

    def ask(address, method="GET", **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = urllib.request.Request(urljoin(base_url, address), method=method, headers=headers)
        with urllib.request.urlopen(asked) as response:
            response.body = response.read()
            return response

    return ask


def test_same_sources_give_the_same_bytes(files, tmp_path):
    maker.build_site(tmp_path / "again")
    assert contents(tmp_path / "again") == files


def test_the_snapshot_is_the_same_whenever_it_is_made(site, files, tmp_path):
    wheels, work = tmp_path / "wheels", tmp_path / "work"
    wheels.mkdir()
    work.mkdir()
    maker.collect_wheels(wheels)
    runtime.make(work, wheels)
    assert [name for name in runtime.MADE if (work / name).read_bytes() != files[site["python"] + name]] == []


def test_no_module_of_the_page_needs_one_that_was_removed(site, files):
    gone = {name.removesuffix(".py").replace("/", ".") for name in runtime.REMOVED}
    archive = zipfile.ZipFile(runtime.PYODIDE / "python_stdlib.zip")
    kept = zipfile.ZipFile(io.BytesIO(files[site["python"] + "stdlib.zip"])).namelist()
    for name in (name.removesuffix("c") for name in kept if name.endswith(".pyc")):
        wanted = re.findall(r"^(?:from|import) ([\w.]+)", archive.read(name).decode(), re.MULTILINE)
        assert not [module for module in wanted for part in gone if f"{module}.".startswith(f"{part}.")], name


def test_twins_are_the_same_whenever_they_are_made(tmp_path, monkeypatch):
    made = []
    for name in ("one", "two"):
        monkeypatch.setattr(maker, "CACHE", tmp_path / f"cache-{name}")
        maker.write(tmp_path / name / "text.txt", "the same text " * 100)
        maker.add_twins(tmp_path / name)
        made.append(contents(tmp_path / name))
    assert made[0] == made[1]
    assert set(made[0]) == {"text.txt", "text.txt.br", "text.txt.gz"}


def test_every_file_has_twins_that_hold_the_same(files):
    for name, content in files.items():
        if not name.endswith(TWINS):
            assert gzip.decompress(files[name + ".gz"]) == content
            assert name + ".br" in files


def test_the_brotli_twin_unpacks_to_the_page(files, dist):
    done = subprocess.run(["node", "-e", UNPACK, dist / "index.html.br"], capture_output=True, check=True)
    assert done.stdout == files["index.html"]


def test_the_page_names_only_files_that_are_there(files):
    page = files["index.html"].decode()
    for address in re.findall(r'\b(?:src|href)="([^"]*)"', page):
        if not address.startswith(("#", "data:", "https://")):
            assert address in files


def test_the_page_is_told_of_this_very_build(site, files):
    told = re.search(r'id="build">(.*?)</script>', files["index.html"].decode())[1]
    assert json.loads(told) == site
    for listed in site["files"].values():
        content = files[listed["url"]]
        assert len(content) == listed["size"]
        assert hashlib.sha256(content).hexdigest() == listed["sha256"]
        assert content.startswith(listed["magic"].encode("latin-1"))


def test_no_file_that_only_the_build_needs_is_shipped(site, files):
    app = [name.removeprefix(site["app"]) for name in files if name.startswith(site["app"])]
    assert "main.js" in app
    assert "vendor/codemirror.js" in app
    source_only = (
        r"(tsconfig|editor-bundle|worker\.js|worker/|wheels\.txt|examples/|types/|index\.html)|.*\.d\.ts"
    )
    assert not [name for name in app if re.match(source_only, name)]


def test_whoever_has_a_part_in_the_site_is_named_with_a_licence(site, files):
    text = files[site["app"] + "licences.txt"].decode()
    wheels = [path.name.split("-")[0] for path in maker.fetch_wheels().glob("*.whl")]
    others = ["pyodide", "CPython", "@codemirror/view", "@lezer/python", "style-mod", "w3c-keyname"]
    assert [name for name in [*wheels, *others] if f"{name} " not in text] == []
    for words in (
        "Marijn Haverbeke",
        "Mozilla Public License Version 2.0",
        "Julian Berman",
        "Hynek Schlawack",
    ):
        assert words in text
    assert text.count("Mozilla Public License Version 2.0\n") == 1


def test_the_examples_are_listed_in_order(site, files):
    listed = [entry["slug"] for entry in json.loads(files[site["examples"] + "index.json"])]
    assert listed == sorted(path.parent.name for path in (maker.WEB / "examples").glob("*/about.json"))


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("zstd", None),
        ("br;q=x, gzip", "gzip"),
        ("br;q=, gzip;q=0.001", "gzip"),
        ("br;q=0.0, gzip;q=1.000", "gzip"),
        ("br;q=nan, gzip;q=-1", None),
    ],
)
def test_the_best_accepted_twin_is_served(get, files, accepted, encoding):
    response = get("", Accept_Encoding=accepted)
    assert response.headers["Content-Encoding"] == encoding
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Vary"] == "Accept-Encoding"
    twin = {None: "", "gzip": ".gz", "br": ".br"}[encoding]
    assert response.body == files["index.html" + twin]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("worker.js", "text/javascript; charset=utf-8"),
        ("pyodide.asm.wasm", "application/wasm"),
        ("stdlib.zip", "application/zip"),
        ("python.snapshot", "application/octet-stream"),
    ],
)
def test_files_are_served_as_what_they_are(get, site, name, kind):
    response = get(site["python"] + name, method="HEAD", Accept_Encoding="gzip")
    assert response.headers["Content-Type"] == kind
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.body == b""


def test_hashed_folders_are_kept_for_ever_and_the_page_is_not(get, site):
    assert "immutable" in get(site["app"] + "main.js").headers["Cache-Control"]
    assert get("").headers["Cache-Control"] == "no-cache"
    assert get(site["app"] + "main.js").headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_page_is_made_anew_before_it_is_loaded_and_only_then(serve, get, site):
    loads = []
    url = serve(refresh=lambda: loads.append("made")).url
    get(url)
    get(f"{url}index.html")
    get(url + site["app"] + "main.js")
    assert loads == ["made", "made"]


def test_why_the_page_could_not_be_made_is_shown_in_its_place(serve, get):
    def fail():
        raise Problem("web/main.js is broken: mend it.")

    with pytest.raises(urllib.error.HTTPError) as refused:
        get(serve(refresh=fail).url)
    with refused.value as answer:
        assert answer.code == 500
        assert answer.read() == b"web/main.js is broken: mend it.\n"


@pytest.mark.parametrize("address", ["nothing", "../build.py", "%2e%2e/build.py", "..%2fbuild.py", "app"])
def test_what_is_not_of_the_site_is_not_there(get, address):
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(address)
    with refused.value as answer:
        assert answer.code == 404


def build(*arguments, **environment):
    """Run build.py as a user would."""
    command = [sys.executable, ROOT / "build.py", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


def assert_one_sentence(done, *words):
    """It failed, and said why in one line."""
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert all(word in done.stderr for word in words)


def test_without_node_one_sentence_says_so(tmp_path):
    assert_one_sentence(build("build", PATH=str(tmp_path)), "no node", "install Node.js 20")


def test_with_an_old_node_one_sentence_says_so(tmp_path):
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v18.20.0\n")
        (tmp_path / name).chmod(0o755)
    assert_one_sentence(build("build", PATH=str(tmp_path)), "v18.20.0", "install Node.js 20")


def test_a_port_that_cannot_be_is_said_in_one_sentence():
    assert_one_sentence(build("serve", "--no-open", "--port", "65536"), "65536")


def test_a_taken_port_is_said_in_one_sentence(serve):
    taken = serve().server_address[1]
    assert_one_sentence(build("serve", "--no-open", "--port", str(taken)), str(taken), "--port")
