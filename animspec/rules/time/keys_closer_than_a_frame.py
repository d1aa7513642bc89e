"""Two keys of a channel are less than a frame apart.

Why
    At the clip's or the scene's own frame rate one of the two is never shown. A jump is a reason to
    have two keys one tick or millisecond apart, and those are not meant; a rounding error of an
    exporter is none.

Fix
    Remove one of the keys, or move them to frames of their own.

Source
    The fps of a clip or a scene is the frame grid that the timeline snaps to. A scene's times are
    rounded to milliseconds, so that two keys on frames may be that much closer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rounding import just_before
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Timed

RULE: Final = Rule(
    "keys-closer-than-a-frame",
    Severity.HINT,
    (SETS, SCENES),
    Level.CHANNEL,
    UNORDERED,
    guard=lambda survey: not (survey.rises and survey.on_frames),
)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key that follows the one before by less than a frame."""
    if not channel.rises:
        return
    frame, times, said = channel.frame, channel.times, channel.said
    for at in range(1, len(times)):
        if times[at] - times[at - 1] < frame and times[at - 1] != just_before(times[at]):
            message = (
                f"key {at} is at {said(times[at])}, "
                f"less than a frame after key {at - 1} at {said(times[at - 1])}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
