def make_response(id, result):
    return {"jsonrpc": "2.0", "id": str(id), "result": result}
