CACHED = ["server/discover", "tools/list"]


def finish(method, result):
    """A result as the stateless era wants it."""
    kept = (
        {"ttlMs": 0, "cacheScope": "private"}
        if method in CACHED
        else {}
    )
    return {"resultType": "complete", **kept, **result}
