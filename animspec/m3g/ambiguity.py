"""What a sequence's keys leave in doubt: numbers that a linter can judge.

The page of the standard prints SPLINE's and SQUAD's tangent factors the wrong
way round for uneven times (SEMANTICS 5.1), and calls the way between opposite
orientations undefined.
"""

from __future__ import annotations

from math import degrees
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.m3g.interpolation import key_speeds, squad, squad_as_printed
from animspec.m3g.valid_keys import ValidKeys, again

if TYPE_CHECKING:
    from animspec.curves import Floats
    from animspec.m3g.sequence import KeyframeSequence

SHARES_TRIED: Final = np.arange(1, 32) / 32.0
"""Where two SQUAD readings are compared: their difference has a bump or two per stretch, whose
top lies within 1/64 of one of these, where it is less by some thousandths of itself."""


@frozen
class ReadingGap:
    """Where the printed and the implemented reading part most: time, and by how much.

    ``difference`` is the greatest of the components for SPLINE, and the angle
    between the orientations in degrees for SQUAD.
    """

    time: float
    difference: float


def reading_gap(sequence: KeyframeSequence) -> ReadingGap | None:
    """Return where the two readings part most; None where they are one.

    They are one for the other interpolations and for even times.

    Raises:
        IllegalStateError: The sequence cannot be played.

    """
    keys = sequence.valid_keys()
    before, after = keys.gaps()
    even = bool((keys.inner()[:, 0] * (before - after) == 0.0).all())
    measure = {sequence.SPLINE: _spline_gap, sequence.SQUAD: _squad_gap}
    kind = sequence.get_interpolation_type()
    if even or kind not in measure:
        return None
    gap = measure[kind](keys)
    return gap if gap.difference > 0.0 else None


def _spline_gap(keys: ValidKeys) -> ReadingGap:
    """Return the greatest difference of the cubics, from where its derivative is 0.

    The readings swap the factors of a key's two tangents, so they differ by
    ``h10(s)·p + h11(s)·q``, where p and q are the differences of the tangents at
    the stretch's ends, h10 = s³ - 2s² + s and h11 = s³ - s².
    """
    before, after = keys.gaps()
    swapped = (before - after)[:, None] * key_speeds(keys)
    whole = keys.closed()
    ends = again(swapped) if keys.period is not None else swapped
    p, q = ends[:-1], -ends[1:]
    # The derivative is (3p + 3q)s² - (4p + 2q)s + p.
    shares = np.stack(_roots(3.0 * (p + q), -(4.0 * p + 2.0 * q), p))
    gaps = np.abs(shares * (1.0 - shares) * ((1.0 - shares) * p - shares * q))
    return _greatest(gaps.max(axis=2), _at(shares, gaps), whole.times)


def _roots(a: Floats, b: Floats, c: Floats) -> tuple[Floats, Floats]:
    """Return the roots of as² + bs + c that lie in [0, 1], 0 for those that do not.

    The form with c over the larger sum stays exact where a is small.
    """
    larger = -0.5 * (b + np.copysign(np.sqrt(np.maximum(b * b - 4.0 * a * c, 0.0)), b))
    with np.errstate(divide="ignore", invalid="ignore"):
        both = larger / a, c / larger
    first, second = (np.where((root >= 0.0) & (root <= 1.0), root, 0.0) for root in both)
    return first, second


def _at(shares: Floats, gaps: Floats) -> Floats:
    """Return, for each root and stretch, the share at which the worst component differs most."""
    worst = gaps.argmax(axis=2)[..., None]
    return np.take_along_axis(shares, worst, axis=2)[..., 0]


def _greatest(gaps: Floats, shares: Floats, times: Floats) -> ReadingGap:
    """Return the greatest of (candidates, stretches) differences, with its time."""
    candidate, stretch = np.unravel_index(int(gaps.argmax()), gaps.shape)
    start, end = times[stretch], times[stretch + 1]
    time = start + shares[candidate, stretch] * (end - start)
    return ReadingGap(float(time), float(gaps[candidate, stretch]))


def _squad_gap(keys: ValidKeys) -> ReadingGap:
    """Return the greatest angle between the two spherical splines, of those tried."""
    times = keys.closed().times
    starts, lengths = times[:-1], np.diff(times)
    tried = starts + SHARES_TRIED[:, None] * lengths
    moments = tried.ravel()
    a = squad(keys).sample_many(moments)
    b = squad_as_printed(keys).sample_many(moments)
    gaps = _angles(a, b).reshape(tried.shape)
    shares = np.broadcast_to(SHARES_TRIED[:, None], tried.shape)
    return _greatest(gaps, shares, times)


def _angles(a: Floats, b: Floats) -> Floats:
    """Return the angles between orientations in degrees, from the distance of the quaternions."""
    unit_a = a / np.linalg.norm(a, axis=1, keepdims=True)
    unit_b = b / np.linalg.norm(b, axis=1, keepdims=True)
    near = np.minimum(
        np.linalg.norm(unit_a - unit_b, axis=1), np.linalg.norm(unit_a + unit_b, axis=1)
    )
    angles: Floats = degrees(4.0) * np.arcsin(np.minimum(near / 2.0, 1.0))
    return angles


@frozen
class Neighbours:
    """Two quaternion keys that are played one after the other, and their dot product.

    Below 0, the way between them is the long one; near -1 its direction is
    undefined.
    """

    key: int
    following: int
    dot: float


def neighbour_dots(sequence: KeyframeSequence) -> tuple[Neighbours, ...]:
    """Return the neighbours of a SLERP or SQUAD sequence in play order, across a loop's wrap too.

    Other interpolations have none; neither has a single key.
    """
    if sequence.get_interpolation_type() not in (sequence.SLERP, sequence.SQUAD):
        return ()
    order = sequence.valid_order()
    loops = sequence.get_repeat_mode() == sequence.LOOP and len(order) > 1
    pairs = list(zip(order, [*order[1:], *order[:1]], strict=True))[: None if loops else -1]
    if not pairs:
        return ()
    values = np.array([sequence.get_keyframe(index)[1] for index in order])
    dots = (values * np.roll(values, -1, axis=0)).sum(axis=1).tolist()
    return tuple(Neighbours(*pair, dot) for pair, dot in zip(pairs, dots, strict=False))
