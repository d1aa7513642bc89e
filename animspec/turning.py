"""Quaternions of keys mended: of length 1, and with the signs that turn the short way."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from animspec.fixes import Fix, Replace
from animspec.parts.m3g_sequences import LONG_BELOW, is_zero
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from animspec.parts.m3g_sequences import SequencePart

DIGITS: Final = 7
"""So many digits a number is written with: those of a single float, which players hold it in."""


def normalised(sequence: SequencePart, at: int) -> Fix:
    """Return the fix that divides a key's numbers by their length."""
    pointer, norm = sequence.value_pointer(at), sequence.norms[at]
    numbers = [float(f"{number / norm:.{DIGITS}g}") for number in sequence.keys[at].value]
    operations = [Replace((*pointer, place), number) for place, number in enumerate(numbers)]
    return Fix("divide the numbers by their length", tuple(operations))


def turned_short(sequence: SequencePart) -> Callable[[], Fix] | None:
    """Return what makes the fix that flips signs until every key is reached the short way.

    Of the two ways to do it the one that flips fewer keys is taken. There is no such fix for
    a loop that turns by an odd number of whole turns: its wrap then goes the long way.
    """
    flipped: set[int] = set()
    ways = list(_ways(sequence, pairwise(sequence.order)))
    for before, after, dot in ways:
        if (-dot if before in flipped else dot) < LONG_BELOW:
            flipped.add(after)
    wrap = [(sequence.order[-1], sequence.order[0])] if sequence.loops else []
    for before, after, dot in _ways(sequence, wrap):
        if (dot if (before in flipped) == (after in flipped) else -dot) < LONG_BELOW:
            return None
    if len(ways) == len(sequence.order) - 1 and 2 * len(flipped) > len(sequence.order):
        flipped = {*sequence.order} - flipped
    return cache(partial(_flipping, sequence, sorted(flipped)))


def _flipping(sequence: SequencePart, flipped: Sequence[int]) -> Fix:
    operations = [
        Replace((*sequence.value_pointer(at), place), 0.0 - number)
        for at in flipped
        for place, number in enumerate(sequence.keys[at].value)
        if number
    ]
    scope = (*sequence.pointer, "keyframes")
    return Fix(f"flip the signs of {plural(len(flipped), 'key')}", tuple(operations), scope)


def _ways(
    sequence: SequencePart, pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, float]]:
    """Yield the keys between which time passes, with the cosine of the angle between them."""
    times, norms = sequence.times, sequence.norms
    for before, after in pairs:
        lap = sequence.sequence.duration if before == sequence.order[-1] else 0
        if times[before] < times[after] + lap and not any(
            map(is_zero, (norms[before], norms[after]))
        ):
            values = zip(sequence.keys[before].value, sequence.keys[after].value, strict=True)
            yield before, after, sum(a * b for a, b in values) / norms[before] / norms[after]
