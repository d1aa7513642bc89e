"""A clip has more tracks than its budget.

Why
    Each track is sampled on every frame. A device can afford only so many at a time.

Fix
    Remove tracks that move nothing that is seen, or raise the budget.

Source
    The rule speaks only where configuration sets a budget, as in tracks-per-clip = 80. The tracks
    of a scene, and of an action, are those of its objects and its properties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Tracked

RULE: Final = Rule(
    "too-many-tracks",
    Severity.WARNING,
    (SETS, SCENES),
    Level.CLIP,
    budget="tracks_per_clip",
)


def check(clip: Tracked, budget: int) -> Iterator[Fault]:
    """Yield the list of the clip's tracks if there are too many."""
    count = len(clip.tracks)
    if count > budget:
        message = f"there are {count} tracks, expected at most {budget}"
        yield RULE.fault(clip.tracks[0].pointer[:-1], message)
