"""The keys of channels as numbers, one channel after the other."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.curves import SHARES, Floats, Places, rounded_values, share_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.model.animation_set import Key

AXES: Final = 3

_SHARES: Final = np.array(list(SHARES.values())).T
_PLACES: Final = {name: place for place, name in enumerate(SHARES)}


@frozen(eq=False)
class KeyTable:
    """The keys of some channels; channel ``k`` has those from ``bounds[k]`` to ``bounds[k + 1]``.

    Attributes:
        bounds: (channels + 1,)
        ticks: (keys,)
        values: (keys, 3) as they are evaluated, rounded to 4 decimals.
        interpolations: each key's, as it is evaluated: ``linear`` where the key says nothing.

    >>> from animspec.model.animation_set import Key, Vector3
    >>> table = KeyTable.of([(Key(0, Vector3(1, 2, 3)), Key(5, Vector3(4, 5, 0.00005), "step"))])
    >>> table.bounds.tolist(), table.ticks.tolist(), table.values.tolist()
    ([0, 2], [0.0, 5.0], [[1.0, 2.0, 3.0], [4.0, 5.0, 0.0001]])
    >>> table.interpolations
    ['linear', 'step']
    """

    bounds: Places
    ticks: Floats
    values: Floats
    interpolations: list[str]

    @classmethod
    def of(cls, channels: Sequence[Sequence[Key]]) -> KeyTable:
        """Return the keys of channels; all become numbers at once, which is quicker."""
        keys = list(chain.from_iterable(channels))
        bounds = np.array([0, *map(len, channels)], dtype=np.intp).cumsum()
        ticks = np.array([key.tick for key in keys], dtype=np.float64)
        points = [key.value for key in keys]
        axes = (
            [point.x for point in points],
            [point.y for point in points],
            [point.z for point in points],
        )
        values = rounded_values(np.ascontiguousarray(np.array(axes, dtype=np.float64).T))
        return cls(bounds, ticks, values, [key.interpolation or "linear" for key in keys])

    @property
    def lasts(self) -> Places:
        """The places of each channel's last key; none of them may be empty."""
        lasts: Places = self.bounds[1:] - 1
        return lasts

    @property
    def is_ordered(self) -> bool:
        """Whether the ticks strictly rise in every channel.

        Whole ticks too large for a double may rise unseen.
        """
        rises = self.ticks[1:] > self.ticks[:-1]
        if rises.all():
            return True
        # From one channel to the next they need not.
        starts = self.bounds[1:-1]
        rises[starts[(starts > 0) & (starts < len(self.ticks))] - 1] = True
        return bool(rises.all())

    def share_table(self) -> Floats:
        """Return the curves' table for ``share_formula``; no channel may be empty."""
        places = [_PLACES[name] for name in self.interpolations]
        shares = _SHARES[:, np.array(places, dtype=np.intp)]
        return share_table(self.ticks, self.values, shares, self.lasts)
