"""A look at all channels of a set at once, which shows most of them to be of no interest.

A rule that must look at every key costs more for its calls than for its arithmetic, as most
channels have a dozen keys. A number for each channel, found on arrays of all keys, tells
whether there is anything to look at.
"""

from __future__ import annotations

from itertools import chain, compress
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from animspec.holes import HOLE, HoleUsed
from animspec.parts.motion import NOISE
from animspec.parts.set_motion import TOGETHER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from animspec.model.animation_set import Key
    from animspec.parts.set_motion import SetMotion
    from animspec.parts.sets import ChannelPart
    from animspec.rule import Thresholds

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

KINDS: Final[dict[str | None, int]] = {"step": 0, "linear": 1, "smooth": 2, None: 1}

UNUSABLE: Final = (HoleUsed, ValueError)
"""What it raises to look at what is unusable; numpy wraps it."""

LEAST_KEYS: Final = 2
"""With fewer, nothing moves."""

STRAIGHT: Final = frozenset({"linear", None})

STILL: Final = (0.0, 0.0, 0.0)

LEAST_SPEED: Final = 1e-300
"""Where nothing moves beside a key, any speed is so many times faster that it counts."""


@frozen(eq=False)
class _Keys:
    """The keys of many channels, one channel after the other; ``values`` has the shape (3, n).

    Of what lies between two keys there are n - 1 each: ``gaps`` and ``steps``. Where a channel
    ends, the gap is 1 and there is no step.
    """

    values: Floats
    kinds: Places
    firsts: Places
    lasts: Places
    gaps: Floats
    steps: Floats

    @classmethod
    def of(cls, parts: Sequence[ChannelPart]) -> _Keys:
        """Return the keys of channels.

        Raises:
            HoleUsed: something of a key is unusable, or ``ValueError``, in which numpy wraps it.
        """
        keys = list(chain.from_iterable([part.keys for part in parts]))
        points = [key.value for key in keys]
        axes = (
            [each.x for each in points],
            [each.y for each in points],
            [each.z for each in points],
        )
        values = np.array(axes, dtype=np.float64)
        kinds = np.array([KINDS[key.interpolation] for key in keys], dtype=np.intp)
        ticks = np.array([key.tick for key in keys], dtype=np.float64)
        counts = np.array([len(part.keys) for part in parts], dtype=np.intp)
        lasts = counts.cumsum() - 1
        with np.errstate(over="ignore"):
            gaps, steps = ticks[1:] - ticks[:-1], values[:, 1:] - values[:, :-1]
        gaps[lasts[:-1]], steps[:, lasts[:-1]] = 1.0, 0.0
        return cls(values, kinds, lasts - counts + 1, lasts, gaps, steps)

    @property
    def rise(self) -> bool:
        """Whether the ticks of every channel strictly rise."""
        return bool((self.gaps > 0.0).all())

    def off(self) -> Floats:
        """Return how far the key is off the way between its neighbours that is so least.

        For each channel, in the number that is off most; infinite where no key has neighbours.
        """
        before, after = self.gaps[:-1], self.gaps[1:]
        share = before / (before + after)
        eased = np.choose(self.kinds[:-2], [0.0, share, share * share * (3.0 - 2.0 * share)])
        whole = self.steps[:, :-1] + self.steps[:, 1:]
        off = np.abs(self.steps[:, :-1] - whole * eased).max(axis=0)
        return np.minimum.reduceat(self._inner(off, inf), self.firsts)

    def sharpest(self) -> Floats:
        """Return how many times faster than what is beside it a key is passed at the most.

        For each channel; 0 where no key has neighbours.
        """
        speeds = np.sqrt((self.steps * self.steps).sum(axis=0)) / self.gaps
        beside = np.zeros(len(speeds) + 2)
        beside[1:-1] = speeds
        slower = np.minimum(speeds[:-1], speeds[1:])
        ratio = slower / np.maximum(np.maximum(beside[:-3], beside[3:]), LEAST_SPEED)
        return np.maximum.reduceat(self._inner(ratio, 0.0), self.firsts)

    def _inner(self, of_inner: Floats, at_ends: float) -> Floats:
        """Return numbers of all keys but the first and the last, with one for channels' ends."""
        found = np.full(len(self.kinds), at_ends)
        found[1:-1] = of_inner
        found[self.lasts] = at_ends
        found[self.firsts] = at_ends
        return found


