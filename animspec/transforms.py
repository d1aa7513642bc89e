"""Placement matrices, taken apart and put together, in arrays of any leading shape.

A matrix is 16 numbers along the last axis, column-major: three columns for the axes, one
for the position; the fourth row is not read and is (0, 0, 0, 1) when written.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from animspec.rotations import normalized

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

NO_LENGTH: Final = 1e-12
"""A column shorter than this points nowhere: its scale is 0 (SEMANTICS 3.8)."""


@frozen(eq=False)
class Transform:
    """A position, a rotation and a scale along the rotated axes.

    ``position`` and ``scale`` have the shape (..., 3), ``rotation`` (..., 4) is a unit
    quaternion (x, y, z, w), and ``turned`` (...) is false where a matrix had no axis left,
    so that its rotation is the identity only for want of another.
    """

    position: Floats
    rotation: Floats
    scale: Floats
    turned: Flags


def compose(position: npt.ArrayLike, rotation: npt.ArrayLike, scale: npt.ArrayLike) -> Floats:
    """Return the matrix that scales, then rotates by a unit quaternion, then moves.

    >>> compose([1, 2, 3], [0, 0, 0, 1], [2, 2, 2]).tolist()
    [2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 2.0, 3.0, 1.0]
    """
    moved = np.asarray(position, dtype=np.float64)
    turn = np.asarray(rotation, dtype=np.float64)
    factors = np.asarray(scale, dtype=np.float64)
    shape = np.broadcast_shapes(moved.shape[:-1], turn.shape[:-1], factors.shape[:-1])
    # The numbers are worked out as rows, which is several times faster than in place.
    rows = np.zeros((4, 4, *shape))
    axes = np.moveaxis(axes_of(turn), (-2, -1), (0, 1))
    for column, factor in enumerate(np.moveaxis(factors, -1, 0)):
        np.multiply(axes[:, column], factor, out=rows[column, :3])
    rows[3, :3] = np.moveaxis(moved, -1, 0)
    rows[3, 3] = 1.0
    return np.ascontiguousarray(np.moveaxis(rows.reshape(16, *shape), 0, -1))


def axes_of(rotation: Floats) -> Floats:
    """Return the rotation matrices of unit quaternions, (..., 3, 3), indexed by row, column."""
    x, y, z, w = np.moveaxis(rotation, -1, 0)
    rows = np.empty((3, 3, *x.shape))
    rows[0] = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)
    rows[1] = 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)
    rows[2] = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)
    return np.moveaxis(rows, (0, 1), (-2, -1))


def decompose(matrix: npt.ArrayLike) -> Transform:
    """Take matrices apart; for those without shear, ``compose`` gives them back.

    A mirror shows as a negative x scale. A column without length has scale 0: the direction
    of one such is completed from the other two; of two, the rotation is the least turn that
    brings the remaining axis to its direction; of three, there is none (SEMANTICS 3.8).

    >>> mirrored = decompose([-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1])
    >>> mirrored.scale.tolist(), mirrored.position.tolist()
    ([-2.0, 3.0, 4.0], [5.0, 6.0, 7.0])
    """
    numbers = np.asarray(matrix, dtype=np.float64)
    columns = numbers.reshape(*numbers.shape[:-1], 4, 4)[..., :3]
    axes = columns[..., :3, :]
    lengths = np.hypot(np.hypot(axes[..., 0], axes[..., 1]), axes[..., 2])
    present = lengths >= NO_LENGTH
    scale = np.where(present, lengths, 0.0)
    directions = (
        np.where(present[..., None], axes, 0.0) / np.where(present, lengths, 1.0)[..., None]
    )
    x, y, z = (directions[..., column, :] for column in range(3))
    signs = np.where((x * np.cross(y, z)).sum(axis=-1) < 0.0, -1.0, 1.0)
    scale[..., 0] *= signs
    directions[..., 0, :] *= signs[..., None]
    count = present.sum(axis=-1)
    rotation = _quaternion_of(_completed(directions, present, count))
    one_axis = count == 1
    if one_axis.any():
        rotation[one_axis] = _least_turn(directions[one_axis], present[one_axis])
    return Transform(columns[..., 3, :].copy(), rotation, scale, count > 0)


def matched_rotations(first: Transform, second: Transform) -> tuple[Floats, Floats]:
    """Return the rotations to blend between two poses.

    Where one has no rotation of its own, the other's holds on both sides (SEMANTICS 3.8).

    >>> zero, half_turn = [0] * 15 + [1], [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    >>> matched_rotations(decompose(zero), decompose(half_turn))[0].tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    a = np.where(first.turned[..., None], first.rotation, second.rotation)
    b = np.where(second.turned[..., None], second.rotation, first.rotation)
    return a, b


def _completed(directions: Floats, present: Flags, count: npt.NDArray[np.intp]) -> Floats:
    """Return the directions, a single missing one as the cross product of the other two.

    Where two or three are missing, all are the identity's.
    """
    cross = np.cross(np.roll(directions, -1, axis=-2), np.roll(directions, -2, axis=-2))
    full = np.where(present[..., None], directions, cross)
    return np.where((count >= 2)[..., None, None], full, np.eye(3))


def _least_turn(directions: Floats, present: Flags) -> Floats:
    """Return the least turns that bring the one axis present to its direction.

    The half angle's sine and cosine come from the greater of the two, so that nothing
    cancels near no turn or near a half turn. An axis turned to its opposite goes about the
    next axis.
    """
    axis = np.where(present[..., None], np.eye(3), 0.0).sum(axis=-2)
    direction = np.where(present[..., None], directions, 0.0).sum(axis=-2)
    cosine = (axis * direction).sum(axis=-1, keepdims=True)
    across = np.cross(axis, direction)
    sine = np.sqrt((across * across).sum(axis=-1, keepdims=True))
    about = np.where(sine > 0.0, across, np.roll(axis, 1, axis=-1))
    about /= np.sqrt((about * about).sum(axis=-1, keepdims=True))
    greater = np.sqrt((1.0 + np.abs(cosine)) / 2.0)
    lesser = sine / (2.0 * greater)
    half_sine = np.where(cosine >= 0.0, lesser, greater)
    half_cosine = np.where(cosine >= 0.0, greater, lesser)
    return np.concatenate([about * half_sine, half_cosine], axis=-1)


def _quaternion_of(directions: Floats) -> Floats:
    """Return the unit quaternions of rotation matrices, given by columns: (..., column, row).

    Of four ways the one is taken whose square root is the greatest, by the diagonal.

    Source: S. W. Shepperd, "Quaternion from rotation matrix", J. Guidance and Control 1 (1978).
    """
    (m00, m10, m20), (m01, m11, m21), (m02, m12, m22) = (
        np.moveaxis(directions[..., column, :], -1, 0) for column in range(3)
    )
    yz, zx, xy = m21 - m12, m02 - m20, m10 - m01
    sums_yz, sums_zx, sums_xy = m12 + m21, m02 + m20, m01 + m10
    by_w = [yz, zx, xy, 1.0 + m00 + m11 + m22]
    by_x = [1.0 + m00 - m11 - m22, sums_xy, sums_zx, yz]
    by_y = [sums_xy, 1.0 + m11 - m00 - m22, sums_yz, zx]
    by_z = [sums_zx, sums_yz, 1.0 + m22 - m00 - m11, xy]
    w_leads = (m00 + m11 + m22 > 0.0)[..., None]
    x_leads = ((m00 > m11) & (m00 > m22))[..., None]
    y_leads = (m11 > m22)[..., None]
    a, b, c, d = (np.stack(way, axis=-1) for way in (by_w, by_x, by_y, by_z))
    return normalized(np.where(w_leads, a, np.where(x_leads, b, np.where(y_leads, c, d))))
