def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add}


def route(message):
    envelope = {"jsonrpc": "2.0", "id": message["id"]}
    handler = METHODS.get(message["method"])
    if handler is None:
        error = {"code": -32601, "message": "Method not found"}
        return {**envelope, "result": error}
    return {
        **envelope,
        "result": handler(message.get("params") or {}),
    }
