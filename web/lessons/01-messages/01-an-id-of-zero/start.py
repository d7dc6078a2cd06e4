message = {"jsonrpc": "2.0", "id": 0, "method": "ping"}

print(bool(message.get("id")), "id" in message)
