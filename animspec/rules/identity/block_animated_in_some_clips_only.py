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

from attrs import evolve

from animspec.holes import is_known
from animspec.paths import path_key
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import choice, plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ClipPart, DocumentPart, TrackPart

RULE: Final = Rule(
    "block-animated-in-some-clips-only", Severity.HINT, (SETS,), Level.DOCUMENT, ("blank-name",)
)

_NAMED: Final = 3
"""How many clips a sentence names."""


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each block once, at its first track, if a clip that moves anything lacks it."""
    moving = {clip: [part for part in clip.tracks if _moves(part)] for clip in document.clips}
    clips = [clip for clip, parts in moving.items() if parts]
    first: dict[str, TrackPart] = {}
    moved: list[tuple[ClipPart, set[str]]] = []
    counts: Counter[str] = Counter()
    for clip in clips:
        known = [part for part in moving[clip] if is_known(part.track.path)]
        keys = {path_key(part.track.path): part for part in reversed(known)}
        moved.append((clip, set(keys)))
        counts.update(list(keys))
        for key, part in keys.items():
            first.setdefault(key, part)
    for key, part in first.items():
        if counts[key] < len(clips):
            lacking = (clip for clip, keys in moved if key not in keys)
            message = _sentence(part, list(islice(lacking, _NAMED)), counts[key], len(clips))
            yield evolve(RULE.fault((*part.pointer, "path"), message), about=f"block {shown(key)}")


def _moves(part: TrackPart) -> bool:
    """Whether a track has keys, or may have some."""
    track = part.track
    every = (track.position, track.rotation, track.scale)
    return any(not is_known(keys) or (keys is not None and len(keys) > 0) for keys in every)


def _sentence(part: TrackPart, lacking: list[ClipPart], moves: int, clips: int) -> str:
    names = [shown(clip.clip.name) for clip in lacking]
    more = clips - moves - len(lacking)
    names += [plural(more, "other")] if more else []
    share = f"{moves} of {plural(clips, 'clip')}"
    return f"block {shown(part.track.path)} moves in {share}, not in {choice(names)}"
