def make_request(id, method, params=None):
    return {"id": id, **make_notification(method, params)}


def make_notification(method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return message
