CODES = {
    "not JSON": 0,
    "no valid message": 0,
    "no such method": 0,
    "wrong params": 0,
}


def make_error(id, code, message):
    return {"jsonrpc": "2.0", "id": id, "error": message}
