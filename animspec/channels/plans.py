"""The times at which to look at a motion: frames, keys, just beside keys, and between.

All are arrays of rising times in the motion's unit, within the motion but for the last frame,
which is the one nearest to the end and may lie beyond it.

>>> from animspec.channels import motions
>>> from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
>>> keys = (Key(0, Vector3(0, 0, 0)), Key(7000, Vector3(0, 9, 0), "step"))
>>> clip = Clip("a", "A", 12000, 4, loop=False, tracks=(Track("Arm", rotation=keys),))
>>> (motion,) = motions(AnimationSet("Fox", (clip,)))
>>> grid(motion).tolist(), keyed(motion).tolist(), between(keyed(motion)).tolist()
([0.0, 6000.0, 12000.0], [0.0, 7000.0], [3500.0])
>>> union(grid(motion), beside(motion, keyed(motion))).tolist()
[0.0, 1.0, 6000.0, 6999.0, 7001.0, 12000.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.curves import rounded
from animspec.rounding import TIME_DECIMALS, round_half_up

if TYPE_CHECKING:
    from animspec.channels.motion import Motion, TimeUnit
    from animspec.curves import Floats

RESOLUTIONS: Final[dict[TimeUnit, float]] = {
    "tick": 1.0,
    "s": 10.0**-TIME_DECIMALS,
    "sequence unit": 1.0,
    "world unit": 1.0,
}
"""The shortest time between two keys, in each unit."""

STEPS: Final = 240
"""Where there are no frames, a motion is looked at so many times at most, evenly."""

MOST_TIMES: Final = 10_000_000
"""More is nobody's wish, but a slip: a frame rate or a length with some zeros too many."""


class TooManyTimesError(ValueError):
    """So many times that looking at a motion at each of them is a slip."""


def resolution(motion: Motion) -> float:
    """Return the shortest time between two keys: a tick, a millisecond, a whole unit."""
    return RESOLUTIONS[motion.unit]


def grid(motion: Motion, fps: float | None = None) -> Floats:
    """Return the times of the frames, from the start to the frame nearest to the end.

    ``fps`` is the motion's own if none is given. Frames of ticks lie on the nearest tick, halves
    up. Where the document does not say how long a second is, the times are even steps of 1, 2
    or 5 times a power of ten units, at most 240, and the end.

    Raises:
        TooManyTimesError: there are more than ten million.
        ValueError: ``fps`` is given and the document does not say how long a second is.
    """
    rate = motion.fps if fps is None else fps
    if motion.units_per_second is None:
        if fps is not None:
            raise ValueError(f"times are in {motion.unit}s, of which a second has no known number")
        return evenly(motion, even_step(motion))
    if rate is None:
        return evenly(motion, even_step(motion))
    count = round_half_up((motion.end - motion.start) / motion.units_per_second * rate) + 1
    _require_few(count)
    times = motion.start + np.arange(count) * motion.units_per_second / rate
    if motion.unit != "tick":
        return times
    times = rounded(times, 0)
    # Frames shorter than a tick fall together.
    return times if (times[1:] > times[:-1]).all() else np.unique(times)


def every(motion: Motion) -> Floats:
    """Return every tick, millisecond or whole unit of a motion, both ends included.

    Raises:
        TooManyTimesError: there are more than ten million.
    """
    return evenly(motion, resolution(motion))


def evenly(motion: Motion, step: float) -> Floats:
    """Return the start, times a step apart, and the end.

    Raises:
        TooManyTimesError: there are more than ten million.
        ValueError: the step is not above 0.
    """
    if not step > 0.0:
        raise ValueError(f"the step is {step}, expected more than 0")
    count = np.floor((motion.end - motion.start) / step) + 1
    _require_few(count)
    times = motion.start + np.arange(count) * step
    if motion.unit == "s":
        times = rounded(times, 9)  # the noise of adding up steps, far below a millisecond
    return union(times[times <= motion.end], np.array([motion.end]))


def even_step(motion: Motion) -> float:
    """Return the least step of 1, 2 or 5 times a power of ten with at most 240 in the motion.

    It is not shorter than the resolution.
    """
    least = max((motion.end - motion.start) / STEPS, resolution(motion))
    power = 10.0 ** np.floor(np.log10(least))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9)))


def keyed(motion: Motion) -> Floats:
    """Return the times of every channel's keys, and the other moments at which a motion may turn.

    Keys before the start and after the end are not played, and are left out.
    """
    times = union(motion.moments, *(channel.keys for channel in motion.channels))
    return times[(times >= motion.start) & (times <= motion.end)]


def between(times: Floats, parts: int = 2) -> Floats:
    """Return the times that divide each stretch between two neighbours into equal parts.

    >>> between(np.array([0.0, 4.0, 6.0]), parts=4).tolist()
    [1.0, 2.0, 3.0, 4.5, 5.0, 5.5]
    """
    shares = np.arange(1, parts) / parts
    return (times[:-1, None] + np.diff(times)[:, None] * shares).ravel()


def beside(motion: Motion, times: Floats, distance: float | None = None) -> Floats:
    """Return the times just before and just after others: by ``resolution`` if not said otherwise.

    What lies out of the motion is left out. A step shows between a key and just before it.
    """
    apart = resolution(motion) if distance is None else distance
    found = union(times - apart, times + apart)
    if motion.unit == "s":
        found = rounded(found, 9)
    return found[(found >= motion.start) & (found <= motion.end)]


def union(*times: Floats) -> Floats:
    """Return all times of all arrays, rising, each once."""
    return np.unique(np.concatenate([*times, np.empty(0)]))


def thorough(motion: Motion, fps: float | None = None) -> Floats:
    """Return the frames, every key, just beside every key, and the middle between neighbours.

    Raises:
        TooManyTimesError: there are more than ten million.
    """
    keys = keyed(motion)
    return union(grid(motion, fps), keys, beside(motion, keys), between(keys))


def _require_few(count: float) -> None:
    if not count <= MOST_TIMES:
        raise TooManyTimesError(f"there would be {count:g} times, expected at most {MOST_TIMES}")
