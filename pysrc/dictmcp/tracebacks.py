"""Tracebacks for the author of a server: their own frames, not ours."""

from __future__ import annotations

import os
import traceback

from .errors import describe

_OURS = os.path.dirname(__file__)


def trimmed(error: BaseException) -> str:
    """The traceback of an exception as text, without the frames of this package. Never raises."""
    try:
        report = traceback.TracebackException.from_exception(error)
        _trim(report)
        return "".join(report.format()).rstrip()
    except BaseException:
        return describe(error)


def place(error: BaseException, filename: str) -> tuple[int | None, int | None]:
    """The line and column, from 1, where an exception arose in a file; None where it did not."""
    if isinstance(error, SyntaxError) and error.filename == filename:
        return error.lineno, error.offset
    lines = [
        line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == filename
    ]
    return (lines[-1], None) if lines else (None, None)


def _trim(report: traceback.TracebackException) -> None:
    frames = [frame for frame in report.stack if not frame.filename.startswith(_OURS)]
    report.stack = traceback.StackSummary.from_list(frames)
    for link in (report.__cause__, report.__context__):
        if link is not None:
            _trim(link)
