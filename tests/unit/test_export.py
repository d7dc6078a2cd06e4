"""export: the kinds, what is in each file, and what goes along."""

import asyncio
import io
import json
import re
import zipfile
from importlib import metadata
from pathlib import Path

import dictmcp
import pytest
from dictmcp.export import export, kinds
from dictmcp.export.archive import pack
from dictmcp.export.bundle import manifest
from dictmcp.export.libraries import NEEDED, asked_for, collect, left_out, requirement_name
from dictmcp.export.naming import identifier, one_line, project_name
from dictmcp.export.project import HTTP
from dictmcp.export.recording import Portrait
from dictmcp.hosting import LoadError, read

PACKAGE = Path(dictmcp.__file__).parent
ROOT = PACKAGE.parents[1]
SOURCE = "from dictmcp import Server\n\nserver = Server('it', version='1.2.3')\n"
SOURCE += "\n@server.tool\ndef add(a: int, b: int) -> int:\n    'Add.'\n    return a + b\n"


def make(kind: str, source: str = SOURCE, name: str = "it") -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(asyncio.run(export(source, kind, name))))


# -- the kinds --------------------------------------------------------------------------------------


def test_kinds_are_told_as_data() -> None:
    assert [one["kind"] for one in kinds()] == ["pyz", "mcpb", "project", "config"]
    assert all(set(one) == {"kind", "label", "filename", "mediaType"} for one in kinds())
    assert json.loads(json.dumps(kinds())) == kinds()


def test_another_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'exe' is nothing to export as: choose pyz, mcpb, project, config"):
        asyncio.run(export(SOURCE, "exe", "it"))


@pytest.mark.parametrize("kind", ["mcpb", "project"])
def test_a_server_that_cannot_be_loaded_is_refused_where_it_must_be(kind: str) -> None:
    with pytest.raises(LoadError, match="line 1"):
        asyncio.run(export("1 / 0", kind, "it"))


# -- the archives -----------------------------------------------------------------------------------


def test_an_archive_depends_on_its_content_alone() -> None:
    one = pack({"b": "two\r\n", "a/c": b"\x00"}, b"#!/bin/x\n")
    assert one == pack({"a/c": b"\x00", "b": b"two\r\n"}, b"#!/bin/x\n")
    assert one.startswith(b"#!/bin/x\nPK")
    archive = zipfile.ZipFile(io.BytesIO(one))
    assert [(entry.filename, entry.date_time) for entry in archive.infolist()] == [
        ("a/c", (1980, 1, 1, 0, 0, 0)),
        ("b", (1980, 1, 1, 0, 0, 0)),
    ]
    assert archive.read("b") == b"two\r\n"


def test_one_file_holds_the_source_as_it_is_and_what_it_needs() -> None:
    names = set((archive := make("pyz")).namelist())
    assert archive.read("server.py").decode() == SOURCE
    assert {
        "__main__.py",
        "rpds.py",
        "dictmcp/server.py",
        "jsonschema/validators.py",
        "attr/_make.py",
    } <= names
    assert "jsonschema_specifications/schemas/draft202012/metaschema.json" in names
    assert archive.read("rpds.py") == (PACKAGE / "stand_ins" / "rpds.py").read_bytes()


def test_nothing_goes_along_that_is_binary_or_only_of_use_here() -> None:
    names = make("pyz").namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".pyi", ".pth"))]
    assert not [name for name in names if re.search(r"RECORD|INSTALLER|direct_url|/tests/|__pycache__", name)]


def test_licences_go_along() -> None:
    names = make("pyz").namelist()
    for name in ("jsonschema", "jsonschema_specifications", "referencing", "attrs", "mashumaro"):
        told = re.compile(rf"{name}-[^/]+/(licenses/)?(LICENSE|COPYING)")
        assert [one for one in names if told.match(one)], name
    assert (PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert "dictmcp/LICENSE" in names


def test_a_source_in_an_archive_is_read(tmp_path: Path) -> None:
    file = tmp_path / "it.pyz"
    file.write_bytes(pack({"server.py": "\ufeffx = 1\n"}))
    assert read(file / "server.py") == "x = 1\n"
    with pytest.raises(OSError, match=r"other\.py"):
        read(file / "other.py")
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "server.py")


# -- what goes along --------------------------------------------------------------------------------


def test_requirements_are_those_of_the_package() -> None:
    text = (PACKAGE.parent / "pyproject.toml").read_text("utf-8")
    listed = re.findall(r'^    "([^"]+)",', text, re.MULTILINE)
    assert [*NEEDED, *HTTP] == listed


