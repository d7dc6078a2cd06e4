def respond(id, result=None, error=None):
    envelope = {"jsonrpc": "2.0", "id": id}
    if result:
        envelope["result"] = result
    if error:
        envelope["error"] = error
    return envelope
