"""Rounding as the file formats mean it: to the nearest, halves up (SEMANTICS 2.1).

``round_half_up`` is JavaScript's ``Math.round``, which is neither Python's
``round`` (halves to even) nor ``floor(x + 0.5)`` (wrong just below a half and
for large numbers). There is no negative zero in any answer.
"""

from __future__ import annotations

from math import floor, isfinite
from typing import Final, Protocol, TypeVar

VALUE_DECIMALS: Final = 4
"""The decimals of an animation set's key values."""

TIME_DECIMALS: Final = 3
"""The decimals of a scene animation's times and lengths."""

WHOLE_FROM: Final = 2.0**51
"""From here on a scaled number is left alone: doubles stand too far apart for its decimals."""


class _HasXyz(Protocol):
    """A value with three numbers that is built from the three."""

    def __init__(self, x: float, y: float, z: float) -> None: ...

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def z(self) -> float: ...


_Vector = TypeVar("_Vector", bound=_HasXyz)


def round_half_up(value: float) -> float:
    """Return ``value`` rounded to the nearest whole number, halves towards positive infinity.

    What is not finite stays as it is.

    >>> round_half_up(2.5), round_half_up(-2.5), round_half_up(0.49999999999999994)
    (3.0, -2.0, 0.0)
    """
    if not isfinite(value):
        return value
    below = floor(value)
    return float(below + 1 if value - below >= 0.5 else below)


def round_decimals(value: float, decimals: int) -> float:
    """Return ``value`` rounded to so many decimals, halves up; a second time changes nothing.

    From 2^51 / 10^decimals on, and where it is not finite, the value stays as it is.

    >>> round_decimals(0.006363961, 4), round_decimals(0.00005, 4), round_decimals(-0.00005, 4)
    (0.0064, 0.0001, 0.0)
    """
    factor = 10.0**decimals
    if abs(value) < WHOLE_FROM / factor:
        return round_half_up(value * factor) / factor
    return value


def round_value(value: float) -> float:
    """Return a number of an animation set's key as it is evaluated: to 4 decimals.

    >>> round_value(44.99999999)
    45.0
    """
    return round_decimals(value, VALUE_DECIMALS)


def round_time(seconds: float) -> float:
    """Return a time or length of a scene animation as it is evaluated: to 3 decimals.

    >>> round_time(0.0415)
    0.042
    """
    return round_decimals(seconds, TIME_DECIMALS)


def just_before(time: float) -> float:
    """Return the last time before another: a tick before a tick, a millisecond before seconds.

    Two keys so far apart are a jump: no shorter way leads from the one value to the other.

    >>> just_before(24000), just_before(1.0)
    (23999, 0.999)
    """
    return time - 1 if isinstance(time, int) else round_time(time - 10.0**-TIME_DECIMALS)


def round_key_value(value: _Vector) -> _Vector:
    """Return a key's ``x``, ``y`` and ``z``, each rounded to 4 decimals.

    >>> from animspec.model.animation_set import Vector3
    >>> round_key_value(Vector3(0.006363961, 1, -0.00001))
    Vector3(x=0.0064, y=1.0, z=0.0)
    """
    return type(value)(round_value(value.x), round_value(value.y), round_value(value.z))
