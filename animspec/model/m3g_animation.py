"""JSR-184 animation as its document writes it: keyframe sequences, controllers and tracks.

Member names are the file's, so a JSON Pointer is an attribute path:
``/sequences/0/keyframes/2/time`` is ``sequences[0].keyframes[2].time``.
The names of constants are those of the standard. An optional member that the
file leaves out is ``None``; JSON's ``null`` is never a value here. Nothing in
these classes checks anything: rules do.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from attrs import frozen
from msgspec import Meta

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

WorldTime: TypeAlias = Annotated[int, Meta(ge=SMALLEST_INTEGER, le=LARGEST_INTEGER)]
SequenceTime: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
KeyIndex: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
ComponentCount: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Weight: TypeAlias = Annotated[float, Meta(ge=0)]
Value: TypeAlias = Annotated[tuple[float, ...], Meta(min_length=1)]


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
    speed: float
    weight: Weight
    activeInterval: tuple[WorldTime, WorldTime]  # noqa: N815 - the file's own name
    refSequenceTime: float  # noqa: N815 - the file's own name
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
