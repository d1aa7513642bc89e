"""One look at a whole animation set: what it proves of all parts, so that rules need not ask each.

Nearly every file is in order. Its clips, tracks and channels would be made
into parts, and each be asked by a dozen rules, only to say nothing. The facts
here are one loop each and settle that for the whole file. A fact that is not
proven says nothing: the rules then look for themselves.

The loops are written out, which is quicker than a call for each key.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING, Final

from animspec.decoding import skeleton
from animspec.model.animation_set import set_texts
from animspec.names import name_key, trim
from animspec.paths import has_blank_segment, path_key, trimmed
from animspec.rounding import VALUE_DECIMALS
from animspec.ticks import TICKS_PER_SECOND

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.documents import Document
    from animspec.model.animation_set import AnimationSet, Clip, Key
    from animspec.settings import Settings

_LONG: Final = b"." + b"0" * (VALUE_DECIMALS + 1)
"""What stands in the skeleton of a text with a number of more decimals than are stored."""

_EXPONENT: Final = b"0-"
"""What a negative exponent leaves in a skeleton."""

_REMEMBERED: Final = 64
"""The clips of a rig move the same blocks again and again: of so many lists of paths it is known
what they are like."""

_BEFORE_ALL: Final = -1
"""Before the tick of any key."""


class SetSurvey:
    """The facts of one set; see ``vocabulary.Survey`` for what each says.

    Raises:
        HoleUsed: from a fact that would have to look into a hole.
    """

    def __init__(self, document: Document, settings: Settings) -> None:
        self.document = document
        self.model: AnimationSet = document.model
        self.unrigged = not settings.hierarchies
        self._turns_within = inf

    @cached_property
    def channels(self) -> list[tuple[Clip, tuple[Key, ...]]]:
        """The keys of every channel, with its clip."""
        return [
            (clip, keys)
            for clip in self.model.clips
            for track in clip.tracks
            for keys in (track.position, track.rotation, track.scale)
            if keys is not None
        ]

    @property
    def brief(self) -> bool:
        """Whether no number has more than 4 decimals."""
        bones = self.document.bones
        # Searched from the end, because the point is rarer than the zeros.
        if bones is None or bones.rfind(_LONG) >= 0:
            return False
        return bones.rfind(_EXPONENT) < 0 or self._hyphens() == bones.count(_EXPONENT)

    def _hyphens(self) -> int:
        """Return how often names look like a number with a negative exponent; -1: who knows."""
        if b"\\" in self.document.data:
            return -1
        return sum(skeleton(text.encode()).count(_EXPONENT) for text in set_texts(self.model))

    @cached_property
    def rises(self) -> bool:
        """Whether the keys of every channel strictly rise."""
        return _all_rise(self.channels)

    @property
    def in_time(self) -> bool:
        """Whether the keys of every channel rise, to the end of its clip at most."""
        return self.rises and not [
            keys for clip, keys in self.channels if keys and keys[-1].tick > clip.length
        ]

    @cached_property
    def on_frames(self) -> bool:
        """Whether every key is on a frame of its clip."""
        for clip, keys in self.channels:
            ticks_per_frame = TICKS_PER_SECOND // clip.fps
            if [key for key in keys if key.tick % ticks_per_frame]:
                return False
        return True

    @property
    def whole(self) -> bool:
        """Whether every clip lasts a whole number of frames."""
        clips = self.model.clips
        return not [clip for clip in clips if clip.length % (TICKS_PER_SECOND // clip.fps)]

    @property
    def tracked(self) -> bool:
        """Whether every clip has a track."""
        return not [clip for clip in self.model.clips if not clip.tracks]

    @property
    def from_start(self) -> bool:
        """Whether every channel has a key at the start."""
        return not [keys for _, keys in self.channels if keys and keys[0].tick > 0]

    @cached_property
    def full(self) -> bool:
        """Whether every track has a channel, and every channel a key."""
        empty = [
            track
            for clip in self.model.clips
            for track in clip.tracks
            if not (track.position or track.rotation or track.scale)
        ]
        return not empty and not [keys for _, keys in self.channels if not keys]

    @property
    def closed(self) -> bool:
        """Whether every channel of a looping clip ends with the value that it starts with."""
        return not [
            keys
            for clip, keys in self.channels
            if clip.loop and keys and keys[0].value != keys[-1].value
        ]

    @property
    def least_scale(self) -> float:
        """The least number of any scale key; infinite where there is none."""
        least = inf
        for clip in self.model.clips:
            for track in clip.tracks:
                for key in track.scale or ():
                    value = key.value
                    least = min(least, value.x, value.y, value.z)
        return least

    def turns_within(self, degrees: float) -> bool:
        """Whether every angle of every rotation key is nearer to 0 than so many degrees."""
        if self._turns_within <= degrees:
            return True
        for clip in self.model.clips:
            for track in clip.tracks:
                if track.rotation and not _is_within(track.rotation, degrees):
                    return False
        self._turns_within = degrees
        return True

    @cached_property
    def neat(self) -> bool:
        """Whether no clip's name, and no segment of a path, is blank or has space around it."""
        names = [clip.name for clip in self.model.clips]
        if [name for name in names if not name or trim(name) != name]:
            return False
        return not [paths for paths in self._paths if not _are_neat(paths)]

    @property
    def own_ids(self) -> bool:
        """Whether no two clips have one id."""
        return len({clip.id for clip in self.model.clips}) == len(self.model.clips)

    @property
    def own_names(self) -> bool:
        """Whether no two clips have one name."""
        return len({name_key(clip.name) for clip in self.model.clips}) == len(self.model.clips)

    @property
    def own_paths(self) -> bool:
        """Whether no two tracks of a clip have one path."""
        return not [paths for paths in self._paths if not _are_unlike(paths)]

    @property
    def one_spelling(self) -> bool:
        """Whether all paths of one block are written alike, space around names aside."""
        every = {path for paths in self._paths for path in paths}
        return len(set(map(path_key, every))) == len(set(map(trimmed, every)))

    @cached_property
    def _paths(self) -> list[tuple[str, ...]]:
        """The paths of each clip's tracks."""
        return [tuple([track.path for track in clip.tracks]) for clip in self.model.clips]


@lru_cache(_REMEMBERED)
def _are_neat(paths: tuple[str, ...]) -> bool:
    return not [path for path in paths if trimmed(path) != path or has_blank_segment(path)]


@lru_cache(_REMEMBERED)
def _are_unlike(paths: tuple[str, ...]) -> bool:
    return len(set(map(path_key, paths))) == len(paths)


def _all_rise(channels: Iterable[tuple[Clip, tuple[Key, ...]]]) -> bool:
    for _, keys in channels:
        before = _BEFORE_ALL
        for key in keys:
            tick = key.tick
            if tick <= before:
                return False
            before = tick
    return True


def _is_within(keys: tuple[Key, ...], degrees: float) -> bool:
    least = -degrees
    for key in keys:
        value = key.value
        if not (
            least < value.x < degrees and least < value.y < degrees and least < value.z < degrees
        ):
            return False
    return True
