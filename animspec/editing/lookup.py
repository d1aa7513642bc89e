"""Finding tracks and keys by what names them."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from animspec.paths import path_key

if TYPE_CHECKING:
    from animspec.model.animation_set import ChannelName, Clip, Key, Track

_TICK: Final = attrgetter("tick")


def track_of(clip: Clip, path: str) -> Track | None:
    """Return a clip's track of a path, however the path is spelled."""
    for track in clip.tracks:
        if track.path == path:
            return track
    key = path_key(path)
    return next((track for track in clip.tracks if path_key(track.path) == key), None)


def key_of(track: Track, channel: ChannelName, tick: int) -> Key | None:
    """Return a track's key at exactly this tick."""
    keys: tuple[Key, ...] = getattr(track, channel) or ()
    index = key_index(keys, tick)
    return keys[index] if index < len(keys) and keys[index].tick == tick else None


def key_index(keys: tuple[Key, ...], tick: int) -> int:
    """Return where a key of this tick stands, or would stand, among the keys of a channel."""
    return bisect_left(keys, tick, key=_TICK)
