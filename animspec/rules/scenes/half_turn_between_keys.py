"""An object turns by half a turn between two keys, and nobody can tell which way round.

Why
    Players turn the short way. At half a turn both ways are short: which one is taken hangs on the
    last digits of the matrices, and may change with the player or the next export.

Fix
    Put a key in between, on the way that is meant.

Source
    Rotations of poses blend along the short way between their quaternions (SEMANTICS 3.7).
"""

from __future__ import annotations

from itertools import pairwise
from math import acos, degrees, hypot
from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule, Threshold
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.model.scene_animation import Matrix
    from animspec.parts.scene_channels import ChannelPart
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "half-turn-between-keys",
    Severity.WARNING,
    (SCENES,),
    Level.CHANNEL,
    ("matrix-not-affine",),
    thresholds={
        "degrees": Threshold(1.0, "degrees from half a turn; a matrix of 4 decimals is off by 0.6")
    },
)

HALF_TURN: Final = 180.0


def check(channel: ChannelPart, thresholds: Thresholds) -> Iterator[Fault]:
    """Yield each key that a half turn leads to."""
    if not channel.rises:
        return
    for (before, first), (at, second) in pairwise(channel.shapes):
        # Of keys without volume, mirrored or sheared ones other rules tell.
        sound = first.sign * second.sign > 0 and first.shear is None and second.shear is None
        if sound and at == before + 1 and channel.keys[before].ease != "hold":
            angle = turned(channel.keys[before].m, channel.keys[at].m)
            if angle >= HALF_TURN - thresholds["degrees"]:
                message = (
                    f"key {at} is turned by {angle:.4g} degrees from key {before}, "
                    f"half a turn, so that the way round is anybody's choice"
                )
                yield RULE.fault((*channel.pointer, at, "m"), message)


def turned(first: Matrix, second: Matrix) -> float:
    """Return by how many degrees one matrix is turned from another of the same sign.

    The axes' cosines sum up to the trace of the rotation between them: 1 + 2 cos(angle).

    >>> turned(
    ...     (2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1),
    ...     (0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1),
    ... )
    90.0
    """
    trace = sum(_cosine(first[at : at + 3], second[at : at + 3]) for at in (0, 4, 8))
    return degrees(acos(min(max((trace - 1.0) / 2.0, -1.0), 1.0)))


def _cosine(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    lengths = hypot(*one), hypot(*other)
    a, b = (
        [number / length for number in axis]
        for axis, length in zip((one, other), lengths, strict=True)
    )
    return sum(x * y for x, y in zip(a, b, strict=True))
