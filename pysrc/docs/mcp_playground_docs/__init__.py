"""MCP playgrounds for documentation: HTML that shows code and a real recording, and runs when asked to.

`mcp_playground_docs.sphinx` is a Sphinx extension, `mcp_playground_docs.mkdocs` a MkDocs plugin, and
`python -m mcp_playground_docs server.py` writes the HTML for any other page.
"""

from .markup import OPTIONS, Options, markup
from .recorder import Exchange, RecordingError, record
from .sessions import SessionError, read_messages

__all__ = [
    "OPTIONS",
    "Exchange",
    "Options",
    "RecordingError",
    "SessionError",
    "markup",
    "read_messages",
    "record",
]
