"""Tracks that go on before their first key and after their last (SEMANTICS 3.3).

``hold`` stays, ``repeat`` plays the span again, ``offset`` plays it again from where it
ended, and ``pingpong`` plays it there and back; before and after are told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from attrs import frozen

from animspec.curves import Curve, Floats, SceneKeys, scene_curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

Mode: TypeAlias = Literal["hold", "repeat", "offset", "pingpong"]

SHORTEST_SPAN: Final = 1e-9
"""Seconds; a span that is not longer does not cycle."""


@frozen
class Cycle:
    """How a track goes on at either side of its keys."""

    before: Mode = "hold"
    after: Mode = "hold"


HELD: Final = Cycle()


def fold(times: npt.ArrayLike, first: float, last: float, cycle: Cycle) -> tuple[Floats, Floats]:
    """Return the times mapped into the span of the keys, and how many spans each is away.

    The count is 0 but for ``offset``, which adds the span's change so many times. A held
    time stays where it is.

    >>> fold([-0.5, 2.5, 4.5], 0.0, 2.0, Cycle("pingpong", "offset"))
    (array([0.5, 0.5, 0.5]), array([0., 1., 2.]))
    """
    moments = np.asarray(times, dtype=np.float64)
    span = last - first
    counts = np.zeros_like(moments)
    if not span > SHORTEST_SPAN:
        return moments, counts
    folded = moments.copy()
    for mode, outside in ((cycle.before, moments < first), (cycle.after, moments > last)):
        if mode == "hold" or not outside.any():
            continue
        spans = (moments[outside] - first) / span
        whole = np.floor(spans)
        passed = (spans - whole) * span
        # The parity of the floored count turns it round, at both ends alike.
        back = (mode == "pingpong") & (whole % 2.0 != 0.0)
        folded[outside] = np.where(back, last - passed, first + passed)
        counts[outside] = whole if mode == "offset" else 0.0
    return folded, counts


@frozen(eq=False)
class CycledCurve:
    """A curve that goes on beyond its keys as its cycle says.

    >>> track = property_curve([{"t": 0, "v": [0]}, {"t": 2, "v": [3]}], Cycle("hold", "offset"))
    >>> track.sample_many([-1, 2, 4, 6])[:, 0].tolist()
    [0.0, 3.0, 6.0, 9.0]
    """

    curve: Curve
    cycle: Cycle = HELD

    def sample(self, time: float) -> Floats:
        """Return the value at one time, of shape (width,)."""
        value: Floats = self.sample_many([time])[0]
        return value

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the values at all times, of shape (times, width)."""
        starts = self.curve.starts
        folded, counts = fold(times, float(starts[0]), float(starts[-1]), self.cycle)
        values = self.curve.sample_many(folded)
        if counts.any():
            first, last = self.curve.sample_many(starts[[0, -1]])
            values += counts[:, None] * (last - first)
        return values


def property_curve(keys: Sequence[Any], cycle: Any = None) -> CycledCurve:
    """Return the curve of a property track, from its keys and cycle as the file has them.

    Keys are values or mappings with ``t``, ``v`` and perhaps ``ease``, ``hm``, ``hl`` and
    ``hr``; the cycle, if any, has ``before`` and ``after``.

    Raises:
        ValueError: there are no keys, or their times do not strictly rise.
    """
    return CycledCurve(scene_curve(SceneKeys.read(keys)), as_cycle(cycle))


def as_cycle(cycle: Any) -> Cycle:
    """Return the cycle that a value or mapping with ``before`` and ``after`` stands for."""
    if cycle is None:
        return HELD
    if isinstance(cycle, Mapping):
        return Cycle(**cycle)
    return Cycle(cycle.before, cycle.after)


def value_at(keys: Sequence[Any], time: float, cycle: Any = None) -> list[float]:
    """Return a property's value at one time; many times are better asked of ``property_curve``.

    >>> value_at([{"t": 0, "v": [0]}, {"t": 1, "v": [8], "ease": "linear"}], 0.5)
    [4.0]
    """
    found: list[float] = property_curve(keys, cycle).sample(time).tolist()
    return found
