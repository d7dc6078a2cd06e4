import json


def wrap(value):
    """What a handler returned, as content blocks."""
    if value is None:
        return []
    text = json.dumps(value)
    return [{"type": "text", "text": text}]
