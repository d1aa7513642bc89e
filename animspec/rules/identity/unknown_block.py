"""A track's path names no block of the rig.

Why
    The track moves nothing: the block was renamed or moved in the hierarchy, or the path is
    misspelt.

Fix
    Correct the path, or remove the track. A likely block is suggested.

Source
    The rule speaks only where a hierarchy file is named for the rig: a JSON tree of names, each
    block an object in the object of the block above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.names import name_key
from animspec.paths import SEPARATOR
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.hierarchies import Hierarchy
    from animspec.parts.sets import DocumentPart

RULE: Final = Rule("unknown-block", Severity.ERROR, (SETS,), Level.DOCUMENT, ("blank-name",))


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each track whose block the rig lacks."""
    if not document.settings.hierarchies or not is_known(document.model.rig):
        return
    rig = document.model.rig
    hierarchy = document.settings.hierarchies.get(name_key(rig))
    if hierarchy is None:
        return
    for clip in document.clips:
        for part in clip.tracks:
            path = part.track.path
            if is_known(path) and not hierarchy.has(path):
                message = f"path {shown(path)} names no block of the rig {shown(rig)}"
                yield RULE.fault((*part.pointer, "path"), message + _guess(path, hierarchy))


def _guess(path: str, hierarchy: Hierarchy) -> str:
    """Return the likely block: one of the same own name elsewhere, or one spelled nearly so."""
    own = name_key(path.rpartition(SEPARATOR)[2])
    moved = [
        known
        for known in hierarchy.paths.values()
        if name_key(known.rpartition(SEPARATOR)[2]) == own
    ]
    if len(moved) == 1:
        return f"; did you mean {shown(moved[0])}?"
    return did_you_mean(path, hierarchy.paths.values())
