"""What a tools/call costs: dictmcp against the official Python SDK and FastMCP, in memory and over HTTP.

All that is compared is measured in one run, in rounds that alternate, so that other load slows all alike.
In memory: ours from text to text, theirs from their client to their server. Over HTTP: the same requests,
from the same number of connections, to the same number of processes. This file is our server's too.
"""

import argparse
import asyncio
import contextlib
import json
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from dictmcp import Server

HERE = Path(__file__)
ROUNDS, CALLS = 15, 60  # of ours, each call is made OURS times
OURS = 20
HTTP_ROUNDS, REQUESTS, CONNECTIONS = 7, 600, 16
ANSWER = "5"
CALL = {"name": "add", "arguments": {"a": 2, "b": 3}}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
# era -> the params and the headers that its requests have
ERAS = {
    "2025-11-25": (CALL, {"mcp-protocol-version": "2025-11-25"}),
    "2026-07-28": (
        {**CALL, "_meta": META},
        {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "add"},
    ),
}

server = Server("bench")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


# -- in memory -------------------------------------------------------------------------------------


def official():
    """The same server on the official SDK."""
    from mcp.server.mcpserver import MCPServer

    made = MCPServer("bench", log_level="ERROR")
    made.tool()(add)
    return made


def fast():
    """The same server on FastMCP."""
    from fastmcp import FastMCP

    made = FastMCP("bench")
    made.tool(add)
    return made


def text(era: str) -> str:
    """The text of the call in an era."""
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ERAS[era][0]})


@contextlib.asynccontextmanager
async def in_memory() -> AsyncIterator[dict[str, Callable[[], Awaitable[str]]]]:
    """What is compared: name -> one call, which gives the text of its answer."""
    import fastmcp
    import mcp

    async with contextlib.AsyncExitStack() as stack:

        async def client_of(make, target, **options):
            return await stack.enter_async_context(make(target, **options))

        handshake = await client_of(mcp.Client, official(), mode="legacy")
        stateless = await client_of(mcp.Client, official())
        fast_one = await client_of(fastmcp.Client, fast())
        own = {era: text(era) for era in ERAS}

        async def ours(era: str) -> str:
            return json.loads(await server.route_text_async(own[era]))["result"]["content"][0]["text"]

        async def theirs(client) -> str:
            return (await client.call_tool("add", CALL["arguments"])).content[0].text

        yield {
            "dictmcp, 2025-11-25": lambda: ours("2025-11-25"),
            "dictmcp, 2026-07-28": lambda: ours("2026-07-28"),
            "official SDK, handshake": lambda: theirs(handshake),
            "official SDK, stateless": lambda: theirs(stateless),
            "FastMCP": lambda: theirs(fast_one),
        }


async def measure_in_memory() -> dict[str, list[float]]:
    """Microseconds of a call, by round."""
    times: dict[str, list[float]] = {}
    async with in_memory() as calls:
        for name, call in calls.items():
            assert await call() == ANSWER, name
        for _ in range(ROUNDS):
            for name in calls:
                if name.startswith("dictmcp"):
                    line = text(name.removeprefix("dictmcp, "))
                    route, count = server.route_text, CALLS * OURS
                    start = time.perf_counter()
                    for _ in range(count):
                        route(line)
                else:
                    call, count = calls[name], CALLS
                    start = time.perf_counter()
                    for _ in range(count):
                        await call()
                times.setdefault(name, []).append((time.perf_counter() - start) / count * 1e6)
    return times


# -- over HTTP -------------------------------------------------------------------------------------


def official_app():
    """The official server as an ASGI app, set up to be quick: no sessions, no streams."""
    return official().streamable_http_app(stateless_http=True, json_response=True)


