CACHED = ["server/discover", "tools/list"]


def finish(method, result):
    """A result as the stateless era wants it."""
    result["resultType"] = "complete"
    if method in CACHED:
        result.update({"ttlMs": 0, "cacheScope": "private"})
    return result
