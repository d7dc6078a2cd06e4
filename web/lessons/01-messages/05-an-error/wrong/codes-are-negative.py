CODES = {
    "not JSON": 32700,
    "no valid message": 32600,
    "no such method": 32601,
    "wrong params": 32602,
}


def make_error(id, code, message):
    return {
        "jsonrpc": "2.0",
        "id": id,
        "error": {"code": code, "message": message},
    }
