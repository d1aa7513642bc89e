"""Which keys a curve can do without, and how far it moves without all of them.

Keys are tried many at a time, no two neighbours at once, and the whole curve is measured
against the one through all keys: those that fail come back for good, and what is left is
tried in the next turn. So the error is that of the whole run of dropped keys, whatever a
key does to the curve around it.
"""

from __future__ import annotations

from math import cos, pi
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.curves import Floats, Places

    Make: TypeAlias = "Callable[[Sequence[int]], Sampled]"
    MayJoin: TypeAlias = "Callable[[int, int], bool]"

Flags: TypeAlias = npt.NDArray[np.bool_]

NODES: Final = 16
"""How often a stretch is probed inside: at the Chebyshev points, which lie denser near its ends."""

SHARES: Final = np.append(
    0.0, (1.0 - np.cos((2.0 * np.arange(NODES) + 1.0) * pi / (2.0 * NODES))) / 2.0
)
"""Where a stretch is probed: also at its key, whose value may be one that no stretch leads to."""

BETWEEN: Final = 1.0 / cos(3.0 * pi / (2.0 * NODES))
"""By this factor a cubic can be greater between the probes than at them.

Source: H. Ehlich and K. Zeller, "Schwankung von Polynomen zwischen Gitterpunkten",
Mathematische Zeitschrift 86 (1964).
"""

PATIENCE: Final = (0, 0, 0, 0, 1, 1, 1, 1)
"""How many stretches beside one that fails give their keys back, turn by turn; then all do. A
spline looks one key beyond its stretch."""


class Sampled(Protocol):
    """A curve of any kind."""

    def sample_many(self, times: Floats, /) -> Floats:
        """Return the values at all times, of shape (times, width)."""


@frozen
class Thinning:
    """The keys to drop, and by how much each number moves at the most without all of them."""

    dropped: tuple[int, ...]
    moved: tuple[float, ...]


@frozen(eq=False)
class Subject:
    """A curve with keys that may go.

    Attributes:
        make: returns the curve through some of the keys.
        may_join: whether two keys may become neighbours.
        count: how many keys there are.
        bounds: the times between which the curve is measured: those of the keys, and where it
            goes on to its start, the time when it is there.
    """

    make: Make
    may_join: MayJoin
    count: int
    bounds: Sequence[float]


@frozen(eq=False)
class _Probed:
    """The curve through all keys at its probes: ``values`` (stretches, probes, width)."""

    subject: Subject
    times: Floats
    values: Floats
    tolerances: Floats

    @classmethod
    def of(cls, subject: Subject, tolerances: Sequence[float]) -> _Probed:
        """Return the curve through all keys, sampled."""
        ends = np.asarray(subject.bounds, dtype=np.float64)
        times = (ends[:-1, None] + SHARES * np.diff(ends)[:, None]).ravel()
        whole = subject.make(range(subject.count)).sample_many(times)
        values = whole.reshape(len(ends) - 1, len(SHARES), whole.shape[1])
        return cls(subject, times, values, np.asarray(tolerances, dtype=np.float64))

    def moved(self, kept: Places) -> Floats:
        """Return how far the curve through some keys is off: (stretches, width)."""
        values = self.subject.make(kept.tolist()).sample_many(self.times)
        off: Floats = np.abs(values.reshape(self.values.shape) - self.values).max(axis=1) * BETWEEN
        return off

    def fails(self, kept: Places, moved: Floats) -> Places:
        """Return the stretches that are too far off, or whose ends must not be neighbours.

        What is no number is too far off.
        """
        failing = np.asarray(~(moved <= self.tolerances).all(axis=1))
        joined = np.flatnonzero(np.diff(kept) > 1)
        pairs = zip(kept[joined].tolist(), kept[joined + 1].tolist(), strict=True)
        apart = [before for before, after in pairs if not self.subject.may_join(before, after)]
        failing[apart] = True
        return np.flatnonzero(failing)


def thinned(subject: Subject, tolerances: Sequence[float], spare: Sequence[int]) -> Thinning:
    """Return which of the ``spare`` keys can go, all together, within the tolerances.

    The first and the last key are never spare. Each stretch is taken for a cubic.

    >>> from animspec.curves import LINEAR, share_curve
    >>> times, values = [0, 1, 2, 3], np.array([[0.0], [1.001], [2.0], [2.5]])
    >>> def make(kept):
    ...     return share_curve([times[at] for at in kept], values[kept], [LINEAR] * len(kept))
    >>> thinned(Subject(make, lambda before, after: True, 4, times), [0.01], [1, 2]).dropped
    (1,)
    """
    probed = _Probed.of(subject, tolerances)
    kept = np.ones(subject.count, dtype=np.bool_)
    waiting = np.zeros(subject.count, dtype=np.bool_)
    waiting[list(spare)] = True
    moved = np.zeros((1, probed.values.shape[2]))
    while waiting.any():
        tried = _no_neighbours(kept, waiting)
        waiting[tried] = False
        dropped, off = _droppable(probed, kept, tried)
        if len(dropped):
            kept[dropped] = False
            moved = off
    return Thinning(tuple(np.flatnonzero(~kept).tolist()), tuple(moved.max(axis=0).tolist()))


def _no_neighbours(kept: Flags, waiting: Flags) -> Places:
    """Return the first, third, ... of each run of waiting keys among those that are kept."""
    places = np.flatnonzero(kept)
    waits = waiting[places]
    order = np.arange(len(places))
    before = np.maximum.accumulate(np.where(waits, -1, order))
    tried: Places = places[waits & ((order - before) % 2 == 1)]
    return tried


def _droppable(probed: _Probed, kept: Flags, tried: Places) -> tuple[Places, Floats]:
    """Return those of the tried keys that can go together, and how far off the curve is then."""
    for wider in (*PATIENCE, None):
        trial = kept.copy()
        trial[tried] = False
        places = np.flatnonzero(trial)
        moved = probed.moved(places)
        failing = probed.fails(places, moved)
        if not len(failing):
            return tried, moved
        if wider is None:
            break
        tried = tried[~_near(places, tried, failing, wider)]
        if not len(tried):
            break
    return np.empty(0, dtype=np.intp), np.empty(0)


def _near(places: Places, tried: Places, failing: Places, wider: int) -> Flags:
    """Return which tried keys lie in a stretch that fails, or so many stretches beside one.

    Where none does, those next to one do, and at last all.
    """
    own, bad = places.searchsorted(tried), np.unique(places.searchsorted(failing, side="right"))
    for reach in (wider, wider + 1, wider + 2):
        found = np.zeros(len(places) + 1 + 2 * reach, dtype=np.bool_)
        for shift in range(2 * reach + 1):
            found[bad + shift] = True
        near: Flags = found[own + reach]
        if near.any():
            return near
    return np.ones(len(tried), dtype=np.bool_)
