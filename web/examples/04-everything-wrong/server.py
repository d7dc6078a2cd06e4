"""A server that does everything wrong, on purpose.

Each tool is named for its fault. Call one, look at what is sent,
and at what the playground has to say about it. Then mend it here,
press Run, and call it again. The methods at the end have faults
of their own.
"""

HELLO = {"type": "text", "text": "Hello!"}


# These three make what is right; the faults are in what they are
# given.
def reply(id: object, **members: object) -> dict:
    return {"jsonrpc": "2.0", "id": id, **members}


def result(*content: object, **more: object) -> dict:
    return {"content": list(content), **more}


def error(
    code: object, message: object = "It did not work."
) -> dict:
    return {"code": code, "message": message}


LEAK = {
    "type": "text",
    "text": "Traceback (most recent call last):\n"
    '  File "/srv/server.py", line 7, in run\nKeyError',
}


# Each tool: its name, what is wrong, and from the request's id
# the reply.
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
    "extra_member": (
        "The envelope has a member that no response has.",
        lambda id: reply(id, result=result(HELLO), status="ok"),
    ),
    "array": (
        "An array comes back for one message; only a batch has "
        "that.",
        lambda id: [reply(id, result=result(HELLO))],
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
        "The result is null; for nothing to say it is {}, or an "
        "empty content.",
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
    "not_base64": (
        "The data of an image is binary, so it must be base64 "
        "text.",
        lambda id: reply(
            id,
            result=result(
                {
                    "type": "image",
                    "data": "<svg/>",
                    "mimeType": "image/svg",
                }
            ),
        ),
    ),
    "structured_array": (
        "structuredContent is an array; before 2026-07-28 it must "
        "be an object.",
        lambda id: reply(
            id, result=result(HELLO, structuredContent=[1, 2])
        ),
    ),
    "structured_missing": (
        "An outputSchema promises structuredContent, and there is "
        "none.",
        lambda id: reply(id, result=result(HELLO)),
    ),
    "structured_misfit": (
        "The structuredContent is not what the outputSchema "
        "promises.",
        lambda id: reply(
            id,
            result=result(
                HELLO, structuredContent={"words": "one"}
            ),
        ),
    ),
    "too_new": (
        "resultType came with 2026-07-28; an older client does "
        "not know it.",
        lambda id: reply(
            id, result=result(HELLO, resultType="complete")
        ),
    ),
    "asks_too_early": (
        "Before 2026-07-28 a result cannot ask for something.",
        lambda id: reply(
            id,
            result={"resultType": "input_required", "content": []},
        ),
    ),
    "high_priority": (
        "A priority lies between 0 and 1: only the official types "
        "find this.",
        lambda id: reply(
            id,
            result=result(
                HELLO | {"annotations": {"priority": 10}}
            ),
        ),
    ),
    # -- failures ------------------------------------------------
    "is_error_string": (
        'isError is the string "false", which many take for true.',
        lambda id: reply(id, result=result(HELLO, isError="false")),
    ),
    "failure_as_error": (
        "The tool failed; that is a result with isError, which "
        "the model can read.",
        lambda id: reply(
            id, error=error(-32603, "ZeroDivisionError")
        ),
    ),
    "failure_as_success": (
        "The tool failed, and only the text says so: isError is "
        "missing.",
        lambda id: reply(
            id,
            result=result({"type": "text", "text": "Error: no!"}),
        ),
    ),
    "wrong_code": (
        "-32601 for bad arguments; it means that the method does "
        "not exist.",
        lambda id: reply(id, error=error(-32601, "Bad arguments")),
    ),
    "code_string": (
        "The code of the error is a string; it must be an integer.",
        lambda id: reply(id, error=error("-32603")),
    ),
    "error_string": (
        "The error is a string; it must be an object with code "
        "and message.",
        lambda id: reply(id, error="It did not work."),
    ),
    "error_without_message": (
        "The error has a code, and no words that say what is "
        "wrong.",
        lambda id: reply(id, error={"code": 1}),
    ),
    "message_object": (
        "The error's message is an object; what is no sentence "
        "goes into data.",
        lambda id: reply(id, error=error(1, {"reason": "no"})),
    ),
    "reserved_code": (
        "A code of its own, chosen among those that JSON-RPC "
        "reserves.",
        lambda id: reply(id, error=error(-32500)),
    ),
    "leak": (
        "The whole traceback is sent, with paths and code, to "
        "whoever asked.",
        lambda id: reply(id, result=result(LEAK, isError=True)),
    ),
    "bad_arguments": (
        "Bad arguments are an error, so the model never learns "
        "what to mend.",
        lambda id: reply(
            id, error=error(-32602, "text must be a string")
        ),
    ),
    "not_json": (
        "The result holds a Python set, which JSON does not have.",
        lambda id: reply(
            id,
            result=result(HELLO, structuredContent={"all": {1, 2}}),
        ),
    ),
    "crash": (
        "It raises, so whoever runs the server has to reply in "
        "its place.",
        lambda id: reply(id, result=result(HELLO["txet"])),
    ),
}


