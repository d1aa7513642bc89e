"""A camera's eye and target are one point.

Why
    It looks in no direction: the view matrix cannot be computed, and the picture is empty or
    the player fails.

Fix
    Move the target to where the camera looks.

Source
    A camera looks from its eye to its target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known, known_items
from animspec.parts.scene_matrices import NO_LENGTH
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule("camera-looks-at-itself", Severity.ERROR, (SCENES,), Level.CHANNEL)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each target that is where the eye is."""
    if channel.content != "camera":
        return
    for at, key in known_items(channel.keys):
        cam = key.cam
        if is_known(cam) and is_known(cam.eye) and is_known(cam.target):
            far = (abs(b - a) for a, b in zip(cam.eye, cam.target, strict=True))
            if max(far) < NO_LENGTH:
                place = ", ".join(map(number, cam.target))
                message = f"eye and target of key {at} are both {place}, expected two points"
                yield RULE.fault((*channel.pointer, at, "cam", "target"), message)
