"""What to call a server where names may hold less than people write."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 48


def identifier(name: str) -> str:
    """A name of ASCII letters, digits, - and _, for clients and packages; "server" if nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain)[:LONGEST].strip("-_") or "server"


def project_name(name: str) -> str:
    """A name for a package: it ends in "server", so that it is not one of those that it stands on."""
    plain = identifier(name).lower()
    return plain if plain.endswith("server") else f"{plain}-server"


def one_line(text: str) -> str:
    """A text without line breaks and control characters."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
