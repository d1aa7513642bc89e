"""Two keys of a channel are less than a frame apart.

Why
    At the clip's own frame rate one of the two is never shown. A jump within one tick is a
    reason to have them; a rounding error of an exporter is not.

Fix
    Remove one of the keys, or move them to frames of their own.

Source
    The clip's fps is the frame grid that the timeline snaps to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Timed

RULE: Final = Rule("keys-closer-than-a-frame", Severity.HINT, (SETS,), Level.CHANNEL)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key that follows the one before by less than a frame."""
    if not channel.rises:
        return
    frame, times, said = channel.frame, channel.times, channel.said
    for at in range(1, len(times)):
        if times[at] - times[at - 1] < frame:
            message = (
                f"key {at} is at {said(times[at])}, "
                f"less than a frame after key {at - 1} at {said(times[at - 1])}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
