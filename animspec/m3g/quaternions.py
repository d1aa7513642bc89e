"""Quaternion arithmetic as JSR-184 players do it, on arrays whose last axis is x, y, z, w.

Source: the page of KeyframeSequence, and SEMANTICS 5.5 and 5.6 where it is silent.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.m3g.constants import SMALLEST_NORM

if TYPE_CHECKING:
    from animspec.curves import Floats

SMALLEST_VECTOR: Final = 1e-5
"""A vector part no longer than this has the logarithm 0 in players."""

NEARLY: Final = 1e-5
"""So near to 1 or -1, a dot product counts as that in players: straight on, or half a turn."""

STRAIGHT: Final = 1e-8
"""An angle that small makes the sphere's weights those of a straight line, to the last bit:
sin(s·a)/sin(a) differs from s by less than a²/6."""


def unit(quaternions: Floats) -> Floats:
    """Return quaternions of length 1; what is too short for a direction is the identity.

    >>> unit(np.array([[0.0, 0.0, 3.0, 4.0], [0.001, 0.0, 0.0, 0.0]])).tolist()
    [[0.0, 0.0, 0.6, 0.8], [0.0, 0.0, 0.0, 1.0]]
    """
    squares = np.sum(quaternions * quaternions, axis=-1, keepdims=True)
    none = squares <= SMALLEST_NORM
    scaled = quaternions / np.sqrt(np.where(none, 1.0, squares))
    return np.where(none, np.array([0.0, 0.0, 0.0, 1.0]), scaled)


def product(left: Floats, right: Floats) -> Floats:
    """Return the quaternion products.

    >>> product(np.array([1.0, 0, 0, 0]), np.array([0, 1.0, 0, 0])).tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    a, b, c, d = np.moveaxis(left, -1, 0)
    e, f, g, h = np.moveaxis(right, -1, 0)
    return np.stack(
        [
            a * h + d * e + b * g - c * f,
            b * h + d * f + c * e - a * g,
            c * h + d * g + a * f - b * e,
            d * h - a * e - b * f - c * g,
        ],
        axis=-1,
    )


def step_between(before: Floats, after: Floats) -> Floats:
    """Return the logarithms of ``before⁻¹ after``, of unit quaternions: (…, 3).

    ``log q = atan2(|v|, w) / |v| · v``; no sign is flipped, so a negative dot
    product is the long way.

    >>> half_turn = np.array([0.0, 0.0, 1.0, 0.0])
    >>> step_between(np.array([0.0, 0.0, 0.0, 1.0]), half_turn).round(6).tolist()
    [0.0, 0.0, 1.570796]
    """
    turn = product(before * np.array([-1.0, -1.0, -1.0, 1.0]), after)
    vector, scalar = turn[..., :3], turn[..., 3:]
    length = np.linalg.norm(vector, axis=-1, keepdims=True)
    none = length <= SMALLEST_VECTOR
    factor = np.arctan2(length, scalar) / np.where(none, 1.0, length)
    return np.where(none, 0.0, factor * vector)


def exponential(vectors: Floats) -> Floats:
    """Return ``exp v = (v · sin θ/θ, cos θ)``, θ the length of v: (…, 4).

    >>> exponential(np.array([0.0, 0.0, np.pi / 2])).round(12).tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    # numpy's sinc is sin(πx)/(πx), and 1 at 0.
    return np.concatenate([vectors * np.sinc(angle / pi), np.cos(angle)], axis=-1)


def arc(start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """Return what a way along the sphere turns towards and by which angle; rows x, y, z, w.

    Nearly equal quaternions go straight; nearly opposite ones take a quarter
    turn towards (-y, x, -w, z) of the start, which is beyond the undefined half
    of the way; all others turn by the angle between them, the long way too.
    """
    x, y, z, w = start
    # Written out: numpy's sums have other bits for one column than for many.
    dot = x * end[0] + y * end[1] + z * end[2] + w * end[3]
    opposite = dot <= NEARLY - 1.0
    towards = np.where(opposite, np.stack([-y, x, -w, z]), end)
    angle = np.arccos(np.clip(dot, -1.0, 1.0))
    angle = np.where(dot >= 1.0 - NEARLY, STRAIGHT, angle)
    return towards, np.where(opposite, pi / 2.0, angle)


def along(share: Floats, start: Floats, towards: Floats, angle: Floats) -> Floats:
    """Return the quaternions a share of the way along arcs, not normalised; rows x, y, z, w.

    At share 0 that is the start, to the bit.
    """
    whole = np.sin(angle)
    # A sine need not have the same bits in another place of an array, so 1 is put, not found.
    near = np.where(share == 0.0, 1.0, np.sin((1.0 - share) * angle) / whole)
    return start * near + towards * (np.sin(share * angle) / whole)