def serve_official(workers: int) -> None:
    """Serve it, as uvicorn does, but without its 40 ms of delay when there are several processes."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config("protocol:official_app", factory=True, workers=workers, access_log=False)
    listener = socket.create_server(("127.0.0.1", 0), backlog=CONNECTIONS)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
    host = uvicorn.Server(config) if workers == 1 else Multiprocess(config, [listener])
    host.run(**({"sockets": [listener]} if workers == 1 else {}))


@contextlib.contextmanager
def serving(command: list[str]) -> Iterator[str]:
    """A server process; gives its URL."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        said = (re.search(r"http://[\d.]+:\d+", line) for line in process.stderr)
        found = next(filter(None, said), None)
        if found is None:
            raise SystemExit(f"this did not start: {command}")
        reader = threading.Thread(target=process.stderr.read)
        reader.start()
        try:
            yield f"{found[0]}/mcp"
        finally:
            process.terminate()
            reader.join()


def commands(workers: int) -> dict[str, list[str]]:
    """How each server is started."""
    count = str(workers)
    return {
        "dictmcp": ["-m", "dictmcp", str(HERE), "--http", "127.0.0.1:0", "--workers", count],
        "official SDK": [str(HERE), "--serve-official", count],
    }


async def load(url: str, era: str) -> float:
    """Requests per second that a server answers."""
    where = urlsplit(url)
    body = text(era).encode()
    headers = {
        "host": where.netloc,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "content-length": str(len(body)),
        **ERAS[era][1],
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = f"POST {where.path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def connection() -> None:
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        for _ in range(REQUESTS // CONNECTIONS):
            writer.write(request)
            answer = await reply(reader)
            assert answer["result"]["content"][0]["text"] == ANSWER, answer
        writer.close()
        await writer.wait_closed()

    start = time.perf_counter()
    await asyncio.gather(*(connection() for _ in range(CONNECTIONS)))
    return REQUESTS // CONNECTIONS * CONNECTIONS / (time.perf_counter() - start)


async def reply(reader: asyncio.StreamReader) -> dict:
    """The message in one response of a connection that is kept."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    assert b" 200 " in head.split(b"\r\n")[0], head
    length = re.search(rb"content-length: (\d+)", head)
    if length:
        return json.loads(await reader.readexactly(int(length[1])))
    return json.loads((await reader.readuntil(b"\r\n0\r\n\r\n")).split(b"\r\n")[1])


async def measure_over_http(workers: int) -> dict[str, list[float]]:
    """Requests per second, by round."""
    rates: dict[str, list[float]] = {}
    with contextlib.ExitStack() as stack:
        urls = {
            name: stack.enter_context(serving([sys.executable, *command]))
            for name, command in commands(workers).items()
        }
        for measured in (False, True):  # the first time only to warm up
            for _ in range(HTTP_ROUNDS if measured else 1):
                for era in ERAS:
                    for name, url in urls.items():
                        rate = await load(url, era)
                        if measured:
                            rates.setdefault(f"{name}, {era}", []).append(rate)
    return rates


# -- what is printed -------------------------------------------------------------------------------


def table(title: str, unit: str, rows: dict[str, list[float]], is_rate: bool) -> None:
    """Print the median and the spread of each row, and how it compares with the first."""
    print(f"\n{title}")
    first = next(iter(rows.values()))
    for name, values in rows.items():
        low, *_, high = statistics.quantiles(values, n=10)
        times = [
            mine / theirs if is_rate else theirs / mine for mine, theirs in zip(first, values, strict=True)
        ]
        print(
            f"  {name:<26}{statistics.median(values):10,.1f} {unit}  ({low:,.1f} to {high:,.1f})"
            f"{statistics.median(times):9.1f}"
        )


def main(arguments: list[str] | None = None) -> int:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="processes of a server")
    parser.add_argument("--serve-official", type=int, metavar="WORKERS", help="be the official server")
    options = parser.parse_args(arguments)
    if options.serve_official:
        serve_official(options.serve_official)
        return 0
    print("In the last column: how many times as much the first row does.")
    rows = asyncio.run(measure_in_memory())
    table(f"tools/call in memory, {ROUNDS} alternating rounds:", "µs", rows, is_rate=False)
    for workers in options.workers:
        rates = asyncio.run(measure_over_http(workers))
        for era in ERAS:
            rows = {name: values for name, values in rates.items() if name.endswith(era)}
            title = (
                f"tools/call over HTTP, {era}, {CONNECTIONS} connections, {workers} processes, "
                f"{HTTP_ROUNDS} alternating rounds:"
            )
            table(title, "a second", rows, is_rate=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
