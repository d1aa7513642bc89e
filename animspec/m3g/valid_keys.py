"""The keys in use: the valid range in its order, and the gaps between its keys.

Under LOOP the last key leads to the first again, one duration later
(SEMANTICS 5.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from animspec.m3g.errors import IllegalStateError
from animspec.m3g.play_order import first_fall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.curves import Floats


@frozen(eq=False)
class ValidKeys:
    """The valid keys in play order: times (n,), values (n, components), the period of a loop.

    Without a period the sequence is held at both ends.
    """

    times: Floats
    values: Floats
    period: float | None

    def gaps(self) -> tuple[Floats, Floats]:
        """Return the time before and after each key to its neighbours; 0 at an open end."""
        wrap = 0.0
        if self.period is not None:
            wrap = self.period - float(self.times[-1]) + float(self.times[0])
        between = np.diff(self.times)
        return np.concatenate([[wrap], between]), np.concatenate([between, [wrap]])

    def neighbours(self) -> tuple[Floats, Floats]:
        """Return the values before and after each key; at an open end the key's own."""
        before, after = np.roll(self.values, 1, axis=0), np.roll(self.values, -1, axis=0)
        if self.period is None:
            before[0], after[-1] = self.values[0], self.values[-1]
        return before, after

    def inner(self) -> Floats:
        """Return 1 for each key with neighbours on both sides, 0 for an open end: (n, 1)."""
        inner = np.ones((len(self.times), 1))
        if self.period is not None:
            return inner
        inner[[0, -1]] = 0.0
        return inner

    def closed(self) -> ValidKeys:
        """Return the keys with the first one again, a period later, where there is a period."""
        if self.period is None:
            return self
        return ValidKeys(
            np.append(self.times, self.times[0] + self.period), again(self.values), self.period
        )


def again(rows: Floats) -> Floats:
    """Return rows with the first one repeated at the end."""
    return np.concatenate([rows, rows[:1]])


def require_playable(
    times: Sequence[int], order: Sequence[int], duration: int, *, loops: bool
) -> None:
    """Check what the standard checks only when a sequence is played (SEMANTICS 5.7).

    Raises:
        IllegalStateError: Valid keys whose times fall, a last valid key after the
            duration, or a loop without a duration.

    """
    fall = first_fall(times, order)
    if fall is not None:
        after, before = fall
        raise IllegalStateError(
            f"key {after} is at time {times[after]}, which is before key {before}"
            f" at time {times[before]}"
        )
    last = order[-1]
    if times[last] > duration:
        raise IllegalStateError(
            f"key {last}, the last, is at time {times[last]}, which is after the duration"
            f" of {duration}"
        )
    if loops and duration == 0:
        raise IllegalStateError("the sequence loops, but its duration was never set")
