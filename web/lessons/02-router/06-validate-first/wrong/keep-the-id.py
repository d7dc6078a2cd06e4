def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add}


def error(id, code, message):
    envelope = {
        "jsonrpc": "2.0",
        "error": {"code": code, "message": message},
    }
    return envelope if id is None else {**envelope, "id": id}


def fault(message):
    """What keeps this from being a message, or None."""
    if not isinstance(message, dict):
        return "a message is an object"
    if message.get("jsonrpc") != "2.0":
        return "jsonrpc must be 2.0"
    if not isinstance(message.get("method"), str):
        return "method must be a text"
    if "id" in message and type(message["id"]) not in (str, int):
        return "id must be a text or an integer"
    return None


def readable_id(message):
    id = message.get("id") if isinstance(message, dict) else None
    return id if type(id) in (str, int) else None


def route(message):
    wrong = fault(message)
    if wrong is not None:
        return error(None, -32600, wrong)
    if "id" not in message:
        return None
    handler = METHODS.get(message["method"])
    if handler is None:
        return error(message["id"], -32601, "Method not found")
    result = handler(message.get("params") or {})
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}
