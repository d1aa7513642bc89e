"""A name, or a segment of a track's path, is empty or only white space.

Why
    Nobody can call the clip, the action or the property, and no block of any rig and no object of
    a scene has a blank name, so that the track moves nothing. A doubled or trailing slash in a
    path makes a blank segment.

Fix
    Write the name, or remove the superfluous slash.

Source
    Names compare trimmed, so a name of white space is the empty name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.names import trim
from animspec.paths import SEPARATOR, has_blank_segment
from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown, with_article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Spelled

RULE: Final = Rule(
    "blank-name",
    Severity.ERROR,
    (SETS, SCENES),
    Level.CLIP,
    guard=lambda survey: not survey.neat,
)


def check(owner: Spelled) -> Iterator[Fault]:
    """Yield each name and each track's path where they are blank."""
    for labels in owner.names:
        for pointer, name in labels.entries:
            if not trim(name):
                call = f"expected a name that people can call the {labels.noun}"
                yield RULE.fault(pointer, f"name is {shown(name)}, {call}")
    paths = owner.paths
    for pointer, path in paths.entries:
        if has_blank_segment(path):
            yield RULE.fault(pointer, _sentence(path, with_article(paths.noun)))


def _sentence(path: str, noun: str) -> str:
    if not trim(path):
        return f"path is {shown(path)}, expected the name path of {noun}"
    segments = path.split(SEPARATOR)
    blank = next(at for at, segment in enumerate(segments) if not trim(segment)) + 1
    kept = SEPARATOR.join(segment for segment in segments if trim(segment))
    guess = f"; did you mean {shown(kept)}?" if kept else ""
    return f"segment {blank} of path {shown(path)} is blank, expected {noun}'s name{guess}"
