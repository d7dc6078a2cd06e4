"""Every way in which our answers differ from the official SDK's, and who is right.

A difference that no row explains fails the test: it is a fault, or a row that is missing.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from differential.reading import is_id, is_of_new_era, is_readable, meta_of, method_of, params_of
from differential.twins import META, NOTHING, STATELESS, Outcome

SPEC = "https://modelcontextprotocol.io/specification"
JSON_RPC = "https://www.jsonrpc.org/specification#response_object"


class Difference(NamedTuple):
    """what: the rule. page: where it is written. who: who follows it, and what the other one does.

    when: whether it is this difference, from (message, text, revision, ours, theirs). example: a revision,
    a message that shows it, and both outcomes.
    """

    what: str
    page: str
    who: str
    when: Callable[[Any, str, str, str, str], bool]
    example: tuple[str, Any, str, str]


def explain(revision: str, text: str, ours: Outcome, theirs: Outcome) -> str | None:
    """The rule by which two outcomes differ; None if there is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    for row in DIFFERENCES:
        if row.when(message, text, revision, ours.kind, theirs.kind):
            return row.what
    return None


def request(method: str, id: Any = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


REFUSED = {"error -32700", "error -32600", "error -32602"}
PROMPT_FAULTS = {"error 0", "error -32603"}
OURS_ONLY = {"logging/setLevel", "resources/subscribe", "resources/unsubscribe"}

DIFFERENCES = (
    Difference(
        "A batch is answered under 2025-03-26.",
        f"{SPEC}/2025-03-26/basic",
        "Ours: implementations MUST support receiving batches. The SDK is silent.",
        lambda message, text, revision, ours, theirs: (
            revision == "2025-03-26"
            and isinstance(message, list)
            and ours.startswith("batch of")
            and theirs == NOTHING.kind
        ),
        ("2025-03-26", [request("ping")], "batch of result", "nothing"),
    ),
    Difference(
        "What is no valid message is refused by an error, with its id where it can be read.",
        JSON_RPC,
        "Ours: an invalid request is answered by an error. The SDK is silent, but for HTTP.",
        lambda message, text, revision, ours, theirs: (
            not is_readable(text) and ours in REFUSED and theirs == NOTHING.kind
        ),
        ("2025-11-25", {"jsonrpc": "2.0", "id": 1, "method": 5}, "error -32600", "nothing"),
    ),
    Difference(
        "What has an id is a request, and an id is a string or an integer.",
        f"{SPEC}/2025-11-25/basic#requests",
        "Ours: any other id is refused. The SDK takes the message for a notification.",
        lambda message, text, revision, ours, theirs: (
            isinstance(message, dict)
            and "method" in message
            and "id" in message
            and not is_id(message["id"])
            and (ours, theirs) == ("error -32600", NOTHING.kind)
        ),
        ("2025-11-25", request("ping", id={}), "error -32600", "nothing"),
    ),
    Difference(
        "A request that holds a result or an error is no valid request.",
        JSON_RPC,
        "Nobody is wrong: what it should be is not decided. The SDK overlooks the member, we ask to mend it.",
        lambda message, text, revision, ours, theirs: (
            isinstance(message, dict)
            and "method" in message
            and ("result" in message or "error" in message)
            and ours == "error -32600"
        ),
        ("2025-11-25", {**request("ping"), "error": {}}, "error -32600", "result"),
    ),
    Difference(
        "Each message names its era by itself.",
        f"{SPEC}/2026-07-28/basic/versioning",
        "Both: a server MAY serve both eras at once. We do, by message; the SDK pins a connection to one.",
        lambda message, text, revision, ours, theirs: (
            revision == STATELESS
            and not is_of_new_era(message)
            and theirs in {"error -32602", "error -32022"}
        ),
        (STATELESS, request("ping"), "result", "error -32602"),
    ),
    Difference(
        "initialize does not exist in the stateless era.",
        f"{SPEC}/2026-07-28/basic/versioning",
        "Both: -32601, as for any method that is gone; or -32022, which names the revisions there are.",
        lambda message, text, revision, ours, theirs: (
            revision == STATELESS
            and method_of(message) == "initialize"
            and is_of_new_era(message)
            and ours in {"error -32601", "error -32602"}
            and theirs == "error -32022"
        ),
        (STATELESS, request("initialize", _meta=META), "error -32601", "error -32022"),
    ),
    Difference(
        "A client says who it is and what it can do.",
        f"{SPEC}/2025-11-25/basic/lifecycle#initialization",
        "Nobody is wrong: the client MUST say so. The SDK insists, we go on with what there is.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "initialize" and (ours, theirs) == ("result", "error -32602")
        ),
        ("2025-11-25", request("initialize", protocolVersion="2025-11-25"), "result", "error -32602"),
    ),
    Difference(
        "_meta is checked before the method is looked up.",
        f"{SPEC}/2026-07-28/basic",
        "Both: a request that lacks a key MUST be refused, a method that is gone too; no order is given.",
        lambda message, text, revision, ours, theirs: (
            meta_of(message) is not None and (ours, theirs) == ("error -32602", "error -32601")
        ),
        (
            STATELESS,
            request("ping", _meta={**META, "io.modelcontextprotocol/clientCapabilities": 5}),
            "error -32602",
            "error -32601",
        ),
    ),
    Difference(
        "An unknown tool is a protocol error.",
        f"{SPEC}/2025-11-25/server/tools#error-handling",
        "Ours: -32602. The SDK makes it a result with isError.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "tools/call"
            and params_of(message).get("name") not in ("add", "shout", "fail")
            and (ours, theirs) == ("error -32602", "failure")
        ),
        ("2025-11-25", request("tools/call", name="nothing"), "error -32602", "failure"),
    ),
    Difference(
        "Arguments are what the schema says that they are.",
        f"{SPEC}/2025-11-25/server/tools#security-considerations",
        "Ours: servers MUST validate all tool inputs. The SDK turns true and '2' into numbers, and lets "
        "arguments pass that there are none of.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "tools/call" and (ours, theirs) == ("failure", "result")
        ),
        ("2025-11-25", request("tools/call", name="add", arguments={"a": True}), "failure", "result"),
    ),
    Difference(
        "A cursor is a string that the server gave out.",
        f"{SPEC}/2025-11-25/server/utilities/pagination#error-handling",
        "Ours: invalid cursors SHOULD result in -32602. The SDK takes any for the first page.",
        lambda message, text, revision, ours, theirs: (
            str(method_of(message)).endswith("/list")
            and "cursor" in params_of(message)
            and (ours, theirs) == ("error -32602", "result")
        ),
        ("2025-11-25", request("tools/list", cursor=""), "error -32602", "result"),
    ),
    Difference(
        "A resource that is not there is -32002 in the handshake era.",
        f"{SPEC}/2025-11-25/server/resources#error-handling",
        "Ours: servers SHOULD return it. The SDK answers -32602, as in the stateless era.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "resources/read" and (ours, theirs) == ("error -32002", "error -32602")
        ),
        ("2025-11-25", request("resources/read", uri="no://thing"), "error -32002", "error -32602"),
    ),
    Difference(
        "An unknown prompt, and a missing or stray argument, are invalid params.",
        f"{SPEC}/2025-11-25/server/prompts#error-handling",
        "Ours: -32602. The SDK sends 0, which is no code, or -32603.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "prompts/get" and ours == "error -32602" and theirs in PROMPT_FAULTS
        ),
        ("2025-11-25", request("prompts/get", name="nothing"), "error -32602", "error 0"),
    ),
    Difference(
        "Our server has logging and subscriptions of its own accord.",
        f"{SPEC}/2025-11-25/server/resources#subscriptions",
        "Both: each declares what it has. In the SDK's server they have to be added by hand.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) in OURS_ONLY and theirs == "error -32601" and ours != "error -32601"
        ),
        ("2025-11-25", request("logging/setLevel", level="info"), "result", "error -32601"),
    ),
    Difference(
        "What can be completed is known.",
        f"{SPEC}/2025-11-25/server/utilities/completion#error-handling",
        "Ours: an unknown prompt or argument is -32602. The SDK hands anything to its one function.",
        lambda message, text, revision, ours, theirs: (
            method_of(message) == "completion/complete" and (ours, theirs) == ("error -32602", "result")
        ),
        (
            "2025-11-25",
            request(
                "completion/complete",
                ref={"type": "ref/prompt", "name": "nothing"},
                argument={"name": "tone", "value": ""},
            ),
            "error -32602",
            "result",
        ),
    ),
)
