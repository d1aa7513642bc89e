"""How values go from one key to the next, told by a word where a word tells it.

Every stretch is looked at five times inside. Where the values there follow from those at
its ends within a unit of the last decimal, the way's word is recorded instead of them. The
word is found by looking, whatever the file calls its interpolation.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.comparison.stretches import LOOKS
from animspec.rotations import slerp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from animspec.comparison.stretches import Stretches
    from animspec.curves import Floats, Places
    from animspec.transforms import Flags


@frozen(eq=False)
class Ends:
    """What is known of some stretches: where looks fall, and the values at all breaks.

    ``at`` (s,) are the stretches' places among all; ``shares`` (s, 5) say how far through
    each look is; ``values`` (n, width) are at the breaks, ``breaks`` (n,) their times.
    """

    at: Places
    shares: Floats
    breaks: Floats
    values: Floats

    @property
    def first(self) -> Floats:
        """The values at the starts, (s, 1, width)."""
        return self.values[self.at, None]

    @property
    def last(self) -> Floats:
        """The values at the ends, (s, 1, width)."""
        return self.values[self.at + 1, None]


def hold(ends: Ends) -> Floats:
    """Return the value at the start, (s, 5, width)."""
    return np.repeat(ends.first, LOOKS, axis=1)


def line(ends: Ends) -> Floats:
    """Return values on the straight way."""
    return _blended(ends, ends.shares)


def ease(ends: Ends) -> Floats:
    """Return values on the straight way, slow at both ends: ``s*s*(3 - 2*s)``."""
    return _blended(ends, ends.shares**2 * (3.0 - 2.0 * ends.shares))


def curve(ends: Ends) -> Floats:
    """Return values on the cubic that passes keys as fast as their neighbours are apart.

    It rests at the first and last of all breaks. Source: SEMANTICS 3.4.
    """
    speeds = np.zeros_like(ends.values)
    spans = ends.breaks[2:] - ends.breaks[:-2]
    speeds[1:-1] = (ends.values[2:] - ends.values[:-2]) / spans[:, None]
    s = ends.shares[:, :, None]
    length = np.diff(ends.breaks)[ends.at, None, None]
    leaving, arriving = speeds[ends.at, None] * length, speeds[ends.at + 1, None] * length
    return (
        ((1 + 2 * s) * (1 - s) ** 2) * ends.first
        + (s * (1 - s) ** 2) * leaving
        + (s * s * (3 - 2 * s)) * ends.last
        + (s * s * (s - 1)) * arriving
    )


def turn(ends: Ends) -> Floats:
    """Return rotations that turn evenly, the short way."""
    return _turned(ends, ends.shares)


def easeturn(ends: Ends) -> Floats:
    """Return rotations that turn the short way, slowly at both ends."""
    return _turned(ends, ends.shares**2 * (3.0 - 2.0 * ends.shares))


def _blended(ends: Ends, shares: Floats) -> Floats:
    return ends.first + (ends.last - ends.first) * shares[:, :, None]


def _turned(ends: Ends, shares: Floats) -> Floats:
    first, last = (np.repeat(each, LOOKS, axis=1) for each in (ends.first, ends.last))
    return slerp(first, last, shares)


PLAIN: Final[dict[str, Callable[[Ends], Floats]]] = {
    "hold": hold,
    "line": line,
    "ease": ease,
    "curve": curve,
}
"""The ways of numbers, simplest first; the first that fits is told."""

TURNING: Final[dict[str, Callable[[Ends], Floats]]] = {
    "hold": hold,
    "turn": turn,
    "easeturn": easeturn,
}
"""The ways of rotations, whose components are all recorded."""

BEND: Final = "bend"
"""A cubic of its own: the values at a quarter and at three quarters are recorded."""

FREE: Final = "free"
"""Any way: the values at all five looks are recorded."""

TOLD: Final[dict[str, tuple[int, ...]]] = {BEND: (1, 3), FREE: tuple(range(LOOKS))}
"""Which looks are recorded of ways that do not follow from the ends."""

WORDS: Final = (*PLAIN, *(word for word in TURNING if word not in PLAIN), *TOLD)


def ways_of(quaternions: bool) -> dict[str, Callable[[Ends], Floats]]:  # noqa: FBT001 - a fact, not a flag
    """Return the ways that follow from the ends, of rotations or of numbers."""
    return TURNING if quaternions else PLAIN


def shares_of(stretches: Stretches) -> Floats:
    """Return how far through its stretch each look is, (n, 5)."""
    spans = np.diff(stretches.breaks)
    shares: Floats = (stretches.inner - stretches.breaks[:-1, None]) / spans[:, None]
    return shares


def bent(ends: Ends, told: Floats) -> Floats:
    """Return values on the cubics through both ends and what is told at two looks, (s, 2, w)."""
    s = ends.shares
    nodes = np.stack([np.zeros(len(s)), s[:, 1], s[:, 3], np.ones(len(s))], axis=1)
    known = np.concatenate([ends.first, told, ends.last], axis=1)
    values: Floats = np.einsum("skn,snw->skw", lagrange(nodes, s), known)
    return values


def lagrange(nodes: Floats, at: Floats) -> Floats:
    """Return the weights of values at nodes, (s, n), for the polynomial at places, (s, k).

    The answer is (s, k, n). Source: the interpolation formula of Lagrange.

    >>> lagrange(np.array([[0.0, 1.0]]), np.array([[0.25]])).tolist()
    [[[0.75, 0.25]]]
    """
    count = nodes.shape[1]
    weights = np.ones((*at.shape, count))
    for n in range(count):
        for other in range(count):
            if other != n:
                apart = nodes[:, n, None] - nodes[:, other, None]
                weights[:, :, n] *= (at - nodes[:, other, None]) / apart
    return weights


def found(
    stretches: Stretches,
    values: Floats,
    inner: tuple[Floats, Floats],
    unit: float,
    *,
    quaternions: bool,
) -> list[str]:
    """Return the way of each stretch.

    ``values`` (n, width) are as recorded at the breaks, ``inner`` (n - 1, 5, width) as
    sampled inside, and as recorded there; a way fits where it is nowhere off by more than
    ``unit``.
    """
    sampled, told = inner
    words = np.full(len(sampled), FREE, dtype="<U8")
    left = np.arange(len(sampled))
    shares = shares_of(stretches)
    for word, way in ways_of(quaternions).items():
        if not len(left):
            return words.tolist()
        ends = Ends(left, shares[left], stretches.breaks, values)
        fits = _fits(way(ends), sampled[left], unit)
        words[left[fits]] = word
        left = left[~fits]
    if len(left) and not quaternions:
        ends = Ends(left, shares[left], stretches.breaks, values)
        looks = TOLD[BEND]
        # World times of JSR-184 are whole, so that looks may fall together.
        quarter, late = shares[left][:, 1], shares[left][:, 3]
        apart: Flags = np.logical_and(quarter > 0, quarter < late)
        with np.errstate(divide="ignore", invalid="ignore"):
            apart &= (late < 1) & _fits(bent(ends, told[left][:, looks]), sampled[left], unit)
        words[left[apart]] = BEND
    return words.tolist()


def _fits(told: Floats, inner: Floats, unit: float) -> Flags:
    """Whether values are nowhere off by more than a unit; where one is no number, they are."""
    with np.errstate(invalid="ignore"):
        fits: Flags = np.all(np.abs(told - inner) <= unit, axis=(1, 2))
    return fits


def in_rows(words: Iterable[str]) -> list[str]:
    """Return ways as golden files tell them, those in a row once.

    >>> in_rows(["hold", "line", "line", "line"])
    ['hold', 'line 3']
    """
    counted = ((word, sum(1 for _ in same)) for word, same in groupby(words))
    return [word if count == 1 else f"{word} {count}" for word, count in counted]


def counted(rows: Sequence[str], most: int) -> list[tuple[str, int]]:
    """Return ways and how many stretches in a row go so.

    Raises:
        ValueError: a row is none, or there are more than ``most`` stretches.

    >>> counted(["hold", "line 3"], 9)
    [('hold', 1), ('line', 3)]
    """
    told = list(map(_way, rows))
    if sum([count for _, count in told]) > most:
        raise ValueError(f"there are more ways than the {most} stretches between keys")
    return told


@lru_cache(1024)
def _way(row: str) -> tuple[str, int]:
    """Return a way and how many stretches in a row go so."""
    word, _, count = row.partition(" ")
    if word not in WORDS or not (count.isascii() and (count or "1").isdigit()):
        raise ValueError(f'there is a way "{row[:40]}", expected one of {", ".join(WORDS)}')
    return word, int(count[:12] or "1")
