def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add}


def route(message):
    handler = METHODS[message["method"]]
    result = handler(message.get("params") or {})
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}
