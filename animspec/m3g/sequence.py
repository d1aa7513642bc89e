"""Keyframe sequences with the operations of the standard.

>>> sequence = KeyframeSequence(2, 3, KeyframeSequence.LINEAR)
>>> sequence.set_keyframe(1, 100, [1.0, 2.0, 4.0])
>>> sequence.set_duration(200)
>>> sequence.sample(25).tolist(), sequence.sample(1000).tolist()
([0.25, 0.5, 1.0], [1.0, 2.0, 4.0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

import numpy as np
from attrs import frozen

from animspec.m3g.constants import (
    FOREVER,
    INTERPOLATIONS,
    QUATERNION_SIZE,
    REPEAT_MODES,
    SPHERICAL,
)
from animspec.m3g.errors import (
    IllegalArgumentError,
    IndexOutOfBoundsError,
    NullPointerError,
)
from animspec.m3g.interpolation import INTERPOLATION_CURVES
from animspec.m3g.play_order import valid_order
from animspec.m3g.quaternions import unit
from animspec.m3g.valid_keys import ValidKeys, require_playable

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from animspec.curves import Curve, Floats
    from animspec.model.m3g_animation import InterpolationName, RepeatModeName

_Name = TypeVar("_Name", bound=str)

_INTERPOLATION_NAMES: Final[dict[int, InterpolationName]] = {
    number: name for name, number in INTERPOLATIONS.items()
}
_REPEAT_MODE_NAMES: Final[dict[int, RepeatModeName]] = {
    number: name for name, number in REPEAT_MODES.items()
}


@frozen(eq=False)
class _Played:
    """A sequence made ready to be sampled; it lasts until the sequence is changed."""

    keys: ValidKeys
    curve: Curve
    early_differs: bool
    """Whether keys share the first time of a sequence that is held: before it, the first of
    them counts, which a curve does not know; at it, the last."""


class KeyframeSequence:
    """Keys with their times and values, and how they are played.

    As in the standard, a sequence is made with all its keys at time 0 with
    values of 0 and is then changed in place. It starts with CONSTANT, a
    duration of 0 and all keys valid. Keys of SLERP and SQUAD are normalised
    when they are set (SEMANTICS 5.5). Whether the times rise and fit into the
    duration is checked when the sequence is sampled, and only along the valid
    range.
    """

    LINEAR: ClassVar[int] = INTERPOLATIONS["LINEAR"]
    SLERP: ClassVar[int] = INTERPOLATIONS["SLERP"]
    SPLINE: ClassVar[int] = INTERPOLATIONS["SPLINE"]
    SQUAD: ClassVar[int] = INTERPOLATIONS["SQUAD"]
    STEP: ClassVar[int] = INTERPOLATIONS["STEP"]
    CONSTANT: ClassVar[int] = REPEAT_MODES["CONSTANT"]
    LOOP: ClassVar[int] = REPEAT_MODES["LOOP"]

    def __init__(self, keyframe_count: int, component_count: int, interpolation: int) -> None:
        _at_least_one("keyframes", keyframe_count)
        _at_least_one("components", component_count)
        name = _named(_INTERPOLATION_NAMES, "interpolation", interpolation)
        if name in SPHERICAL and component_count != QUATERNION_SIZE:
            raise IllegalArgumentError(
                f"there are {component_count} components, expected {QUATERNION_SIZE} for {name}"
            )
        self._interpolation = name
        self._repeat_mode: RepeatModeName = "CONSTANT"
        self._duration = 0
        self._valid = (0, keyframe_count - 1)
        self._times = np.zeros(keyframe_count, np.int64)
        self._values = np.zeros((keyframe_count, component_count))
        self._played: _Played | None = None

    def get_component_count(self) -> int:
        """Return how many numbers a value has."""
        return self._values.shape[1]

    def get_keyframe_count(self) -> int:
        """Return how many keys there are, valid or not."""
        return self._values.shape[0]

    def get_interpolation_type(self) -> int:
        """Return the interpolation as the standard numbers it."""
        return INTERPOLATIONS[self._interpolation]

    def get_keyframe(self, index: int) -> tuple[int, Floats]:
        """Return a key's time and value.

        Raises:
            IndexOutOfBoundsError: There is no such key.

        """
        self._require_index(index)
        return int(self._times[index]), self._values[index].copy()

    def set_keyframe(self, index: int, time: int, value: Sequence[float] | Floats | None) -> None:
        """Set a key's time and value; components beyond the sequence's own are ignored.

        Raises:
            NullPointerError: The value is None.
            IllegalArgumentError: A value with too few components, or with one that
                is not finite, or a time below 0.
            IndexOutOfBoundsError: There is no such key.

        """
        numbers = self._checked_values(None if value is None else np.asarray([value], np.float64))
        _checked_times([time])
        self._require_index(index)
        self._times[index] = time
        self._values[index] = numbers[0]
        self._played = None

    def set_keyframes(self, times: npt.ArrayLike, values: npt.ArrayLike) -> None:
        """Set all keys at once: times (keyframes,), values (keyframes, components or more).

        Raises:
            NullPointerError: The values are None.
            IllegalArgumentError: What ``set_keyframe`` refuses, or another number of keys.

        """
        numbers = self._checked_values(values)
        moments = _checked_times(times)
        if not len(moments) == len(numbers) == len(self._times):
            raise IllegalArgumentError(
                f"there are {len(moments)} times and {len(numbers)} values,"
                f" expected {len(self._times)} of each"
            )
        self._times[:] = moments
        self._values[:] = numbers
        self._played = None

    def get_duration(self) -> int:
        """Return the duration in sequence time units; 0 when it was never set."""
        return self._duration

    def set_duration(self, duration: int) -> None:
        """Set the duration in sequence time units.

        Raises:
            IllegalArgumentError: A duration of 0 or less.

        """
        if duration <= 0:
            raise IllegalArgumentError(f"the duration is {duration}, expected more than 0")
        self._duration = duration
        self._played = None

    def get_repeat_mode(self) -> int:
        """Return CONSTANT or LOOP as the standard numbers them."""
        return REPEAT_MODES[self._repeat_mode]

    def set_repeat_mode(self, mode: int) -> None:
        """Hold both ends (CONSTANT), or repeat every duration (LOOP).

        Raises:
            IllegalArgumentError: Another number.

        """
        self._repeat_mode = _named(_REPEAT_MODE_NAMES, "repeat mode", mode)
        self._played = None

    def get_valid_range_first(self) -> int:
        """Return the index of the first valid key."""
        return self._valid[0]

    def get_valid_range_last(self) -> int:
        """Return the index of the last valid key."""
        return self._valid[1]

    def set_valid_range(self, first: int, last: int) -> None:
        """Play the keys from one to another; a first after the last goes on from key 0.

        Raises:
            IndexOutOfBoundsError: There is no such key.

        """
        self._require_index(first)
        self._require_index(last)
        self._valid = (first, last)
        self._played = None

    def sample(self, time: float) -> Floats:
        """Return the value at a sequence time: (components,).

        Raises:
            IllegalStateError: The sequence cannot be played.

        """
        value: Floats = self.sample_many([time])[0]
        return value

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the values at sequence times: (times, components).

        Raises:
            IllegalStateError: The sequence cannot be played.

        """
        played = self._play()
        moments = np.asarray(times, np.float64)
        values = played.curve.sample_many(_folded(moments, played.keys))
        if played.early_differs:
            values[moments < played.keys.times[0]] = played.keys.values[0]
        return values

    def validity(self, time: float) -> int:
        """Return for how many sequence time units from a time the value holds for certain.

        CONSTANT holds up to the first key, and from the last one for ever; STEP
        up to the next key; else a value holds for 1 unit (SEMANTICS 5.9).

        Raises:
            IllegalStateError: The sequence cannot be played.

        """
        keys = self._play().keys
        first, last = float(keys.times[0]), float(keys.times[-1])
        if keys.period is None and time < first:
            return int(min(first - time, FOREVER))
        if keys.period is None and time >= last:
            return FOREVER
        if self._interpolation != "STEP":
            return 1
        moment = float(_folded(np.array([float(time)]), keys)[0])
        times = keys.closed().times
        return int(times[times.searchsorted(moment, side="right")] - moment)

    def valid_order(self) -> tuple[int, ...]:
        """Return the indices of the valid keys in play order."""
        return valid_order(len(self._times), *self._valid)

    def valid_keys(self) -> ValidKeys:
        """Return the valid keys in play order.

        Raises:
            IllegalStateError: The sequence cannot be played.

        """
        return self._play().keys

    def _play(self) -> _Played:
        """Return the sequence made ready, which is done once after each change."""
        if self._played is None:
            order = self.valid_order()
            loops = self._repeat_mode == "LOOP"
            require_playable(self._times.tolist(), order, self._duration, loops=loops)
            at = np.array(order, np.intp)
            period = float(self._duration) if loops else None
            keys = ValidKeys(self._times[at].astype(np.float64), self._values[at], period)
            early_differs = not loops and bool((keys.times[1:2] == keys.times[0]).any())
            curve = INTERPOLATION_CURVES[self._interpolation](keys)
            self._played = _Played(keys, curve, early_differs)
        return self._played

    def _checked_values(self, values: npt.ArrayLike | None) -> Floats:
        """Return values as they are kept: (keys, components)."""
        if values is None:
            raise NullPointerError("the value is None, expected numbers")
        numbers = np.atleast_2d(np.asarray(values, np.float64))
        components = self._values.shape[1]
        if numbers.shape[1] < components:
            raise IllegalArgumentError(
                f"the value has {numbers.shape[1]} components, expected {components} or more"
            )
        numbers = numbers[:, :components]
        if not np.isfinite(numbers).all():
            raise IllegalArgumentError(f"the value is {numbers.tolist()}, expected finite numbers")
        return unit(numbers) if self._interpolation in SPHERICAL else numbers

    def _require_index(self, index: int) -> None:
        """Refuse the index of a key that is not there."""
        if not 0 <= index < len(self._times):
            raise IndexOutOfBoundsError(
                f"there is no key {index}, expected 0 to {len(self._times) - 1}"
            )


def _folded(times: Floats, keys: ValidKeys) -> Floats:
    """Return times brought into the one period of a loop that starts at its first key."""
    if keys.period is None:
        return times
    folded = np.mod(times, keys.period)
    # A tiny negative time rounds up to the period itself, which is the start.
    folded[folded == keys.period] = 0.0
    return np.where(folded < keys.times[0], folded + keys.period, folded)


def _checked_times(times: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return times that the standard's integers can be, from 0."""
    moments = np.asarray(times, np.int64)
    wrong = (moments < 0) | (moments > FOREVER)
    if wrong.any():
        time = moments[wrong.argmax()]
        raise IllegalArgumentError(f"the time is {time}, expected 0 to {FOREVER}")
    return moments


def _at_least_one(what: str, count: int) -> None:
    """Refuse a sequence of nothing."""
    if count < 1:
        raise IllegalArgumentError(f"there are {count} {what}, expected 1 or more")


def _named(names: dict[int, _Name], what: str, number: int) -> _Name:
    """Return a constant's name."""
    if number not in names:
        expected = ", ".join(f"{number} ({name})" for number, name in names.items())
        raise IllegalArgumentError(f"the {what} is {number}, expected {expected}")
    return names[number]
