"""Bézier stretches: a cubic in u for the value, and a cubic in u for the time, solved for u.

A stretch has its handles inside it, so its time rises with u. It becomes two columns of the
table, one for each half of its *time*, and each counts from its own end: the first half
``y = (t - t0) / D`` from u = 0 up, the second ``y = (t1 - t) / D`` from u = 1 down. So y is
at most a half and exact near both ends, which is where a vertical tangent can be and where
an error in time would be a far greater one in value.

Solving A*u^3 + B*u^2 + C*u = y starts from the parabola that has the curve's slope at its
end and passes through its middle, and takes Halley steps, whose error falls with the third
power. Where they have not come to rest, the bracket is halved until doubles end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.curves.curve import FIRST, LENGTH, Curve, Floats, Places, stacked, stretch_lengths

if TYPE_CHECKING:
    from animspec.curves.kinds import Keys

ORIGIN: Final = FIRST
POLYNOMIAL: Final = FIRST + 1
PARABOLA: Final = FIRST + 4
VALUES: Final = FIRST + 5
"""Rows of the table: the end counted from; A, B, C; four times the parabola's bend; values.

The row ``LENGTH`` has a sign here: negative where time is counted from the later end.
"""

HALLEY_STEPS: Final = 3

AT_REST: Final = 1e-5
"""A step that moves u by less than this share leaves an error of its third power: none."""

HALVINGS: Final = 56
"""A bracket of 1 is then narrower than the doubles just below 1 are apart."""

LEAST_SLOPE: Final = 1e-300
"""Keeps 0 / 0 away where the curve starts upright; the step is then 0 as it must be."""


@frozen(eq=False)
class Handles:
    """The handles inside their stretches: ``early`` and ``late`` are shares of its length.

    The control values ``after_start`` and ``before_end`` have the shape (stretches, width).
    """

    early: Floats
    late: Floats
    after_start: Floats
    before_end: Floats


def kept_inside(keys: Keys, at: Places, leaving: Floats, arriving: Floats) -> Handles:
    """Return the handles of the stretches from each key ``at``, kept inside them.

    ``leaving`` and ``arriving`` are the handles' points from their keys, (stretches,
    1 + width), time first. A handle that is too long shrinks, its value too; where both
    together are longer than the stretch, both shrink by one factor. One that points the
    wrong way is no handle (SEMANTICS 3.5).
    """
    length = keys.times[at + 1] - keys.times[at]
    reach = np.stack([leaving[:, 0], -arriving[:, 0]])
    inside = np.clip(reach, 0.0, length)
    together = inside.sum(axis=0)
    inside *= np.where(together > length, length / np.where(together > 0.0, together, 1.0), 1.0)
    kept = np.where(reach > 0.0, inside / np.where(reach > 0.0, reach, 1.0), 0.0)
    early, late = inside / length
    return Handles(
        early,
        late,
        keys.values[at] + leaving[:, 1:] * kept[0][:, None],
        keys.values[at + 1] + arriving[:, 1:] * kept[1][:, None],
    )


def bezier_curve(keys: Keys, cubics: Floats, at: Places, handles: Handles) -> Curve:
    """Return the curve with Bézier stretches from the keys ``at`` and cubic ones elsewhere.

    ``cubics`` are all stretches' coefficients, (4, n, width); those of ``at`` are not read.
    """
    count = len(keys.times)
    straight = np.tile([[0.0], [0.0], [1.0], [0.0]], count)
    rows = cubics.transpose(0, 2, 1).reshape(-1, count)
    lengths = stretch_lengths(keys.times)
    columns = stacked(keys.times, lengths, keys.times, straight, rows)
    middle = keys.times[at] + lengths[at] / 2.0
    start, end = keys.values[at], keys.values[at + 1]
    first = _half(
        handles.early, handles.late, [start, handles.after_start, handles.before_end, end]
    )
    second = _half(
        handles.late, handles.early, [end, handles.before_end, handles.after_start, start]
    )
    columns[ORIGIN + 1 :, at] = first
    halves = stacked(middle, -lengths[at], keys.times[at + 1], second)
    table = np.insert(columns, at + 1, halves, axis=1)
    return Curve(np.ascontiguousarray(table), bezier_formula, keys.values.shape[1])


def _half(early: Floats, late: Floats, points: list[Floats]) -> Floats:
    """Return the rows from ``POLYNOMIAL`` on of the half that starts at the first point."""
    a = 3.0 * early + 3.0 * late - 2.0
    b = 3.0 * (1.0 - late - 2.0 * early)
    c = 3.0 * early
    middle = halved(np.full_like(early, 0.5), a, b, c)
    bend = (0.5 - c * middle) / (middle * middle)
    p0, p1, p2, p3 = points
    values = [p0, 3.0 * (p1 - p0), 3.0 * (p2 - 2.0 * p1 + p0), p3 - p0 + 3.0 * (p1 - p2)]
    return np.vstack([a, b, c, 4.0 * bend, *(value.T for value in values)])


def bezier_formula(times: Floats, columns: Floats, out: Floats) -> None:
    """Sample Bézier stretches: solve the time for u, then take the value's cubic in u."""
    y = np.subtract(times, columns[ORIGIN], out=columns[ORIGIN])
    y /= columns[LENGTH]
    u = solved(y, *columns[POLYNOMIAL:VALUES])
    c = columns[VALUES:].reshape(4, len(out), -1)
    value = c[3]
    for lower in (c[2], c[1]):
        value *= u
        value += lower
    value *= u
    np.add(value, c[0], out=out)


def solved(y: Floats, a: Floats, b: Floats, c: Floats, bend: Floats) -> Floats:
    """Return u in [0, 1] where the rising ``a*u^3 + b*u^2 + c*u`` is y, which is at most a half.

    ``bend`` is four times that of the parabola through the curve's middle.

    >>> cubed = [np.array([number]) for number in (0.064, 1.0, 0.0, 0.0, 4 * 2 ** (-1 / 3))]
    >>> solved(*cubed).round(12).tolist()
    [0.4]
    """
    u = _on_parabola(y, c, bend)
    for _ in range(HALLEY_STEPS):
        step = _halley_step(u, y, a, b, c)
        u -= step
    np.abs(step, out=step)
    restless = step > np.multiply(u, AT_REST)
    if restless.any():
        at = restless.nonzero()[0]
        u[at] = halved(y[at], a[at], b[at], c[at])
    return u


def _on_parabola(y: Floats, c: Floats, bend: Floats) -> Floats:
    """Return where ``c*u + bend/4 * u^2`` is y, written so that nothing cancels."""
    root = c * c
    root += bend * y
    np.maximum(root, 0.0, out=root)
    np.sqrt(root, out=root)
    root += c
    np.maximum(root, LEAST_SLOPE, out=root)
    u = y / root
    u += u
    return u


def _halley_step(u: Floats, y: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Return what to take off u: ``f*f' / (f'^2 - f*f''/2)``."""
    cubic = a * u
    square = cubic + b
    f = square * u
    f += c
    f *= u
    f -= y
    half_bend = cubic + cubic
    half_bend += square
    slope = square
    slope += square
    slope += cubic
    slope *= u
    slope += c
    half_bend *= f
    f *= slope
    slope *= slope
    slope -= half_bend
    np.maximum(slope, LEAST_SLOPE, out=slope)
    f /= slope
    return f


def halved(y: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Return the same u by halving a bracket until doubles end."""
    low, width = np.zeros_like(y), 1.0
    for _ in range(HALVINGS):
        width /= 2.0
        middle = low + width
        np.copyto(low, middle, where=((a * middle + b) * middle + c) * middle < y)
    return low
