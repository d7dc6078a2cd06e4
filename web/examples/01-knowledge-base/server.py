"""A small knowledge base about MCP, served over MCP.

This is a whole server. Change anything, press Run, send a
message, and look at the envelope that comes back. The documents
are at the end of the file: search them to learn MCP.
"""

import asyncio
import re
import sqlite3
from dataclasses import dataclass
from typing import Annotated

from dictmcp import Context, Server, ToolError

server = Server(
    "knowledge-base",
    title="What MCP is",
    instructions=(
        "Use search to find documents on MCP, "
        "then read the best one."
    ),
)

# A full-text index in memory; "replies" also finds "reply".
db = sqlite3.connect(":memory:")
db.execute("""
    CREATE VIRTUAL TABLE documents
    USING fts5(id, title, text, tokenize = 'porter')
""")


# A dataclass as return type gives the tool an outputSchema, and
# its results structuredContent: the same data as the text, for
# programs.
@dataclass
class Hit:
    id: str
    title: str
    snippet: str


@dataclass
class Found:
    hits: list[Hit]


# A function becomes a tool: its name, its docstring and its type
# hints are what a client sees in tools/list, and arguments are
# checked before it is called. What stands beside a type in
# Annotated goes into the tool's inputSchema.
@server.tool
def search(
    query: Annotated[
        str,
        "words to look for",
        {"examples": ["why do notifications get no reply"]},
    ],
    limit: Annotated[
        int, "how many at most", {"minimum": 1, "maximum": 9}
    ] = 3,
) -> Found:
    """Search the documents on MCP and JSON-RPC, best first."""
    # In quotes, all that is typed is words, never search syntax.
    words = [f'"{word}"' for word in re.findall(r"\w+", query)[:50]]
    rows = db.execute(
        """
        SELECT id, title, snippet(documents, 2, '[', ']', '...', 16)
        FROM documents WHERE documents MATCH ?
        -- A word in id or title counts more.
        ORDER BY bm25(documents, 4, 4, 1)
        LIMIT ?
        """,
        (" OR ".join(words) or '""', limit),
    )
    return Found([Hit(*row) for row in rows])


@server.tool
def read(
    id: Annotated[
        str, "as search gives it", {"examples": ["iserror"]}
    ],
) -> str:
    """Read one document."""
    rows = db.execute(
        "SELECT title, text FROM documents WHERE id = ?", (id,)
    )
    document = rows.fetchone()
    if document is None:
        # A failure that the caller can mend: say how. It becomes
        # an isError result with exactly this text.
        known = ", ".join(id for id, _, _ in DOCUMENTS)
        raise ToolError(
            f"There is no document {id!r}. There are: {known}."
        )
    return "\n\n".join(document)


@server.tool
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


@server.tool
async def index_documents(ctx: Context) -> str:
    """Index all documents again, reporting progress after each."""
    for done, document in enumerate(DOCUMENTS, start=1):
        index(done, document)
        # Sent at once, ahead of the reply, if the request has a
        # progressToken.
        _, title, _ = document
        ctx.progress(done, total=len(DOCUMENTS), message=title)
        # Slow enough to watch; other calls go on.
        await asyncio.sleep(0.05)
    return f"{len(DOCUMENTS)} documents indexed."


@server.tool
def fail() -> float:
    """Fail on purpose, with an exception that nobody catches."""
    numbers: list[int] = []
    return sum(numbers) / len(numbers)


# All that a host needs: a message in, its reply out.
route = server.route


def index(row: int, document: tuple[str, str, str]) -> None:
    """Put a document into the index, in place of what was there."""
    db.execute(
        "REPLACE INTO documents (rowid, id, title, text) "
        "VALUES (?, ?, ?, ?)",
        (row, *document),
    )


def parse(text: str) -> list[tuple[str, str, str]]:
    """The documents of a text: id, title and body of each."""
    documents = []
    for block in text.strip().split("\n\n"):
        heading, _, body = block.partition("\n")
        id, _, title = heading.partition(": ")
        documents.append((id, title, " ".join(body.split())))
    return documents


