def respond(id, result=None, error=None):
    envelope = {"jsonrpc": "2.0", "id": id, "error": error}
    if result is not None:
        envelope["result"] = result
    return envelope
