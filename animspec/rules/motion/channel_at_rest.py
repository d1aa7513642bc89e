"""A channel keeps the block where it rests, and so does nothing.

Why
    Without the channel the block rests as well. Exporters write such channels for every block, and
    they cost memory in every player.

Fix
    Remove the channel. Keep it where a player blends clips and the block is to come to rest in
    this one.

Source
    Values are relative to the rest pose: an offset of 0, a rotation of 0 degrees or whole turns, a
    factor of 1. An object of a scene without keys starts from the identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.motion import NOISE, STILL, said, variation
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.motion import Motion, Moving
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "channel-at-rest", Severity.HINT, (SETS, SCENES), Level.CHANNEL, thresholds=STILL
)


def check(channel: Moving, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the channel if all its keys are at rest."""
    motion = channel.motion
    if motion is None or not _starts_at_rest(motion, thresholds):
        return
    if variation(motion, thresholds) is not None:
        yield RULE.fault(motion.pointer, f"{_stays(motion)}, where it rests anyway")


def _starts_at_rest(motion: Motion, thresholds: Thresholds) -> bool:
    """Whether the first key is at rest."""
    rest = motion.rest
    if rest is None:
        return False
    row = motion.row(0)
    return all(
        motion.apart(column, row[column], rest[column]) <= thresholds.get(group.measure, NOISE)
        for group in motion.groups
        for column in group.columns
    )


def _stays(motion: Motion) -> str:
    numbers = set(motion.rest or ())
    if len(numbers) > 1:
        return "the object stays at the identity"
    return f"{motion.groups[0].noun} stays at {said(numbers.pop())}"
