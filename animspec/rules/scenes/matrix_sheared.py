"""An object's matrix shears it: two of its axes are not at right angles.

Why
    A position, a rotation and a scale cannot say that. At the key the object is sheared,
    between keys and under clips it is not, so that its form jumps.

Fix
    Apply the scale of the parents before the export, or make the axes upright.

Source
    Between keys a matrix is taken apart into position, rotation and scale (SEMANTICS 3.7 and
    3.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule(
    "matrix-sheared", Severity.WARNING, (SCENES,), Level.CHANNEL, ("matrix-not-affine",)
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each matrix with axes that are not upright on each other."""
    for at, shape in channel.odd_shapes:
        if shape.shear is not None:
            first, second, angle = shape.shear
            message = (
                f"the {first} and {second} axes of key {at} are {number(round(angle, 2))} degrees "
                f"apart, expected 90; shear is lost between keys"
            )
            yield RULE.fault((*channel.pointer, at, "m"), message)
