def is_valid_response(message):
    return "result" in message or "error" in message
