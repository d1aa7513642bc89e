"""Many curves of one formula side by side, such as all channels of a clip."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from animspec.curves.curve import START, Curve, Floats, Formula, Places, is_rising


def _ranks(bundle: CurveBundle) -> tuple[Floats, Places, Places]:
    """Return all key times once; each key's rank among them; the same, apart per curve.

    With (curve, rank) as one number, a single search finds the stretch of every curve.
    """
    moments, rank = np.unique(bundle.table[START], return_inverse=True)
    stride = len(moments) + 1
    curve = np.repeat(np.arange(len(bundle.firsts)), np.diff(bundle.bounds))
    return moments, curve * stride + rank, np.arange(len(bundle.firsts)) * stride


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
    curves: tuple[Curve, ...] = field(init=False)
    firsts: Places = field(init=False)
    _first_times: Floats = field(init=False)
    _last_times: Floats = field(init=False)
    _moments: Floats = field(init=False)
    _keys: Places = field(init=False)
    _offsets: Places = field(init=False)

    def __attrs_post_init__(self) -> None:
        starts, ends = self.bounds[:-1], self.bounds[1:]
        curves = tuple(
            Curve(self.table[:, start:end], self.formula, self.width)
            for start, end in zip(starts, ends, strict=True)
        )
        put = object.__setattr__
        put(self, "curves", curves)
        put(self, "firsts", starts)
        put(self, "_first_times", self.table[START, starts])
        put(self, "_last_times", self.table[START, ends - 1])
        for name, value in zip(("_moments", "_keys", "_offsets"), _ranks(self), strict=True):
            put(self, name, value)

    def pack(self, time: float) -> Floats:
        """Return one packed row, the values of all curves at one time: (curves * width,)."""
        rank = self._moments.searchsorted(time, side="right") - 1
        at = self._keys.searchsorted(self._offsets + rank, side="right") - 1
        np.maximum(at, self.firsts, out=at)
        times = np.clip(float(time), self._first_times, self._last_times)
        out = np.empty((self.width, len(at)))
        self.formula(times, self.table.take(at, axis=1), out)
        return out.T.ravel()

    def pack_many(self, times: npt.ArrayLike) -> Floats:
        """Return a packed row per time: (times, curves * width)."""
        moments = np.asarray(times, dtype=np.float64)
        rising = is_rising(moments)
        out = np.empty((len(self.curves), self.width, len(moments)))
        for curve, rows in zip(self.curves, out, strict=True):
            curve.sample_into(moments, rows, rising=rising)
        return out.reshape(-1, len(moments)).T
