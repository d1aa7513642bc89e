"""Two parts of one list have one id: two clips, actions, sequences or controllers.

Why
    The id is what other data refers to a part by. The reference refuses a set with a repeated clip
    id; other players keep one of the parts, and not all the same one.

Fix
    Give the later part an id of its own, and look at what refers to it.

Source
    The animation set refuses a repeated clip id on load. Tracks of keyframe sequences name their
    sequence and their controller by id, clips of scene animations their action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import ALL, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Identified
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "duplicate-id", Severity.ERROR, ALL, Level.DOCUMENT, guard=lambda survey: not survey.own_ids
)


def check(document: Identified) -> Iterator[Fault]:
    """Yield each part whose id an earlier part of its list has."""
    for labels in document.identified:
        first: dict[str, Pointer] = {}
        for pointer, identity in labels.entries:
            before = first.setdefault(identity, pointer)
            if before != pointer:
                message = (
                    f"id {shown(identity)} is taken by an earlier {labels.noun}, "
                    f"expected an id of its own"
                )
                yield RULE.fault(pointer, message, ("the id is first written here", before))
