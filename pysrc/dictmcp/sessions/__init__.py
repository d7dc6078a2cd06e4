"""Sessions: what was sent to a server and all that left, kept, had again, compared, and taken elsewhere."""

from .comparing import Compared, Deviation, compare, opened
from .file import FORMAT, Recording, SessionFileError, Step, read, recorded, write
from .replaying import replay, replays
from .steady import steady

__all__ = [
    "FORMAT",
    "Compared",
    "Deviation",
    "Recording",
    "SessionFileError",
    "Step",
    "compare",
    "opened",
    "read",
    "recorded",
    "replay",
    "replays",
    "steady",
    "write",
]
