def respond(id, result=None, error=None):
    envelope = {"jsonrpc": "2.0", "id": id, "result": result}
    if error is not None:
        envelope["error"] = error
    return envelope
