"""A key is later than the end of its clip or scene.

Why
    The playhead stops at the length of the clip or the scene, or wraps there: the key itself is
    never shown, and the value at the end is somewhere on the way to it.

Fix
    Lengthen the clip or the scene, move the key, or remove it.

Source
    The playhead lies between 0 and the length. An action has no length of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Timed

RULE: Final = Rule(
    "key-past-end",
    Severity.WARNING,
    (SETS, SCENES),
    Level.CHANNEL,
    guard=lambda survey: not survey.in_time,
)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key past the end."""
    end, times = channel.end, channel.times
    if not times or (channel.rises and times[-1] <= end):
        return
    for at, time in enumerate(times):
        if time > end:
            message = (
                f"key {at} is at {channel.said(time)}, "
                f"past the {channel.owner}'s end at {channel.said(end)}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
