"""A track's sequence does not fit the property that it drives.

Why
    A player refuses a track whose sequence has another number of components than the property, and
    with it the file. SLERP and SQUAD normalise their keys when they are set, so that what is no
    orientation loses its size.

Fix
    Name the sequence or the property that is meant. For what is no orientation use LINEAR, SPLINE
    or STEP.

Source
    JSR-184, AnimationTrack: the component counts of the properties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.m3g.constants import COMPONENT_COUNTS, fits
from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity
from animspec.wording import choice, plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g import TrackPart

RULE: Final = Rule("property-mismatch", Severity.ERROR, (SEQUENCES,), Level.TRACK)

_TURNING: Final = "ORIENTATION"
"""The one property that quaternions are for."""


def check(part: TrackPart) -> Iterator[Fault]:
    """Yield the track's property if its sequence cannot drive it."""
    prop, sequence = part.track.property, part.sequence
    count = None if sequence is None else sequence.components
    if sequence is None or count is None:
        return
    name = shown(sequence.sequence.id)
    if not fits(prop, count):
        allowed = choice([str(number) for number in COMPONENT_COUNTS[prop]])
        message = f"sequence {name} has {plural(count, 'component')}, expected {allowed} for {prop}"
        related = ("they are counted here", (*sequence.pointer, "componentCount"))
    elif sequence.is_spherical and prop != _TURNING:
        kind = sequence.sequence.interpolation
        message = (
            f"sequence {name} is {kind}, which makes unit quaternions of its keys, "
            f"expected another interpolation for {prop}"
        )
        related = ("the interpolation is written here", (*sequence.pointer, "interpolation"))
    else:
        return
    yield RULE.fault((*part.pointer, "property"), message, related)
