"""Zip archives whose bytes depend on nothing but what is in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

_WHEN: Final = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can hold
_MODE: Final = 0o100644
_UNIX: Final = 3


def pack(files: Mapping[str, str | bytes], first: bytes = b"") -> bytes:
    """An archive of files by path. first: what stands before the archive, such as a #! line."""
    packed = io.BytesIO()
    packed.write(first)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, _WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = _UNIX, _MODE << 16
            archive.writestr(entry, files[path])
    return packed.getvalue()
