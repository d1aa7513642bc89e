"""The animation set as its file writes it: a rig, clips, tracks, channels and keys.

Member names are the file's, so a JSON Pointer is an attribute path:
``/clips/0/tracks/1/rotation/2/tick`` is ``clips[0].tracks[1].rotation[2].tick``.
An optional member that the file leaves out is ``None``; JSON's ``null`` is
never a value here. Nothing in these classes checks anything: rules do.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from attrs import frozen
from msgspec import Meta

Interpolation: TypeAlias = Literal["step", "linear", "smooth"]
ChannelName: TypeAlias = Literal["position", "rotation", "scale"]

CHANNEL_NAMES: Final[tuple[ChannelName, ...]] = ("position", "rotation", "scale")

LARGEST_INTEGER: Final = 2**53
"""Beyond it, doubles no longer hold every integer (SEMANTICS 1.2)."""

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

    x: float
    y: float
    z: float


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
