"""Scene animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from animspec.model.scene_animation import (
    Action,
    Camera,
    CameraKey,
    Clip,
    Cycle,
    CycleMode,
    Driver,
    ObjectKey,
    ObjectTrack,
    PoseEase,
    PropertyEase,
    PropertyKey,
    PropertyTrack,
    SceneAnimation,
    Variable,
)
from animspec.paths import path_key
from animspec.strategies.expressions import KNOWN, expressions
from animspec.strategies.sets import numbers, paths

if TYPE_CHECKING:
    from collections.abc import Sequence

MILLISECONDS: Final = 1000
"""Times have three decimals."""

FRAME_RATES: Final = (24.0, 25.0, 29.97, 30.0, 60.0)
POSE_EASES: Final[tuple[PoseEase | None, ...]] = (None, "smooth", "linear", "hold", "stop")
PROPERTY_EASES: Final[tuple[PropertyEase | None, ...]] = (*POSE_EASES, "bezier")
CYCLES: Final[tuple[CycleMode, ...]] = ("hold", "repeat", "offset", "pingpong")
PROPERTY_NAMES: Final = ("power", "colour", "angle", "x")


@st.composite
def times(draw: st.DrawFn, length: float, *, most: int = 5) -> list[float]:
    """Return rising times of keys, at least one, from 0 to a length, in whole milliseconds."""
    last = int(length * MILLISECONDS)
    found = draw(st.lists(st.integers(0, last), min_size=1, max_size=most, unique=True))
    return [each / MILLISECONDS for each in sorted(found)]


@st.composite
def matrices(draw: st.DrawFn) -> tuple[float, ...]:
    """Return placements: turned by quarters about z, scaled evenly, anywhere."""
    c, s = draw(st.sampled_from(((1.0, 0.0), (0.0, 1.0), (0.6, 0.8))))
    k = draw(st.sampled_from((1.0, 0.5, 2.0)))
    x, y, z = (draw(numbers(-100.0, 100.0)) for _ in range(3))
    return (k * c, k * s, 0.0, 0.0, -k * s, k * c, 0.0, 0.0, 0.0, 0.0, k, 0.0, x, y, z, 1.0)


cycles: Final[st.SearchStrategy[Cycle | None]] = st.none() | st.builds(
    Cycle, st.sampled_from(CYCLES), st.sampled_from(CYCLES)
)
"""How tracks go on beyond their keys."""


@st.composite
def cameras(draw: st.DrawFn, length: float) -> tuple[CameraKey, ...]:
    """Return the keys of a camera that looks ahead, along y."""
    made = []
    for time in draw(times(length)):
        x, y, z = (draw(numbers(-100.0, 100.0)) for _ in range(3))
        fov = draw(st.none() | st.integers(10, 120).map(float))
        camera = Camera((x, y, z), (x, y + 10.0, z), fov, draw(st.none() | st.booleans()))
        made.append(CameraKey(time, camera, draw(st.sampled_from(POSE_EASES))))
    return tuple(made)


@st.composite
def objects(draw: st.DrawFn, path: str, length: float) -> ObjectTrack:
    """Return the track of an object."""
    keys = [
        ObjectKey(time, draw(matrices()), draw(st.sampled_from(POSE_EASES)))  # type: ignore[arg-type]
        for time in draw(times(length))
    ]
    return ObjectTrack(path, tuple(keys), draw(cycles))


@st.composite
def properties(
    draw: st.DrawFn, path: str, name: str, length: float, readable: Sequence[PropertyTrack] = ()
) -> PropertyTrack:
    """Return the track of a property; a driver may read properties that are there before it."""
    width = draw(st.integers(1, 3))
    values = st.tuples(*[numbers(-100.0, 100.0)] * width)
    keys = [
        PropertyKey(time, draw(values), draw(st.sampled_from(PROPERTY_EASES)))
        for time in draw(times(length))
    ]
    driver = draw(st.none() | drivers(readable))
    return PropertyTrack(path, name, tuple(keys), draw(cycles), driver)


@st.composite
def drivers(draw: st.DrawFn, readable: Sequence[PropertyTrack] = ()) -> Driver:
    """Return a driver of one expression for all components."""
    variables: dict[str, float | Variable] = {"amount": draw(numbers(-10.0, 10.0))}
    if readable:
        other = draw(st.sampled_from(list(readable)))
        variables["other"] = Variable(other.path, other.name, 0)
    return Driver(draw(expressions((*KNOWN, *variables))), variables)


@st.composite
def _tracks(
    draw: st.DrawFn, length: float, most: int
) -> tuple[tuple[ObjectTrack, ...], tuple[PropertyTrack, ...]]:
    """Return the tracks of a scene, or of an action."""
    taken = draw(st.lists(paths(), max_size=most, unique_by=path_key))
    named = draw(
        st.lists(
            st.tuples(paths(), st.sampled_from(PROPERTY_NAMES)),
            max_size=most,
            unique_by=lambda address: (path_key(address[0]), address[1]),
        )
    )
    props: list[PropertyTrack] = []
    for path, name in named:
        props.append(draw(properties(path, name, length, tuple(props))))
    return tuple(draw(objects(path, length)) for path in taken), tuple(props)


@st.composite
def scenes(draw: st.DrawFn, *, most: int = 2) -> SceneAnimation:
    """Return a scene with at most so many objects, and so many properties."""
    length = draw(st.integers(500, 10_000)) / MILLISECONDS
    placed, props = draw(_tracks(length, most))
    actions = [
        Action(f"action{at}", None, *draw(_plain(length, most)))
        for at in range(draw(st.integers(0, 1)))
    ]
    return SceneAnimation(
        length=length,
        fps=draw(st.sampled_from(FRAME_RATES)),
        camera=draw(st.none() | cameras(length)),
        cameraCycle=None,
        objects=placed,
        props=props,
        actions=tuple(actions),
        clips=tuple(draw(action_clips(each.id, length)) for each in actions),
    )


@st.composite
def _plain(
    draw: st.DrawFn, length: float, most: int
) -> tuple[tuple[ObjectTrack, ...], tuple[PropertyTrack, ...]]:
    """Return the tracks of an action: of properties without drivers, each of one component."""
    placed, props = draw(_tracks(length, most))
    kept = [
        PropertyTrack(each.path, each.name, each.keys, each.cycle) for each in props if each.keys
    ]
    return placed, tuple(kept)


@st.composite
def action_clips(draw: st.DrawFn, action: str, length: float) -> Clip:
    """Return a clip that plays an action within a scene."""
    start, first, last = sorted(draw(st.integers(0, int(length * MILLISECONDS))) for _ in range(3))
    return Clip(
        action=action,
        start=start / MILLISECONDS,
        from_=first / MILLISECONDS,
        to=(last + 100) / MILLISECONDS,
        scale=draw(st.sampled_from((None, 0.5, 2.0))),
        repeat=draw(st.sampled_from((None, 2.0))),
        extend=draw(st.sampled_from((None, "hold", "both"))),
        blend=draw(st.sampled_from((None, "replace", "add"))),
        weight=draw(st.sampled_from((None, 0.5))),
    )
