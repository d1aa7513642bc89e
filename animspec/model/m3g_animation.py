"""JSR-184 animation as its document writes it: keyframe sequences, controllers and tracks.

Member names are the file's, so a JSON Pointer is an attribute path:
``/sequences/0/keyframes/2/time`` is ``sequences[0].keyframes[2].time``.
The names of constants are those of the standard. An optional member that the
file leaves out is ``None``; JSON's ``null`` is never a value here. Nothing in
these classes checks anything: rules do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from attrs import frozen
from msgspec import Meta

from animspec.model.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.model.shape import Shapes

InterpolationName: TypeAlias = Literal["LINEAR", "SLERP", "SPLINE", "SQUAD", "STEP"]
RepeatModeName: TypeAlias = Literal["CONSTANT", "LOOP"]

PropertyName: TypeAlias = Literal[
    "ALPHA",
    "AMBIENT_COLOR",
    "COLOR",
    "CROP",
    "DENSITY",
    "DIFFUSE_COLOR",
    "EMISSIVE_COLOR",
    "FAR_DISTANCE",
    "FIELD_OF_VIEW",
    "INTENSITY",
    "MORPH_WEIGHTS",
    "NEAR_DISTANCE",
    "ORIENTATION",
    "PICKABILITY",
    "SCALE",
    "SHININESS",
    "SPECULAR_COLOR",
    "SPOT_ANGLE",
    "SPOT_EXPONENT",
    "TRANSLATION",
    "VISIBILITY",
]

SMALLEST_INTEGER: Final = -(2**31)
LARGEST_INTEGER: Final = 2**31 - 1
"""The standard's integers have 32 bits."""

DOUBLES_HOLD_INTEGERS: Final = 2**53
"""From there on they do not hold every one (SEMANTICS 1.2)."""

Number: TypeAlias = Annotated[float, Meta(gt=-DOUBLES_HOLD_INTEGERS, lt=DOUBLES_HOLD_INTEGERS)]
"""A float that msgspec reads only where doubles hold every integer; beyond, the text decides."""

WorldTime: TypeAlias = Annotated[int, Meta(ge=SMALLEST_INTEGER, le=LARGEST_INTEGER)]
SequenceTime: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
KeyIndex: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
ComponentCount: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Weight: TypeAlias = Annotated[float, Meta(ge=0, lt=DOUBLES_HOLD_INTEGERS)]
Value: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=1)]


@frozen
class Keyframe:
    """One key: a time in sequence time units, and one number per component."""

    time: SequenceTime
    value: Value


@frozen(kw_only=True)
class Sequence:
    """A curve: its keys, how they are joined, and what happens before and after them.

    ``validRange`` names the first and last key in use; where the first is the
    greater, the range runs to the last key and on from key 0. Absent: all keys.
    """

    id: str
    interpolation: InterpolationName
    repeatMode: RepeatModeName  # noqa: N815 - the file's own name
    duration: SequenceTime
    validRange: tuple[KeyIndex, KeyIndex] | None = None  # noqa: N815 - the file's own name
    componentCount: ComponentCount  # noqa: N815 - the file's own name
    keyframes: Annotated[tuple[Keyframe, ...], Meta(min_length=1)]


@frozen
class Controller:
    """How world time becomes sequence time, when that counts, and how much.

    Its interval is active from the start up to, but not at, the end; a start
    that equals the end means always.
    """

    id: str
    speed: Number
    weight: Weight
    activeInterval: tuple[WorldTime, WorldTime]  # noqa: N815 - the file's own name
    refSequenceTime: Number  # noqa: N815 - the file's own name
    refWorldTime: WorldTime  # noqa: N815 - the file's own name


@frozen
class Track:
    """One property of a target, driven by a sequence; without a controller it rests."""

    target: str
    property: PropertyName
    sequence: str
    controller: str | None = None


@frozen
class M3GAnimation:
    """All sequences of a model, with the controllers and tracks that apply them."""

    sequences: tuple[Sequence, ...]
    controllers: tuple[Controller, ...] | None = None
    tracks: tuple[Track, ...] | None = None
    schema_: str | None = None


def keyframe_members(_: Keyframe) -> int:
    """Return how many members JSON needs for a key."""
    return 2


def sequence_members(sequence: Sequence) -> int:
    """Return how many members JSON needs for a sequence.

    >>> key = Keyframe(0, (0.0,))
    >>> sequence_members(
    ...     Sequence(
    ...         id="",
    ...         interpolation="STEP",
    ...         repeatMode="LOOP",
    ...         duration=1,
    ...         componentCount=1,
    ...         keyframes=(key, key),
    ...     )
    ... )
    10
    """
    return 6 + (sequence.validRange is not None) + 2 * len(sequence.keyframes)


def controller_members(_: Controller) -> int:
    """Return how many members JSON needs for a controller."""
    return 6


def track_members(track: Track) -> int:
    """Return how many members JSON needs for a track."""
    return 3 + (track.controller is not None)


def animation_members(animation: M3GAnimation) -> int:
    """Return how many members JSON needs for a document."""
    optional = (animation.controllers, animation.tracks, animation.schema_)
    return (
        1
        + sum(1 for member in optional if member is not None)
        + sum(map(sequence_members, animation.sequences))
        + sum(map(controller_members, animation.controllers or ()))
        + sum(map(track_members, animation.tracks or ()))
    )


def keyframe_texts(_: Keyframe) -> Iterator[str]:
    """Yield no text: a key has none."""
    yield from ()


def sequence_texts(sequence: Sequence) -> Iterator[str]:
    """Yield the free texts of a sequence: those that may hold any character."""
    yield sequence.id


def controller_texts(controller: Controller) -> Iterator[str]:
    """Yield the free texts of a controller."""
    yield controller.id


def track_texts(track: Track) -> Iterator[str]:
    """Yield the free texts of a track."""
    yield from (track.target, track.sequence)
    if track.controller is not None:
        yield track.controller


def animation_texts(animation: M3GAnimation) -> Iterator[str]:
    """Yield the free texts of a document and its parts."""
    if animation.schema_ is not None:
        yield animation.schema_
    yield from (sequence.id for sequence in animation.sequences)
    yield from (controller.id for controller in animation.controllers or ())
    for track in animation.tracks or ():
        yield from track_texts(track)


MODEL: Final = M3GAnimation

SHAPES: Final[Shapes] = {
    M3GAnimation: Shape("m3g-animation", animation_members, animation_texts),
    Sequence: Shape("m3g-animation-sequence", sequence_members, sequence_texts),
    Keyframe: Shape("m3g-animation-keyframe", keyframe_members, keyframe_texts),
    Controller: Shape("m3g-animation-controller", controller_members, controller_texts),
    Track: Shape("m3g-animation-track", track_members, track_texts),
}
