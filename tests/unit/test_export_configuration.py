"""export.configuration: every text is taken apart again as its client would."""

import base64
import json
import shlex
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from dictmcp.export.configuration import configuration

PATHS = ["/home/me/server.pyz", '/with space/it\'s "é" ?&#%+.pyz', "C:\\my files\\server.pyz"]


def texts(*arguments: str) -> dict[str, str]:
    return {way["label"]: way["text"] for way in configuration(*arguments)}


@pytest.mark.parametrize("path", PATHS)
def test_every_client_gets_the_same_command(path: str) -> None:
    got = texts("My server", path, "python")
    entry = {"command": "python", "args": [path]}
    typed = {"type": "stdio", **entry}
    assert json.loads(got[".mcp.json"]) == {"mcpServers": {"My-server": typed}}
    assert json.loads(got[".vscode/mcp.json"]) == {"servers": {"My-server": typed}}
    assert shlex.split(got["Claude Code"]) == ["claude", "mcp", "add", "My-server", "--", "python", path]
    query = parse_qs(urlsplit(got["Cursor"]).query, strict_parsing=True)
    assert query["name"] == ["My-server"]
    assert json.loads(base64.b64decode(query["config"][0], validate=True).decode("ascii")) == entry
    for label, scheme in (("VS Code", "vscode"), ("VS Code Insiders", "vscode-insiders")):
        address, _, packed = got[label].partition("?")
        assert address == f"{scheme}:mcp/install"
        assert json.loads(unquote(packed)) == {"name": "My-server", **typed}


@pytest.mark.parametrize("path", PATHS)
def test_a_link_is_one_word_of_ascii(path: str) -> None:
    links = [way["href"] for way in configuration("Küche", path) if "href" in way]
    assert len(links) == 3
    assert all(link.isascii() and not set(link) & set(" \"'<>\\{}`") for link in links)


def test_links_and_nothing_else_can_be_followed() -> None:
    ways = configuration("it")
    assert [way["label"] for way in ways if "href" in way] == ["Cursor", "VS Code", "VS Code Insiders"]
    assert all(way["href"] == way["text"] for way in ways if "href" in way)


def test_while_the_place_is_open_a_note_says_where_the_file_has_to_be() -> None:
    assert all("server.pyz" in way["note"] for way in configuration("it"))
    assert not [way for way in configuration("it", "/at/server.pyz") if "note" in way]
    got = texts("it")
    assert json.loads(got[".mcp.json"])["mcpServers"]["it"]["args"] == ["server.pyz"]
    assert json.loads(got[".vscode/mcp.json"])["servers"]["it"]["args"] == ["${workspaceFolder}/server.pyz"]
    assert json.loads(unquote(got["VS Code"].partition("?")[2]))["args"] == ["${userHome}/server.pyz"]
