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

from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from animspec.rule import ALL, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.vocabulary import Ordered

RULE: Final = Rule(
    "keys-out-of-order",
    Severity.ERROR,
    ALL,
    Level.CHANNEL,
    fix=Safety.SAFE,
    guard=lambda survey: not survey.rises,
)


def check(channel: Ordered) -> Iterator[Fault]:
    """Yield each key that is before the one played before it."""
    if channel.rises:
        return
    times, said = channel.times, channel.said
    fix = _fix_of(channel)
    for before, at in pairwise(channel.order):
        if times[at] < times[before]:
            message = (
                f"key {at} is at {said(times[at])}, "
                f"which is before key {before} at {said(times[before])}"
            )
            yield RULE.fault(channel.time_pointer(at), message, fix=fix)


def _fix_of(channel: Ordered) -> Callable[[], Fix] | None:
    """Return what makes the fix, one for all faults of the channel, if there is one.

    Keyframe sequences are played along a valid range, whose ends sorting may move; of two
    keys at one time nobody knows which is meant to come first.
    """
    if not isinstance(channel.order, range) or len(set(channel.times)) < len(channel.times):
        return None
    return cache(partial(_fix, channel))


def _fix(channel: Any) -> Fix:
    from animspec.spacing import in_order  # noqa: PLC0415 - only where a fix is asked for

    return in_order(channel)
