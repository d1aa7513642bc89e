"""One look at a whole animation set: what it proves of all parts, so that rules need not ask each.

Nearly every file is in order. Its clips, tracks and channels would be made
into parts, and each be asked by a dozen rules, only to say nothing. The facts
here are one loop each and settle that for the whole file. A fact that is not
proven says nothing: the rules then look for themselves.

The loops are written out, which is quicker than a call for each key.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from animspec.decoding import skeleton
from animspec.model.animation_set import set_texts
from animspec.names import name_key, trim
from animspec.paths import has_blank_segment, path_key, trimmed
from animspec.rounding import VALUE_DECIMALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from animspec.documents import Document
    from animspec.model.animation_set import AnimationSet, Key, Track
    from animspec.settings import Settings

_LONG: Final = b"." + b"0" * (VALUE_DECIMALS + 1)
"""What stands in the skeleton of a text with a number of more decimals than are stored."""

_EXPONENT: Final = b"0-"
"""What a negative exponent leaves in a skeleton."""

_BEFORE_ALL: Final = -1
"""Before the tick of any key."""


class SetOverview:
    """The facts of one set; see ``vocabulary.Overview`` for what each says.

    Raises:
        HoleUsed: from a fact that would have to look into a hole.
    """

    __slots__ = ("_rises", "document", "model", "unrigged")

    def __init__(self, document: Document, settings: Settings) -> None:
        self.document = document
        self.model: AnimationSet = document.model
        self.unrigged = not settings.hierarchies
        self._rises: bool | None = None

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

    @property
    def rises(self) -> bool:
        """Whether the keys of every channel strictly rise."""
        if self._rises is None:
            self._rises = _all_rise(self._channels())
        return self._rises

    @property
    def in_time(self) -> bool:
        """Whether the keys of every channel rise, to the end of its clip at most."""
        return self.rises and all(
            keys[-1].tick <= clip.length
            for clip in self.model.clips
            for keys in _channels(clip.tracks)
            if keys
        )

    @property
    def full(self) -> bool:
        """Whether every track has a channel, and every channel a key."""
        return all(self._channels()) and all(
            track.position or track.rotation or track.scale
            for clip in self.model.clips
            for track in clip.tracks
        )

    @property
    def closed(self) -> bool:
        """Whether every channel of a looping clip ends with the value that it starts with."""
        looping = (clip for clip in self.model.clips if clip.loop)
        return all(
            keys[0].value == keys[-1].value
            for clip in looping
            for keys in _channels(clip.tracks)
            if keys
        )

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
        for clip in self.model.clips:
            for track in clip.tracks:
                if track.rotation and not _is_within(track.rotation, degrees):
                    return False
        return True

    @property
    def neat(self) -> bool:
        """Whether no clip's name, and no segment of a path, is blank or has space around it."""
        names = [clip.name for clip in self.model.clips]
        paths = {track.path for clip in self.model.clips for track in clip.tracks}
        return all(name and trim(name) == name for name in names) and all(
            trimmed(path) == path and not has_blank_segment(path) for path in paths
        )

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
        return all(
            len({path_key(track.path) for track in clip.tracks}) == len(clip.tracks)
            for clip in self.model.clips
        )

    def _channels(self) -> Iterator[tuple[Key, ...]]:
        """Yield the keys of every channel."""
        for clip in self.model.clips:
            yield from _channels(clip.tracks)


def _channels(tracks: Iterable[Track]) -> Iterator[tuple[Key, ...]]:
    for track in tracks:
        if track.position is not None:
            yield track.position
        if track.rotation is not None:
            yield track.rotation
        if track.scale is not None:
            yield track.scale


def _all_rise(channels: Iterable[tuple[Key, ...]]) -> bool:
    for keys in channels:
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
