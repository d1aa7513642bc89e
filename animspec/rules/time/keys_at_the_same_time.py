"""Two keys of a channel are at one time.

Why
    Between them no time passes, so that the value there is anybody's choice. The reference
    refuses such a channel of a set. The times of a scene animation count as rounded to 3 decimals.

Fix
    Where a jump is meant, put the first key one tick (in a scene one millisecond) earlier, at the
    value the curve has there. Otherwise keep one of the two.

Source
    Each channel holds keys in strictly rising tick order; KeyCurve throws a RangeError otherwise.
    The key times of a scene animation rise strictly; of keys that meet when rounded the later one
    plays.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.vocabulary import Timed

RULE: Final = Rule(
    "keys-at-the-same-time",
    Severity.ERROR,
    (SETS, SCENES),
    Level.CHANNEL,
    fix=Safety.UNSAFE,
    guard=lambda survey: not survey.rises,
)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key at whose time an earlier key is."""
    if channel.rises:
        return
    first: dict[float, int] = {}
    # One fix for all faults of the channel.
    fix = cache(partial(_fix, channel))
    for at, time in enumerate(channel.times):
        before = first.setdefault(time, at)
        if before != at:
            message = (
                f"key {at} is at {channel.when(at)}, "
                f"which is not after key {before} at {channel.when(before)}"
            )
            related = (f"key {before} is here", channel.time_pointer(before))
            yield RULE.fault(channel.time_pointer(at), message, related, fix=fix)


def _fix(channel: Any) -> Fix:
    from animspec.spacing import moved_apart  # noqa: PLC0415 - only where a fix is asked for

    return moved_apart(channel)
