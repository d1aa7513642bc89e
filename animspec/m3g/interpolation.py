"""The five interpolations as kinds of the curve core.

LINEAR, SPLINE and STEP are kinds of its own families; SLERP and SQUAD are the
spherical pair, with formulas of their own over tables of quaternions.

The page prints the factors of SPLINE's tangents the wrong way round for uneven
times, so that uniform motion would not stay uniform. Players use the outgoing
tangent ``2·after/(before + after) · T`` and the incoming ``2·before/(before +
after) · T``, where before and after are the gaps to the neighbours (SEMANTICS
5.1): one speed on both sides of the key, ``(v_next - v_previous)/(before + after)``.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from animspec.curves import (
    FIRST,
    HOLD,
    LINEAR,
    Curve,
    Floats,
    Keys,
    Share,
    cubic_curve,
    hermite,
    passed,
    share_curve,
    stretch_lengths,
)
from animspec.m3g.quaternions import along, arc, exponential, product, step_between
from animspec.m3g.valid_keys import ValidKeys, again

if TYPE_CHECKING:
    from collections.abc import Mapping

    from animspec.model.m3g_animation import InterpolationName

Builder: TypeAlias = Callable[[ValidKeys], Curve]


def linear(keys: ValidKeys) -> Curve:
    """Return the curve that goes straight from key to key."""
    return _shared(keys, LINEAR)


def step(keys: ValidKeys) -> Curve:
    """Return the curve that holds each key's value up to the next."""
    return _shared(keys, HOLD)


def spline(keys: ValidKeys) -> Curve:
    """Return the Catmull-Rom curve for uneven times."""
    whole = keys.closed()
    speeds = key_speeds(keys)
    if keys.period is not None:
        speeds = again(speeds)
    points = Keys(whole.times, whole.values, arriving=speeds, leaving=speeds)
    return cubic_curve(points, [hermite] * len(whole.times))


def slerp(keys: ValidKeys) -> Curve:
    """Return the curve that turns at an even speed from key to key, without flipping a sign."""
    whole = keys.closed()
    starts = whole.values.T
    towards, angles = arc(starts, np.roll(starts, -1, axis=1))
    table = np.vstack([whole.times, stretch_lengths(whole.times), starts, towards, angles])
    return Curve(table, _slerp_formula, 4)


def squad(keys: ValidKeys) -> Curve:
    """Return the spherical spline, with the tangents of the players."""
    before, after = keys.gaps()
    return _squad(keys, incoming=before, outgoing=after)


def squad_as_printed(keys: ValidKeys) -> Curve:
    """Return the spherical spline, with the tangents that the page prints."""
    before, after = keys.gaps()
    return _squad(keys, incoming=after, outgoing=before)


INTERPOLATION_CURVES: Final[Mapping[InterpolationName, Builder]] = MappingProxyType(
    {"LINEAR": linear, "SLERP": slerp, "SPLINE": spline, "SQUAD": squad, "STEP": step}
)
"""How each interpolation makes a curve of valid keys."""


def key_speeds(keys: ValidKeys) -> Floats:
    """Return a SPLINE's speed at each key, per unit of time; 0 at an open end: (n, components).

    >>> uneven = ValidKeys(np.array([0.0, 1.0, 5.0]), np.array([[0.0], [2.0], [10.0]]), None)
    >>> key_speeds(uneven).tolist()
    [[0.0], [2.0], [0.0]]
    """
    before, after = keys.neighbours()
    return keys.inner() * (after - before) / _spans(keys)


def tangents(keys: ValidKeys) -> tuple[Floats, Floats]:
    """Return a SPLINE's incoming and outgoing tangents, T¹ and T⁰ of the page, at each key."""
    before, after = keys.gaps()
    speeds = key_speeds(keys)
    return before[:, None] * speeds, after[:, None] * speeds


def _spans(keys: ValidKeys) -> Floats:
    """Return the time from each key's previous to its next one, 1 where there is none: (n, 1)."""
    before, after = keys.gaps()
    spans = (before + after)[:, None]
    return np.where(spans == 0.0, 1.0, spans)


def _shared(keys: ValidKeys, share: Share) -> Curve:
    """Return the curve whose stretches all move by one share."""
    whole = keys.closed()
    return share_curve(whole.times, whole.values, [share] * len(whole.times))


def _squad(keys: ValidKeys, *, incoming: Floats, outgoing: Floats) -> Curve:
    """Return the spherical spline whose tangents are in proportion to such times at each key."""
    before, after = keys.neighbours()
    from_before, to_after = step_between(before, keys.values), step_between(keys.values, after)
    speeds = keys.inner() * (from_before + to_after) / _spans(keys)
    leaves = product(keys.values, exponential((outgoing[:, None] * speeds - to_after) / 2.0))
    arrives = product(keys.values, exponential((from_before - incoming[:, None] * speeds) / 2.0))
    if keys.period is not None:
        leaves, arrives = again(leaves), again(arrives)
    return _squad_curve(keys.closed(), leaves, arrives)


def _squad_curve(whole: ValidKeys, leaves: Floats, arrives: Floats) -> Curve:
    """Return the curve through keys with a control point on either side of each."""
    starts, controls = whole.values.T, leaves.T
    inner = arc(starts, np.roll(starts, -1, axis=1))
    outer = arc(controls, np.roll(arrives.T, -1, axis=1))
    rows = [starts, *inner, controls, *outer]
    table = np.vstack([whole.times, stretch_lengths(whole.times), *rows])
    return Curve(table, _squad_formula, 4)


def _slerp_formula(times: Floats, columns: Floats, out: Floats) -> None:
    """Sample arcs: rows of the start, of what it turns towards, and the angle."""
    share = passed(times, columns)
    start, towards, angle = _arc_rows(columns[FIRST:])
    out[...] = along(share, start, towards, angle)


def _squad_formula(times: Floats, columns: Floats, out: Floats) -> None:
    """Sample splines: the rows of the arc between the keys, then of that between the controls."""
    share = passed(times, columns)
    inner = along(share, *_arc_rows(columns[FIRST:]))
    outer = along(share, *_arc_rows(columns[FIRST + _ARC_ROWS :]))
    out[...] = along(2.0 * share * (1.0 - share), inner, *arc(inner, outer))


_ARC_ROWS: Final = 9


def _arc_rows(rows: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the start, what it turns towards, and the angle."""
    return rows[:4], rows[4:8], rows[8]
