def make_request(id, method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if id:
        message["id"] = id
    if params is not None:
        message["params"] = params
    return message
