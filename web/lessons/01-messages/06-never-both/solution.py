def respond(id, result=None, error=None):
    envelope = {"jsonrpc": "2.0", "id": id}
    if error is not None:
        envelope["error"] = error
    else:
        envelope["result"] = result
    return envelope
