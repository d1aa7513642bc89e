"""Running commands while following each clip and track from where its text stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from animspec.editing.changing import changed
from animspec.editing.commands import (
    AddClip,
    Command,
    RemoveClip,
    RemoveKey,
    RemoveTrack,
    RenameTrack,
    name_of,
)
from animspec.editing.document import random_id
from animspec.editing.reader import AnimationSetReader
from animspec.paths import path_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from animspec.model.animation_set import AnimationSet, ChannelName


class RefusedError(ValueError):
    """A command that the set refuses: ``index`` in its list, the command, and why."""

    def __init__(self, index: int, command: Command, reason: str) -> None:
        super().__init__(f"/{index} ({name_of(command)}) is refused: {reason}")
        self.index = index
        self.command = command
        self.reason = reason


@frozen
class Origin:
    """Where a clip stood before the commands, and where its tracks did, by their path now.

    ``gone`` has the keys that were removed, by the index of their track: one
    written again at the same tick is another key.
    """

    index: int
    tracks: Mapping[str, int]
    gone: frozenset[tuple[int, ChannelName, int]] = frozenset()


@frozen
class Run:
    """What commands have made of a set; ``origins`` has the clips that were there, by id."""

    before: AnimationSet
    after: AnimationSet
    origins: Mapping[str, Origin]


def run(animation_set: AnimationSet, commands: Iterable[Command]) -> Run:
    """Return the set after all commands, in order.

    Raises: RefusedError for the first command that the set, as it then is, refuses.
    """
    state = Run(animation_set, animation_set, _origins(animation_set))
    for index, command in enumerate(commands):
        reader = AnimationSetReader(state.after)
        reason = reader.refusal(command)
        if reason is not None:
            raise RefusedError(index, command, reason)
        named = _with_id(reader, command)
        after = changed(state.after, named)
        state = Run(animation_set, after, _followed(state.origins, named, after))
    return state


def _with_id(reader: AnimationSetReader, command: Command) -> Command:
    """Return the command with an id for its new clip."""
    if not isinstance(command, AddClip) or command.id is not None:
        return command
    clip_id = random_id()
    return evolve(command, id=clip_id) if not reader.has(clip_id) else _with_id(reader, command)


def _origins(animation_set: AnimationSet) -> dict[str, Origin]:
    return {
        clip.id: Origin(
            index, {path_key(track.path): place for place, track in enumerate(clip.tracks)}
        )
        for index, clip in enumerate(animation_set.clips)
    }


def _followed(
    origins: Mapping[str, Origin], command: Command, after: AnimationSet
) -> Mapping[str, Origin]:
    """Return the origins after a command: what is removed has none, should it come again."""
    if isinstance(command, RemoveClip):
        return {clip_id: origin for clip_id, origin in origins.items() if clip_id != command.id}
    if not isinstance(command, RemoveKey | RemoveTrack | RenameTrack):
        return origins
    origin = origins.get(command.clip_id)
    if origin is None:
        return origins
    return {**origins, command.clip_id: _followed_tracks(origin, command, after)}


def _followed_tracks(
    origin: Origin, command: RemoveKey | RemoveTrack | RenameTrack, after: AnimationSet
) -> Origin:
    """Return the origin of a clip after a command on one of its tracks."""
    key = path_key(command.path)
    if key not in origin.tracks:
        return origin
    place = origin.tracks[key]
    others = {path: index for path, index in origin.tracks.items() if path != key}
    if isinstance(command, RenameTrack):
        return evolve(origin, tracks={**others, path_key(command.to): place})
    if AnimationSetReader(after).track(command.clip_id, command.path) is None:
        return evolve(origin, tracks=others)
    if isinstance(command, RemoveKey):
        return evolve(origin, gone=origin.gone | {(place, command.channel, command.tick)})
    return origin
