"""An exported server in a process of its own, with nothing but Python; and the same server in memory."""

import asyncio
import json
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

from dictmcp import Server
from dictmcp.hosting import load

PATIENCE = 60  # seconds; only so that a hang becomes a failure
ALONE = [sys.executable, "-S", "-s", "-E"]  # without site-packages


def in_memory(server: Path, texts: list[str]) -> list[list[bytes]]:
    """For each text the lines that leave, by the text door."""

    async def answers() -> list[list[bytes]]:
        doors = (await load(server.read_text("utf-8"), "server.py")).doors
        doors = doors.session() if isinstance(doors, Server) else doors
        lines = []
        for text in texts:
            left: list[str] = []
            reply = await doors.route_text_async(text, left.append)
            lines.append([line.encode() + b"\n" for line in (*left, *([] if reply is None else [reply]))])
        return lines

    return asyncio.run(answers())


def talk(command: list[str], texts: list[str], expected: list[list[bytes]], **options) -> list[list[bytes]]:
    """The same from a process: a text at a time, and as many lines as are expected for it."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )
    alarm = threading.Timer(PATIENCE, process.kill)
    alarm.start()
    lines = []
    try:
        for text, want in zip(texts, expected, strict=True):
            process.stdin.write(text.encode("utf-8", "surrogatepass") + b"\n")
            process.stdin.flush()
            lines.append([process.stdout.readline() for _ in want])
        rest, said = process.communicate()
    finally:
        alarm.cancel()
    assert (rest, process.returncode) == (b"", 0), said.decode()
    return lines


def unpack(file: Path) -> Path:
    """A zip archive beside itself, unpacked."""
    folder = file.with_name(f"{file.name} unpacked")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    return folder


def bundle_command(folder: Path) -> list[str]:
    """How a client starts an unpacked bundle, on a Python that has nothing else."""
    config = json.loads((folder / "manifest.json").read_text("utf-8"))["server"]["mcp_config"]
    assert config["command"] == "python3"
    return [*ALONE, *(argument.replace("${__dirname}", str(folder)) for argument in config["args"])]
