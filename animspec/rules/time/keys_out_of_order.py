"""A key is earlier than the key that is played before it.

Why
    The reference throws on the channel of a set, and so does an M3G player when it samples the
    sequence.
    Other players search the keys by halving and land anywhere.

Fix
    Sort the keys by time. Of a keyframe sequence only the valid range counts: a range whose first
    key is after its last goes on from key 0, so sorting may move its ends.

Source
    Each channel of a set holds keys in strictly rising tick order; KeyCurve throws a RangeError
    otherwise. The key times of a scene animation rise strictly, too. JSR-184, KeyframeSequence: the
    times must not decrease along the valid range; equal times are legal.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from animspec.rule import ALL, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Ordered

RULE: Final = Rule("keys-out-of-order", Severity.ERROR, ALL, Level.CHANNEL)


def check(channel: Ordered) -> Iterator[Fault]:
    """Yield each key that is before the one played before it."""
    if channel.rises:
        return
    times, said = channel.times, channel.said
    for before, at in pairwise(channel.order):
        if times[at] < times[before]:
            message = (
                f"key {at} is at {said(times[at])}, "
                f"which is before key {before} at {said(times[before])}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