# -- beside the reply: what a tool sends with emit --------------
def progress(token: object, *steps: int) -> list[dict]:
    return [
        notification("progress", progressToken=token, progress=step)
        for step in steps
    ]


def notification(name: str, **params: object) -> dict:
    return {
        "jsonrpc": "2.0",
        "method": f"notifications/{name}",
        "params": params,
    }


BESIDE = {
    "progress_backwards": (
        "Progress goes from 2 to 1; it only ever grows.",
        lambda token: progress(token, 2, 1),
    ),
    "progress_to_nobody": (
        "Progress for a token that nobody gave.",
        lambda token: progress("made up", 1),
    ),
    "logs_unasked": (
        "A log message, though the server does not declare "
        "logging.",
        lambda token: [
            notification("message", level="info", data="Hello!")
        ],
    ),
    "log_level": (
        "A log message of a level that does not exist.",
        lambda token: [
            notification("message", level="loud", data="Hello!")
        ],
    ),
    "notification_id": (
        "A notification with an id, which makes it a request.",
        lambda token: [
            notification("tools/list_changed") | {"id": 1}
        ],
    ),
    "question": (
        "The client is asked for its roots, and never said that "
        "it has any.",
        lambda token: [
            {"jsonrpc": "2.0", "id": "q", "method": "roots/list"}
        ],
    ),
    "bare_beside": (
        "Something is sent that is no message at all.",
        lambda token: ["50 %"],
    ),
}
# "grow" adds a tool while it runs, behind the client's back.
GROWN = []


# -- definitions: these are only described wrongly --------------
def nested(depth: int) -> dict:
    inner = nested(depth - 1) if depth else {"type": "string"}
    return {"type": "object", "properties": {"in": inner}}


def takes(**schema: object) -> dict:
    return {"type": "object", **schema}


WORDS = takes(properties={"words": {"type": "integer"}})
DEFINITIONS = [
    {
        "name": "no_schema",
        "description": "There is no inputSchema.",
    },
    {
        "name": "empty_schema",
        "description": 'The inputSchema lacks "type": "object".',
        "inputSchema": {},
    },
    {
        "name": "no_such_type",
        "description": "JSON Schema has no type text.",
        "inputSchema": takes(properties={"text": {"type": "text"}}),
    },
    {
        "name": "reference",
        "description": "The schema is elsewhere, and nothing is "
        "fetched.",
        "inputSchema": takes(
            properties={"text": {"$ref": "https://example.com/"}}
        ),
    },
    {
        "name": "dialect",
        "description": "The schema is written in a dialect that "
        "nobody reads.",
        "inputSchema": takes(
            **{"$schema": "https://example.com/mine"}
        ),
    },
    {
        "name": "bare_true",
        "description": "Before 2026-07-28 a property is described "
        "by an object.",
        "inputSchema": takes(properties={"text": True}),
    },
    {
        "name": "branches",
        "description": "The arguments are described in branches "
        "only.",
        "inputSchema": takes(
            anyOf=[{"properties": {"text": {"type": "string"}}}]
        ),
    },
    {
        "name": "undescribed",
        "description": "text is required, and nobody says what it "
        "is.",
        "inputSchema": takes(required=["text"]),
    },
    {
        "name": "spaced_argument",
        "description": "The argument's name has a space.",
        "inputSchema": takes(
            properties={"the text": {"type": "string"}}
        ),
    },
    {
        "name": "deep",
        "description": "The arguments are nested without end.",
        "inputSchema": nested(12),
    },
    {
        "name": "output_array",
        "description": "Before 2026-07-28 the outputSchema is of "
        "an object.",
        "inputSchema": takes(),
        "outputSchema": {"type": "array"},
    },
    {
        "name": "handler_shown",
        "description": "The handler is nobody else's business.",
        "inputSchema": takes(),
        "handler": "<function <lambda>>",
    },
    {
        "name": "say hello",
        "description": "A space.",
        "inputSchema": takes(),
    },
    {
        "name": "long" * 40,
        "description": "Too long.",
        "inputSchema": takes(),
    },
    {
        "name": None,
        "description": "How is it called?",
        "inputSchema": takes(),
    },
    {
        "name": "novel",
        "description": "On and on. " * 800,
        "inputSchema": takes(),
    },
    {
        "name": "twice",
        "description": "One of two.",
        "inputSchema": takes(),
    },
    {
        "name": "twice",
        "description": "Which is it?",
        "inputSchema": takes(),
    },
    {
        "name": "grow",
        "inputSchema": takes(),
    },  # no description: what is it for?
]


