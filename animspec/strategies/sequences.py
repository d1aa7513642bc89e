"""Keyframe sequences of JSR-184, with controllers and tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from animspec.model.m3g_animation import (
    Controller,
    InterpolationName,
    Keyframe,
    M3GAnimation,
    PropertyName,
    RepeatModeName,
    Sequence,
    Track,
)
from animspec.strategies.sets import names, numbers

if TYPE_CHECKING:
    from collections.abc import Sequence as Listed

LONGEST_SEQUENCE: Final = 5000
"""The longest duration: seconds, where players count milliseconds."""

PROPERTIES: Final[dict[int, tuple[PropertyName, ...]]] = {
    1: ("ALPHA", "FIELD_OF_VIEW", "VISIBILITY"),
    3: ("TRANSLATION", "SCALE", "COLOR"),
    4: ("ORIENTATION",),
}
"""What sequences of so many components are drawn for."""

STRAIGHT: Final[tuple[InterpolationName, ...]] = ("STEP", "LINEAR", "SPLINE")
SPHERICAL: Final[tuple[InterpolationName, ...]] = ("SLERP", "SQUAD")
REPEATS: Final[tuple[RepeatModeName, ...]] = ("CONSTANT", "LOOP")


@st.composite
def unit_quaternions(draw: st.DrawFn) -> tuple[float, float, float, float]:
    """Return rotations of less than half a turn, as quaternions of length 1."""
    x, y, z = (draw(st.integers(-50, 50)) / 100 for _ in range(3))
    length = (x * x + y * y + z * z + 1.0) ** 0.5
    return x / length, y / length, z / length, 1.0 / length


@st.composite
def sequences(draw: st.DrawFn, identity: str = "walk", *, most: int = 5) -> Sequence:
    """Return a sequence with at most so many keys, whose times rise."""
    width = draw(st.sampled_from(sorted(PROPERTIES)))
    times = sorted(
        draw(st.lists(st.integers(0, LONGEST_SEQUENCE), min_size=1, max_size=most, unique=True))
    )
    values = unit_quaternions() if width == 4 else st.tuples(*[numbers(-100.0, 100.0)] * width)
    return Sequence(
        id=identity,
        interpolation=draw(st.sampled_from(SPHERICAL if width == 4 else STRAIGHT)),
        repeatMode=draw(st.sampled_from(REPEATS)),
        duration=max(times[-1], 1) + draw(st.integers(0, 1000)),
        componentCount=width,
        keyframes=tuple(Keyframe(time, draw(values)) for time in times),
    )


@st.composite
def controllers(draw: st.DrawFn, identity: str = "main") -> Controller:
    """Return a controller that is active at times, and has a weight."""
    start = draw(st.integers(-2000, 2000))
    return Controller(
        id=identity,
        speed=draw(st.sampled_from((1.0, 0.5, 2.0, -1.0))),
        weight=draw(st.sampled_from((1.0, 0.25))),
        activeInterval=(start, start + draw(st.sampled_from((0, 500, 4000)))),
        refSequenceTime=float(draw(st.integers(0, 1000))),
        refWorldTime=draw(st.integers(-1000, 1000)),
    )


@st.composite
def m3g_animations(draw: st.DrawFn, *, most: int = 3, most_keys: int = 5) -> M3GAnimation:
    """Return a document of at most so many sequences, each on a target of its own."""
    made = [
        draw(sequences(f"sequence{at}", most=most_keys)) for at in range(draw(st.integers(1, most)))
    ]
    clocks = [draw(controllers(f"controller{at}")) for at in range(draw(st.integers(1, 2)))]
    return M3GAnimation(tuple(made), tuple(clocks), tuple(draw(_tracks(made, clocks))))


@st.composite
def _tracks(draw: st.DrawFn, made: Listed[Sequence], clocks: Listed[Controller]) -> list[Track]:
    called = draw(st.lists(names(), min_size=len(made), max_size=len(made), unique=True))
    return [
        Track(
            target,
            draw(st.sampled_from(PROPERTIES[sequence.componentCount])),
            sequence.id,
            draw(st.sampled_from([each.id for each in clocks])),
        )
        for target, sequence in zip(called, made, strict=True)
    ]
