told = {"jsonrpc": "2.0", "method": "ping"}
odd = {"jsonrpc": "2.0", "method": "ping", "id": None}

print("id" in told, "id" in odd, told.get("id") == odd.get("id"))
