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
    from animspec.parts.motion import Motion, Moved
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "constant-channel",
    Severity.HINT,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("channel-at-rest", *UNORDERED),
    thresholds=STILL,
    fix=Safety.UNSAFE,
)


def check(document: Moved, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each channel whose keys, of which there are several, are all alike."""
    for motion in document.motions.still(thresholds):
        varied = variation(motion, thresholds) if len(motion.times) > 1 else None
        if varied is not None:
            count = plural(len(motion.times), "key")
            by = f"vary by at most {at_most(varied)}" if varied else "are alike"
            message = f"the {count} of the channel {by}; one key is enough"
            yield RULE.fault(motion.pointer, message, fix=partial(_fix, motion))


def _fix(motion: Motion) -> Fix:
    from animspec.fixes import Fix, Reorder  # noqa: PLC0415 - only where a fix is asked for

    return Fix("keep the first key alone", (Reorder(motion.pointer, (0,)),))
