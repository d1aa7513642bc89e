"""Animation controllers: how world time becomes sequence time, when it counts, and how much.

``position = ref_sequence_time + speed * (world_time - ref_world_time)``
(SEMANTICS 5.8). As in the standard, a controller is changed in place and
every track that holds it follows.
"""

from __future__ import annotations

import math
from typing import Final

from attrs import define, field

from animspec.m3g.errors import IllegalArgumentError

SMALLEST: Final = -(2**31)
LARGEST: Final = 2**31 - 1


@define(eq=False)
class AnimationController:
    """The clock of a set of tracks.

    A new one runs at speed 1 with weight 1, is always active, and stands at
    sequence time 0 at world time 0.

    >>> clock = AnimationController()
    >>> clock.set_position(25.5, 100)
    >>> clock.set_speed(2, 110)
    >>> clock.get_position(110), clock.get_position(120)
    (35.5, 55.5)
    """

    _speed: float = field(default=1.0, init=False)
    _weight: float = field(default=1.0, init=False)
    _start: int = field(default=0, init=False)
    _end: int = field(default=0, init=False)
    _ref_sequence_time: float = field(default=0.0, init=False)
    _ref_world_time: int = field(default=0, init=False)

    def get_position(self, world_time: int) -> float:
        """Return the sequence time at a world time, before it is rounded to a whole unit."""
        return self._ref_sequence_time + self._speed * (world_time - self._ref_world_time)

    def set_position(self, sequence_time: float, world_time: int) -> None:
        """Stand at a sequence time at a world time; the speed stays.

        Raises:
            IllegalArgumentError: A time that is not finite.

        """
        self._ref_sequence_time = _finite("sequence time", sequence_time)
        self._ref_world_time = world_time

    def get_speed(self) -> float:
        """Return the sequence time units per unit of world time."""
        return self._speed

    def set_speed(self, speed: float, world_time: int) -> None:
        """Run at another speed from a world time on, without a jump there.

        Raises:
            IllegalArgumentError: A speed that is not finite.

        """
        checked = _finite("speed", speed)
        self._ref_sequence_time = self.get_position(world_time)
        self._ref_world_time = world_time
        self._speed = checked

    def get_ref_sequence_time(self) -> float:
        """Return the sequence time at the reference world time."""
        return self._ref_sequence_time

    def get_ref_world_time(self) -> int:
        """Return the world time at which the position or speed was last set."""
        return self._ref_world_time

    def get_weight(self) -> float:
        """Return the factor of this controller's tracks in the sum of their property."""
        return self._weight

    def set_weight(self, weight: float) -> None:
        """Count by a weight, 0 for not at all.

        Raises:
            IllegalArgumentError: A weight below 0, or one that is not finite.

        """
        if _finite("weight", weight) < 0:
            raise IllegalArgumentError(f"the weight is {weight}, expected 0 or more")
        self._weight = float(weight)

    def get_active_interval_start(self) -> int:
        """Return the first world time of the active interval."""
        return self._start

    def get_active_interval_end(self) -> int:
        """Return the world time at which the active interval is over."""
        return self._end

    def set_active_interval(self, start: int, end: int) -> None:
        """Be active from a start up to, but not at, an end; equal ones mean always.

        Raises:
            IllegalArgumentError: A start after the end.

        """
        if start > end:
            raise IllegalArgumentError(
                f"the active interval starts at {start}, which is after its end at {end}"
            )
        self._start, self._end = start, end

    def is_active(self, world_time: int) -> bool:
        """Whether a world time lies in the active interval."""
        return self._start == self._end or self._start <= world_time < self._end

    def time_to_change(self, world_time: int) -> int:
        """Return how long until the interval starts or else ends; 2147483647 if neither will.

        An interval whose ends are equal counts too, as it does in players, although
        nothing changes there (SEMANTICS 5.9).
        """
        ahead = [edge - world_time for edge in (self._start, self._end) if edge > world_time]
        return min([*ahead, LARGEST])


def whole_time(position: float) -> int:
    """Return the sequence time at a position: halves go away from 0, the ends of 32 bits hold.

    >>> whole_time(2.5), whole_time(-2.5), whole_time(0.49999999999999994), whole_time(1e300)
    (3, -3, 0, 2147483647)
    """
    if math.isnan(position):
        # Infinities of both signs met after speeds near the largest double.
        return 0
    bounded = min(max(position, SMALLEST), LARGEST)
    whole = math.trunc(bounded)
    return whole + int(math.copysign(abs(bounded - whole) >= 0.5, bounded))


def _finite(name: str, number: float) -> float:
    """Return a number that is finite, or refuse it."""
    if not math.isfinite(number):
        raise IllegalArgumentError(f"the {name} is {number}, expected a finite number")
    return float(number)
