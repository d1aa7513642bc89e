"""A looping clip ends elsewhere than it starts, so that it jumps when it repeats.

Why
    The playhead wraps from the clip's length to 0, or from the last key of a scene's track to the
    first. What the channel has at the end and what it has at the start follow each other at once.
    Most often the last frame was lost on export, or the last key was never set.

Fix
    Put a key with the start's value at the clip's end. The message says which frame lacks one. If
    the clip is not meant to loop, say so in the clip; if the
    track is to go on from where it ends, its cycle is "offset".

Source
    With loop, the playhead is the elapsed time modulo the length; rotations that differ by
    whole turns are the same pose. A cycle "repeat" plays the span of the keys again; a property
    that ends whole turns from its start, in degrees or radians, is taken for an angle. A channel
    that steps to its last value jumps on purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.motion import reach, said
from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule, Threshold, Thresholds
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.motion import Group, Looping, Motion

RULE: Final = Rule(
    "loop-seam-jump",
    Severity.WARNING,
    (SETS, SCENES),
    Level.CHANNEL,
    ("key-past-end", *UNORDERED),
    thresholds={
        "share": Threshold(0.01, "of the channel's range; nobody sees a smaller jump"),
        "least": Threshold(
            0.001,
            "units, degrees or factors; ten times what rounding to 4 decimals can do",
        ),
    },
    guard=lambda survey, **_: not survey.closed,
)


def check(channel: Looping, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield the channel if its end and its start differ."""
    if channel.closes:
        return
    motion = channel.motion
    if motion is None or not motion.loops or len(motion.times) < 2:
        return
    if motion.row(0) == motion.row(-1) or motion.times[-1] > motion.span[1]:
        return
    if _ends_on_a_step(motion):
        return
    for group in motion.groups:
        jump, column = max((_jump(motion, column), column) for column in group.columns)
        if jump > thresholds["least"] and jump > thresholds["share"] * _size(motion, group, column):
            yield RULE.fault(motion.pointer, _sentence(motion, group, jump, column))
            return


def _ends_on_a_step(motion: Motion) -> bool:
    """Whether the channel jumps to its last value, or from it, on purpose."""
    last = len(motion.times) - 1
    return motion.holds(last) or motion.holds(last - 1)


def _jump(motion: Motion, column: int) -> float:
    """Return how far the end is from the start; of rotations less whole turns."""
    return motion.apart(column, motion.row(0)[column], motion.row(-1)[column])


def _size(motion: Motion, group: Group, column: int) -> float:
    """Return the range of a number; of those that mean something together only, the largest."""
    if motion.axes[column]:
        return reach(motion, column)
    row = motion.row(0)
    return max(abs(row[each]) for each in group.columns)


def _sentence(motion: Motion, group: Group, jump: float, column: int) -> str:
    far, axis = f"{said(round(jump, 4))}{group.unit}", motion.axes[column]
    if not axis:
        return f"{group.noun}: the end differs from the start by up to {far}{motion.lacks}"
    start, end = number(motion.row(0)[column]), number(motion.row(-1)[column])
    named = f"{axis} " if axis != group.noun else ""
    return (
        f"{group.noun} starts with {named}{start} and ends with {end}, a jump of {far}"
        f"{motion.lacks}"
    )
