import json


def wrap(value):
    """What a handler returned, as content blocks."""
    if value is None:
        return []
    text = value if isinstance(value, str) else json.dumps(value)
    return [{"type": "text", "text": text}]
