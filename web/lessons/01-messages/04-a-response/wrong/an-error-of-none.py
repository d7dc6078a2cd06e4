def make_response(id, result):
    return {
        "jsonrpc": "2.0",
        "id": id,
        "result": result,
        "error": None,
    }
