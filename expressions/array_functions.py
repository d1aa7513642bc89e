"""What the array machine calls for each operator and function.

Each is a function of arrays that writes its result into its argument ``out``,
which may be one of the others. `CHOICES` knows, for an operand that is a plain
number, the quickest way that still gives the scalar machine's result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from expressions.entries import Function

Doubles: TypeAlias = NDArray[np.float64]
Into: TypeAlias = Callable[..., object]
"""A function of arrays that writes its result into its argument ``out``."""

Choice: TypeAlias = Callable[..., Into]
"""What to call, given each operand's number or None where it is an array."""


def _always(function: Into) -> Choice:
    return lambda *_: function


def _square(a: Doubles, _: Doubles, out: Doubles) -> None:
    np.multiply(a, a, out=out)


def _cube(a: Doubles, _: Doubles, out: Doubles) -> None:
    np.multiply(a * a, a, out=out)


def _power(_: float | None, b: float | None) -> Into:
    """Choose how to raise: squares and cubes are products, as in the scalar machine."""
    if b is None or b - b != 0.0:
        return _any_power
    product = {2.0: _square, 3.0: _cube}.get(b)
    return product or np.float_power


def _any_power(a: Doubles, b: Doubles, out: Doubles) -> None:
    """Raise to exponents that may be 2, 3, infinite or NaN: see `opcodes.power`."""
    square = a * a
    power = np.float_power(a, b)
    power = np.where(b == 2.0, square, np.where(b == 3.0, square * a, power))
    out[...] = np.where(((np.abs(a) == 1.0) & np.isinf(b)) | np.isnan(b), np.nan, power)


def _least(a: float | None, b: float | None) -> Into:
    """Choose the quick way where two zeros of different sign cannot meet."""
    return np.minimum if a or b else _signed_least


def _greatest(a: float | None, b: float | None) -> Into:
    if a or b:
        return np.maximum
    # Beside a plain zero every zero is that zero, and adding it makes it so.
    return _not_negative if _is_zero(a) or _is_zero(b) else _signed_greatest


def _is_zero(number: float | None) -> bool:
    return number == 0.0 and math.copysign(1.0, number) > 0.0


def _not_negative(a: Doubles, b: Doubles, out: Doubles) -> None:
    np.add(np.maximum(a, b, out=out), 0.0, out=out)


def _signed_least(a: Doubles, b: Doubles, out: Doubles) -> None:
    out[...] = np.where((a == 0.0) & (b == 0.0), -(-a - b), np.minimum(a, b))


def _signed_greatest(a: Doubles, b: Doubles, out: Doubles) -> None:
    out[...] = np.where((a == 0.0) & (b == 0.0), a + b, np.maximum(a, b))


def _clamp(_: float | None, low: float | None, high: float | None) -> Into:
    if low is None or high is None or not low <= high or high == 0.0:
        return _signed_clamp
    return np.clip if low else _clip_from_zero if _is_zero(low) else _signed_clamp


def _clip_from_zero(x: Doubles, low: Doubles, high: Doubles, out: Doubles) -> None:
    np.add(np.clip(x, low, high, out=out), 0.0, out=out)


def _signed_clamp(x: Doubles, low: Doubles, high: Doubles, out: Doubles) -> None:
    inner = np.empty_like(out)
    _signed_greatest(x, low, inner)
    _signed_least(inner, high, out)


OPERATOR_CHOICES: Final[dict[str, Choice]] = {
    "+": _always(np.add),
    "-": _always(np.subtract),
    "*": _always(np.multiply),
    "/": _always(np.divide),
    "%": _always(np.fmod),
    "^": _power,
    "neg": _always(np.negative),
}


def choice_of(function: Function) -> Choice:
    """Return how to compute a function over arrays: element by element if nothing else is known."""
    if function.array in _CHOICES:
        return _CHOICES[function.array]
    if function.array is not None:
        known = _ARRAYS.get(function.array) or getattr(np, function.array)
        return _always(known)
    by_element = np.frompyfunc(function.evaluate, function.arity, 1)

    def write(*arguments: Doubles, out: Doubles) -> None:
        out[...] = by_element(*arguments)

    return _always(write)


def _sign(x: Doubles, out: Doubles) -> None:
    np.copysign(np.sign(x), x, out=out)


def _round_half_up(x: Doubles, out: Doubles) -> None:
    below = np.floor(x)
    np.copysign(below + (x - below >= 0.5), x, out=out)


def _fraction(x: Doubles, out: Doubles) -> None:
    np.subtract(x, np.floor(x), out=out)


def _radians(x: Doubles, out: Doubles) -> None:
    np.multiply(x, math.pi / 180.0, out=out)


def _degrees(x: Doubles, out: Doubles) -> None:
    np.multiply(x, 180.0 / math.pi, out=out)


def _turned(x: Doubles, quarters: float, out: Doubles) -> None:
    """Compute the sine of so many degrees and quarter turns: see `functions.sind`."""
    within = np.fmod(x, 360.0)
    nearest = np.floor(within / 90.0 + 0.5)
    angle = (within - 90.0 * nearest) * (math.pi / 180.0)
    turn = np.remainder(nearest + quarters, 4.0)
    value = np.where(np.remainder(turn, 2.0) == 1.0, np.cos(angle), np.sin(angle))
    np.add(np.where(turn < 2.0, value, -value), 0.0, out=out)


def _sine_of_degrees(x: Doubles, out: Doubles) -> None:
    _turned(x, 0.0, out)


def _cosine_of_degrees(x: Doubles, out: Doubles) -> None:
    _turned(x, 1.0, out)


def _step(edge: Doubles, x: Doubles, out: Doubles) -> None:
    np.greater_equal(x, edge, out=out)


def _lerp(a: Doubles, b: Doubles, s: Doubles, out: Doubles) -> None:
    np.add(a, (b - a) * s, out=out)


def _inverse_lerp(a: Doubles, b: Doubles, x: Doubles, out: Doubles) -> None:
    np.divide(x - a, b - a, out=out)


def _smoothstep(edge0: Doubles, edge1: Doubles, x: Doubles, out: Doubles) -> None:
    s = np.asarray((x - edge0) / (edge1 - edge0))
    np.clip(s, 0.0, 1.0, out=s)
    np.multiply(s * s, 3.0 - 2.0 * s, out=out)


def _select(c: Doubles, a: Doubles, b: Doubles, out: Doubles) -> None:
    out[...] = np.where(c == 0.0, b, a)


_CHOICES: Final[dict[str | None, Choice]] = {
    "clamp": _clamp,
    "greatest": _greatest,
    "least": _least,
    "power": _power,
}
"""The functions whose quickest way depends on which arguments are numbers."""

_ARRAYS: Final[dict[str, Into]] = {
    "cosine_of_degrees": _cosine_of_degrees,
    "fraction": _fraction,
    "inverse_lerp": _inverse_lerp,
    "lerp": _lerp,
    "round_half_up": _round_half_up,
    "select": _select,
    "sign": _sign,
    "sine_of_degrees": _sine_of_degrees,
    "smoothstep": _smoothstep,
    "step": _step,
    "to_degrees": _degrees,
    "to_radians": _radians,
}
"""The functions that numpy has not, by the name their entry gives."""
