"""A key is later than the clip's end.

Why
    The playhead stops at the clip's length or wraps there: the key itself is never shown, and
    the value at the end is somewhere on the way to it.

Fix
    Lengthen the clip, move the key, or remove it.

Source
    The playhead lies between 0 and the clip's length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Timed

RULE: Final = Rule("key-past-end", Severity.WARNING, (SETS,), Level.CHANNEL)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key past the clip's end."""
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
