"""Numbers as golden files hold them: to so many decimals, and as they were where they can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.curves import rounded
from animspec.rounding import WHOLE_FROM

if TYPE_CHECKING:
    from animspec.curves import Floats

SPARE: Final = 4
"""So many decimals more are rounded first: where a value lies on a half, the noise of doubles,
which differs from machine to machine, would otherwise decide which way it goes."""


HALF: Final = 0.5 * (1.0 + 2.0 * 10.0**-SPARE)
"""Of a unit of the last decimal: so far a number may be from what is recorded of it, which has
been rounded twice."""


def recorded(values: Floats, decimals: int) -> Floats:
    """Return values to so many decimals, halves up; what is no finite number is NaN.

    >>> recorded(np.array([0.12345, 0.12345 - 1e-15, -0.00001, np.inf]), 4).tolist()
    [0.1235, 0.1235, 0.0, nan]
    """
    factor = 10.0 ** (decimals + SPARE)
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = values * factor
        small = np.abs(scaled) < WHOLE_FROM
        if small.all():
            finer = np.rint(scaled) / factor
        else:
            finer = np.where(small, np.rint(scaled) / factor, values)
            finer[~np.isfinite(finer)] = np.nan
        return rounded(finer, decimals) + 0.0


def kept(stored: Floats, fresh: Floats, decimals: int) -> Floats:
    """Return new values as recorded, but the stored number where the new one rounds to it.

    What lies within half a unit of the last decimal rounds to it, on both sides.

    >>> kept(np.array([0.1234, 0.1]), np.array([0.12345, 0.1001]), 4).tolist()
    [0.1234, 0.1001]
    """
    half = HALF * 10.0**-decimals
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(fresh - stored) <= half, stored, recorded(fresh, decimals))


def signed_like(stored: Floats, fresh: Floats) -> Floats:
    """Return quaternions, (n, 4), each with the sign that brings it nearer to a stored one."""
    dots = (stored * fresh).sum(axis=1)
    return np.where(dots < 0.0, -1.0, 1.0)[:, None] * fresh
