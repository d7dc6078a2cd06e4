"""MCP servers as plain functions: a message is a dict, the reply is a dict.

from dictmcp import Server

server = Server("demo")

@server.tool
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

route = server.route
"""

from .asking import ClientRefused, Elicited, elicitation, roots, sampling
from .calling import NeedsAwait
from .context import Context
from .doors import Doors, text_door
from .errors import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, RpcError
from .jsonrpc import is_valid_response, make_error, make_notification, make_request, make_response
from .registry import RegistrationError
from .router import Router
from .server import RegistrationWarning, Server
from .session import Session
from .text import parse
from .tools import ToolError, ToolRegistry

__version__ = "0.1.0"

__all__ = [
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "ClientRefused",
    "Context",
    "Doors",
    "Elicited",
    "NeedsAwait",
    "RegistrationError",
    "RegistrationWarning",
    "Router",
    "RpcError",
    "Server",
    "Session",
    "ToolError",
    "ToolRegistry",
    "elicitation",
    "is_valid_response",
    "make_error",
    "make_notification",
    "make_request",
    "make_response",
    "parse",
    "roots",
    "sampling",
    "text_door",
]
