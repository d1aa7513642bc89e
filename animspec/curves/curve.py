"""A curve is a table with one column per key, and the formula that reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.intp]

Formula: TypeAlias = Callable[[Floats, Floats, Floats], None]
"""``formula(times, columns, out)`` writes the values at ``times`` into ``out``.

``times`` has the shape (m,); ``columns`` (rows, m) has beside each time the table's
column for it, starting with ``START`` and ``LENGTH``; ``out`` is (width, m). The time
lies in its stretch, so that ``(time - start) / length`` is in [0, 1) and exactly 0 at
the key. The formula may overwrite the columns.
"""

START: Final = 0
LENGTH: Final = 1
FIRST: Final = 2
"""The rows of every table: where the stretch starts, how long it is, then the formula's own."""

SPREADING_PAYS_FROM: Final = 2
"""Samples per key from which laying the columns out in runs beats looking each up (measured)."""


@frozen(eq=False)
class Curve:
    """A curve through keys in time order; it is held before the first and from the last on.

    ``table`` has a column per key, for the stretch from this key to the next. Times may
    be equal, of equal times the last key counts; there is at least one key.

    >>> from animspec.curves import LINEAR, share_curve
    >>> curve = share_curve([0, 10], [[0.0, 5.0], [1.0, 5.0]], [LINEAR, LINEAR])
    >>> curve.sample(2.5).tolist(), curve.sample_many([-1, 5, 10, 99])[:, 0].tolist()
    ([0.25, 5.0], [0.0, 0.5, 1.0, 1.0])
    """

    table: Floats
    formula: Formula
    width: int

    @property
    def starts(self) -> Floats:
        """The keys' times, rising."""
        starts: Floats = self.table[START]
        return starts

    def sample(self, time: float) -> Floats:
        """Return the value at one time, of shape (width,); a key's own value at its time."""
        value: Floats = self.sample_many([time])[0]
        return value

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the values at all times, of shape (times, width).

        Times in rising order are several times faster than others; the values are the same.
        """
        moments = np.asarray(times, dtype=np.float64)
        out = np.empty((self.width, len(moments)))
        self.sample_into(moments, out, rising=is_rising(moments))
        return out.T

    def sample_into(self, times: Floats, out: Floats, *, rising: bool) -> None:
        """Write the values at all times into ``out``, of shape (width, times)."""
        starts = self.table[START]
        if rising and len(times) >= SPREADING_PAYS_FROM * len(starts):
            self.spread_into(times, times.searchsorted(starts), out)
            return
        inside = times.clip(starts[0], starts[-1])
        columns = self.table.take(starts.searchsorted(inside, side="right") - 1, axis=1)
        self.formula(inside, columns, out)

    def spread_into(self, times: Floats, places: Places, out: Floats) -> None:
        """Write the values at rising times; ``places`` says before which time each key stands."""
        columns = self.table.repeat(runs(places, len(times)), axis=1)
        first, last = places[0], places[-1]
        inside = times
        if first > 0 or last < len(times):
            inside = times.copy()
            inside[:first] = self.table[START, 0]
            inside[last:] = self.table[START, -1]
        self.formula(inside, columns, out)


def is_rising(times: Floats) -> bool:
    """Whether no time is less than the one before it."""
    return bool((times[1:] >= times[:-1]).all())


def runs(places: Places, count: int) -> Places:
    """Return how many of ``count`` rising times fall on each stretch, from the keys' places.

    What comes before the first key falls on the first stretch.

    >>> times = np.array([-1.0, 0.0, 1.0, 2.0, 3.0, 3.5, 4.0])
    >>> runs(times.searchsorted([0.0, 2.0, 4.0]), len(times)).tolist()
    [3, 3, 1]
    """
    lengths = np.empty_like(places)
    lengths[:-1] = places[1:]
    lengths[-1] = count
    lengths[1:] -= places[1:]
    return lengths


def stretch_lengths(times: Floats, lasts: Places | Sequence[int] = (-1,)) -> Floats:
    """Return the time from each key to the next, and 1 where no sample can fall between.

    That is so at the last key of a curve (``lasts``, when ``times`` holds several curves
    one after the other) and between keys of equal times.

    >>> stretch_lengths(np.array([0.0, 2.0, 2.0, 5.0])).tolist()
    [2.0, 1.0, 3.0, 1.0]
    """
    lengths = np.ones_like(times)
    np.subtract(times[1:], times[:-1], out=lengths[:-1])
    lengths[np.asarray(lasts, dtype=np.intp)] = 1.0
    lengths[lengths == 0.0] = 1.0
    return lengths


def stacked(*rows: Floats) -> Floats:
    """Return a table of the rows given, each of shape (n,) or (rows, n).

    Sampling copies parts of rows: a table laid out by columns would be turned round each time.
    """
    return np.ascontiguousarray(np.vstack(rows))