DOCUMENTS = parse("""
envelope: What is an envelope?
Every message is one JSON object, its envelope. It always has
"jsonrpc": "2.0", and the other members say what kind of message
it is: "method" and "id" make a request, "method" alone a
notification, "id" with "result" or "error" a response. What a
tool returns never travels bare, it is always inside an envelope.

request: What is a request?
A request names a method, has an id, and may have params. Whoever
receives it owes exactly one response. JSON-RPC also knows params
as an array, by position; in MCP params is always an object.

id: What may an id be?
A string or an integer, chosen by whoever asks. It comes back
exactly as it was sent: 1 and "1" are two different ids, and 0 and
"" are good ones. A number such as 1.5 is none, and neither is
null: "id": null makes an invalid request, not a notification.

notification: Why do notifications get no reply?
A notification has a method and no id. Without an id a reply could
not be matched to anything, so there is none, not even an error
when the method is unknown. Use one to tell, and a request to ask:
notifications/initialized, for instance, only tells the server
that the client is ready.

response: What is a response?
The answer to one request: the same id, and exactly one of result
and error, never both and never neither. In MCP a result is an
object; where there is nothing to say it is {}. Responses may
overtake each other, the id tells which is which. Only an error
about a message whose id could not be read goes without one.

iserror: isError or error: which one?
If the protocol fails, because the method or the tool does not
exist or the params are malformed, the response has an error with
a code. If the tool was found but failed, or its arguments do not
fit its schema, the response has a result with "isError": true and
a text. That text is for the model: it can read what went wrong
and try again. An error is first of all for the program of the
client.

error-codes: Which error codes are there?
-32700 parse error: the text is not JSON. -32600 invalid request:
it is JSON, but not one valid message. -32601 method not found.
-32602 invalid params, which includes the name of an unknown tool.
-32603 internal error: the server's fault. MCP adds -32020 (HTTP
headers and message disagree), -32021 (the client lacks a
capability) and -32022 (protocol version not supported). Choose
codes of your own outside the range from -32768 to -32000.

tool: What is a tool?
A function that a model may decide to call. tools/list shows each
with a name, a description and an inputSchema, the JSON Schema of
its arguments, which must have "type": "object". tools/call runs
one by name; arguments may be left out, which means {}.

content: What does a tool result look like?
It has content, an array of blocks, each with a type: text, image
and audio (data in base64, with a mimeType), resource (something
embedded) and resource_link. content is always there, even if it
is empty.

structured: What are structuredContent and outputSchema?
A tool may also return data for programs: structuredContent,
beside content and never in place of it. If the tool declares an
outputSchema, the data must fit it. Up to 2025-11-25 the data is
an object; since 2026-07-28 it may be any JSON value.

handshake: What is the handshake?
Up to 2025-11-25 a client opens with initialize: the protocol
version it wants, its capabilities and its name. The server
replies with its own. A server that does not have this version
offers another one it has, which is not an error. Then the client
sends notifications/initialized, and work begins.

stateless: What changed in 2026-07-28?
The protocol is stateless: the handshake is gone, and the server
remembers nothing from one request to the next. Instead, every
request says in params._meta under which protocol version it is
made and what the client is capable of. server/discover tells what
the server offers. initialize and ping do not exist any more.

resulttype: What is resultType?
Since 2026-07-28 every result says what it is: "resultType":
"complete" is the final one, "input_required" means that the
server has to ask something first. The client then sends the
request again, under a new id, with the answers.

progress: How does progress work?
A client that wants to follow a long request puts a progressToken
of its choice into params._meta. The server may then send
notifications/progress with that token and a number that only ever
grows, until it sends the response.

batch: May messages be sent in batches?
JSON-RPC allows an array of messages. Of all revisions of MCP only
2025-03-26 provides for it; in any other, this server calls a
batch an invalid request.

cancelled: How is a request cancelled?
With the notification notifications/cancelled and the requestId.
The server stops if it can, and sends nothing more for that
request. If the request is unknown or already answered, the
notification is ignored.

transport: How do messages travel?
Over stdio, one message is one line of text: the client writes to
the server's stdin and reads its stdout, so a server prints
nothing else there. Over Streamable HTTP, every message of the
client is a POST to one address. The playground needs neither: it
hands each message to the function route.
""")

for number, each in enumerate(DOCUMENTS, start=1):
    index(number, each)
