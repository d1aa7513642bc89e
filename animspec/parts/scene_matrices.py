"""What a placement matrix is like: whether players agree on it, and can take it apart.

A matrix is 16 numbers, column by column: three axes and the position.
"""

from __future__ import annotations

from math import acos, degrees, hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.model.scene_animation import Matrix

    Axis: TypeAlias = tuple[float, float, float]

AFFINE: Final = 1e-6
"""By so much the fourth row may differ from 0, 0, 0, 1: ten times what single floats leave."""

NO_LENGTH: Final = 1e-12
"""A shorter axis points nowhere; so the evaluator has it (SEMANTICS 3.8)."""

FLAT: Final = 1e-6
"""The share of the volume of three upright axes of that length below which a matrix has none: an
inverse of it would lose six of the seven digits of single floats."""

SHEAR: Final = 1e-3
"""The cosine of the angle between axes that counts as upright. That is 0.06 degrees off, which
nobody sees, and ten times what rounding to 4 decimals leaves."""

LARGEST_SQUARE: Final = 1e100
"""The sum of squares from which on the quick test may overflow and leaves it to the other."""

AXES: Final = ("x", "y", "z")


@frozen
class MatrixShape:
    """What is to be said of a matrix.

    Attributes:
        affine: whether its fourth row is 0, 0, 0, 1.
        flat: the axes that have no length.
        coplanar: whether axes that have a length lie in one plane.
        shear: two axes and the degrees between them, where those are far from 90.
        sign: 1, or -1 for a mirror; 0 for a matrix that has no volume.
    """

    affine: bool = True
    flat: tuple[str, ...] = ()
    coplanar: bool = False
    shear: tuple[str, str, float] | None = None
    sign: int = 1


UPRIGHT: Final = MatrixShape()
MIRRORED: Final = MatrixShape(sign=-1)
PLAIN: Final = (UPRIGHT, MIRRORED)


def shape_of(matrix: Matrix) -> MatrixShape:
    """Return what a matrix is like.

    >>> shape_of((2, 0, 0, 0, 0, 2, 0, 0, 0, 0, -2, 0, 5, 6, 7, 1)).sign
    -1
    >>> shape_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1)).shear[:2]
    ('y', 'z')
    """
    xx, xy, xz, xw, yx, yy, yz, yw, zx, zy, zz, zw, _, _, _, w = matrix
    # Nearly all matrices are upright. Squares show that without a root.
    x, y, z = xx * xx + xy * xy + xz * xz, yx * yx + yy * yy + yz * yz, zx * zx + zy * zy + zz * zz
    upright = (
        (xw == yw == zw == 0.0 and w == 1.0)
        and (x > _TINY and y > _TINY and z > _TINY and x + y + z < LARGEST_SQUARE)
        and (xx * yx + xy * yy + xz * yz) ** 2 <= _SLANT * x * y
        and (yx * zx + yy * zy + yz * zz) ** 2 <= _SLANT * y * z
        and (zx * xx + zy * xy + zz * xz) ** 2 <= _SLANT * z * x
    )
    if not upright:
        return _judged(matrix)
    volume = xx * (yy * zz - yz * zy) + xy * (yz * zx - yx * zz) + xz * (yx * zy - yy * zx)
    return MIRRORED if volume < 0.0 else UPRIGHT


def turned(first: Sequence[float], second: Sequence[float]) -> float:
    """Return by how many degrees one matrix with axes is turned from another of the same sign.

    The axes' cosines sum up to the trace of the rotation between them: 1 + 2 cos(angle).

    >>> turned(
    ...     (2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1),
    ...     (0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1),
    ... )
    90.0
    """
    trace = 0.0
    for at in (0, 4, 8):
        a, b = _direction(first[at : at + 3]), _direction(second[at : at + 3])
        trace += 0.0 if a is None or b is None else _dot(a, b)
    return degrees(acos(min(max((trace - 1.0) / 2.0, -1.0), 1.0)))


_TINY: Final = (2.0 * NO_LENGTH) ** 2
_SLANT: Final = (SHEAR / 2.0) ** 2


def _judged(matrix: Matrix) -> MatrixShape:
    """Return what a matrix is like, whatever its numbers are."""
    row = (matrix[3], matrix[7], matrix[11], matrix[15] - 1.0)
    affine = all(abs(each) <= AFFINE for each in row)
    columns = (matrix[0:3], matrix[4:7], matrix[8:11])
    x, y, z = axes = [_direction(column) for column in columns]
    flat = tuple(name for name, axis in zip(AXES, axes, strict=True) if axis is None)
    if x is None or y is None or z is None:
        return MatrixShape(affine, flat, sign=0)
    volume = _dot(x, _cross(y, z))
    if abs(volume) < FLAT:
        return MatrixShape(affine, coplanar=True, sign=0)
    pairs = [("x", "y", _dot(x, y)), ("y", "z", _dot(y, z)), ("x", "z", _dot(x, z))]
    first, second, cosine = max(pairs, key=lambda pair: abs(pair[2]))
    shear = (first, second, degrees(acos(cosine))) if abs(cosine) > SHEAR else None
    return MatrixShape(affine, shear=shear, sign=-1 if volume < 0.0 else 1)


def _direction(column: Sequence[float]) -> Axis | None:
    """Return the direction of an axis, None for one without length."""
    greatest = max(map(abs, column))
    # Divided by the greatest first, no number is too large for its square.
    x, y, z = (number / greatest for number in column) if greatest > 0.0 else (0.0, 0.0, 0.0)
    length = hypot(x, y, z)
    if greatest * length < NO_LENGTH:
        return None
    return x / length, y / length, z / length


def _dot(a: Axis, b: Axis) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Axis, b: Axis) -> Axis:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
