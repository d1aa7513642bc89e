"""Two clips of a set have one id.

Why
    The id is what other data refers to a clip by. The reference refuses the set; other players
    keep one of the clips, and not all the same one.

Fix
    Give the later clip an id of its own, and look at what refers to it.

Source
    The animation set refuses a repeated clip id on load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import Identified
    from animspec.pointers import Pointer

RULE: Final = Rule("duplicate-id", Severity.ERROR, (SETS,), Level.DOCUMENT)


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
