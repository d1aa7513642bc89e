"""A block moves in one clip and has no track in another.

Why
    A player that goes from the one clip to the other leaves the block where the first clip put
    it, unless it resets what a clip does not move.

Fix
    Give the block a key at rest in the other clips, or leave it as it is where the player resets
    blocks.

Source
    A clip moves only the blocks that it has tracks for.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from animspec.holes import HOLE
from animspec.paths import path_key
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import choice, plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart, DocumentPart, TrackPart

RULE: Final = Rule(
    "block-animated-in-some-clips-only", Severity.HINT, (SETS,), Level.DOCUMENT, ("blank-name",)
)

_NAMED: Final = 3
"""How many clips a sentence names."""


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each block once, at its first track, if a clip that moves anything lacks it."""
    moved: list[tuple[ClipPart, dict[str, TrackPart]]] = []
    for clip in document.clips:
        moving = [part for part in clip.tracks if _moves(part)]
        if moving:
            known = [part for part in moving if part.track.path is not HOLE]
            moved.append((clip, {path_key(part.track.path): part for part in reversed(known)}))
    counts: Counter[str] = Counter()
    first: dict[str, TrackPart] = {}
    for _, parts in moved:
        counts.update(parts.keys())
        for key, part in parts.items():
            first.setdefault(key, part)
    said: dict[tuple[int, tuple[ClipPart, ...]], str] = {}
    for key, part in first.items():
        if counts[key] < len(moved):
            lacking = tuple(islice((clip for clip, parts in moved if key not in parts), _NAMED))
            where = counts[key], lacking
            if where not in said:
                said[where] = _share(lacking, counts[key], len(moved))
            message = f"block {shown(part.track.path)} moves in {said[where]}"
            yield RULE.fault((*part.pointer, "path"), message, about=f"block {shown(key)}")


def _moves(part: TrackPart) -> bool:
    """Whether a track has keys, or may have some."""
    track = part.track
    for keys in (track.position, track.rotation, track.scale):
        if keys is HOLE or (keys is not None and keys):
            return True
    return False


def _share(lacking: Sequence[ClipPart], moves: int, clips: int) -> str:
    """Say in how many clips a block moves, and in which it does not."""
    names = [shown(clip.clip.name) for clip in lacking]
    more = clips - moves - len(lacking)
    names += [plural(more, "other")] if more else []
    return f"{moves} of {plural(clips, 'clip')}, not in {choice(names)}"
