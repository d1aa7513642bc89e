"""The last valid key of a sequence is later than the sequence's duration.

Why
    A player throws when it samples the sequence.

Fix
    Lengthen the duration, move the key, or leave it out of the valid range.

Source
    JSR-184, KeyframeSequence: the duration must not be less than the time of the last valid key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule("last-key-after-duration", Severity.ERROR, (SEQUENCES,), Level.CHANNEL)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield the last valid key's time if the duration does not reach so far."""
    duration = sequence.sequence.duration
    # Without a duration a loop, and among times that fall the last key, is another rule's.
    if not sequence.order or not sequence.rises or (duration == 0 and sequence.loops):
        return
    last = sequence.order[-1]
    time = sequence.times[last]
    if time > duration:
        length = f"the duration of {duration}" if duration else "the duration, which was never set"
        message = f"key {last}, the last one played, is at {sequence.said(time)}, after {length}"
        related = ("the duration is here", (*sequence.pointer, "duration"))
        yield RULE.fault(sequence.time_pointer(last), message, related)
