"""The axis of time: ticks on frames, each with its seconds and its frame."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.plots.lettering import widest
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.channels import Motion

STEPS: Final = (1, 2, 5)
"""What a step between ticks begins with, where no second divides it."""

NEAREST: Final = 0.7
"""The share of a step that labels need between them."""

TOUCHING: Final = 1e-6
"""The share of a step by which sums of steps may miss the end."""


LETTERS: Final = 8.0
"""How tall the letters of a ruler are, in points."""

APART: Final = 0.08
"""Inches between labels, at least."""


@frozen
class Ruler:
    """Where the ticks stand, in the motion's unit, and what is written at them.

    ``heading`` says what the lines of each label are.
    """

    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    heading: str


def ruler(motion: Motion, most: int) -> Ruler:
    """Return a ruler with at most so many ticks."""
    if motion.units_per_second is None or motion.fps is None:
        step = _round_step((motion.end - motion.start) / most)
        first = np.ceil(motion.start / step)
        count = np.floor(motion.end / step) - first + 1
        ticks = with_end(((first + np.arange(count)) * step).tolist(), motion.end)
        return Ruler(tuple(ticks), tuple(map(_short, ticks)), "units")
    frames = max((motion.end - motion.start) / motion.units_per_second * motion.fps, 1e-9)
    step = frame_step(frames, motion.fps, most)
    counted = with_end((np.arange(np.floor(frames / step + 1e-9) + 1) * step).tolist(), frames)
    rate = motion.units_per_second / motion.fps
    labels = tuple(f"{_short(frame / motion.fps)}\n{_short(frame)}" for frame in counted)
    return Ruler(tuple(motion.start + frame * rate for frame in counted), labels, "s\nframe")


def fitting_ruler(motion: Motion, most: int, scale: float) -> Ruler:
    """Return the ruler with most ticks, but no more than given, whose labels keep apart.

    ``scale`` is how many inches long a unit of the motion is. Two ticks are always left.
    """
    rulers = (ruler(motion, count) for count in range(most, 1, -1))
    return next((each for each in rulers if _keeps_apart(each, scale)), ruler(motion, 1))


def _keeps_apart(found: Ruler, scale: float) -> bool:
    halves = [widest([label], LETTERS) / 2 for label in found.labels]
    return all(
        (tick - before) * scale >= half + half_before + APART
        for (before, half_before), (tick, half) in pairwise(zip(found.ticks, halves, strict=True))
    )


def with_end(ticks: list[float], end: float) -> list[float]:
    """Return evenly rising ticks with the end among them, and none too near before it.

    >>> with_end([0.0, 2.0, 4.0], 5.0), with_end([0.0, 2.0, 4.0], 5.5), with_end([0.0, 2.0], 2.0)
    ([0.0, 2.0, 5.0], [0.0, 2.0, 4.0, 5.5], [0.0, 2.0])
    """
    if len(ticks) < 2:
        return sorted({*ticks, end})
    step = ticks[1] - ticks[0]
    left = end - ticks[-1]
    if left <= step * TOUCHING:
        return ticks
    return [*(ticks if left >= step * NEAREST else ticks[:-1]), end]


def frame_step(frames: float, fps: float, most: int) -> float:
    """Return the frames between ticks: those that divide a second evenly, or whole seconds.

    >>> frame_step(24, 24, 9), frame_step(90, 30, 9), frame_step(300, 25, 9)
    (3, 10, 50)
    """
    return next(step for step in _steps(fps) if frames / step <= most)


def _steps(fps: float) -> Sequence[float]:
    """Return steps between ticks, rising."""
    whole = int(fps)
    parts = [step for step in range(1, whole + 1) if whole % step == 0] if whole == fps else []
    seconds = [start * 10**power for power in range(9) for start in (*STEPS,)]
    return [*(parts or seconds), *(second * fps for second in seconds if second > 1)]


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten that is not below a step.

    >>> _round_step(130.0), _round_step(0.04)
    (200.0, 0.05)
    """
    if least <= 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(each * power for each in (*STEPS, 10) if each * power >= least * (1 - 1e-9)))


def _short(value: float) -> str:
    return number(round(value, 3))
