def make_request(id, method, params=None):
    return {
        "jsonrpc": "2.0",
        "id": id,
        "method": method,
        "params": params,
    }
