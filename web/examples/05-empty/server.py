"""Your server."""

from dictmcp import Server

server = Server("my-server")


@server.tool
def hello(name: str = "world") -> str:
    """Say hello."""
    return f"Hello, {name}!"


route = server.route

# What to do next:
#   1. Write another function under @server.tool, and press Run.
#   2. Send tools/list: its type hints and docstring are what
#      clients see.
#   3. Call it. Then call it with an argument of the wrong type.
