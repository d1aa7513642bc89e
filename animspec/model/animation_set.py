"""The animation set as its file writes it: a rig, clips, tracks, channels and keys.

Member names are the file's, so a JSON Pointer is an attribute path:
``/clips/0/tracks/1/rotation/2/tick`` is ``clips[0].tracks[1].rotation[2].tick``.
An optional member that the file leaves out is ``None``; JSON's ``null`` is
never a value here. Nothing in these classes checks anything: rules do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from attrs import frozen
from msgspec import Meta

from animspec.model.shape import Shape, no_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from animspec.model.shape import Shapes

Interpolation: TypeAlias = Literal["step", "linear", "smooth"]
ChannelName: TypeAlias = Literal["position", "rotation", "scale"]

CHANNEL_NAMES: Final[tuple[ChannelName, ...]] = ("position", "rotation", "scale")

LARGEST_INTEGER: Final = 2**53
"""Beyond it, doubles no longer hold every integer (SEMANTICS 1.2)."""

Number: TypeAlias = Annotated[float, Meta(gt=-LARGEST_INTEGER, lt=LARGEST_INTEGER)]
"""A float that msgspec reads only below 2^53.

From there on the text decides (an integer is a fault, a fraction is not), so
the decoder hands the number over to whoever reads the text.
"""

Tick: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
Length: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]

# fmt: off
FramesPerSecond: TypeAlias = Literal[
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 24, 25, 30, 32, 40, 48, 50, 60, 64, 75, 80, 96,
    100, 120, 125, 150, 160, 192, 200, 240, 250, 300, 320, 375, 400, 480, 500, 600, 750, 800,
    960, 1000, 1200, 1500, 1600, 2000, 2400, 3000, 4000, 4800, 6000, 8000, 12000, 24000,
]
# fmt: on


@frozen
class Vector3:
    """Three numbers along x, y and z: offsets, degrees or factors, as the channel has it."""

    x: Number
    y: Number
    z: Number


@frozen
class Key:
    """One key of a channel; its interpolation (absent: linear) leads to the next key."""

    tick: Tick
    value: Vector3
    interpolation: Interpolation | None = None


@frozen
class Track:
    """The channels of one block, named by its path."""

    path: str
    position: tuple[Key, ...] | None = None
    rotation: tuple[Key, ...] | None = None
    scale: tuple[Key, ...] | None = None


@frozen
class Clip:
    """One motion: its length in ticks, the frame grid it snaps to, and its tracks."""

    id: str
    name: str
    length: Length
    fps: FramesPerSecond
    loop: bool
    tracks: tuple[Track, ...]


@frozen
class AnimationSet:
    """All clips made for one rig."""

    rig: str
    clips: tuple[Clip, ...]
    version: Literal[1] | None = None
    schema_: str | None = None


def channels(track: Track) -> Iterator[tuple[ChannelName, tuple[Key, ...]]]:
    """Yield the channels that a track has, with their keys."""
    if track.position is not None:
        yield "position", track.position
    if track.rotation is not None:
        yield "rotation", track.rotation
    if track.scale is not None:
        yield "scale", track.scale


def channel_members(keys: tuple[Key, ...]) -> int:
    """Return how many members JSON needs for a channel's keys, its own name not counted.

    >>> channel_members((Key(0, Vector3(0, 0, 0)), Key(1, Vector3(0, 0, 0), "step")))
    11
    """
    return 6 * len(keys) - [key.interpolation for key in keys].count(None)


def track_members(track: Track) -> int:
    """Return how many members JSON needs for a track."""
    return tracks_members((track,))


def tracks_members(tracks: Iterable[Track]) -> int:
    """Return how many members JSON needs for tracks.

    The keys are asked in one go, which for short channels is quicker than channel by channel.
    """
    count = 0
    every: list[tuple[Key, ...]] = []
    for track in tracks:
        count += 1
        for keys in (track.position, track.rotation, track.scale):
            if keys is not None:
                count += 1
                every.append(keys)
    asked = [key.interpolation for keys in every for key in keys]
    return count + 6 * len(asked) - asked.count(None)


def clip_members(clip: Clip) -> int:
    """Return how many members JSON needs for a clip."""
    return 6 + tracks_members(clip.tracks)


def set_members(animation_set: AnimationSet) -> int:
    """Return how many members JSON needs for a set."""
    optional = (animation_set.version is not None) + (animation_set.schema_ is not None)
    return 2 + optional + sum(map(clip_members, animation_set.clips))


def track_texts(track: Track) -> Iterator[str]:
    """Yield the free texts of a track: those that may hold any character."""
    yield track.path


def clip_texts(clip: Clip) -> Iterator[str]:
    """Yield the free texts of a clip and its tracks."""
    yield from (clip.id, clip.name)
    yield from (track.path for track in clip.tracks)


def set_texts(animation_set: AnimationSet) -> Iterator[str]:
    """Yield the free texts of a set, its clips and their tracks."""
    yield animation_set.rig
    if animation_set.schema_ is not None:
        yield animation_set.schema_
    for clip in animation_set.clips:
        yield from clip_texts(clip)


MODEL: Final = AnimationSet

LANDMARKS: Final = {
    **dict.fromkeys(("id", "name", "length", "fps", "loop"), ("clips",)),
    "path": ("clips", "tracks"),
}

SHAPES: Final[Shapes] = {
    AnimationSet: Shape("animation-set", set_members, set_texts, LANDMARKS),
    Clip: Shape("animation-set-clip", clip_members, clip_texts),
    Track: Shape("animation-set-track", track_members, track_texts),
    Key: Shape("animation-set-key", lambda key: channel_members((key,)), no_texts),
    Vector3: Shape("vector3", lambda _: 3, no_texts),
}
