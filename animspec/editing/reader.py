"""Reading an animation set: its clips, tracks and keys by what names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from animspec.editing.commands import AddClip, AddTrack, MoveClip, to_json
from animspec.editing.lookup import key_of, track_of
from animspec.editing.refusals import refusal
from animspec.names import NameSet
from animspec.paths import path_key

if TYPE_CHECKING:
    from animspec.editing.commands import Command
    from animspec.model.animation_set import AnimationSet, ChannelName, Clip, Key, Track


@frozen
class AnimationSetReader:
    """One state of an animation set, to be read.

    What is read are frozen values: holding one changes nothing, and an edit of
    the document does not change it.
    """

    animation_set: AnimationSet

    @property
    def rig(self) -> str:
        """The rig's label."""
        return self.animation_set.rig

    @property
    def size(self) -> int:
        """How many clips there are."""
        return len(self.animation_set.clips)

    def has(self, clip_id: str) -> bool:
        """Whether there is a clip of this id."""
        return self.clip(clip_id) is not None

    def clip(self, clip_id: str) -> Clip | None:
        """Return the clip of an id."""
        return next((clip for clip in self.animation_set.clips if clip.id == clip_id), None)

    def clips(self) -> tuple[Clip, ...]:
        """Return all clips, in order."""
        return self.animation_set.clips

    def next_clip_after(self, clip_id: str) -> str | None:
        """Return the id of the clip that follows; None after the last and for no clip's id."""
        ids = [clip.id for clip in self.animation_set.clips]
        place = ids.index(clip_id) + 1 if clip_id in ids else len(ids)
        return ids[place] if place < len(ids) else None

    def track(self, clip_id: str, path: str) -> Track | None:
        """Return the track of a path, however the path is spelled."""
        clip = self.clip(clip_id)
        return None if clip is None else track_of(clip, path)

    def key_at(self, clip_id: str, path: str, channel: ChannelName, tick: int) -> Key | None:
        """Return the key at exactly this tick."""
        track = self.track(clip_id, path)
        return None if track is None else key_of(track, channel, tick)

    def track_paths(self) -> tuple[str, ...]:
        """Return every track path of the set once, as a clip first wrote it."""
        tracks = (track for clip in self.animation_set.clips for track in clip.tracks)
        first: dict[str, str] = {}
        for track in tracks:
            first.setdefault(path_key(track.path), track.path)
        return tuple(first.values())

    def clip_name_taken(self, name: str, except_id: str | None = None) -> bool:
        """Whether a clip, other than that of ``except_id``, has this name (trimmed, any case)."""
        return self._names(except_id).has(name)

    def free_clip_name(self, name: str) -> str:
        """Return the name if no clip has it, else the first free ``name 2``, ``name 3`` and so on.

        >>> from animspec.model.animation_set import AnimationSet, Clip
        >>> walk = Clip("a", "Walk", 24000, 24, loop=True, tracks=())
        >>> AnimationSetReader(AnimationSet("", (walk,))).free_clip_name(" walk")
        'walk 2'
        """
        return self._names(None).free(name)

    def refusal(self, command: Command) -> str | None:
        """Return why the set refuses a command, in a sentence; None if it accepts it."""
        return refusal(self, command)

    def accepts(self, command: Command) -> bool:
        """Whether the set accepts a command."""
        return self.refusal(command) is None

    def placeable(self, command: Command) -> Command:
        """Return the command without a place before something that is gone.

        A clip or track that was to stand before one that somebody else has
        removed comes last.
        """
        if isinstance(command, AddClip | MoveClip):
            placed = self._has_place(command.before_id, command.id)
            return command if placed else evolve(command, before_id=None)
        if isinstance(command, AddTrack) and command.before_path is not None:
            placed = self.track(command.clip_id, command.before_path) is not None
            return command if placed else evolve(command, before_path=None)
        return command

    def to_json(self) -> dict[str, Any]:
        """Return the set as a JSON value of its own: the snapshot."""
        snapshot: dict[str, Any] = to_json(self.animation_set)
        return snapshot

    def _has_place(self, before_id: str | None, clip_id: str | None) -> bool:
        return before_id is None or (before_id != clip_id and self.has(before_id))

    def _names(self, except_id: str | None) -> NameSet:
        clips = self.animation_set.clips
        return NameSet(clip.name for clip in clips if clip.id != except_id)
