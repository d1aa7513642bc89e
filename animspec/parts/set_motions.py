"""A look at all channels of a set at once, which shows most of them to be of no interest.

A rule that must look at every key costs more for its calls than for its arithmetic, as most
channels have a dozen keys. A number for each channel, found on arrays of all keys, tells
whether there is anything to look at.
"""

from __future__ import annotations

from itertools import chain
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from animspec.holes import HoleUsed
from animspec.parts.motion import NOISE
from animspec.parts.set_motion import TOGETHER, SetMotion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from animspec.parts.sets import ChannelPart
    from animspec.rule import Thresholds

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

KINDS: Final[dict[str | None, int]] = {"step": 0, "linear": 1, "smooth": 2, None: 1}

AXES: Final = 3

UNUSABLE: Final = (HoleUsed, ValueError)
"""What it raises to look at what is unusable; numpy wraps it."""

VALUE: Final = attrgetter("value.x", "value.y", "value.z")
KIND: Final = attrgetter("interpolation")

LEAST_SPEED: Final = 1e-300
"""Where nothing moves beside a key, any speed is so many times faster that it counts."""


@frozen(eq=False)
class _Keys:
    """The keys of many channels, one channel after the other; ``values`` has the shape (n, 3).

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
        keys = list(chain.from_iterable(part.keys for part in parts))
        count = len(keys)
        numbers = chain.from_iterable(map(VALUE, keys))
        values = np.fromiter(numbers, np.float64, AXES * count).reshape(count, AXES)
        kinds = np.fromiter(map(KINDS.__getitem__, map(KIND, keys)), np.intp, count)
        ticks = np.fromiter(chain.from_iterable(part.times for part in parts), np.float64, count)
        counts = np.fromiter((len(part.keys) for part in parts), np.intp, len(parts))
        lasts = counts.cumsum() - 1
        with np.errstate(over="ignore"):
            gaps, steps = np.diff(ticks), np.diff(values, axis=0)
        gaps[lasts[:-1]], steps[lasts[:-1]] = 1.0, 0.0
        return cls(values, kinds, lasts - counts + 1, lasts, gaps, steps)

    def varied(self) -> Floats:
        """Return how far each channel's number that varies most does: (channels,)."""
        highest = np.maximum.reduceat(self.values, self.firsts)
        varied: Floats = (highest - np.minimum.reduceat(self.values, self.firsts)).max(axis=1)
        return varied

    def off(self) -> Floats:
        """Return how far the key is off the way between its neighbours that is so least.

        For each channel, in the number that is off most; infinite where no key has neighbours.
        """
        before, after = self.gaps[:-1], self.gaps[1:]
        share = before / (before + after)
        eased = np.choose(self.kinds[:-2], [0.0, share, share * share * (3.0 - 2.0 * share)])
        whole = self.steps[:-1] + self.steps[1:]
        off = np.abs(self.steps[:-1] - whole * eased[:, None]).max(axis=1)
        return np.minimum.reduceat(self._inner(off, inf), self.firsts)

    def sharpest(self) -> Floats:
        """Return how many times faster than what is beside it a key is passed at the most.

        For each channel; 0 where no key has neighbours.
        """
        speeds = np.sqrt((self.steps * self.steps).sum(axis=1)) / self.gaps
        beside = np.zeros(len(speeds) + 2)
        beside[1:-1] = speeds
        slower = np.minimum(speeds[:-1], speeds[1:])
        ratio = slower / np.maximum(np.maximum(beside[:-3], beside[3:]), LEAST_SPEED)
        return np.maximum.reduceat(self._inner(ratio, 0.0), self.firsts)

    def _inner(self, of_inner: Floats, at_ends: float) -> Floats:
        """Return numbers of all keys but the first and the last, with one for channels' ends."""
        found = np.full(len(self.values), at_ends)
        found[1:-1] = of_inner
        found[self.lasts] = at_ends
        found[self.firsts] = at_ends
        return found


class SetMotions:
    """The motions of a set, with a look at all their keys at once."""

    def __init__(self, channels: Iterable[ChannelPart]) -> None:
        parts = list(channels)
        try:
            parts = [part for part in parts if part.keys and part.rises]
            self._keys = _Keys.of(parts)
        except UNUSABLE:
            parts = [part for part in parts if _is_known(part)]
            self._keys = _Keys.of(parts)
        self._motions = [SetMotion(part) for part in parts]
        self._names = [part.name for part in parts]

    def all(self) -> list[SetMotion]:
        """Return the motions of all channels whose keys are known."""
        return self._motions

    def still(self, thresholds: Thresholds) -> list[SetMotion]:
        """Return the motions that do not vary by more than what nobody sees."""
        return self._where(self._look(_Keys.varied) <= self._by_name(thresholds))

    def thinnable(self, thresholds: Thresholds) -> list[SetMotion]:
        """Return the motions with a key that lies, about, on the way between its neighbours."""
        most = TOGETHER * (1.0 + NOISE) * self._by_name(thresholds)
        return self._where(self._look(_Keys.off) <= most)

    def sharp(self, times: float) -> list[SetMotion]:
        """Return the motions with a key that is passed so many times faster."""
        return self._where(self._look(_Keys.sharpest) * (1.0 + NOISE) > times)

    def _look(self, at: Callable[[_Keys], Floats]) -> Floats:
        """Return a number for each channel; what is none, the rules judge by themselves."""
        if not self._motions:
            return np.empty(0)
        with np.errstate(all="ignore"):
            return at(self._keys)

    def _by_name(self, thresholds: Thresholds) -> Floats:
        """Return each channel's threshold."""
        return np.array([thresholds[name] for name in self._names], dtype=np.float64)

    def _where(self, flags: npt.NDArray[np.bool_]) -> list[SetMotion]:
        return [self._motions[at] for at in flags.nonzero()[0].tolist()]


def _is_known(part: ChannelPart) -> bool:
    """Whether there are keys, in order, of which all is usable."""
    try:
        _Keys.of([part])
        return bool(part.keys) and part.rises
    except UNUSABLE:
        return False
