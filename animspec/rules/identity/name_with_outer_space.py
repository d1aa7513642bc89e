"""A clip's name, or a segment of a track's path, has white space around it.

Why
    Names compare trimmed, so the space means nothing to the set; but code that compares them
    letter by letter does not find the clip or the block.

Fix
    Remove the space.

Source
    Names compare trimmed, as JavaScript's trim does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.names import trim
from animspec.paths import trimmed
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart

RULE: Final = Rule(
    "name-with-outer-space",
    Severity.WARNING,
    (SETS,),
    Level.CLIP,
    ("blank-name", "duplicate-track"),
)


def check(clip: ClipPart) -> Iterator[Fault]:
    """Yield the clip's name and its tracks' paths where they have outer space."""
    name = clip.clip.name
    if is_known(name) and name != trim(name):
        message = f"name {shown(name)} has white space around it, expected {shown(trim(name))}"
        yield RULE.fault((*clip.pointer, "name"), message)
    for part in clip.tracks:
        path = part.track.path
        if not is_known(path):
            continue
        bare = trimmed(path)
        if path != bare:
            message = f"path {shown(path)} has white space around a name, expected {shown(bare)}"
            yield RULE.fault((*part.pointer, "path"), message)
