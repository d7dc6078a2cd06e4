def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add({"a": 1, "b": 2})}


def dispatch(method, params):
    return METHODS[method](params)
