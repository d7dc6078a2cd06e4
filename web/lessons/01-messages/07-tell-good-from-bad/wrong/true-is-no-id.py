def is_valid_response(message):
    if (
        not isinstance(message, dict)
        or message.get("jsonrpc") != "2.0"
    ):
        return False
    if not isinstance(message.get("id"), (str, int)):
        return False
    return ("result" in message) != ("error" in message)
