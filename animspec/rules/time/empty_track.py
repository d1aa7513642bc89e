"""A track has no keys in any channel.

Why
    It moves nothing. A track exists while it has a key, so that no editor writes such a track.

Fix
    Remove the track.

Source
    A track exists while it has a key: removing its last key removes it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.sets import TrackPart

RULE: Final = Rule(
    "empty-track",
    Severity.WARNING,
    (SETS,),
    Level.TRACK,
    fix=Safety.SAFE,
    guard=lambda survey: not survey.full,
)


def check(track: TrackPart) -> Iterator[Fault]:
    """Yield the track if no channel of it has a key."""
    channels = track.track
    if not (channels.position or channels.rotation or channels.scale):
        message = f"track {shown(track.track.path)} has no keys, expected one or no such track"
        yield RULE.fault(track.pointer, message, fix=partial(_fix, track))


def _fix(track: TrackPart) -> Fix:
    from animspec.fixes import Fix, Remove  # noqa: PLC0415 - only where a fix is asked for

    return Fix("remove the track", (Remove(track.pointer),))
