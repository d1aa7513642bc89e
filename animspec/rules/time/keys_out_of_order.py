"""A key's tick is before that of the key written before it.

Why
    The reference throws on the channel. Other players search the keys by halving and land
    anywhere.

Fix
    Sort the keys by tick.

Source
    Each channel holds keys in strictly rising tick order; KeyCurve throws a RangeError otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Timed

RULE: Final = Rule("keys-out-of-order", Severity.ERROR, (SETS,), Level.CHANNEL)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield each key that is before the key written before it."""
    if channel.rises:
        return
    times, said = channel.times, channel.said
    for at in range(1, len(times)):
        if times[at] < times[at - 1]:
            message = (
                f"key {at} is at {said(times[at])}, "
                f"which is before key {at - 1} at {said(times[at - 1])}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
