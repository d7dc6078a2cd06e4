def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add}


def route(message):
    return METHODS[message["method"]](message["params"])
