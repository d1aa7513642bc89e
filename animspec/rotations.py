"""Rotations as unit quaternions, in arrays of any leading shape.

A quaternion is (x, y, z, w) along the last axis. Euler angles are degrees (x, y, z): the
turn about x first, then y, then z, all in the parent's axes. One rotation and many give
the same bits.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

NEARLY_ALIKE: Final = 0.9995
"""Above this dot product slerp blends straight and normalises, as the players do."""

STRAIGHT_UP: Final = 0.999999
"""From this sine of the y angle on, x and z turn about one axis and z is told as 0."""

HALF_SINE: Final = tuple(
    (-1) ** n / (2 ** (2 * n + 1) * math.factorial(2 * n + 1)) for n in range(7, -1, -1)
)
"""Factors of x^14 ... 1 in sin(x/2)/x: up to x = pi/2 what is left out is below 1e-16."""

BLOCK: Final = 16_384
"""Rotations worked on at a time, so that the working rows stay in the cache (measured)."""

CLEARLY_NEARER: Final = 1e-9
"""Degrees by which the other Euler answer must be nearer to be taken: ties do not flicker."""


def multiply(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Return the product ``a * b``: the rotation ``b`` first, then ``a``.

    >>> multiply([1, 0, 0, 0], [0, 1, 0, 0]).tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    ax, ay, az, aw = _rows(a)
    bx, by, bz, bw = _rows(b)
    return _joined(
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(rotation: npt.ArrayLike) -> Floats:
    """Return the turn back: the inverse of a unit quaternion.

    >>> conjugate([0.6, 0, 0, 0.8]).tolist()
    [-0.6, -0.0, -0.0, 0.8]
    """
    return np.asarray(rotation, dtype=np.float64) * (-1.0, -1.0, -1.0, 1.0)


def normalized(rotation: npt.ArrayLike) -> Floats:
    """Return quaternions scaled to length 1; one of length 0 stays as it is.

    >>> normalized([3, 0, 0, 4]).tolist()
    [0.6, 0.0, 0.0, 0.8]
    """
    q = np.asarray(rotation, dtype=np.float64)
    length = np.sqrt((q * q).sum(axis=-1, keepdims=True))
    return q / np.where(length == 0.0, 1.0, length)


def slerp(a: npt.ArrayLike, b: npt.ArrayLike, share: npt.ArrayLike) -> Floats:
    """Return the unit quaternions ``share`` of the way from ``a`` to ``b``, the short way round.

    The leading shapes broadcast. Above a dot product of 0.9995 the blend is straight and
    normalised (SEMANTICS 3.7).

    >>> quarter = 0.5**0.5
    >>> slerp([0, 0, 0, 1], [quarter, 0, 0, quarter], 1 / 3).round(9).tolist()
    [0.258819045, 0.0, 0.0, 0.965925826]
    """
    starts, ends = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    shares = np.asarray(share, dtype=np.float64)
    shape = shares.shape
    if not starts.shape == ends.shape == (*shape, 4):
        shape = np.broadcast_shapes(starts.shape[:-1], ends.shape[:-1], shape)
        shares = np.broadcast_to(shares, shape)
        starts, ends = (np.broadcast_to(rotations, (*shape, 4)) for rotations in (starts, ends))
    out = np.empty((4, shares.size))
    _slerp_in_blocks(starts.reshape(-1, 4), ends.reshape(-1, 4), shares.ravel(), out)
    return out.T.reshape(*shape, 4)


def _slerp_in_blocks(a: Floats, b: Floats, share: Floats, out: Floats) -> None:
    """Slerp (m, 4) into (4, m), so many at a time that what is worked on stays in the cache."""
    for start in range(0, len(a), BLOCK):
        part = slice(start, start + BLOCK)
        rows = out[:, part]
        rows[...] = a[part].T
        slerp_rows(rows, b[part].T.copy(), share[part], rows)


def slerp_rows(a: Floats, b: Floats, share: Floats, out: Floats) -> None:
    """Slerp with the components as rows, (4, m), into ``out``, which may be ``a``; spends ``b``.

    With t the angle between the quaternions, the weights are ``sin(s*t)/sin(t)`` for b and
    ``cos(s*t) - cos(t) * sin(s*t)/sin(t)``, which is ``sin((1 - s)*t)/sin(t)``, for a.
    """
    work = a * b
    dot = work.sum(axis=0)
    dot += 0.0  # no negative zero, which would turn the other way
    cosine = np.abs(dot)
    alike = np.flatnonzero(cosine > NEARLY_ALIKE)
    # Where they are alike the angle may be none at all; those weights are replaced.
    with np.errstate(divide="ignore", invalid="ignore"):
        starts, ends = _weights(cosine, share, work)
    ends[alike], starts[alike] = share[alike], 1.0 - share[alike]
    # The short way round: towards -b where the dot product is negative.
    ends *= np.copysign(1.0, dot, out=dot)
    np.multiply(a, starts, out=out)
    out += np.multiply(b, ends, out=b)
    if len(alike):
        out[:, alike] = normalized(out[:, alike].T).T


def _weights(cosine: Floats, share: Floats, work: Floats) -> tuple[Floats, Floats]:
    """Return the weights of both ends, in rows of ``work``, (4, m).

    Everything follows from the sine h of half the angle to turn, at most pi/4: the sine of
    the whole is 2h * sqrt(1 - h^2), without loss, and its cosine 1 - 2h^2.
    """
    half, square, term, ends = work
    np.arccos(cosine, out=half)
    half *= share
    np.multiply(half, half, out=square)
    np.multiply(square, HALF_SINE[0], out=term)
    for factor in HALF_SINE[1:-1]:
        term += factor
        term *= square
    term += HALF_SINE[-1]
    half *= term
    np.multiply(half, half, out=square)
    np.multiply(cosine, cosine, out=term)
    np.subtract(1.0, term, out=term)
    np.subtract(1.0, square, out=ends)
    ends /= term
    np.sqrt(ends, out=ends)
    ends *= half
    ends += ends
    starts = square
    starts *= -2.0
    starts += 1.0
    starts -= np.multiply(cosine, ends, out=term)
    return starts, ends


def from_euler(degrees: npt.ArrayLike) -> Floats:
    """Return the unit quaternions of Euler angles.

    >>> from_euler([0, 0, 90]).round(9).tolist()
    [0.0, 0.0, 0.707106781, 0.707106781]
    """
    half = np.radians(np.asarray(degrees, dtype=np.float64)) / 2.0
    sx, sy, sz = _rows(np.sin(half))
    cx, cy, cz = _rows(np.cos(half))
    return _joined(
        cz * cy * sx - sz * sy * cx,
        cz * sy * cx + sz * cy * sx,
        sz * cy * cx - cz * sy * sx,
        cz * cy * cx + sz * sy * sx,
    )


def to_euler(rotation: npt.ArrayLike, near: npt.ArrayLike | None = None) -> Floats:
    """Return the Euler angles of unit quaternions, in degrees.

    Of the equal answers, ``near`` (angles) picks the closest to it, whole turns included,
    so that keys in a row do not jump. Without it, y is in [-90, 90].

    >>> to_euler(from_euler([10, 20, 30])).round(9).tolist()
    [10.0, 20.0, 30.0]
    >>> to_euler(from_euler([10, 20, 30]), near=[0, 0, 400]).round(9).tolist()
    [10.0, 20.0, 390.0]
    """
    plain = _plain_euler(rotation)
    if near is None:
        return plain
    wanted = np.asarray(near, dtype=np.float64)
    other = plain * (1.0, -1.0, 1.0) + 180.0
    one, two = _wound(plain, wanted), _wound(other, wanted)
    distances = [np.abs(angles - wanted).sum(axis=-1, keepdims=True) for angles in (one, two)]
    return np.where(distances[1] + CLEARLY_NEARER < distances[0], two, one)


def _plain_euler(rotation: npt.ArrayLike) -> Floats:
    """Return the Euler angles with y in [-90, 90], by the entries of the rotation matrix."""
    x, y, z, w = _rows(rotation)
    sine = np.clip(2.0 * (w * y - x * z), -1.0, 1.0)
    upright = np.abs(sine) >= STRAIGHT_UP
    about_x = np.where(
        upright,
        np.arctan2(2.0 * (x * y - w * z) * sine, 1.0 - 2.0 * (x * x + z * z)),
        np.arctan2(2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
    about_z = np.arctan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
    return np.degrees(_joined(about_x, np.arcsin(sine), np.where(upright, 0.0, about_z)))


def _wound(angles: Floats, wanted: Floats) -> Floats:
    """Return the angles with so many whole turns added that they lie nearest; halves go up."""
    turns = (wanted - angles) / 360.0
    below = np.floor(turns)
    return angles + 360.0 * (below + (turns - below >= 0.5))


def _rows(values: npt.ArrayLike) -> Floats:
    """Return the last axis first, so that components can be taken apart."""
    return np.moveaxis(np.asarray(values, dtype=np.float64), -1, 0)


def _joined(*components: Floats) -> Floats:
    """Return the components joined along the last axis."""
    return np.stack(components, axis=-1)
