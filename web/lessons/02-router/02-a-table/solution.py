def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping, "add": add}


def dispatch(method, params):
    return METHODS[method](params)
