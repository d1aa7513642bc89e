"""The scene animation as its file writes it: camera, objects, properties, actions and clips.

Member names are the file's, so a JSON Pointer is an attribute path:
``/props/0/keys/3/t`` is ``props[0].keys[3].t``; only ``from`` and ``$schema``
are ``from_`` and ``schema_`` here. An optional member that the file leaves out
is ``None``; JSON's ``null`` is never a value. Nothing in these classes checks
anything: rules do.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads the annotations
from typing import Annotated, Final, Literal, TypeAlias

from attrs import frozen
from msgspec import Meta

PoseEase: TypeAlias = Literal["smooth", "linear", "hold", "stop"]
PropertyEase: TypeAlias = Literal["smooth", "linear", "hold", "stop", "bezier"]
HandleMode: TypeAlias = Literal["auto", "vector", "free", "aligned"]
CycleMode: TypeAlias = Literal["hold", "repeat", "offset", "pingpong"]
Extend: TypeAlias = Literal["none", "hold", "both"]
Blend: TypeAlias = Literal["replace", "add"]
BodyShape: TypeAlias = Literal["box", "sphere", "capsule", "mesh"]

DOUBLES_HOLD_INTEGERS: Final = 2**53
"""From there on they do not hold every one (SEMANTICS 1.2)."""

Number: TypeAlias = Annotated[float, Meta(gt=-DOUBLES_HOLD_INTEGERS, lt=DOUBLES_HOLD_INTEGERS)]
"""A float that msgspec reads only where doubles hold every integer; beyond, the text decides."""

SHORTEST: Final = 0.5
LONGEST: Final = 3600
"""The length of a scene animation, in seconds (SEMANTICS 3.1)."""

Length: TypeAlias = Annotated[float, Meta(ge=SHORTEST, le=LONGEST)]
FramesPerSecond: TypeAlias = Annotated[float, Meta(gt=0, le=1000)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Factor: TypeAlias = Annotated[float, Meta(gt=0, lt=DOUBLES_HOLD_INTEGERS)]
Amount: TypeAlias = Annotated[float, Meta(ge=0, lt=DOUBLES_HOLD_INTEGERS)]
Substeps: TypeAlias = Annotated[int, Meta(ge=1, le=DOUBLES_HOLD_INTEGERS)]
Component: TypeAlias = Annotated[int, Meta(ge=0, le=DOUBLES_HOLD_INTEGERS)]

Vector: TypeAlias = tuple[Number, Number, Number]
# fmt: off
Matrix: TypeAlias = tuple[
    Number, Number, Number, Number,
    Number, Number, Number, Number,
    Number, Number, Number, Number,
    Number, Number, Number, Number,
]
# fmt: on
"""16 numbers, column by column."""

Values: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=1)]
Handle: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=2)]
"""From its key: a time, then one number for each component."""


@frozen
class Cycle:
    """How a track goes on before its first key and after its last."""

    before: CycleMode
    after: CycleMode


@frozen
class Camera:
    """What a camera sees: from ``eye`` to ``target``, through its lens."""

    eye: Vector
    target: Vector
    fov: Number | None = None
    persp: bool | None = None
    height: Number | None = None


@frozen
class CameraKey:
    """The camera at a time; its ease (absent: smooth) leads to the next key."""

    t: Number
    cam: Camera
    ease: PoseEase | None = None


@frozen
class ObjectKey:
    """An object's placement matrix at a time."""

    t: Number
    m: Matrix
    ease: PoseEase | None = None


@frozen
class ObjectTrack:
    """The placement of one object, named by its path."""

    path: str
    keys: tuple[ObjectKey, ...]
    cycle: Cycle | None = None


@frozen
class PropertyKey:
    """A property's components at a time, with its Bézier handles and how they are kept."""

    t: Number
    v: Values
    ease: PropertyEase | None = None
    hm: HandleMode | None = None
    hl: Handle | None = None
    hr: Handle | None = None


@frozen
class Variable:
    """A variable of an expression that reads a component of a property."""

    path: str
    name: str
    component: Component | None = None


@frozen
class Driver:
    """Expressions that give a property its value: one for all components, or one for each."""

    expression: str | Annotated[tuple[str, ...], Meta(min_length=1)]
    variables: Mapping[str, Number | Variable] | None = None


@frozen
class PropertyTrack:
    """One property of an object (or of ``camera``), by keys, by a driver, or by both."""

    path: str
    name: str
    keys: tuple[PropertyKey, ...] | None = None
    cycle: Cycle | None = None
    driver: Driver | None = None


@frozen
class Action:
    """Tracks that clips play, as often and whenever they like."""

    id: str
    name: str | None = None
    objects: tuple[ObjectTrack, ...] | None = None
    props: tuple[PropertyTrack, ...] | None = None


@frozen(kw_only=True)
class Clip:
    """An action played on the timeline: from ``start`` on, its part from ``from_`` to ``to``."""

    action: str
    name: str | None = None
    start: Number
    from_: Number
    to: Number
    scale: Factor | None = None
    repeat: Factor | None = None
    extend: Extend | None = None
    blend: Blend | None = None
    weight: Share | None = None
    mute: bool | None = None


@frozen
class Ground:
    """The plane that bodies fall on."""

    on: bool | None = None
    z: Number | None = None


@frozen
class Body:
    """An object that moves as a rigid body; one of mass 0 stands still."""

    path: str
    shape: BodyShape
    mass: Amount
    friction: Share
    bounce: Share
    velocity: Vector | None = None
    spin: Vector | None = None


@frozen
class Physics:
    """The settings of a simulation of rigid bodies, which runs elsewhere."""

    gravity: Vector | None = None
    ground: Ground | None = None
    from_: Number | None = None
    to: Number | None = None
    substeps: Substeps | None = None
    bodies: tuple[Body, ...] | None = None


@frozen
class SceneAnimation:
    """A timeline: the camera, objects and properties over it, and clips on top of them."""

    length: Length
    fps: FramesPerSecond
    camera: tuple[CameraKey, ...] | None = None
    cameraCycle: Cycle | None = None  # noqa: N815 - the file's own name
    objects: tuple[ObjectTrack, ...] | None = None
    props: tuple[PropertyTrack, ...] | None = None
    actions: tuple[Action, ...] | None = None
    clips: tuple[Clip, ...] | None = None
    physics: Physics | None = None
    schema_: str | None = None


DEFAULT_CAMERA: Final = Camera(
    eye=(0.0, 0.0, 0.0), target=(0.0, 0.0, 0.0), fov=50.0, persp=True, height=10.0
)
"""The lens of a camera that leaves it out; eye and target are never left out."""

DEFAULT_CLIP: Final = Clip(
    action="",
    start=0.0,
    from_=0.0,
    to=0.0,
    scale=1.0,
    repeat=1.0,
    extend="none",
    blend="replace",
    weight=1.0,
    mute=False,
)
"""What a clip's optional members are where it leaves them out."""

DEFAULT_GROUND: Final = Ground(on=True, z=0.0)

DEFAULT_PHYSICS: Final = Physics(
    gravity=(0.0, 0.0, -9.81), ground=DEFAULT_GROUND, from_=0.0, to=3.0, substeps=20, bodies=()
)
"""What a scene's physics settings are where it leaves them out (SEMANTICS 3.11)."""
