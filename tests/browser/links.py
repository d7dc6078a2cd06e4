"""Links as the page makes and reads them, by Python's own zlib: what a documentation builder would write."""

import base64
import json
import zlib


def pack(content: object) -> str:
    """The part of a link from # on that holds this content."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeeze.compress(json.dumps(content, separators=(",", ":")).encode()) + squeeze.flush()
    return "#v1/" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(link: str) -> dict:
    """What a link holds."""
    text = link.partition("#v1/")[2]
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return json.loads(zlib.decompress(data, -15))


def total(code: str, *messages: str) -> int:
    """The check sum of a link that holds these texts."""
    return zlib.crc32("\n".join([code, *messages]).encode())
