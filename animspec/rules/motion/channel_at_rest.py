"""A channel keeps the block where it rests, and so does nothing.

Why
    Without the channel the block rests as well. Exporters write such channels for every block, and
    they cost memory in every player.

Fix
    Remove the channel. Keep it where a player blends clips and the block is to come to rest in
    this one.

Source
    Values are relative to the rest pose: an offset of 0, a rotation of 0 degrees or whole turns, a
    factor of 1. An object of a scene without keys starts from the identity. An action is not meant:
    it may hold an object still that the tracks of the scene, or other actions, move.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from animspec.model.animation_set import CHANNEL_NAMES
from animspec.parts.motion import NOISE, STILL, said, variation
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.motion import Motion, Moved
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "channel-at-rest",
    Severity.HINT,
    (SETS, SCENES),
    Level.DOCUMENT,
    UNORDERED,
    thresholds=STILL,
    fix=Safety.UNSAFE,
)


def check(document: Moved, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each channel whose keys are all at rest."""
    for motion in document.motions.still(thresholds):
        if _starts_at_rest(motion, thresholds) and variation(motion, thresholds) is not None:
            message = f"{_stays(motion)}, where it rests anyway"
            yield RULE.fault(motion.pointer, message, fix=partial(_fix, motion.channel))


def _fix(channel: Any) -> Fix:
    from animspec.fixes import Fix, Remove  # noqa: PLC0415 - only where a fix is asked for

    if _has_others(channel):
        return Fix("remove the channel", (Remove(channel.pointer),))
    return Fix("remove the track", (Remove(channel.pointer[:-1]),))


def _has_others(channel: Any) -> bool:
    """Whether other channels of the track have keys: only tracks of sets have several."""
    others = channel.track.channels if channel.pointer[-1] in CHANNEL_NAMES else ()
    return any(len(other.keys) for other in others if other is not channel)


def _starts_at_rest(motion: Motion, thresholds: Thresholds) -> bool:
    """Whether the first key is at rest."""
    rest = motion.rest
    if rest is None:
        return False
    row = motion.row(0)
    for group in motion.groups:
        tolerance = thresholds.get(group.measure, NOISE)
        for column in group.columns:
            if not motion.apart(column, row[column], rest[column]) <= tolerance:
                return False
    return True


def _stays(motion: Motion) -> str:
    numbers = set(motion.rest or ())
    if len(numbers) > 1:
        return "the object stays at the identity"
    turned = any(
        motion.row(0)[column] != numbers for column, numbers in enumerate(motion.rest or ())
    )
    at_rest = said(numbers.pop())
    return f"{motion.groups[0].noun} stays at {at_rest}{', whole turns aside' * turned}"
