"""A path names no block of the rig, or no object of the scene.

Why
    The track moves nothing: the block was renamed or moved in the hierarchy, or the path is
    misspelt. A body of that path does not take part in the simulation.

Fix
    Correct the path, or remove the track. A likely block is suggested.

Source
    The rule speaks only where a hierarchy file is named for the rig: a JSON tree of names, each
    block an object in the object of the block above it. Scene animations have no rig; the
    hierarchy of their objects is named for the rig ``scene``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.names import name_key
from animspec.paths import SEPARATOR
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.hierarchies import Hierarchy
    from animspec.parts.vocabulary import Pathed

RULE: Final = Rule(
    "unknown-block",
    Severity.ERROR,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("blank-name",),
    guard=lambda survey: not survey.unrigged,
)


def check(document: Pathed) -> Iterator[Fault]:
    """Yield each path whose block there is not."""
    blocks = document.blocks
    if blocks is None:
        return
    for pointer, path in blocks.entries:
        if not blocks.hierarchy.has(path):
            message = f"path {shown(path)} names no {blocks.noun}"
            yield RULE.fault(pointer, message + _guess(path, blocks.hierarchy))


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
