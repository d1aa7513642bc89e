"""The interpolation kinds: how a value goes from one key to the next.

With ``s`` the share of the stretch that has passed, in [0, 1], there are two families:

* a *share* kind moves all components alike: the value is ``v0 + (v1 - v0) * e(s)`` with
  ``e(s) = e1*s + e2*s^2 + e3*s^3``, and the kind is the triple (e1, e2, e3);
* a *cubic* kind is one function that gives a stretch its four coefficients, so that the
  value is ``c0 + c1*s + c2*s^2 + c3*s^3``. ``by_share`` makes one of a triple.

A channel that only has share kinds takes ``share_curve``, which is the faster one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from attrs import frozen

from animspec.curves.curve import (
    FIRST,
    LENGTH,
    START,
    Curve,
    Floats,
    Places,
    stacked,
    stretch_lengths,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

Share: TypeAlias = tuple[float, float, float]

HOLD: Final[Share] = (0.0, 0.0, 0.0)
LINEAR: Final[Share] = (1.0, 0.0, 0.0)
EASED: Final[Share] = (0.0, 3.0, -2.0)
"""Eased in and out: ``s * s * (3 - 2*s)``."""

SHARES: Final[dict[str, Share]] = {"step": HOLD, "linear": LINEAR, "smooth": EASED}
"""The kinds of an animation set by their names there."""


@frozen(eq=False)
class Keys:
    """What the kinds read: the keys of one curve, in time order.

    ``times`` has the shape (n,), ``values`` (n, width). The speeds at which a value
    arrives at a key and leaves it, per unit of time, are read by ``hermite`` only.
    """

    times: Floats
    values: Floats
    arriving: Floats | None = None
    leaving: Floats | None = None


Kind: TypeAlias = Callable[[Keys, Places], Floats]
"""``kind(keys, at)``: the coefficients of the stretches from each key ``at`` to the next.

The answer has the shape (4, stretches, width); ``at`` never holds the last key.
"""


def by_share(share: Share) -> Kind:
    """Return the cubic kind that moves by such a share.

    >>> keys = Keys(np.array([0.0, 2.0]), np.array([[1.0], [5.0]]))
    >>> by_share(EASED)(keys, np.array([0]))[:, 0, 0].tolist()
    [1.0, 0.0, 12.0, -8.0]
    """

    def kind(keys: Keys, at: Places) -> Floats:
        start = keys.values[at]
        change = keys.values[at + 1] - start
        return np.stack([start, *(factor * change for factor in share)])

    return kind


def hermite(keys: Keys, at: Places) -> Floats:
    """Return the coefficients of the cubic that leaves and arrives at the keys' speeds.

    Raises:
        ValueError: the keys have no speeds.

    >>> values, flat = np.array([[0.0], [1.0]]), np.zeros((2, 1))
    >>> keys = Keys(np.array([0.0, 2.0]), values, arriving=flat + 1.0, leaving=flat)
    >>> hermite(keys, np.array([0]))[:, 0, 0].tolist()
    [0.0, 0.0, 1.0, 0.0]
    """
    if keys.leaving is None or keys.arriving is None:
        raise ValueError("the keys have no speeds, which a Hermite stretch needs")
    length = (keys.times[at + 1] - keys.times[at])[:, None]
    start = keys.values[at]
    change = keys.values[at + 1] - start
    leave, arrive = length * keys.leaving[at], length * keys.arriving[at + 1]
    return np.stack(
        [start, leave, 3.0 * change - 2.0 * leave - arrive, leave + arrive - 2.0 * change]
    )


def share_formula(times: Floats, columns: Floats, out: Floats) -> None:
    """Sample stretches whose components move alike: rows e1, e2, e3, starts, changes."""
    width = len(out)
    share = passed(times, columns)
    e = columns[FIRST : FIRST + 3]
    eased = e[2]
    eased *= share
    eased += e[1]
    eased *= share
    eased += e[0]
    eased *= share
    start, change = columns[FIRST + 3 : FIRST + 3 + width], columns[FIRST + 3 + width :]
    change *= eased
    np.add(start, change, out=out)


def cubic_formula(times: Floats, columns: Floats, out: Floats) -> None:
    """Sample stretches of four coefficients each: ``width`` rows for c0, then c1, c2, c3."""
    share = passed(times, columns)
    c = columns[FIRST:].reshape(4, len(out), -1)
    value = c[3]
    for lower in (c[2], c[1]):
        value *= share
        value += lower
    value *= share
    np.add(value, c[0], out=out)


def passed(times: Floats, columns: Floats) -> Floats:
    """Return the share of its stretch that has passed at each time, in place of the starts."""
    share: Floats = columns[START]
    np.subtract(times, share, out=share)
    share /= columns[LENGTH]
    return share


def share_table(
    times: Floats, values: Floats, shares: Floats, lasts: Places | Sequence[int] = (-1,)
) -> Floats:
    """Return the table for ``share_formula``; ``shares`` has the shape (3, n).

    Several curves may stand one after the other; ``lasts`` are the places of their last keys.
    """
    count, width = values.shape
    table = np.empty((FIRST + len(shares) + 2 * width, count))
    table[START], table[LENGTH] = times, stretch_lengths(times, lasts)
    table[FIRST : FIRST + len(shares)] = shares
    starts, changes = table[-2 * width : -width], table[-width:]
    starts[:] = values.T
    np.subtract(starts[:, 1:], starts[:, :-1], out=changes[:, :-1])
    changes[:, np.asarray(lasts, dtype=np.intp)] = 0.0
    return table


def share_curve(times: npt.ArrayLike, values: npt.ArrayLike, shares: Sequence[Share]) -> Curve:
    """Return the curve through keys of share kinds: times (n,), values (n, width).

    Each key's share leads to the next key; the last one's is not read.
    """
    points = np.asarray(values, dtype=np.float64)
    triples = np.array(shares, dtype=np.float64).T
    table = share_table(np.asarray(times, dtype=np.float64), points, triples)
    return Curve(table, share_formula, points.shape[1])


def cubic_curve(keys: Keys, kinds: Sequence[Kind]) -> Curve:
    """Return the curve through keys of cubic kinds, one per key; the last one's is not read.

    >>> keys = Keys(np.array([0.0, 2.0, 4.0]), np.array([[1.0], [5.0], [7.0]]))
    >>> cubic_curve(keys, [by_share(EASED), by_share(HOLD), by_share(HOLD)]).sample(1.0).tolist()
    [3.0]
    """
    return Curve(cubic_table(keys, kinds), cubic_formula, keys.values.shape[1])


def cubic_table(keys: Keys, kinds: Sequence[Kind]) -> Floats:
    """Return the table for ``cubic_formula``."""
    count, width = keys.values.shape
    rows = cubic_coefficients(keys, kinds).transpose(0, 2, 1).reshape(4 * width, count)
    return stacked(keys.times, stretch_lengths(keys.times), rows)


def cubic_coefficients(keys: Keys, kinds: Sequence[Kind]) -> Floats:
    """Return the coefficients of all stretches, (4, n, width); the last key's is held.

    Each kind is asked once, for all its stretches.
    """
    count, width = keys.values.shape
    coefficients = np.zeros((4, count, width))
    coefficients[0, -1] = keys.values[-1]
    for kind in dict.fromkeys(kinds[:-1]):
        at = np.array([i for i, other in enumerate(kinds[:-1]) if other is kind], dtype=np.intp)
        coefficients[:, at] = kind(keys, at)
    return coefficients
