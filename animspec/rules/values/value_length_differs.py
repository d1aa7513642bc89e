"""A value has more or fewer numbers than its channel, or the count itself is wrong.

Why
    A player refuses the value, leaves out what is too much, or reads past its end. Handles are
    values of one number more, the time.

Fix
    Give every value as many numbers, and write that many as the sequence's component count. Keys of
    SLERP and SQUAD are quaternions of 4 numbers: x, y, z, w.

Source
    JSR-184, KeyframeSequence: the constructor and setKeyframe. The values of a scene's property
    have one length, and its handles are a time with one number for each component.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Measured

RULE: Final = Rule("value-length-differs", Severity.ERROR, (SCENES, SEQUENCES), Level.CHANNEL)


def check(channel: Measured) -> Iterator[Fault]:
    """Yield each value of another length than the channel's, or the count that is at fault."""
    for misfit in channel.misfits:
        yield RULE.fault(misfit.pointer, f"{misfit.said}, expected {misfit.expected}")
