"""Five tools, two at a time."""

from dictmcp import Server

server = Server("pages", page_size=2)
for letter in "abcde":
    server.tools.add(letter, {"description": letter, "handler": lambda arguments: "fine"})
