"""The stateless era over HTTP: headers that repeat the body, in which order faults are told, statuses."""

import pytest

HEADERS = {
    # name: (how the headers of tools/call add differ, status, code)
    "as they must be": ({}, 200, None),
    "values with spaces around": ({"mcp_method": "  tools/call\t"}, 200, None),
    "no version": ({"mcp_protocol_version": None}, 400, -32020),
    "another version": ({"mcp_protocol_version": "2025-11-25"}, 400, -32020),
    "an unknown version": ({"mcp_protocol_version": "v999.0.0"}, 400, -32020),
    "no method": ({"mcp_method": None}, 400, -32020),
    "an empty method": ({"mcp_method": ""}, 400, -32020),
    "another method": ({"mcp_method": "tools/list"}, 400, -32020),
    "another case": ({"mcp_method": "TOOLS/CALL"}, 400, -32020),
    "an encoded method": ({"mcp_method": "=?base64?dG9vbHMvY2FsbA==?="}, 400, -32020),
    "no name": ({"mcp_name": None}, 400, -32020),
    "another name": ({"mcp_name": "count"}, 400, -32020),
    "an encoded name": ({"mcp_name": "=?base64?YWRk?="}, 200, None),
    "an encoded other name": ({"mcp_name": "=?base64?Y291bnQ=?="}, 400, -32020),
    "markers in capitals": ({"mcp_name": "=?BASE64?YWRk?="}, 400, -32020),
    "base64 without its padding": ({"mcp_name": "=?base64?YWRkYQ?="}, 400, -32020),
    "base64 of another alphabet": ({"mcp_name": "=?base64?YWR_?="}, 400, -32020),
}


@pytest.mark.parametrize(("headers", "status", "code"), HEADERS.values(), ids=HEADERS)
def test_headers_repeat_the_body(web, headers, status, code):
    reply = web.modern("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}}, **headers)
    assert reply.status_code == status
    assert reply.json()["id"] == 1
    assert reply.json().get("error", {}).get("code") == code


def test_a_repeated_header_says_nothing(web):
    twice = [("mcp-method", "tools/list"), ("mcp-method", "tools/list")]
    assert web.modern("tools/list").status_code == 200
    assert web.modern("tools/list", mcp_method=", ".join(value for _, value in twice)).status_code == 400


def test_names_of_prompts_and_resources_are_repeated_too(web):
    assert web.modern("resources/read", {"uri": "note://x"}).status_code == 200
    assert web.modern("resources/read", {"uri": "note://x"}, mcp_name="note://y").status_code == 400
    assert (
        web.modern("resources/read", {"uri": "note://ä"}, mcp_name="=?base64?bm90ZTovL8Ok?=").status_code
        == 200
    )
    assert web.modern("tools/list", mcp_name="anything").status_code == 200


VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"

ORDER = {
    # what is wrong at once: (meta, headers, code)
    "no capabilities, other method": ({CAPABILITIES: None}, {"mcp_method": "ping"}, -32602),
    "no version, no version header": ({VERSION: None}, {"mcp_protocol_version": None}, -32602),
    "unknown version, other method": ({VERSION: "v999"}, {"mcp_method": "ping"}, -32020),
    "unknown version, served in header": ({VERSION: "v999"}, {}, -32020),
    "unknown version in both": ({VERSION: "v999"}, {"mcp_protocol_version": "v999"}, -32022),
    "version of the other era in both": (
        {VERSION: "2025-11-25"},
        {"mcp_protocol_version": "2025-11-25"},
        -32022,
    ),
}


@pytest.mark.parametrize(("meta", "headers", "code"), ORDER.values(), ids=ORDER)
def test_which_fault_is_told_first(web, meta, headers, code):
    error = web.modern("tools/list", meta=meta, **headers)
    assert (error.status_code, error.json()["error"]["code"]) == (400, code)
    if code == -32022:
        assert error.json()["error"]["data"] == {"supported": ["2026-07-28"], "requested": meta[VERSION]}


def test_the_version_header_alone_makes_a_request_stateless(web):
    for method in ("tools/list", "initialize"):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {}}
        reply = web.post(message, mcp_protocol_version="2026-07-28")
        assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32602)
        assert "protocolVersion" in reply.json()["error"]["message"]


@pytest.mark.parametrize(
    "method", ["acme/none", "initialize", "ping", "logging/setLevel", "resources/subscribe", "prompts/list"]
)
def test_what_there_is_not_is_404(web, method):
    reply = web.modern(method)
    assert reply.status_code == 404
    assert (reply.json()["id"], reply.json()["error"]["code"]) == (1, -32601)


