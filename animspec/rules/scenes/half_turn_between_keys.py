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
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import HALF_TURN
from animspec.parts.scene_matrices import turned
from animspec.rule import SCENES, UNORDERED, Level, Rule, Threshold
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart
    from animspec.rule import Thresholds

RULE: Final = Rule(
    "half-turn-between-keys",
    Severity.WARNING,
    (SCENES,),
    Level.CHANNEL,
    ("matrix-not-affine", *UNORDERED),
    thresholds={
        "degrees": Threshold(1.0, "degrees from half a turn; a matrix of 4 decimals is off by 0.6")
    },
)


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
