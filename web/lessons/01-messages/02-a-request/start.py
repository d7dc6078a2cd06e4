def make_request(id, method, params=None):
    return {}
