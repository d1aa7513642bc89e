"""A look at all channels of a set at once, which shows most of them to be of no interest.

A rule that must look at every key costs more for its calls than for its arithmetic, as most
channels have a dozen keys. Two numbers for each channel, found on arrays of all keys, tell
whether there is anything to look at.
"""

from __future__ import annotations

from itertools import chain
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from animspec.holes import HoleUsed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from animspec.parts.sets import ChannelPart

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

KINDS: Final[dict[str | None, int]] = {"step": 0, "linear": 1, "smooth": 2, None: 1}

FEWEST: Final = 3
"""Keys of a channel that has one between two others."""

VALUE: Final = attrgetter("value.x", "value.y", "value.z")
KIND: Final = attrgetter("interpolation")

LEAST_SPEED: Final = 1e-300
"""Where nothing moves beside a key, any speed is so many times faster that it counts."""


class Survey(NamedTuple):
    """What is known of one channel.

    Attributes:
        least_off: how far the key that is nearest to the way between its neighbours is off it,
            in the number that is off most.
        sharpest: how many times faster than the channel moves beside it a key is reached and
            left, at the most.
    """

    least_off: float
    sharpest: float


@frozen(eq=False)
class _Keys:
    """The keys of many channels, one channel after the other; ``values`` has the shape (n, 3).

    Of what lies between two keys there are n - 1 each: ``gaps`` and ``steps``. Where a channel
    ends, the gap is 1 and there is no step.
    """

    values: Floats
    kinds: Places
    lasts: Places
    gaps: Floats
    steps: Floats

    @classmethod
    def of(cls, parts: Sequence[ChannelPart], lasts: Places) -> _Keys:
        """Return the keys of channels whose last keys stand at such places.

        Raises:
            HoleUsed: something of a key is unusable.
        """
        keys = list(chain.from_iterable(part.keys for part in parts))
        count = len(keys)
        numbers = chain.from_iterable(map(VALUE, keys))
        values = np.fromiter(numbers, np.float64, 3 * count).reshape(count, 3)
        kinds = np.fromiter(map(KINDS.__getitem__, map(KIND, keys)), np.intp, count)
        ticks = np.fromiter(chain.from_iterable(part.times for part in parts), np.float64, count)
        gaps, steps = np.diff(ticks), np.diff(values, axis=0)
        gaps[lasts[:-1]], steps[lasts[:-1]] = 1.0, 0.0
        return cls(values, kinds, lasts, gaps, steps)

    def off(self) -> Floats:
        """Return how far each key is off the way between its neighbours: (n,)."""
        before, after = self.gaps[:-1], self.gaps[1:]
        share = before / (before + after)
        eased = np.choose(self.kinds[:-2], [0.0, share, share * share * (3.0 - 2.0 * share)])
        whole = self.steps[:-1] + self.steps[1:]
        return self._inner(np.abs(self.steps[:-1] - whole * eased[:, None]).max(axis=1), inf)

    def sharpness(self) -> Floats:
        """Return how many times faster than what is beside it each key is reached and left."""
        squares = self.steps * self.steps
        speeds = np.sqrt(squares.sum(axis=1)) / self.gaps
        beside = np.zeros(len(speeds) + 2)
        beside[1:-1] = speeds
        slower = np.minimum(speeds[:-1], speeds[1:])
        ratio = slower / np.maximum(np.maximum(beside[:-3], beside[3:]), LEAST_SPEED)
        # What is no number is for the rule to judge.
        ratio[np.isnan(ratio)] = inf
        return self._inner(ratio, 0.0)

    def _inner(self, of_inner: Floats, at_ends: float) -> Floats:
        """Return numbers of all keys but the first and the last, with one for channels' ends."""
        found = np.full(len(self.values), at_ends)
        found[1:-1] = of_inner
        found[self.lasts] = at_ends
        found[self.lasts[:-1] + 1] = at_ends
        return found


def surveyed(channels: Iterable[ChannelPart]) -> dict[ChannelPart, Survey]:
    """Return what is known of the channels that have a key between two others.

    Channels of which anything is unusable are left out.
    """
    parts = [part for part in channels if len(part.keys) >= FEWEST and part.rises]
    try:
        return _surveyed(parts)
    except HoleUsed:
        return _surveyed([part for part in parts if _is_known(part)])


def _surveyed(parts: Sequence[ChannelPart]) -> dict[ChannelPart, Survey]:
    if not parts:
        return {}
    counts = np.array([len(part.keys) for part in parts], dtype=np.intp)
    ends = counts.cumsum()
    keys = _Keys.of(parts, ends - 1)
    with np.errstate(all="ignore"):
        off = np.minimum.reduceat(keys.off(), ends - counts).tolist()
        sharpest = np.maximum.reduceat(keys.sharpness(), ends - counts).tolist()
    return dict(zip(parts, map(Survey, off, sharpest), strict=True))


def _is_known(part: ChannelPart) -> bool:
    """Whether all that the keys of a channel say is usable."""
    try:
        _Keys.of([part], np.array([len(part.keys) - 1], dtype=np.intp))
    except HoleUsed:
        return False
    return True
