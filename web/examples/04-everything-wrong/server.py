"""A server that does everything wrong, on purpose.

Each tool is named for its fault. Call one, look at what is sent,
and at what the playground has to say about it. Then mend it here,
press Run, and call it again.
"""

HELLO = {"type": "text", "text": "Hello!"}


# What these make is right; the faults are in what they are given.
def reply(id: object, **members: object) -> dict:
    return {"jsonrpc": "2.0", "id": id, **members}


def result(*content: object, **more: object) -> dict:
    return {"content": list(content), **more}


def error(
    code: object, message: object = "It did not work."
) -> dict:
    return {"code": code, "message": message}


# Each tool: its name, what is wrong, from a request's id the reply.
FAULTS = {
    # -- the envelope --------------------------------------------
    "bare_value": (
        "The value itself is sent, without an envelope.",
        lambda id: "Hello!",
    ),
    "bare_result": (
        "The result is sent, without an envelope.",
        lambda id: result(HELLO),
    ),
    "silence": (
        "Nothing is sent, though a request is owed a reply.",
        lambda id: None,
    ),
    "no_version": (
        "The envelope lacks jsonrpc.",
        lambda id: {"id": id, "result": result(HELLO)},
    ),
    "version_number": (
        "jsonrpc is the number 2.0, not the string.",
        lambda id: (
            reply(id, result=result(HELLO)) | {"jsonrpc": 2.0}
        ),
    ),
    "result_and_error": (
        "The reply has both result and error.",
        lambda id: reply(
            id, result=result(HELLO), error=error(-32603)
        ),
    ),
    "neither": (
        "The reply has neither result nor error.",
        lambda id: {"jsonrpc": "2.0", "id": id},
    ),
    # -- the id --------------------------------------------------
    "another_id": (
        "The reply has an id that nobody used.",
        lambda id: reply(999, result=result(HELLO)),
    ),
    "id_as_string": (
        "The id comes back as a string, whatever it was.",
        lambda id: reply(str(id), result=result(HELLO)),
    ),
    "id_null": (
        "The id comes back as null.",
        lambda id: reply(None, result=result(HELLO)),
    ),
    "no_id": (
        "The reply has no id, so no request can be matched to it.",
        lambda id: {"jsonrpc": "2.0", "result": result(HELLO)},
    ),
    # -- the result ----------------------------------------------
    "result_null": (
        "The result is null; for nothing to say it is {}, "
        "or an empty content.",
        lambda id: reply(id, result=None),
    ),
    "result_string": (
        "The result is a string; it must be an object.",
        lambda id: reply(id, result="Hello!"),
    ),
    "no_content": (
        "There is structuredContent and no content.",
        lambda id: reply(
            id, result={"structuredContent": {"greeting": "Hello!"}}
        ),
    ),
    "content_string": (
        "content is a string; it must be an array of blocks.",
        lambda id: reply(id, result={"content": "Hello!"}),
    ),
    "unknown_block": (
        "A content block of a type that MCP does not have.",
        lambda id: reply(
            id,
            result=result({"type": "markdown", "text": "*Hello!*"}),
        ),
    ),
    "half_block": (
        "An image block without its mimeType.",
        lambda id: reply(
            id, result=result({"type": "image", "data": "R0lGODdh"})
        ),
    ),
    # -- failures ------------------------------------------------
    "is_error_string": (
        'isError is the string "false", which many take for true.',
        lambda id: reply(id, result=result(HELLO, isError="false")),
    ),
    "failure_as_error": (
        "The tool failed; that is a result with isError, "
        "which the model can read.",
        lambda id: reply(
            id, error=error(-32603, "ZeroDivisionError")
        ),
    ),
    "failure_as_success": (
        "The tool failed, and only the text says so: "
        "isError is missing.",
        lambda id: reply(
            id,
            result=result({"type": "text", "text": "Error: no!"}),
        ),
    ),
    "wrong_code": (
        "-32601 for bad arguments; it means that the method "
        "does not exist.",
        lambda id: reply(id, error=error(-32601, "Bad arguments")),
    ),
    "code_string": (
        "The code of the error is a string; it must be an integer.",
        lambda id: reply(id, error=error("-32603")),
    ),
    "error_string": (
        "The error is a string; it must be an object with "
        "code and message.",
        lambda id: reply(id, error="It did not work."),
    ),
    "not_json": (
        "The result holds a Python set, which JSON does not have.",
        lambda id: reply(
            id,
            result=result(HELLO, structuredContent={"all": {1, 2}}),
        ),
    ),
    "crash": (
        "It raises, so whoever runs the server has to reply "
        "in its place.",
        lambda id: reply(id, result=result(HELLO["txet"])),
    ),
}


# The methods have faults of their own.
def initialize(id: object, params: dict) -> dict:
    # Any version is confirmed, even one that does not exist,
    # capabilities are no object, and serverInfo is missing.
    version = params.get("protocolVersion")
    return reply(
        id, result={"protocolVersion": version, "capabilities": []}
    )


def ping(id: object, params: dict) -> dict:
    # The result is not {}.
    return reply(id, result="pong")


def list_tools(id: object, params: dict) -> dict:
    tools = [
        {
            "name": name,
            "description": about,
            "inputSchema": {"type": "object"},
        }
        for name, (about, _) in FAULTS.items()
    ]
    tools[0]["inputSchema"] = {}  # without "type": "object"
    tools[1]["inputSchema"] = None  # no schema at all
    tools[2]["handler"] = "<lambda>"  # nobody else's business
    tools.append(tools[-1])  # the same name twice
    return reply(id, result={"tools": tools})


def call_tool(id: object, params: dict) -> object:
    name = params.get("name")
    if name not in FAULTS:
        # isError where an error belongs: there is no such tool,
        # which is -32602.
        text = {"type": "text", "text": f"Unknown tool: {name}"}
        return reply(id, result=result(text, isError=True))
    return FAULTS[name][1](id)


def anything(id: object, params: dict) -> dict:
    # A method that does not exist is served, so nobody learns
    # that it does not.
    return reply(id, result={})


METHODS = {
    "initialize": initialize,
    "ping": ping,
    "tools/list": list_tools,
    "tools/call": call_tool,
}


def route(message: dict) -> object:
    # Whether there is an id is not looked at, so notifications
    # are answered too.
    method = METHODS.get(message.get("method"), anything)
    return method(message.get("id"), message.get("params") or {})
