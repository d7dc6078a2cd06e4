def is_valid_response(message):
    if (
        not isinstance(message, dict)
        or message.get("jsonrpc") != "2.0"
    ):
        return False
    if type(message.get("id")) not in (str, int):
        return False
    return "result" in message or "error" in message
