"""A keyframe sequence as rules see it: its keys in the order of play, and ways between them."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.holes import is_known, known
from animspec.m3g.constants import QUATERNION_SIZE, SMALLEST_NORM, SPHERICAL
from animspec.m3g.play_order import first_fall, valid_order
from animspec.parts import Misfit
from animspec.parts.m3g_motion import SequenceMotion
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.model.m3g_animation import Keyframe, Sequence
    from animspec.pointers import Pointer

OPPOSITE: Final = 1e-3
"""Within so much of -1 a dot product makes the way between two keys anybody's choice."""

LONG_BELOW: Final = -1e-6
"""From there down the dot product of two keys makes the way between them the long one. At 0 both
ways are half a turn, and single floats leave some 1e-7 of doubt about that."""


class SequencePart:
    """One sequence, with its keys in the order in which they are played."""

    def __init__(self, at: int, sequence: Sequence) -> None:
        self.at = at
        self.sequence = sequence

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ("sequences", self.at)

    @property
    def keys(self) -> tuple[Keyframe, ...]:
        """All keys, valid or not."""
        return known(self.sequence.keyframes)  # type: ignore[no-any-return]

    @cached_property
    def times(self) -> list[int]:
        """The time of every key."""
        return [key.time for key in self.keys]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The valid keys in the order in which they are played; none for a range of others."""
        count = len(self.keys)
        first, last = self.sequence.validRange or (0, count - 1)
        return valid_order(count, first, last)

    @cached_property
    def rises(self) -> bool:
        """Whether no time falls in the order of play."""
        return first_fall(self.times, self.order) is None

    @property
    def loops(self) -> bool:
        """Whether the sequence repeats."""
        return self.sequence.repeatMode == "LOOP"

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return f"time {time}"

    def time_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's time."""
        return (*self.pointer, "keyframes", at, "time")

    def value_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's value."""
        return (*self.pointer, "keyframes", at, "value")

    @property
    def is_spherical(self) -> bool:
        """Whether the keys are quaternions."""
        return self.sequence.interpolation in SPHERICAL

    @cached_property
    def motion(self) -> SequenceMotion | None:
        """The motion that the valid keys make; None where the sequence cannot be played."""
        if not self.order or not self.rises or self.components is None:
            return None
        duration = self.sequence.duration
        if self.times[self.order[-1]] > duration or (self.loops and duration == 0):
            return None
        return None if any(map(is_zero, self.norms.values())) else SequenceMotion(self)

    @cached_property
    def misfits(self) -> tuple[Misfit, ...]:
        """The component count, where it alone is at fault; else the values of another length."""
        count = self.sequence.componentCount
        wanted = self._wanted(count)
        if wanted is not None:
            said = f"componentCount is {count}"
            return (Misfit((*self.pointer, "componentCount"), said, wanted),)
        return tuple(self._odd_values(count))

    def _wanted(self, count: int) -> str | None:
        """Return what the component count should be, None where it is as good as any."""
        if self.is_spherical:
            kind = f"{QUATERNION_SIZE} for {self.sequence.interpolation}"
            return None if count == QUATERNION_SIZE else kind
        lengths = {len(key.value) for key in self.keys}
        if len(lengths) != 1 or len(self.keys) == 1 or count in lengths:
            return None
        return f"{lengths.pop()}, as every value has"

    def _odd_values(self, count: int) -> Iterator[Misfit]:
        """Yield the values of another length than the component count says."""
        for at, key in enumerate(self.keys):
            if is_known(key) and is_known(key.value) and len(key.value) != count:
                said = f"the value of key {at} has {plural(len(key.value), 'component')}"
                yield Misfit(self.value_pointer(at), said, f"{count} as the sequence says")

    @cached_property
    def components(self) -> int | None:
        """How many components a value has, None where that is in doubt."""
        known_parts = (self.sequence.interpolation, self.sequence.componentCount)
        if not all(map(is_known, known_parts)) or not self._knows_keys or self.misfits:
            return None
        return self.sequence.componentCount

    @property
    def _knows_keys(self) -> bool:
        """Whether every key's value is known."""
        keys = self.sequence.keyframes
        return is_known(keys) and all(is_known(key) and is_known(key.value) for key in keys)

    @cached_property
    def norms(self) -> dict[int, float]:
        """The length of each valid key's quaternion, by the key; other sequences have none."""
        if not self.is_spherical or self.misfits:
            return {}
        return {at: hypot(*self.keys[at].value) for at in self.order}

    @cached_property
    def long_ways(self) -> list[LongWay]:
        """The keys that SLERP and SQUAD reach or leave by the long way, each with its neighbours.

        Where times fall the neighbours are not those that are meant, and there are none.
        """
        if not self.norms or not self.rises:
            return []
        pairs = [pair for pair in self._pairs() if pair.dot < LONG_BELOW]
        return [_long_way(pairs) for pairs in _merged(pairs)]

    def _pairs(self) -> Iterator[_Pair]:
        """Yield the keys between which time passes, across a loop's wrap first."""
        order, times = self.order, self.times
        if self.loops and self.sequence.duration + times[order[0]] > times[order[-1]]:
            yield from self._paired(order[-1], order[0])
        for before, after in pairwise(order):
            if times[before] < times[after]:
                yield from self._paired(before, after)

    def _paired(self, before: int, after: int) -> Iterator[_Pair]:
        """Yield two keys with the dot product of their directions, unless one has none."""
        norms = self.norms
        if not is_zero(norms[before]) and not is_zero(norms[after]):
            values = zip(self.keys[before].value, self.keys[after].value, strict=True)
            yield _Pair(
                before, after, sum(a / norms[before] * (b / norms[after]) for a, b in values)
            )


def is_zero(norm: float) -> bool:
    """Whether players take a quaternion of such a length for the identity."""
    return norm * norm <= SMALLEST_NORM


@frozen
class _Pair:
    """Two keys that are played one after the other, and the dot product of their directions."""

    before: int
    after: int
    dot: float


@frozen
class LongWay:
    """A key whose sign, most likely, makes the way to its neighbours the long one."""

    key: int
    neighbours: tuple[int, ...]
    dot: float
    """The least of the dot products."""

    @property
    def is_opposite(self) -> bool:
        """Whether the way has no direction that players agree on."""
        return self.dot <= -1.0 + OPPOSITE


def _merged(pairs: list[_Pair]) -> list[list[_Pair]]:
    """Return the pairs, two together where they meet in one key: its sign makes both."""
    groups: list[list[_Pair]] = []
    for pair in pairs:
        if groups and len(groups[-1]) == 1 and groups[-1][0].after == pair.before:
            groups[-1].append(pair)
        else:
            groups.append([pair])
    first, last = (groups[0], groups[-1]) if len(groups) > 1 else ([], [])
    if len(first) == len(last) == 1 and last[0].after == first[0].before:
        # The way into the last key and the one across the wrap.
        return [*groups[1:-1], [*last, *first]]
    return groups


def _long_way(pairs: list[_Pair]) -> LongWay:
    """Return what one pair, or two that meet in a key, come to."""
    neighbours = {pairs[0].before: None}
    if len(pairs) > 1:
        neighbours[pairs[1].after] = None
    return LongWay(pairs[0].after, tuple(neighbours), min(pair.dot for pair in pairs))
