"""What a command makes of a set.

Sets are values: a change makes a new one that shares with the old one all that
the command does not touch. Only commands that the set accepts (``refusals``)
may come here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from attrs import asdict, evolve

from animspec.editing.commands import (
    AddClip,
    AddTrack,
    ChangeClip,
    Command,
    MoveClip,
    RemoveClip,
    RemoveKey,
    RemoveTrack,
    RenameRig,
    RenameTrack,
    WriteKey,
)
from animspec.editing.lookup import key_index, track_of
from animspec.editing.values import has_keys
from animspec.model.animation_set import Clip, Track

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.model.animation_set import AnimationSet, ChannelName, FramesPerSecond, Key


def changed(animation_set: AnimationSet, command: Command) -> AnimationSet:
    """Return the set after a command that it accepts; a new clip needs its id."""
    return _CHANGES[type(command)](animation_set, command)


def _rename_rig(animation_set: AnimationSet, command: RenameRig) -> AnimationSet:
    return evolve(animation_set, rig=command.rig)


def _add_clip(animation_set: AnimationSet, command: AddClip) -> AnimationSet:
    if command.id is None:
        raise ValueError("a clip is added under an id, and the command has none yet")
    fps = cast("FramesPerSecond", command.fps)
    clip = Clip(command.id, command.name, command.length, fps, command.loop, command.tracks)
    return _placed(animation_set, clip, command.before_id)


def _remove_clip(animation_set: AnimationSet, command: RemoveClip) -> AnimationSet:
    left = tuple(clip for clip in animation_set.clips if clip.id != command.id)
    return evolve(animation_set, clips=left)


def _change_clip(animation_set: AnimationSet, command: ChangeClip) -> AnimationSet:
    patch = {name: value for name, value in asdict(command.patch).items() if value is not None}
    return _with_clip(animation_set, command.id, lambda clip: evolve(clip, **patch))


def _move_clip(animation_set: AnimationSet, command: MoveClip) -> AnimationSet:
    moved = next(clip for clip in animation_set.clips if clip.id == command.id)
    return _placed(_remove_clip(animation_set, RemoveClip(command.id)), moved, command.before_id)


def _write_key(animation_set: AnimationSet, command: WriteKey) -> AnimationSet:
    def write(clip: Clip) -> Clip:
        old = track_of(clip, command.path)
        if old is None:
            new = _with_keys(Track(command.path), command.channel, (command.key,))
            return evolve(clip, tracks=(*clip.tracks, new))
        keys = _keys(old, command.channel)
        start = stop = key_index(keys, command.key.tick)
        if start < len(keys) and keys[start].tick == command.key.tick:
            stop += 1
        # Unpacking goes through a list, which takes twice as long for many keys.
        written = keys[:start] + (command.key,) + keys[stop:]  # noqa: RUF005
        return _with_track(clip, old, _with_keys(old, command.channel, written))

    return _with_clip(animation_set, command.clip_id, write)


def _remove_key(animation_set: AnimationSet, command: RemoveKey) -> AnimationSet:
    def without(clip: Clip) -> Clip:
        old = track_of(clip, command.path)
        if old is None:
            return clip
        keys = _keys(old, command.channel)
        index = key_index(keys, command.tick)
        left = keys[:index] + keys[index + 1 :]
        new = _with_keys(old, command.channel, left or None)
        return _with_track(clip, old, new if has_keys(new) else None)

    return _with_clip(animation_set, command.clip_id, without)


def _add_track(animation_set: AnimationSet, command: AddTrack) -> AnimationSet:
    def add(clip: Clip) -> Clip:
        before = command.before_path
        other = None if before is None else track_of(clip, before)
        index = len(clip.tracks) if other is None else clip.tracks.index(other)
        tracks = (*clip.tracks[:index], command.track, *clip.tracks[index:])
        return evolve(clip, tracks=tracks)

    return _with_clip(animation_set, command.clip_id, add)


def _remove_track(animation_set: AnimationSet, command: RemoveTrack) -> AnimationSet:
    def without(clip: Clip) -> Clip:
        return _with_track(clip, track_of(clip, command.path), None)

    return _with_clip(animation_set, command.clip_id, without)


def _rename_track(animation_set: AnimationSet, command: RenameTrack) -> AnimationSet:
    def rename(clip: Clip) -> Clip:
        old = track_of(clip, command.path)
        return clip if old is None else _with_track(clip, old, evolve(old, path=command.to))

    return _with_clip(animation_set, command.clip_id, rename)


def _placed(animation_set: AnimationSet, clip: Clip, before_id: str | None) -> AnimationSet:
    """Return the set with one more clip, before another or last."""
    ids = [other.id for other in animation_set.clips]
    index = len(ids) if before_id is None else ids.index(before_id)
    clips = animation_set.clips
    return evolve(animation_set, clips=(*clips[:index], clip, *clips[index:]))


def _with_clip(
    animation_set: AnimationSet, clip_id: str, change: Callable[[Clip], Clip]
) -> AnimationSet:
    """Return the set with one clip changed; all others are shared."""
    clips = tuple(change(clip) if clip.id == clip_id else clip for clip in animation_set.clips)
    return evolve(animation_set, clips=clips)


def _with_track(clip: Clip, old: Track | None, new: Track | None) -> Clip:
    """Return the clip with one track changed, or without it."""
    tracks = (new if track is old else track for track in clip.tracks)
    return evolve(clip, tracks=tuple(track for track in tracks if track is not None))


def _keys(track: Track, channel: ChannelName) -> tuple[Key, ...]:
    keys: tuple[Key, ...] | None = getattr(track, channel)
    return keys or ()


def _with_keys(track: Track, channel: ChannelName, keys: tuple[Key, ...] | None) -> Track:
    channels: dict[str, Any] = {channel: keys}
    return evolve(track, **channels)


_CHANGES: Final[dict[type[Command], Callable[[AnimationSet, Any], AnimationSet]]] = {
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
