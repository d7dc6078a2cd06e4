def make_response(id, result):
    return result
