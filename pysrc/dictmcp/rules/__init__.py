"""The rules that an exchange is judged by, in a file for each thing that they look at.

A rule is a function that yields a sentence for each time it is broken, and a row in its file's table:
its name, how bad breaking it is, and where it is written. To add one, add both.
"""

from . import (
    batches,
    blocks,
    changes,
    envelope,
    errors,
    explanations,
    failures,
    handshake,
    results,
    schemas,
    sent,
    shapes,
    stateless,
    tools,
)
from .rule import PAGES, Rule, Severity, address

__all__ = [
    "BATCHES",
    "EXPLANATIONS",
    "FORM",
    "PAGES",
    "RULES",
    "SENT",
    "SHAPES",
    "Rule",
    "Severity",
    "address",
]

FORM = envelope.FORM
RULES = (
    *envelope.RULES,
    *errors.RULES,
    *failures.RULES,
    *handshake.RULES,
    *stateless.RULES,
    *results.RULES,
    *blocks.RULES,
    *tools.RULES,
    *schemas.RULES,
    *changes.RULES,
    *shapes.LIMITS,
)
SHAPES = shapes.RULES
BATCHES = batches.RULES
SENT = sent.RULES
EXPLANATIONS = explanations.RULES
