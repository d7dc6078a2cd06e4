"""Loading servers beside the one that is being served, which goes on and hears nothing of it."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
from collections.abc import Iterator

from ..hosting import MODULE


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Whoever is being served meanwhile goes on; what is printed and logged here is nobody's business."""
    logger = logging.getLogger("dictmcp")
    was_disabled, logger.disabled = logger.disabled, True
    served = sys.modules.get(MODULE)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    finally:
        logger.disabled = was_disabled
        sys.modules.pop(MODULE, None)
        if served is not None:
            sys.modules[MODULE] = served
