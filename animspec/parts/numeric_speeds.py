"""The speeds of any curve at its keys, told from the curve alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.curves import Floats
    from animspec.parts.motion import Sampled

NEAR: Final = 1e-5
"""The share of a stretch in which the speed is taken: of a cubic it misses some 1e-9, and doubles
leave 1e-10 of the values."""

STEPS: Final = (1.0, 2.0, 3.0)
FACTORS: Final = (2.5, -4.0, 1.5)
"""So many steps from the key on, and what each value counts, for the slope at the key itself: the
parabola through the three, so that a jump at the key is not seen."""


def speeds_at_keys(curve: Sampled, times: Sequence[float]) -> tuple[Floats, Floats]:
    """Return how fast each key is reached and left, both (keys, width); 0 beyond the ends.

    >>> from animspec.curves import EASED, LINEAR, share_curve
    >>> curve = share_curve([0, 2, 4], [[0.0], [6.0], [8.0]], [LINEAR, EASED, LINEAR])
    >>> [speed.round(6).ravel().tolist() for speed in speeds_at_keys(curve, [0, 2, 4])]
    [[0.0, 3.0, 0.0], [3.0, 0.0, 0.0]]
    """
    moments = np.asarray(times, dtype=np.float64)
    steps = NEAR * np.diff(moments)
    after = _slopes(curve, moments[:-1], steps)
    before = _slopes(curve, moments[1:], -steps)
    none = np.zeros((1, after.shape[1]))
    return np.concatenate([none, before]), np.concatenate([after, none])


def _slopes(curve: Sampled, keys: Floats, steps: Floats) -> Floats:
    """Return the slopes at keys, seen from the side to which the steps lead."""
    sampled = [curve.sample_many(keys + count * steps) for count in STEPS]
    changes = sum(factor * values for factor, values in zip(FACTORS, sampled, strict=True))
    slopes: Floats = -changes / steps[:, None]
    return slopes
