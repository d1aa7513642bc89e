"""The parts of an animation set as rules see them: each knows where it is and what it is part of.

Only parts that the file has in a usable form appear: where the structure
stage found a clip, a track or a channel at fault as a whole, it is left out.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from operator import lt
from typing import TYPE_CHECKING, Any

from animspec.holes import HOLE, is_known, known
from animspec.names import name_key
from animspec.parts import Blocks, Labels, Pace, Spelling
from animspec.paths import path_key
from animspec.rule import Level
from animspec.ticks import TICKS_PER_SECOND, FrameRate
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from animspec.model.animation_set import AnimationSet, Clip, Key, Track
    from animspec.parts.set_motion import SetMotion
    from animspec.parts.set_motions import SetMotions
    from animspec.pointers import Pointer
    from animspec.settings import Settings


_grid = cache(FrameRate)
"""The frame grid of a rate: there are few, and each clip's is asked for many times."""


def walk(
    model: AnimationSet, settings: Settings, levels: Collection[Level]
) -> Iterator[tuple[Level, Any]]:
    """Yield the parts of an animation set with their levels, of some levels at least."""
    document = DocumentPart(model, settings)
    yield Level.DOCUMENT, document
    if len(levels) == 1 and Level.DOCUMENT in levels:
        return
    for clip in document.clips:
        yield Level.CLIP, clip
        for track in clip.tracks:
            yield Level.TRACK, track
            for channel in track.channels:
                yield Level.CHANNEL, channel


class DocumentPart:
    """A whole animation set."""

    __slots__ = ("_motions", "clips", "model", "settings")

    def __init__(self, model: AnimationSet, settings: Settings) -> None:
        self._motions: SetMotions | None = None
        self.model = model
        self.settings = settings
        clips = model.clips if is_known(model.clips) else ()
        self.clips = [ClipPart(self, at, clip) for at, clip in enumerate(clips) if is_known(clip)]

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ()

    @property
    def motions(self) -> SetMotions:
        """The motions of all channels."""
        if self._motions is None:
            from animspec.parts.set_motions import SetMotions  # noqa: PLC0415 - for hints

            tracks = (track for clip in self.clips for track in clip.tracks)
            self._motions = SetMotions(channel for track in tracks for channel in track.channels)
        return self._motions

    @property
    def identified(self) -> list[Labels]:
        """The ids of the clips."""
        ids = [((*part.pointer, "id"), part.clip.id) for part in self.clips]
        return [Labels("clip", [(pointer, label) for pointer, label in ids if is_known(label)])]

    @property
    def paces(self) -> Iterator[Pace]:
        """The pace of each clip, of those where it is known."""
        for part in self.clips:
            length, fps = part.clip.length, part.clip.fps
            if is_known(length) and is_known(fps):
                yield Pace("clip", part.pointer, length / TICKS_PER_SECOND, fps)

    @property
    def spellings(self) -> Iterator[Spelling]:
        """The paths of the tracks; those of one clip must be unlike."""
        for clip in self.clips:
            for part in clip.claims:
                yield Spelling(part.place, part.track.path, clip.at)

    @property
    def earlier(self) -> str:
        """What a sentence calls the place where another clip has spelled a path before."""
        return "in an earlier clip"

    @property
    def blocks(self) -> Blocks | None:
        """The blocks of the rig, where a hierarchy is named for it."""
        hierarchies, rig = self.settings.hierarchies, self.model.rig
        if not hierarchies or not is_known(rig) or name_key(rig) not in hierarchies:
            return None
        entries = [entry for clip in self.clips for entry in clip.paths.entries]
        return Blocks(f"block of the rig {shown(rig)}", hierarchies[name_key(rig)], entries)

    @property
    def named(self) -> list[Labels]:
        """The names of the clips."""
        names = [((*part.pointer, "name"), part.clip.name) for part in self.clips]
        return [Labels("clip", [(pointer, label) for pointer, label in names if is_known(label)])]