# -- the methods have faults of their own ------------------------
def initialize(id: object, params: dict) -> dict:
    # Any version is confirmed, even one that does not exist,
    # capabilities are no object, and serverInfo is missing.
    version = params.get("protocolVersion")
    return reply(
        id, result={"protocolVersion": version, "capabilities": []}
    )


def ping(id: object, params: dict) -> dict:
    # Nothing is to be said here: the result is {}.
    return reply(id, result={"pong": True})


def list_tools(id: object, params: dict) -> dict:
    tools = [
        {
            "name": name,
            "description": about,
            "inputSchema": {"type": "object"},
        }
        for name, (about, _) in (FAULTS | BESIDE).items()
    ]
    for tool in tools:
        if tool["name"] in (
            "structured_missing",
            "structured_misfit",
        ):
            tool["outputSchema"] = WORDS
    # There is no next page, so there is no nextCursor either.
    listed = tools + DEFINITIONS + GROWN
    return reply(id, result={"tools": listed, "nextCursor": None})


def call_tool(id: object, params: dict, emit) -> object:
    name = params.get("name")
    if name == "grow":
        GROWN.append(
            {"name": f"grown_{len(GROWN)}", "inputSchema": takes()}
        )
        return reply(id, result=result(HELLO))
    if name in BESIDE:
        token = params.get("_meta", {}).get("progressToken")
        for message in BESIDE[name][1](token):
            emit(message)
        return reply(id, result=result(HELLO))
    if name in [tool["name"] for tool in DEFINITIONS]:
        return reply(id, result=result(HELLO))
    if name not in FAULTS:
        # isError where an error belongs: there is no such tool,
        # which is -32602.
        text = {"type": "text", "text": f"Unknown tool: {name}"}
        return reply(id, result=result(text, isError=True))
    return FAULTS[name][1](id)


def read(id: object, params: dict) -> dict:
    # contents is an array, and each has its uri.
    return reply(id, result={"contents": [{"text": "Hello!"}]})


def get_prompt(id: object, params: dict) -> dict:
    # There are the roles user and assistant.
    return reply(
        id,
        result={"messages": [{"role": "system", "content": HELLO}]},
    )


def complete(id: object, params: dict) -> dict:
    # A hundred values at most.
    return reply(
        id,
        result={
            "completion": {"values": [str(n) for n in range(200)]}
        },
    )


def anything(id: object, params: dict) -> dict:
    # A method that does not exist is served, so nobody learns
    # that it does not.
    return reply(id, result={})


METHODS = {
    "initialize": initialize,
    "ping": ping,
    "tools/list": list_tools,
    "resources/read": read,
    "prompts/get": get_prompt,
    "completion/complete": complete,
}


def route(message: dict, emit=print) -> object:
    # Whether there is an id is not looked at, so notifications
    # are answered too, and so is what is no valid message.
    id, params = message.get("id"), message.get("params") or {}
    if message.get("method") == "tools/call":
        return call_tool(id, params, emit)
    return METHODS.get(message.get("method"), anything)(id, params)
