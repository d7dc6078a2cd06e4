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


def route(message):
    if "id" not in message:
        return None
    handler = METHODS.get(message["method"])
    if handler is None:
        return error(message["id"], -32601, "Method not found")
    result = handler(message.get("params") or {})
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}