class SetMotions:
    """The motions of a set, with a look at all their keys at once."""

    def __init__(self, channels: Iterable[ChannelPart]) -> None:
        parts = list(channels)
        try:
            parts = [part for part in parts if part.keys]
            self._keys = _Keys.of(parts)
            if not self._keys.rise:
                parts = [part for part in parts if part.rises]
                self._keys = _Keys.of(parts)
        except UNUSABLE:
            parts = [part for part in parts if _is_known(part)]
            self._keys = _Keys.of(parts)
        self._parts = parts
        self._still: tuple[Thresholds, list[SetMotion]] | None = None

    def still(self, thresholds: Thresholds) -> list[SetMotion]:
        """Return the motions that do not leave their first value by more than nobody sees."""
        if self._still is None or self._still[0] != thresholds:
            flags = [_is_still(part.keys, thresholds[part.name]) for part in self._parts]
            self._still = thresholds, self._chosen(flags)
        return self._still[1]

    def thinnable(self, thresholds: Thresholds) -> list[SetMotion]:
        """Return the motions with a key that lies, about, on the way between its neighbours."""
        most = TOGETHER * (1.0 + NOISE) * self._by_name(thresholds)
        return self._where(~(self._look(_Keys.off) > most))

    def sharp(self, times: float) -> list[SetMotion]:
        """Return the motions with a key that is passed so many times faster."""
        return self._where(~(self._look(_Keys.sharpest) * (1.0 + NOISE) <= times))

    def kinked(self, times: float) -> list[SetMotion]:
        """Return the motions that may bend at the seam of a loop, and nowhere else as sharply."""
        return self._chosen([_may_knock(part, times) for part in self._parts])

    def _look(self, at: Callable[[_Keys], Floats]) -> Floats:
        """Return a number for each channel; what is none, the rules judge by themselves."""
        if not self._parts:
            return np.empty(0)
        with np.errstate(all="ignore"):
            return at(self._keys)

    def _by_name(self, thresholds: Thresholds) -> Floats:
        """Return each channel's threshold."""
        return np.array([thresholds[part.name] for part in self._parts], dtype=np.float64)

    def _where(self, flags: npt.NDArray[np.bool_]) -> list[SetMotion]:
        return self._chosen(flags.tolist())

    def _chosen(self, flags: Iterable[bool]) -> list[SetMotion]:
        motions = [part.motion for part in compress(self._parts, flags)]
        return [motion for motion in motions if motion is not None]


def _is_still(keys: Sequence[Key], most: float) -> bool:
    """Whether no number is farther from its first value; hardly any channel has a second key so."""
    first = keys[0].value
    x, y, z = first.x, first.y, first.z
    for key in keys:
        value = key.value
        if abs(value.x - x) > most or abs(value.y - y) > most or abs(value.z - z) > most:
            return False
    return True


def _may_knock(part: ChannelPart, times: float) -> bool:
    """Whether a channel may bend at the seam of its loop, and nowhere else as sharply."""
    keys, clip = part.keys, part.clip
    if clip.loop is not True or clip.length is HOLE or len(keys) < LEAST_KEYS:
        return False
    last = len(keys) - 2
    first_way, last_way = keys[0].interpolation, keys[last].interpolation
    if first_way == "step" or last_way == "step" or first_way == last_way == "smooth":
        return False
    leaving = _speed(keys, 0) if keys[0].tick == 0 else STILL
    arriving = _speed(keys, last) if keys[-1].tick == clip.length else STILL
    # Written out for the three axes: most channels are done after a key or two, where each has
    # a sharper bend.
    x, y, z = (abs(a - b) for a, b in zip(leaving, arriving, strict=True))
    may_x, may_y, may_z = x != 0.0, y != 0.0, z != 0.0
    most_x, most_y, most_z = (x / times, y / times, z / times) if times else (inf, inf, inf)
    before = _speed(keys, 0)
    for at in range(1, last + 1):
        after = _speed(keys, at)
        may_x = may_x and not abs(after[0] - before[0]) >= most_x
        may_y = may_y and not abs(after[1] - before[1]) >= most_y
        may_z = may_z and not abs(after[2] - before[2]) >= most_z
        if not (may_x or may_y or may_z):
            return False
        before = after
    return may_x or may_y or may_z


def _speed(keys: Sequence[Key], at: int) -> tuple[float, float, float]:
    """Return the speed right after a key, and right before the next: that of a straight stretch."""
    key, after = keys[at], keys[at + 1]
    if key.interpolation not in STRAIGHT:
        return STILL
    time, start, end = after.tick - key.tick, key.value, after.value
    return (end.x - start.x) / time, (end.y - start.y) / time, (end.z - start.z) / time


def _is_known(part: ChannelPart) -> bool:
    """Whether there are keys, in order, of which all is usable."""
    try:
        _Keys.of([part])
        return bool(part.keys) and part.rises
    except UNUSABLE:
        return False