def test_what_the_requirements_require_goes_along() -> None:
    files = collect("")
    for name in ("jsonschema", "referencing", "mashumaro"):
        for requirement in metadata.requires(name) or ():
            if ";" not in requirement:
                module = {"attrs": "attr/__init__.py", "rpds-py": "rpds.py"}.get(
                    requirement_name(requirement)
                )
                stem = requirement_name(requirement).replace("-", "_")
                assert {module, f"{stem}.py", f"{stem}/__init__.py"} & set(files), requirement


def test_a_server_s_own_packages_go_along_if_they_are_pure() -> None:
    source = "# /// script\n# dependencies = ['no-such-thing>=1']\n# ///\n"
    source += "import os.path, json\nimport iniconfig\n"
    source += "try:\n    import rpds\nexcept ImportError:\n    import nothing_either\n"
    source += "import attr\nimport httptools\n"
    assert asked_for(source) == [
        "attrs",
        "httptools",
        "iniconfig",
        "no-such-thing",
        "nothing-either",
        "rpds-py",
    ]
    assert left_out(source) == ["httptools", "no-such-thing", "nothing-either"]
    assert "iniconfig/__init__.py" in collect(source)


# -- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "identified", "project"),
    [
        ("demo", "demo", "demo-server"),
        ("Küche & Co.", "Kuche-Co", "kuche-co-server"),
        ("日本", "server", "server"),
        ("", "server", "server"),
        ("--rm -rf /", "rm--rf", "rm--rf-server"),
        ("My_Server", "My_Server", "my_server"),
        ("jsonschema", "jsonschema", "jsonschema-server"),
    ],
)
def test_names(name: str, identified: str, project: str) -> None:
    assert identifier(name) == identified
    assert project_name(name) == project


def test_a_text_is_put_on_one_line() -> None:
    assert one_line(" a\n\tb\x7f\u2028c ") == "a b c"


# -- the bundle -------------------------------------------------------------------------------------


def test_a_bundle_says_what_it_is() -> None:
    about = json.loads((archive := make("mcpb", name="It & more")).read("manifest.json"))
    assert about["manifest_version"] == "0.3"
    assert (about["name"], about["display_name"], about["version"]) == ("It-more", "It & more", "1.2.3")
    assert about["tools"] == [{"name": "add", "description": "Add."}]
    server = about["server"]
    assert server["type"] == "python"
    assert server["entry_point"] in archive.namelist()
    assert server["mcp_config"]["args"] == ["${__dirname}/" + server["entry_point"]]


def test_a_bundle_s_manifest_has_what_version_03_requires_and_nothing_it_does_not_know() -> None:
    tools = [{"name": "a"}, {"name": "b", "description": 5}, {"name": "c", "description": "", "title": "C"}]
    about = manifest("\n", Portrait({"version": "draft", "title": 7}, tools, " Long \n" * 100))
    assert {"manifest_version", "name", "version", "description", "author", "server"} <= set(about)
    assert set(about) <= {"display_name", "compatibility", "tools"} | {
        "manifest_version",
        "name",
        "version",
        "description",
        "author",
        "server",
    }
    assert about["tools"] == [{"name": "a"}, {"name": "b"}, {"name": "c"}]
    assert about["version"] == "1.0.0"
    assert about["display_name"] == "7"
    assert len(about["description"]) <= 200
    assert "\n" not in about["description"]


# -- the project ------------------------------------------------------------------------------------


def test_a_project_asks_for_what_the_server_asks_for() -> None:
    source = "# /// script\n# dependencies = ['Mashumaro', 'no-such-thing>=1']\n# ///\n"
    source += "import attr\ntry:\n    import my_neighbour\nexcept ImportError:\n    pass\n" + SOURCE
    archive = make("project", source, 'a "name" \\ with\nall')
    text = archive.read("a-name-with-all-server/pyproject.toml").decode()
    assert 'name = "a-name-with-all-server"\n' in text
    assert 'description = "The MCP server a \\"name\\" \\\\ with all"\n' in text
    listed = text.partition("dependencies = [")[2].partition("]")[0]
    assert re.findall(r'"(.+)"', listed) == [*NEEDED, "no-such-thing>=1", "attrs"]
    assert "a-name-with-all-server/src/dictmcp/stand_ins/rpds.py" in archive.namelist()
    assert "$" not in text + archive.read("a-name-with-all-server/README.md").decode()
