"""Single floats, as files store them, and the decimals that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DECIMALS: Final = 10
"""Rounding to so many decimals is tried; smaller numbers are spelled one by one."""

ROUNDS_BELOW: Final = 2.0**24
"""Up to here decimals alone decide; above, whole numbers lie further apart than 1."""


def shortest_decimals(values: NDArray[np.float32]) -> list[list[float]]:
    """Return rows of the doubles with the fewest digits that are these single floats.

    >>> shortest_decimals(np.array([[0.1, -2.5, 1e30, 1e-12]], np.float32))
    [[0.1, -2.5, 1e+30, 1e-12]]
    """
    singles = np.ascontiguousarray(values).reshape(-1)
    exact = singles.astype(np.float64)
    answer = exact.copy()
    open_ = np.flatnonzero(np.abs(exact) < ROUNDS_BELOW)
    for decimals in range(MOST_DECIMALS):
        scale = 10.0**decimals
        rounded = np.rint(exact[open_] * scale) / scale
        found = rounded.astype(np.float32) == singles[open_]
        answer[open_[found]] = rounded[found]
        open_ = open_[~found]
        if not open_.size:
            break
    rest = np.concatenate([open_, np.flatnonzero(np.abs(exact) >= ROUNDS_BELOW)])
    answer[rest] = np.array([float(str(single)) for single in singles[rest]])
    return cast("list[list[float]]", answer.reshape(values.shape).tolist())
