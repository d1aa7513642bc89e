"""A channel of several keys does not move.

Why
    One key holds the block where it is just as well. Channels that stand still cost memory in every
    player, and hide the channels that move.

Fix
    Reduce the channel to one key, at its start.

Source
    A channel with one key has its value at all times.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import STILL, at_most, variation
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.motion import Motion, Moving
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "constant-channel",
    Severity.HINT,
    (SETS, SCENES),
    Level.CHANNEL,
    ("channel-at-rest", *UNORDERED),
    thresholds=STILL,
    fix=Safety.UNSAFE,
)


def check(channel: Moving, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the channel if its keys, of which there are several, are all alike."""
    motion = channel.motion
    if motion is None or len(motion.times) < 2:
        return
    varied = variation(motion, thresholds)
    if varied is not None:
        count = plural(len(motion.times), "key")
        by = f"vary by at most {at_most(varied)}" if varied else "are alike"
        message = f"the {count} of the channel {by}; one key is enough"
        yield RULE.fault(motion.pointer, message, fix=partial(_fix, motion))


def _fix(motion: Motion) -> Fix:
    from animspec.fixes import Fix, Reorder  # noqa: PLC0415 - only where a fix is asked for

    return Fix("keep the first key alone", (Reorder(motion.pointer, (0,)),))
