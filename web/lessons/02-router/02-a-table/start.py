def ping(params):
    return {}


def add(params):
    return {"sum": params["a"] + params["b"]}


METHODS = {"ping": ping}


def dispatch(method, params):
    if method == "ping":
        return ping(params)