def test_a_capability_that_is_missing_is_400(web):
    reply = web.modern("tools/call", {"name": "sample"})
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32021)
    assert reply.json()["error"]["data"] == {"requiredCapabilities": {"sampling": {}}}


def test_other_errors_of_handlers_are_200(web):
    reply = web.modern("tools/call", {"name": "none"})
    assert (reply.status_code, reply.json()["error"]["code"]) == (200, -32602)


def test_notifications_and_responses(web):
    note = {"jsonrpc": "2.0", "method": "notifications/acme_x"}
    assert web.post(note, mcp_protocol_version="2026-07-28").status_code == 202
    response = {"jsonrpc": "2.0", "id": "x", "result": {}}
    reply = web.post(response, mcp_protocol_version="2026-07-28")
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32600)


def test_a_question_is_a_result_and_its_answer_another_request(web):
    can = {CAPABILITIES: {"sampling": {}}}
    asked = web.modern("tools/call", {"name": "sample"}, meta=can)
    assert asked.status_code == 200
    result = asked.json()["result"]
    (key,) = result["inputRequests"]
    answer = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hello!"}}
    again = {"name": "sample", "inputResponses": {key: answer}, "requestState": result["requestState"]}
    done = web.modern("tools/call", again, id=2, meta=can).json()["result"]
    assert "Hello!" in done["content"][0]["text"]


PARAMETERS = {
    "all that are there": (
        {"region": "eu", "limit": 5, "dry": True, "inner": {"deep": "x"}},
        {"region": "eu", "limit": "5", "dry": "true", "deep": "x"},
        200,
    ),
    "none": ({}, {}, 200),
    "null needs no header": ({"region": None}, {}, 200),
    "missing": ({"region": "eu"}, {}, 400),
    "missing inside": ({"inner": {"deep": "x"}}, {}, 400),
    "another value": ({"region": "eu"}, {"region": "us"}, 400),
    "another case": ({"region": "eu"}, {"region": "EU"}, 400),
    "no value for a header": ({}, {"region": "eu"}, 400),
    "encoded": ({"region": "eü"}, {"region": "=?base64?ZcO8?="}, 200),
    "encoded spaces": ({"region": " eu "}, {"region": "=?base64?IGV1IA==?="}, 200),
    "half a marker is literal": ({"region": "=?base64?ZXU="}, {"region": "=?base64?ZXU="}, 200),
    "overlapping markers are literal": ({"region": "=?base64?="}, {"region": "=?base64?="}, 200),
    "bad padding": ({"region": "eu"}, {"region": "=?base64?ZXU?="}, 400),
    "bad alphabet": ({"region": "eu"}, {"region": "=?base64?Z*U=?="}, 400),
    "bits left over": ({"region": "eu"}, {"region": "=?base64?ZXV=?="}, 400),
    "not UTF-8": ({"region": "eu"}, {"region": "=?base64?/w==?="}, 400),
    "empty": ({"region": ""}, {"region": ""}, 200),
    "an integer by its value": ({"limit": 42}, {"limit": "42.0"}, 200),
    "a float by its value": ({"limit": 42.0}, {"limit": "42"}, 200),
    "another integer": ({"limit": 42}, {"limit": "43"}, 400),
    "no integer": ({"limit": 42}, {"limit": "4_2"}, 400),
    "zero": ({"limit": 0}, {"limit": "0"}, 200),
    "negative": ({"limit": -7}, {"limit": "-7"}, 200),
    "false": ({"dry": False}, {"dry": "false"}, 200),
    "a boolean as Python has it": ({"dry": True}, {"dry": "True"}, 400),
    "a boolean is no number": ({"dry": True}, {"dry": "1"}, 400),
}


@pytest.mark.parametrize(("arguments", "headers", "status"), PARAMETERS.values(), ids=PARAMETERS)
def test_parameters_that_headers_repeat(web, arguments, headers, status):
    repeated = {f"mcp_param_{name}": value for name, value in headers.items()}
    reply = web.modern("tools/call", {"name": "search", "arguments": arguments}, **repeated)
    assert reply.status_code == status
    assert reply.json().get("error", {}).get("code") == (None if status == 200 else -32020)


def test_a_header_that_is_not_ascii(web):
    reply = web.modern(
        "tools/call", {"name": "search", "arguments": {"region": "é"}}, mcp_param_region="é".encode("latin-1")
    )
    assert (reply.status_code, reply.json()["error"]["code"]) == (400, -32020)


def test_the_handshake_era_repeats_nothing(web):
    call = {"name": "search", "arguments": {"region": "eu"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    assert web.post(message, mcp_protocol_version="2025-11-25").status_code == 200
