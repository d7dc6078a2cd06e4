def respond(id, result=None, error=None):
    return {
        "jsonrpc": "2.0",
        "id": id,
        "result": result,
        "error": error,
    }
