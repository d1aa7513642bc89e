"""An object's track has no keys, or a property's has neither keys nor a driver.

Why
    There is no value to play. Some players leave the object as it is, others put it at the
    origin or fail.

Fix
    Add a key, or remove the track.

Source
    A curve goes through its keys; without any it has no value. Drivers of properties in actions
    are not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_tracks import TrackPart

RULE: Final = Rule("track-without-keys", Severity.ERROR, (SCENES,), Level.TRACK)


def check(track: TrackPart) -> Iterator[Fault]:
    """Yield the track if nothing gives it a value."""
    missing = track.missing
    if missing is not None:
        yield RULE.fault(track.pointer, f"{missing}, expected {track.expected}")
