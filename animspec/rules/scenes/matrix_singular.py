"""An object's matrix flattens it: it has no inverse.

Why
    Normals cannot be computed, picking and shadows fail, and a matrix of zeros has no rotation
    that could be blended. As a way to hide an object it is common, and surprises follow.

Fix
    Scale to a small number instead, or hide the object by a property.

Source
    The rotation of a column without length is completed from the others; where there is none,
    that of the other key holds (SEMANTICS 3.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule(
    "matrix-singular", Severity.WARNING, (SCENES,), Level.CHANNEL, ("matrix-not-affine",)
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each matrix that has no volume."""
    for at, shape in channel.odd_shapes:
        if shape.flat:
            message = f"key {at} scales the object to 0 along {listed(shape.flat)}"
            yield RULE.fault((*channel.pointer, at, "m"), message)
        elif shape.coplanar:
            message = f"the axes of key {at} lie in one plane, so that the object is flat"
            yield RULE.fault((*channel.pointer, at, "m"), message)
