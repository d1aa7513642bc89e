"""A name, or a segment of a track's path, has white space around it.

Why
    Names compare trimmed, so the space means nothing to the document; but code that compares them
    letter by letter does not find the clip, the block or the property.

Fix
    Remove the space.

Source
    Names compare trimmed, as JavaScript's trim does.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.names import trim
from animspec.paths import trimmed
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.vocabulary import Spelled
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "name-with-outer-space",
    Severity.WARNING,
    (SETS, SCENES),
    Level.CLIP,
    ("blank-name", "duplicate-track"),
    fix=Safety.SAFE,
    guard=lambda survey: not survey.neat,
)


def check(owner: Spelled) -> Iterator[Fault]:
    """Yield each name and each track's path where they have outer space."""
    for labels in owner.names:
        for pointer, name in labels.entries:
            bare = trim(name)
            if name != bare:
                message = f"name {shown(name)} has white space around it, expected {shown(bare)}"
                yield RULE.fault(pointer, message, fix=partial(_fix, pointer, bare))
    for pointer, path in owner.paths.entries:
        bare = trimmed(path)
        if path != bare:
            message = f"path {shown(path)} has white space around a name, expected {shown(bare)}"
            yield RULE.fault(pointer, message, fix=partial(_fix, pointer, bare))


def _fix(pointer: Pointer, bare: str) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    return replacement("remove the white space", pointer, bare)