class ClipPart:
    """One clip of a set."""

    __slots__ = ("_paths", "at", "clip", "document", "tracks")

    def __init__(self, document: DocumentPart, at: int, clip: Clip) -> None:
        self.document = document
        self.at = at
        self.clip = clip
        self._paths: Labels | None = None
        tracks = clip.tracks if is_known(clip.tracks) else ()
        self.tracks = [
            TrackPart(self, at, track) for at, track in enumerate(tracks) if is_known(track)
        ]

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ("clips", self.at)

    @property
    def names(self) -> list[Labels]:
        """The name of the clip."""
        name = self.clip.name
        return [Labels("clip", [((*self.pointer, "name"), name)])] if is_known(name) else []

    @property
    def paths(self) -> Labels:
        """The paths of the tracks."""
        if self._paths is None:
            entries = [(part.place, part.track.path) for part in self.claims]
            self._paths = Labels("block", entries)
        return self._paths

    @property
    def claims(self) -> list[TrackPart]:
        """The tracks as claims on the blocks that they move."""
        return [part for part in self.tracks if is_known(part.track.path)]


class TrackPart:
    """One track of a clip; with a known path it is a claim on a block."""

    __slots__ = ("at", "channels", "clip", "track")

    def __init__(self, clip: ClipPart, at: int, track: Track) -> None:
        self.clip = clip
        self.at = at
        self.track = track
        every = ("position", track.position), ("rotation", track.rotation), ("scale", track.scale)
        self.channels = [
            ChannelPart(self, name, keys)
            for name, keys in every
            if keys is not None and keys is not HOLE
        ]

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return (*self.clip.pointer, "tracks", self.at)

    @property
    def key(self) -> str:
        """What the paths of one block have in common."""
        return path_key(self.track.path)

    @property
    def place(self) -> Pointer:
        """Where the path stands."""
        return (*self.pointer, "path")

    @property
    def noun(self) -> str:
        """What a sentence calls that which two tracks of a block share."""
        return "path"

    def against(self, before: TrackPart) -> str:
        """Return why the clip cannot have this track beside an earlier one of the same block."""
        return (
            f"path {shown(self.track.path)} is taken by an earlier track of the clip, "
            f"{shown(before.track.path)}, expected one track for each block"
        )


class ChannelPart:
    """One channel of a track, with its keys.

    What rules about time ask (``times``, ``rises``, ``end``, ``frame``,
    ``said``, ``time_pointer``) means the same for the channels of every kind
    of document, so that one rule serves all.
    """

    __slots__ = ("_motion", "_rises", "_times", "clip", "keys", "name", "track")

    def __init__(self, track: TrackPart, name: str, keys: tuple[Key, ...]) -> None:
        self.track = track
        self.clip = track.clip.clip
        self.name = name
        self.keys = keys
        self._motion: SetMotion | None = None
        self._times: list[int] | None = None
        self._rises: bool | None = None

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return (*self.track.pointer, self.name)

    @property
    def times(self) -> list[int]:
        """The tick of every key."""
        if self._times is None:
            self._times = [key.tick for key in self.keys]
        return self._times

    @property
    def order(self) -> range:
        """The keys in the order in which they are played: as they are written."""
        return range(len(self.times))

    @property
    def rises(self) -> bool:
        """Whether the ticks strictly rise."""
        if self._rises is None:
            times = self.times
            self._rises = all(map(lt, times, islice(times, 1, None)))
        return self._rises

    @property
    def closes(self) -> bool:
        """Whether the clip does not loop, or the channel ends with the value it starts with."""
        keys = self.keys
        return not keys or keys[0].value == keys[-1].value or not self.clip.loop

    @property
    def motion(self) -> SetMotion | None:
        """The motion that the keys make; None where there are none, or their ticks fall."""
        if self._motion is None and self.keys and self.rises:
            from animspec.parts.set_motion import SetMotion  # noqa: PLC0415 - few rules ask for it

            self._motion = SetMotion(self)
        return self._motion

    @property
    def start(self) -> int:
        """The tick at which the clip starts."""
        return 0

    @property
    def end(self) -> int:
        """The tick at which the clip ends."""
        return self.clip.length

    @property
    def owner(self) -> str:
        """What ends at ``end``."""
        return "clip"

    @property
    def rate(self) -> FrameRate:
        """The clip's frame grid."""
        return _grid(known(self.clip.fps))

    @property
    def frame(self) -> int:
        """How many ticks a frame takes."""
        return self.rate.ticks_per_frame

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return f"tick {time}"

    def when(self, at: int) -> str:
        """Return when a key is, as a sentence says it."""
        return self.said(self.times[at])

    def time_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's time."""
        return (*self.pointer, at, "tick")
