"""Another clip of the set spells the path of the same block in another way.

Why
    Paths compare trimmed and in any case, so the set takes both for one block; code that compares
    them letter by letter takes them for two.

Fix
    Spell the path everywhere as the block itself is spelled.

Source
    Paths compare segment by segment as names do; a track keeps the spelling it was written with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.paths import path_key, trimmed
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import DocumentPart, TrackPart

RULE: Final = Rule(
    "path-spelled-differently",
    Severity.HINT,
    (SETS,),
    Level.DOCUMENT,
    ("duplicate-track", "blank-name"),
)


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each path that the clip which first has the block spells otherwise."""
    first: dict[str, TrackPart] = {}
    for clip in document.clips:
        for part in clip.tracks:
            if not is_known(part.track.path):
                continue
            before = first.setdefault(path_key(part.track.path), part)
            # White space around names is what another rule speaks of.
            path, spelled = trimmed(part.track.path), trimmed(before.track.path)
            if path != spelled and before.clip is not clip:
                message = f"path {shown(path)} is spelled {shown(spelled)} in an earlier clip"
                related = ("it is first spelled here", (*before.pointer, "path"))
                yield RULE.fault((*part.pointer, "path"), message, related)
