"""How far values are apart, by what they measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.curves import Floats

TURN: Final = 360.0

UNHEEDED: Final = np.errstate(over="ignore", invalid="ignore")
"""For functions in which numbers near the largest double may overflow: what comes of it is a
difference beyond any tolerance, and nothing to warn of."""


def straight(old: Floats, new: Floats) -> Floats:
    """Return by how much numbers differ, each for itself.

    >>> straight(np.array([[1.0, np.nan]]), np.array([[0.5, np.nan]])).tolist()
    [[0.5, 0.0]]
    """
    return _told(np.abs(new - old), old, new)


def turned(old: Floats, new: Floats) -> Floats:
    """Return by how many degrees angles differ, whole turns aside.

    >>> turned(np.array([[350.0, 0.0]]), np.array([[10.0, 720.0]])).tolist()
    [[20.0, 0.0]]
    """
    apart = np.abs(new - old) % TURN
    return _told(np.minimum(apart, TURN - apart), old, new)


def rotated(old: Floats, new: Floats) -> Floats:
    """Return the degrees of the turn from one rotation to another, (n, 1), whatever their signs.

    Quaternions need not have length 1. The angle comes from how far they are apart, which
    small angles survive in doubles; their dot product loses them.

    >>> half = 0.5**0.5
    >>> rotated(np.array([[0, 0, 0, 1.0]]), np.array([[0, 0, -half, -half]])).round(9).tolist()
    [[90.0]]
    """
    first, second = _unit(old), _unit(new)
    away = np.linalg.norm(first - second, axis=1)
    across = np.linalg.norm(first + second, axis=1)
    angles = 4.0 * np.arctan2(np.minimum(away, across), np.maximum(away, across))
    gone = np.isnan(old).any(axis=1) != np.isnan(new).any(axis=1)
    angles = np.where(np.isnan(angles), np.where(gone, np.inf, 0.0), angles)
    return np.degrees(angles)[:, None]


DISTANCES: Final[dict[str, Callable[[Floats, Floats], Floats]]] = {
    "linear": straight,
    "degrees": turned,
    "quaternion": rotated,
    "switch": straight,
}
"""From old and new values, (n, width), to how far they are apart: (n, width), or (n, 1)."""


def _told(apart: Floats, old: Floats, new: Floats) -> Floats:
    """Return distances where nothing is as far from a number as can be, and from nothing 0."""
    if not np.isnan(apart.sum()):
        return apart
    gone = np.isnan(old) != np.isnan(new)
    alike = (old == new) | (np.isnan(old) & np.isnan(new))
    # What is left of NaN comes from infinities that differ.
    apart = np.where(gone, np.inf, np.where(alike, 0.0, apart))
    return np.where(np.isnan(apart), np.inf, apart)


def _unit(rotations: Floats) -> Floats:
    lengths = np.linalg.norm(rotations, axis=1, keepdims=True)
    units: Floats = rotations / np.where(lengths == 0.0, 1.0, lengths)
    return units
