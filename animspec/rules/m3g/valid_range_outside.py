"""A sequence's valid range names a key that is not there.

Why
    A player refuses the range, and with it the file.

Fix
    Name the first and the last key that are meant; keys count from 0. A range whose first key is
    after its last runs to the last key of all and on from key 0.

Source
    JSR-184, KeyframeSequence.setValidRange.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule("valid-range-outside", Severity.ERROR, (SEQUENCES,), Level.CHANNEL)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield the sequence's valid range if it goes beyond its keys."""
    valid = sequence.sequence.validRange
    last = len(sequence.keys) - 1
    if valid is not None and max(valid) > last:
        message = f"validRange is {valid[0]} to {valid[1]}, expected keys from 0 to {last}"
        yield RULE.fault((*sequence.pointer, "validRange"), message)
