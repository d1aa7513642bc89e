"""The order in which keys are played.

A valid range whose first key is after its last runs from the first to the end
of all keys and on from key 0 to the last (SEMANTICS 5.4).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def valid_order(count: int, first: int, last: int) -> tuple[int, ...]:
    """Return the keys of a valid range in the order in which they are played.

    A range that names a key which is not there is empty.

    >>> valid_order(5, 1, 3), valid_order(5, 3, 1), valid_order(5, 3, 5)
    ((1, 2, 3), (3, 4, 0, 1), ())
    """
    if not (0 <= first < count and 0 <= last < count):
        return ()
    if first <= last:
        return tuple(range(first, last + 1))
    return (*range(first, count), *range(last + 1))


def first_fall(times: Sequence[int], order: Sequence[int]) -> tuple[int, int] | None:
    """Return the first key in play order that is earlier than the one before it, and that one.

    >>> first_fall([0, 20, 10], (0, 1, 2)), first_fall([0, 20, 10], (0, 1))
    ((2, 1), None)
    """
    for before, after in pairwise(order):
        if times[after] < times[before]:
            return after, before
    return None
