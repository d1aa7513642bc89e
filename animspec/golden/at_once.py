"""All channels of a motion beside their record at once, for nearly always nothing has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.curves import Floats
    from animspec.golden.model import GoldenChannel

MOST_CELLS: Final = 2**17
"""How many numbers are looked at together: a megabyte of each, which caches hold."""


def proven_same(pairs: Sequence[tuple[GoldenChannel, Floats]]) -> list[bool]:
    """Return for each channel whether it is on its frames what was recorded of it.

    ``pairs`` are records and values, (frames, width), all on the same frames. This is told
    of what one look proves: of a channel that has no value somewhere, ``False``.
    """
    proven: list[bool] = []
    start, cells = 0, 0
    for at, (_, values) in enumerate(pairs):
        if cells and cells + values.size > MOST_CELLS:
            proven += _looked_at(pairs[start:at])
            start, cells = at, 0
        cells += values.size
    return proven + _looked_at(pairs[start:])


def _looked_at(pairs: Sequence[tuple[GoldenChannel, Floats]]) -> list[bool]:
    if not pairs:
        return []
    told = [record.values[name] for record, _ in pairs for name in record.components]
    new = np.concatenate([values.T for _, values in pairs])
    moving = [each for each in told if isinstance(each, list)]
    if len(moving) == len(told):
        old = np.array(moving, dtype=np.float64)
    else:
        old = np.empty(new.shape)
        moves = np.array([isinstance(each, list) for each in told])
        if moving:
            old[moves] = np.array(moving, dtype=np.float64)
        resting = [each for each in told if not isinstance(each, list)]
        old[~moves] = np.array(resting, dtype=np.float64)[:, None]
    old -= new
    widths = [len(record.components) for record, _ in pairs]
    noise = np.repeat([record.noise for record, _ in pairs], widths)
    # A NaN is not near anything.
    near = np.abs(old, out=old).max(axis=1) <= noise
    firsts = np.cumsum([0, *widths[:-1]])
    alike: list[bool] = np.logical_and.reduceat(near, firsts).tolist()
    return alike
