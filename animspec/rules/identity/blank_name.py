"""A clip's name, or a segment of a track's path, is empty or only white space.

Why
    Nobody can call the clip, and no block of any rig has a blank name, so that the track moves
    nothing. A doubled or trailing slash in a path makes a blank segment.

Fix
    Write the name, or remove the superfluous slash.

Source
    Names compare trimmed, so a name of white space is the empty name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.names import trim
from animspec.paths import SEPARATOR, has_blank_segment
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart

RULE: Final = Rule("blank-name", Severity.ERROR, (SETS,), Level.CLIP)


def check(clip: ClipPart) -> Iterator[Fault]:
    """Yield the clip's name and its tracks' paths where they are blank."""
    name = clip.clip.name
    if is_known(name) and not trim(name):
        message = f"name is {shown(name)}, expected a name that people can call the clip"
        yield RULE.fault((*clip.pointer, "name"), message)
    for part in clip.tracks:
        path = part.track.path
        if is_known(path) and has_blank_segment(path):
            yield RULE.fault((*part.pointer, "path"), _sentence(path))


def _sentence(path: str) -> str:
    if not trim(path):
        return f"path is {shown(path)}, expected the name path of a block"
    segments = path.split(SEPARATOR)
    blank = next(at for at, segment in enumerate(segments) if not trim(segment)) + 1
    kept = SEPARATOR.join(segment for segment in segments if trim(segment))
    guess = f"; did you mean {shown(kept)}?" if kept else ""
    return f"segment {blank} of path {shown(path)} is blank, expected a block's name{guess}"
