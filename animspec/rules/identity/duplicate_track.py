"""Two tracks of a clip have one path, compared segment by segment, trimmed and in any case.

Why
    Both move the same block. The reference refuses the set; other players let the later track
    win, or add the two up.

Fix
    Merge the tracks, or correct the path of the one that is meant for another block.

Source
    The animation set refuses two tracks of one clip with equal paths on load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.paths import path_key
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart
    from animspec.pointers import Pointer

RULE: Final = Rule("duplicate-track", Severity.ERROR, (SETS,), Level.CLIP, ("blank-name",))


def check(clip: ClipPart) -> Iterator[Fault]:
    """Yield each track whose path an earlier track of the clip has."""
    first: dict[str, tuple[str, Pointer]] = {}
    for part in clip.tracks:
        path = part.track.path
        if not is_known(path):
            continue
        pointer = (*part.pointer, "path")
        taken = first.setdefault(path_key(path), (path, pointer))
        if taken[1] != pointer:
            message = (
                f"path {shown(path)} is taken by an earlier track of the clip, {shown(taken[0])}, "
                f"expected one track for each block"
            )
            yield RULE.fault(pointer, message, ("the path is first written here", taken[1]))
