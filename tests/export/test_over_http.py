"""server.pyz over HTTP, where uvicorn and starlette are installed: one process, and several."""

import asyncio
import json
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from dictmcp.export import export

PATIENCE = 60  # seconds; only so that a hang becomes a failure
SOURCE = "from dictmcp import Server\nserver = Server('it')\n@server.tool\ndef add(a: int, b: int) -> int:\n"
SOURCE += "    'Add.'\n    return a + b\n"
CALL = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}'


@pytest.mark.parametrize("workers", [1, 2])
def test_it_answers(workers: int, tmp_path: Path) -> None:
    file = tmp_path / "server.pyz"
    file.write_bytes(asyncio.run(export(SOURCE, "pyz", "it")))
    command = [sys.executable, str(file), "--http", "127.0.0.1:0", "--workers", str(workers)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    alarm = threading.Timer(PATIENCE, process.kill)
    alarm.start()
    try:
        where = re.search(r"http://\S+", process.stderr.readline().decode())[0]
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        request = urllib.request.Request(where, CALL, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            assert json.load(response)["result"]["content"] == [{"type": "text", "text": "5"}]
    finally:
        process.terminate()
        process.communicate()
        alarm.cancel()
