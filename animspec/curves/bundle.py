"""Many curves of one formula side by side, such as all channels of a clip."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from attrs import frozen

from animspec.curves.curve import (
    SPREADING_PAYS_FROM,
    START,
    Curve,
    Floats,
    Formula,
    Places,
    is_rising,
)


@frozen(eq=False)
class _Moments:
    """The key times of all curves, each once; ``rank`` is each key's place among them.

    One search among the moments then serves every curve.
    """

    times: Floats
    rank: Places
    apart: Places
    """The ranks, shifted curve by curve so that they rise through the whole table."""
    shifts: Places

    @classmethod
    def of(cls, starts: Floats, bounds: Places) -> _Moments:
        """Return the moments of curves whose keys stand one after the other."""
        times, rank = np.unique(starts, return_inverse=True)
        shifts = np.arange(len(bounds) - 1) * (len(times) + 1)
        return cls(times, rank, rank + shifts.repeat(np.diff(bounds)), shifts)

    def stretches_at(self, time: float) -> Places:
        """Return every curve's last key at or before a time, or the key before its first."""
        rank = self.times.searchsorted(time, side="right") - 1
        return self.apart.searchsorted(self.shifts + rank, side="right") - 1

    def places_among(self, times: Floats) -> Places:
        """Return before which of the rising times each key stands."""
        passed = self.times.searchsorted(times, side="right")
        counts = np.bincount(passed, minlength=len(self.times) + 1).cumsum()
        places: Places = counts[self.rank]
        return places


AT_ONCE: Final = 8192
"""So few values are worked out by one call for all curves, while the arrays stay in cache."""


@frozen(eq=False)
class CurveBundle:
    """Curves whose tables stand one after the other in ``table``.

    Curve ``k`` has the columns from ``bounds[k]`` to ``bounds[k + 1]``. A packed row has
    ``width`` numbers per curve, in order.
    """

    table: Floats
    bounds: Places
    formula: Formula
    width: int

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """The curves one by one; they share the bundle's table."""
        return tuple(
            Curve(self.table[:, start:end], self.formula, self.width)
            for start, end in pairwise(self.bounds.tolist())
        )

    @cached_property
    def _moments(self) -> _Moments:
        return _Moments.of(self.table[START], self.bounds)

    def pack(self, time: float) -> Floats:
        """Return one packed row, the values of all curves at one time: (curves * width,)."""
        firsts, lasts = self.bounds[:-1], self.bounds[1:] - 1
        at = np.maximum(self._moments.stretches_at(time), firsts)
        starts = self.table[START]
        times = np.clip(float(time), starts[firsts], starts[lasts])
        out = np.empty((self.width, len(at)))
        self.formula(times, self.table.take(at, axis=1), out)
        return out.T.ravel()

    def pack_many(self, times: npt.ArrayLike) -> Floats:
        """Return a packed row per time: (times, curves * width)."""
        moments = np.asarray(times, dtype=np.float64)
        rising, count = is_rising(moments), len(self.bounds) - 1
        if rising and len(moments) * count <= AT_ONCE:
            return self._pack_at_once(moments)
        out = np.empty((count, self.width, len(moments)))
        if rising and len(moments) * len(out) >= SPREADING_PAYS_FROM * self.table.shape[1]:
            places = np.split(self._moments.places_among(moments), self.bounds[1:-1])
            for curve, keys, rows in zip(self.curves, places, out, strict=True):
                curve.spread_into(moments, keys, rows)
        else:
            for curve, rows in zip(self.curves, out, strict=True):
                curve.sample_into(moments, rows, rising=rising)
        return out.reshape(-1, len(moments)).T

    def _pack_at_once(self, times: Floats) -> Floats:
        """Return a packed row per rising time, all curves by one call of the formula."""
        starts, count = self.table[START], len(times)
        firsts, lasts = self.bounds[:-1], self.bounds[1:] - 1
        places = times.searchsorted(starts)
        inside = times.clip(starts[firsts, np.newaxis], starts[lasts, np.newaxis]).ravel()
        # Each key's column once for every time on its stretch; the first also for those before.
        lengths = np.empty_like(places)
        np.subtract(places[1:], places[:-1], out=lengths[:-1])
        lengths[lasts] = count - places[lasts]
        lengths[firsts] += places[firsts]
        out = np.empty((self.width, len(inside)))
        self.formula(inside, self.table.repeat(lengths, axis=1), out)
        rows = out.reshape(self.width, len(firsts), count)
        return rows.transpose(2, 1, 0).reshape(count, -1)
