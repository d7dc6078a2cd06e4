"""The server that the official conformance runner tests: every tool, resource and prompt it asks for.

What each must do is set by the runner: https://github.com/modelcontextprotocol/conformance
"""

import asyncio
from typing import Annotated

import asking
from dictmcp import Server

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

server = Server("conformance-fixtures", "1.0.0", description="What the official runner asks for")


def image() -> dict:
    return {"type": "image", "data": PIXEL, "mimeType": "image/png"}


def document(uri: str, text: str = "This is the embedded text.") -> dict:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": "text/plain", "text": text}}


# -- tools that answer at once -------------------------------------------------------------------


@server.tool
def test_simple_text() -> str:
    """Answer with text."""
    return "This is a simple text response for testing."


@server.tool
def test_image_content():
    """Answer with an image."""
    return image()


@server.tool
def test_audio_content():
    """Answer with audio."""
    return {"type": "audio", "data": SILENCE, "mimeType": "audio/wav"}


@server.tool
def test_embedded_resource():
    """Answer with an embedded resource."""
    return document("test://embedded-resource")


@server.tool
def test_multiple_content_types():
    """Answer with text, an image and a resource."""
    return ["Text, an image and a resource:", image(), document("test://mixed-content-resource")]


@server.tool
def test_error_handling() -> str:
    """Fail."""
    raise RuntimeError("This tool fails on purpose.")


SCHEMA_2020_12 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

server.tools.add(
    "json_schema_2020_12_tool",
    {
        "description": "Take arguments of a schema that uses what 2020-12 has.",
        "inputSchema": SCHEMA_2020_12,
        "handler": lambda arguments: f"Got {sorted(arguments)}",
    },
)

server.tools.add(
    "test_x_mcp_header",
    {
        "description": "Take a region that is repeated in a header.",
        "inputSchema": {
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
        },
        "handler": lambda arguments: f"In {arguments.get('region')}",
    },
)


# -- tools that tell the client something before they answer -------------------------------------


@server.tool
async def test_tool_with_progress(ctx) -> str:
    """Report progress."""
    for done in (0, 50, 100):
        ctx.progress(done, 100, f"{done} of 100")
        await asyncio.sleep(0)
    return "All done."


@server.tool
async def test_tool_with_logging(ctx) -> str:
    """Log what it does."""
    for text in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        ctx.log("info", text)
        await asyncio.sleep(0)
    return "Logged three times."


@server.tool
def test_logging_tool(ctx) -> str:
    """Log once, for those who asked for logs."""
    ctx.log("info", "This is logged.")
    return "Logged."


@server.tool
def test_trigger_tool_change() -> str:
    """Change the list of tools."""
    with server.changes():
        server.tools.add(
            "test_passing_tool", {"description": "Comes and goes.", "handler": lambda _: "Here."}
        )
        server.tools.remove("test_passing_tool")
    return "The list of tools has changed, twice."


@server.tool
def test_trigger_prompt_change() -> str:
    """Change the list of prompts."""

    def test_passing_prompt() -> str:
        """Comes and goes."""
        return "Here."

    with server.changes():
        server.prompt(test_passing_prompt)
        server.prompts.remove("test_passing_prompt")
    return "The list of prompts has changed, twice."


@server.tool
def test_reconnection() -> str:
    """Answer at once: streams here are not resumed."""
    return "Answered without a reconnection."


for tool in asking.TOOLS:
    server.tool(tool)


# -- resources, prompts, completion --------------------------------------------------------------


@server.resource("test://static-text", name="Static text", mimeType="text/plain")
def static_text() -> str:
    """A text that never changes."""
    return "This is the content of the static text resource."


@server.resource("test://static-binary", name="Static binary", mimeType="image/png")
def static_binary():
    """An image that never changes."""
    return {"mimeType": "image/png", "blob": PIXEL}


@server.resource("test://watched-resource", name="Watched resource", mimeType="text/plain")
def watched() -> str:
    """A text to subscribe to."""
    return "This is the content of the watched resource."


@server.resource("test://template/{id}/data", name="Template", mimeType="application/json")
def data(id: str):
    """Data of an id."""
    return {"id": id, "templateTest": True, "data": f"Data for ID: {id}"}


@server.prompt
def test_simple_prompt() -> str:
    """A prompt without arguments."""
    return "This is a simple prompt for testing."


@server.prompt
def test_prompt_with_arguments(
    arg1: Annotated[str, "First argument"], arg2: Annotated[str, "Second argument"]
) -> str:
    """A prompt of two arguments."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.completion("test_prompt_with_arguments", "arg1")
def complete_arg1(value: str) -> list[str]:
    return [word for word in ("test", "testing", "tested") if word.startswith(value)]


@server.prompt
def test_prompt_with_embedded_resource(resourceUri: Annotated[str, "What to embed"]):
    """A prompt that embeds a resource."""
    return [document(resourceUri), "Please process the embedded resource above."]


@server.prompt
def test_prompt_with_image():
    """A prompt with an image."""
    return [image(), "Please analyze the image above."]


@server.prompt
async def test_input_required_result_prompt(ctx) -> str:
    """A prompt that asks before it is written."""
    schema = {"type": "object", "properties": {"context": {"type": "string"}}, "required": ["context"]}
    answer = await ctx.elicit("What is it about?", schema, key="user_context")
    return f"Use this: {answer.content.get('context')}"
