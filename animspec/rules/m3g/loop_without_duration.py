"""A sequence repeats, but has no duration.

Why
    Time is taken modulo the duration. A player throws when it samples the sequence.

Fix
    Set the duration: how long one round takes, the way from the last key to the first included.

Source
    JSR-184, KeyframeSequence: the duration of a new sequence is 0 and must be set before it is
    used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule("loop-without-duration", Severity.ERROR, (SEQUENCES,), Level.CHANNEL)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield the sequence's duration if it loops and that is 0."""
    if sequence.loops and sequence.sequence.duration == 0:
        message = "duration is 0 but the sequence loops, expected how long one round takes"
        yield RULE.fault((*sequence.pointer, "duration"), message)
