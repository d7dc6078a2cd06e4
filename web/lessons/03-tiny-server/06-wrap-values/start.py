import json


def wrap(value):
    """What a handler returned, as content blocks."""
    return [{"type": "text", "text": str(value)}]
