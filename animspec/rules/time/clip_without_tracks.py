"""A clip has no tracks.

Why
    It moves nothing. It may be a clip that has been added and not yet been animated.

Fix
    Animate the clip or remove it.

Source
    A clip is added without tracks by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart

RULE: Final = Rule(
    "clip-without-tracks",
    Severity.HINT,
    (SETS,),
    Level.CLIP,
    ("empty-track",),
    guard=lambda survey: not survey.tracked,
)


def check(clip: ClipPart) -> Iterator[Fault]:
    """Yield the clip if it has no tracks."""
    if not len(clip.clip.tracks):
        yield RULE.fault((*clip.pointer, "tracks"), f"clip {shown(clip.clip.name)} has no tracks")
