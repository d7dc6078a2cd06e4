"""One fault a server, and the verdict names that fault's rule and no other."""

import pytest
from dictmcp.rules import BATCHES, FORM, RULES, SHAPES
from verdict import good_server
from verdict.faulty_servers import FAULTS, WORK, Fault, notification
from verdict.talk import call, hello, modern, request, talk


def broken(found: list) -> set[str]:
    """The rules that are broken somewhere, MUST or SHOULD."""
    return {one.rule for _, said in found for one in said if one.severity in ("wrong", "warning")}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_the_fault_is_named_and_nothing_else(fault: Fault) -> None:
    def route(message, emit):
        return fault.server(message, lambda message, emit=emit: good_server.route(message, emit), emit)

    assert broken(talk(route, fault.messages)) == {fault.rule}


def test_what_comes_after_the_reply_is_named_with_the_next_exchange() -> None:
    def route(message, emit):
        return good_server.route(message, emit)

    route.late = [notification("progress", progressToken=5, progress=3)]
    first, second = talk(route, [WORK, request("ping")])
    assert broken([first]) == set()
    assert broken([second]) == {"late-notification"}


def test_there_are_sixty_and_more() -> None:
    assert len(FAULTS) >= 60


def test_every_rule_has_a_server_that_breaks_it() -> None:
    rules = {
        rule.name for rule in (*FORM, *RULES, *SHAPES, *BATCHES) if rule.severity in ("wrong", "warning")
    }
    assert rules - {fault.rule for fault in FAULTS.values()} == {"late-notification"}


ALL = [
    request("ping"),
    request("tools/list"),
    request("tools/list", {"cursor": "3"}),
    call("echo", text="a"),
    call("echo", text=5),
    call("count", text="a"),
    call("fail"),
    call("no_such_tool"),
    WORK,
    request("resources/read", {"uri": "good://one"}),
    request("resources/read", {"uri": "good://none"}),
    request("prompts/get", {"name": "a"}),
    request("logging/setLevel", {"level": "info"}),
    request("tools/lst"),
    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}},
    {"jsonrpc": "2.0", "id": "q-1", "result": {"action": "decline"}},
    modern("server/discover"),
    modern("tools/list"),
    modern("tools/list", cursor="3"),
    modern("tools/call", name="echo", arguments={"text": "a"}),
    modern("tools/call", name="ask"),
    modern("tools/call", name="work", meta={"progressToken": "a"}),
    modern("tools/call", name="no_such_tool"),
    modern("resources/read", uri="good://none"),
    modern("ping"),
    modern("tools/list", meta={"io.modelcontextprotocol/protocolVersion": "2030-01-01"}),
]


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_nothing_is_found_in_the_good_server(revision: str) -> None:
    messages = [*hello(revision), *ALL]
    if revision in ("2025-06-18", "2025-11-25"):
        messages.append(call("ask"))
    if revision == "2025-03-26":
        messages.append([request("ping", id=1), request("tools/list", id=2)])
    if revision < "2025-06-18":
        messages.remove(call("count", text="a"))
    assert broken(talk(good_server.route, messages)) == set()
