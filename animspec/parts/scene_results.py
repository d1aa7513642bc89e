"""What the expressions of a scene come to at its frames, where they are not finite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from attrs import evolve, fields, frozen, has

from animspec.drivers import PropertySampler
from animspec.holes import HOLE
from animspec.layers import property_address
from animspec.rounding import round_time
from expressions import Program, Step
from expressions.program import MOST_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.curves import Floats
    from animspec.model.scene_animation import SceneAnimation
    from animspec.parts.scene_drivers import DriverPart
    from animspec.pointers import Pointer

MOST_FRAMES: Final = 10_000
"""Of a longer scene so many frames are looked at, evenly spread: minutes of it."""

TEST: Final = (
    Step("num", 0.0),
    Step("op", "*"),
    Step("num", 1.0),
    Step("num", 0.0),
    Step("fn", "select"),
)
"""Steps that leave 1 for what is not finite, as 0 times that is not 0, and else 0."""


@frozen
class Lapse:
    """An expression that is not finite at some frames.

    Attributes:
        pointer: where the expression stands.
        frame: the first such frame.
        count: how many of the frames looked at are such.
        always: whether all of them are.
    """

    pointer: Pointer
    frame: int
    count: int
    always: bool


def lapses(scene: SceneAnimation, drivers: Sequence[DriverPart]) -> Iterator[Lapse]:
    """Yield the expressions of a scene's drivers that are not finite at some frame.

    Nothing of a scene that has holes or cannot be evaluated.
    """
    if not is_whole((scene.props, scene.actions, scene.clips, scene.length, scene.fps)):
        return
    try:
        sampler = PropertySampler.of(scene)
    except ValueError:
        return
    frames = _frames(scene)
    with np.errstate(all="ignore"):
        values = sampler.sample_many(frames / scene.fps)
        for part in drivers:
            if part.property.key in sampler.driven and _counts(scene, part):
                flags = _flags(sampler, part.property.key, frames, values)
                yield from _lapses(part, frames, flags)


def _counts(scene: SceneAnimation, part: DriverPart) -> bool:
    """Whether no other track of the same property stands before it: the first one plays."""
    key = part.property.key
    tracks = (each for each in scene.props or () if property_address(each.path, each.name) == key)
    return next(tracks, None) is part.property.track


def _frames(scene: SceneAnimation) -> Floats:
    """Return the frames to look at."""
    last = int(round_time(scene.length) * scene.fps + 1e-9)
    return np.unique(np.linspace(0, last, min(last + 1, MOST_FRAMES)).round())


def _flags(
    sampler: PropertySampler, address: tuple[str, str], frames: Floats, values: Mapping[Any, Floats]
) -> Floats:
    """Return 1 where a component is not finite and 0 where it is, (frames, components)."""
    driven = sampler.driven[address]
    times = frames / sampler.fps
    known = {"t": times, "frame": times * sampler.fps, "fps": sampler.fps, "length": sampler.length}
    tested = evolve(driven, programs=tuple(map(_tested, driven.programs)))
    return tested.sample(known, sampler.layered[address].sample_many(times), values)


def _tested(program: Program) -> Program:
    """Return a program that tells whether another one is finite."""
    if len(program.steps) + len(TEST) > MOST_STEPS:
        return Program((Step("num", 0.0),))
    return Program((*program.steps, *TEST))


def _lapses(part: DriverPart, frames: Floats, flags: Floats) -> Iterator[Lapse]:
    for at, (pointer, _) in enumerate(part.texts):
        lapsed = flags[:, at] != 0.0 if part.is_list else flags.any(axis=1)
        if lapsed.any():
            count = int(lapsed.sum())
            yield Lapse(pointer, int(frames[lapsed.argmax()]), count, count == len(frames))


def is_whole(part: Any) -> bool:
    """Whether a part of a model has no holes.

    >>> from animspec.model.scene_animation import Cycle
    >>> is_whole((1.0, Cycle("hold", "hold"))), is_whole((Cycle("hold", HOLE),))
    (True, False)
    """
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if each is HOLE:
            return False
        if isinstance(each, tuple):
            waiting += each
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif has(type(each)):
            waiting += [getattr(each, member.name) for member in fields(type(each))]
    return True
