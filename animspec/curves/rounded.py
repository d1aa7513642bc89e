"""Whole arrays rounded as their file format means it (SEMANTICS 2.1, 3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from animspec.rounding import TIME_DECIMALS, VALUE_DECIMALS, WHOLE_FROM

if TYPE_CHECKING:
    import numpy.typing as npt

    from animspec.curves.curve import Floats


def rounded(numbers: npt.ArrayLike, decimals: int) -> Floats:
    """Return all numbers rounded to so many decimals, each as ``round_decimals`` does.

    >>> rounded([0.006363961, 0.00005, -0.00005], 4).tolist()
    [0.0064, 0.0001, 0.0]
    """
    values = np.asarray(numbers, dtype=np.float64)
    factor = 10.0**decimals
    small = np.abs(values) < WHOLE_FROM / factor
    scaled = np.where(small, values, 0.0) * factor
    below = np.floor(scaled)
    nearest = below + (scaled - below >= 0.5)
    return np.where(small, nearest / factor, values)


def rounded_values(values: npt.ArrayLike) -> Floats:
    """Return the values of an animation set's keys as they are evaluated: to 4 decimals."""
    return rounded(values, VALUE_DECIMALS)


def rounded_times(seconds: npt.ArrayLike) -> Floats:
    """Return the times of a scene animation as they are evaluated: to 3 decimals."""
    return rounded(seconds, TIME_DECIMALS)
