"""The command that takes a command back: one function per command.

Every inverse is a single command, so that a change that is undone is one change
for whoever follows the document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import asdict

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
from animspec.editing.lookup import key_of, track_of
from animspec.model.animation_set import channels

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.editing.reader import AnimationSetReader

_Value = TypeVar("_Value")


def inverse(animation_set: AnimationSetReader, command: Command) -> Command:
    """Return the command that leads from the set after ``command`` back to this one.

    A removed clip or track comes back in its place, spelled as it was.
    """
    return _INVERSES[type(command)](animation_set, command)


def _unrename_rig(animation_set: AnimationSetReader, _: RenameRig) -> Command:
    return RenameRig(animation_set.rig)


def _unadd_clip(_: AnimationSetReader, command: AddClip) -> Command:
    return RemoveClip(command.id or "")


def _unremove_clip(animation_set: AnimationSetReader, command: RemoveClip) -> Command:
    clip = _expected(animation_set.clip(command.id))
    members = asdict(clip, recurse=False)
    return AddClip(**members, before_id=animation_set.next_clip_after(clip.id))


def _unchange_clip(animation_set: AnimationSetReader, command: ChangeClip) -> Command:
    clip = _expected(animation_set.clip(command.id))
    names = [name for name, value in asdict(command.patch).items() if value is not None]
    return ChangeClip(command.id, ClipPatch(**{name: getattr(clip, name) for name in names}))


def _unmove_clip(animation_set: AnimationSetReader, command: MoveClip) -> Command:
    return MoveClip(command.id, animation_set.next_clip_after(command.id))


def _unwrite_key(animation_set: AnimationSetReader, command: WriteKey) -> Command:
    clip_id, path, channel, tick = (
        command.clip_id,
        command.path,
        command.channel,
        command.key.tick,
    )
    old = animation_set.key_at(clip_id, path, channel, tick)
    if old is None:
        return RemoveKey(clip_id, path, channel, tick)
    return WriteKey(clip_id, path, channel, old)


def _unremove_key(animation_set: AnimationSetReader, command: RemoveKey) -> Command:
    track = _expected(animation_set.track(command.clip_id, command.path))
    key = _expected(key_of(track, command.channel, command.tick))
    if sum(len(keys) for _, keys in channels(track)) == 1:
        return _unremove_track(animation_set, RemoveTrack(command.clip_id, command.path))
    return WriteKey(command.clip_id, track.path, command.channel, key)


def _unadd_track(_: AnimationSetReader, command: AddTrack) -> Command:
    return RemoveTrack(command.clip_id, command.track.path)


def _unremove_track(animation_set: AnimationSetReader, command: RemoveTrack) -> Command:
    clip = _expected(animation_set.clip(command.clip_id))
    track = _expected(track_of(clip, command.path))
    paths = [other.path for other in clip.tracks]
    following = paths[paths.index(track.path) + 1 :]
    return AddTrack(clip.id, track, following[0] if following else None)


def _unrename_track(animation_set: AnimationSetReader, command: RenameTrack) -> Command:
    track = _expected(animation_set.track(command.clip_id, command.path))
    return RenameTrack(command.clip_id, command.to, track.path)


def _expected(value: _Value | None) -> _Value:
    """Return what an accepted command speaks of."""
    if value is None:
        raise ValueError("only a command that the set accepts has an inverse")
    return value


_INVERSES: Final[dict[type[Command], Callable[[AnimationSetReader, Any], Command]]] = {
    RenameRig: _unrename_rig,
    AddClip: _unadd_clip,
    RemoveClip: _unremove_clip,
    ChangeClip: _unchange_clip,
    MoveClip: _unmove_clip,
    WriteKey: _unwrite_key,
    RemoveKey: _unremove_key,
    AddTrack: _unadd_track,
    RemoveTrack: _unremove_track,
    RenameTrack: _unrename_track,
}
