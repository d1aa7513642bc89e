"""Why a set refuses a command: one function per command, each a sentence or None.

The refusals are those of the format's reference: what is not there cannot be
changed or removed, what is taken cannot be taken again, and a set never comes
to hold what its reader would refuse. Writing what is there already is no
fault, with two exceptions: a change of nothing, and a track renamed to the
path it has.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from animspec.editing.commands import (
    AddClip,
    AddTrack,
    ChangeClip,
    ClipPatch,
    Command,
    MoveClip,
    RemoveClip,
    RemoveKey,
    RemoveTrack,
    RenameRig,
    RenameTrack,
    WriteKey,
)
from animspec.editing.lookup import track_of
from animspec.editing.values import has_keys
from animspec.model.animation_set import channels
from animspec.names import trim
from animspec.paths import SEPARATOR, path_key
from animspec.ticks import FRAME_RATES, TICKS_PER_SECOND, FrameRate
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.editing.reader import AnimationSetReader
    from animspec.model.animation_set import Clip, Track


def refusal(animation_set: AnimationSetReader, command: Command) -> str | None:
    """Return why a set refuses a command, in a sentence; None if it accepts it."""
    return _REFUSALS[type(command)](animation_set, command)


def _rename_rig(_: AnimationSetReader, __: RenameRig) -> None:
    """Any label will do."""


def _add_clip(animation_set: AnimationSetReader, command: AddClip) -> str | None:
    if command.id is not None and animation_set.has(command.id):
        return f"the id {shown(command.id)} is that of another clip"
    return (
        _name_refusal(animation_set, command.name, None)
        or _length_refusal(command.length)
        or _fps_refusal(command.fps)
        or _tracks_refusal(command.tracks)
        or _place_refusal(animation_set, command.before_id, command.id)
    )


def _remove_clip(animation_set: AnimationSetReader, command: RemoveClip) -> str | None:
    return None if animation_set.has(command.id) else _no_clip(command.id)


def _change_clip(animation_set: AnimationSetReader, command: ChangeClip) -> str | None:
    patch = command.patch
    if not animation_set.has(command.id):
        return _no_clip(command.id)
    if patch == ClipPatch():
        return "the patch is empty, expected a name, length, fps or loop"
    named = None if patch.name is None else _name_refusal(animation_set, patch.name, command.id)
    lasting = None if patch.length is None else _length_refusal(patch.length)
    return named or lasting or (None if patch.fps is None else _fps_refusal(patch.fps))


def _move_clip(animation_set: AnimationSetReader, command: MoveClip) -> str | None:
    if not animation_set.has(command.id):
        return _no_clip(command.id)
    return _place_refusal(animation_set, command.before_id, command.id)


def _write_key(animation_set: AnimationSetReader, command: WriteKey) -> str | None:
    if not animation_set.has(command.clip_id):
        return _no_clip(command.clip_id)
    return _path_refusal(command.path)


def _remove_key(animation_set: AnimationSetReader, command: RemoveKey) -> str | None:
    clip_id, path, channel, tick = command.clip_id, command.path, command.channel, command.tick
    if animation_set.key_at(clip_id, path, channel, tick) is not None:
        return None
    no_track = _absent_track(animation_set, clip_id, path)
    return no_track or f"the {channel} of {shown(path)} has no key at tick {tick}"


def _add_track(animation_set: AnimationSetReader, command: AddTrack) -> str | None:
    clip = animation_set.clip(command.clip_id)
    if clip is None:
        return _no_clip(command.clip_id)
    if not has_keys(command.track):
        return "the track has no key, without which it is none"
    before = command.before_path
    if before is not None and track_of(clip, before) is None:
        return f"the clip has no track {shown(before)} to stand before"
    return _taken_path(clip, command.track.path) or _tracks_refusal((command.track,))


def _remove_track(animation_set: AnimationSetReader, command: RemoveTrack) -> str | None:
    return _absent_track(animation_set, command.clip_id, command.path)


def _rename_track(animation_set: AnimationSetReader, command: RenameTrack) -> str | None:
    clip = animation_set.clip(command.clip_id)
    track = None if clip is None else track_of(clip, command.path)
    if clip is None or track is None:
        return _absent_track(animation_set, command.clip_id, command.path)
    if command.to == track.path:
        return f"the track's path is {shown(command.to)} already"
    if track_of(clip, command.to) is not track:
        taken = _taken_path(clip, command.to)
        if taken is not None:
            return taken
    return _path_refusal(command.to)


def _no_clip(clip_id: str) -> str:
    return f"the set has no clip of the id {shown(clip_id)}"


def _absent_track(animation_set: AnimationSetReader, clip_id: str, path: str) -> str | None:
    clip = animation_set.clip(clip_id)
    if clip is None:
        return _no_clip(clip_id)
    return None if track_of(clip, path) else f"the clip has no track {shown(path)}"


def _taken_path(clip: Clip, path: str) -> str | None:
    other = track_of(clip, path)
    return None if other is None else f"the path {shown(path)} is that of track {shown(other.path)}"


def _name_refusal(animation_set: AnimationSetReader, name: str, own_id: str | None) -> str | None:
    if not trim(name):
        return f"the name is {shown(name)}, expected one with a character that shows"
    if animation_set.clip_name_taken(name, own_id):
        free = animation_set.free_clip_name(name)
        return f"the name {shown(name)} is that of another clip; {shown(free)} is free"
    return None


def _length_refusal(length: int) -> str | None:
    return None if length >= 1 else f"the length is {length}, expected at least 1 tick"


def _fps_refusal(fps: int) -> str | None:
    if FrameRate.is_valid(fps):
        return None
    nearest = min(FRAME_RATES, key=lambda rate: abs(rate - fps))
    return f"the fps is {fps}, expected a positive divisor of {TICKS_PER_SECOND} such as {nearest}"


def _place_refusal(
    animation_set: AnimationSetReader, before_id: str | None, clip_id: str | None
) -> str | None:
    if before_id is None:
        return None
    if before_id == clip_id:
        return f"the clip {shown(clip_id)} cannot stand before itself"
    return None if animation_set.has(before_id) else f"{_no_clip(before_id)} to stand before"


def _path_refusal(path: str) -> str | None:
    if all(map(trim, path.split(SEPARATOR))):
        return None
    return f"the path {shown(path)} has a segment without a name"


def _tracks_refusal(tracks: tuple[Track, ...]) -> str | None:
    """Return what is wrong with the tracks of a new clip, taken together."""
    written: dict[str, str] = {}
    for track in tracks:
        key = path_key(track.path)
        if key in written:
            return f"two tracks have the same path, {shown(written[key])} and {shown(track.path)}"
        written[key] = track.path
        fault = _path_refusal(track.path) or _order_refusal(track)
        if fault is not None:
            return fault
    return None


def _order_refusal(track: Track) -> str | None:
    for channel, keys in channels(track):
        for key, following in pairwise(keys):
            if following.tick <= key.tick:
                return (
                    f"the {channel} of {shown(track.path)} has a key at tick {following.tick} "
                    f"after the one at tick {key.tick}, expected rising ticks"
                )
    return None


_REFUSALS: Final[dict[type[Command], Callable[[AnimationSetReader, Any], str | None]]] = {
    RenameRig: _rename_rig,
    AddClip: _add_clip,
    RemoveClip: _remove_clip,
    ChangeClip: _change_clip,
    MoveClip: _move_clip,
    WriteKey: _write_key,
    RemoveKey: _remove_key,
    AddTrack: _add_track,
    RemoveTrack: _remove_track,
    RenameTrack: _rename_track,
}
