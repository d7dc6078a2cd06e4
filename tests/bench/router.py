"""What a message costs: dictmcp's text door against a dispatcher written by hand, in the same process.

Both take the text of a tools/call and give the text of its reply. The hand-written one parses, looks up,
calls and encodes, and checks nothing: it is the floor. Runs alternate, so that other load slows both alike.
"""

import json
import statistics
import time

from dictmcp import Server

ROUNDS, CALLS = 31, 300
TEXT = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2,"b":3}}}'

server = Server("bench")


@server.tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


METHODS = {"tools/call": lambda params: TOOLS[params["name"]](**params["arguments"])}
TOOLS = {"add": lambda a, b: {"content": [{"type": "text", "text": str(a + b)}], "isError": False}}


def by_hand(text: str) -> str:
    """The floor: no check of anything."""
    message = json.loads(text)
    result = METHODS[message["method"]](message["params"])
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result})


def seconds(route) -> float:
    """The time of one call, from many."""
    start = time.perf_counter()
    for _ in range(CALLS):
        route(TEXT)
    return (time.perf_counter() - start) / CALLS


def main() -> None:
    """Print one table of ratios."""
    assert json.loads(by_hand(TEXT))["result"] == json.loads(server.route_text(TEXT))["result"]
    pairs = [(seconds(by_hand), seconds(server.route_text)) for _ in range(ROUNDS)]
    ratios = sorted(ours / floor for floor, ours in pairs)
    low, high = ratios[len(ratios) // 10], ratios[-1 - len(ratios) // 10]
    print(f"tools/call, text to text, {ROUNDS} alternating rounds of {CALLS}:")
    print(f"  by hand   {statistics.median(floor for floor, _ in pairs) * 1e6:8.1f} µs   1")
    print(
        f"  dictmcp   {statistics.median(ours for _, ours in pairs) * 1e6:8.1f} µs   "
        f"{statistics.median(ratios):.1f} ({low:.1f} to {high:.1f})"
    )


if __name__ == "__main__":
    main()
