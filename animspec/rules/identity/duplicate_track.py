"""Two tracks drive one thing, and cannot do so together.

Why
    Two tracks of a clip with equal paths move the same block: the reference refuses the set, other
    players let the later track win or add the two up. So it is with two tracks of one object, or of
    one property, in a scene or in an action. M3G adds up the tracks of a property, which
    only works for sequences of one component count: others are refused, and so is adding one track
    twice; a player that makes two tracks of it counts its values double.

Fix
    Merge the tracks, remove one, or correct the one that is meant for something else.

Source
    The animation set refuses two tracks of one clip with equal paths, compared segment by segment,
    trimmed and in any case; a scene's property is told by its path and its name. JSR-184,
    Object3D.addAnimationTrack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import ALL, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Claim, Claiming

RULE: Final = Rule(
    "duplicate-track",
    Severity.ERROR,
    ALL,
    Level.CLIP,
    ("blank-name",),
    guard=lambda survey: not survey.own_paths,
)


def check(owner: Claiming) -> Iterator[Fault]:
    """Yield each track that an earlier track of its owner leaves no room for."""
    first: dict[Hashable, Claim] = {}
    for claim in owner.claims:
        before = first.setdefault(claim.key, claim)
        if before is claim:
            continue
        message = claim.against(before)
        if message is not None:
            related = (f"the {before.noun} is first written here", before.place)
            yield RULE.fault(claim.place, message, related)
