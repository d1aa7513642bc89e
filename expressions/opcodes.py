"""The steps of a program, and the arithmetic of its operators.

The arithmetic is IEEE double and never raises (SEMANTICS 4.2): where Python
would, the answer is the infinity or NaN that IEEE 754 and JavaScript give.
"""

from __future__ import annotations

import math
from numbers import Real
from operator import add, mul, neg, sub
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

Kind: TypeAlias = Literal["num", "var", "fn", "op"]


@frozen
class Step:
    """One step of a program; ``k`` and ``v`` are the members of its JSON object."""

    k: Kind
    v: float | str


def divide(a: float, b: float) -> float:
    """Return the quotient; by zero it is an infinity, or NaN for 0/0.

    >>> divide(1, 0.0), divide(-1, 0.0), divide(1, -0.0), divide(0, 0.0)
    (inf, -inf, -inf, nan)
    """
    try:
        return a / b
    except ZeroDivisionError:
        return (
            math.nan
            if a == 0.0 or math.isnan(a)
            else math.copysign(math.inf, a) * math.copysign(1, b)
        )


def remainder(a: float, b: float) -> float:
    """C's ``fmod``: the sign is the dividend's; NaN where there is no remainder.

    >>> remainder(-7, 3), remainder(7, -3), remainder(1, 0)
    (-1.0, 1.0, nan)
    """
    try:
        return math.fmod(a, b)
    except ValueError:
        return math.nan


def power(a: float, b: float) -> float:
    """JavaScript's ``Math.pow``; squares and cubes are products.

    (±1)^±inf and 1^NaN are NaN, where C has 1; x^0 is 1.

    >>> power(2, 0.5), power(-8, 1 / 3), power(0, -1), power(-0.0, -3), power(10, 999)
    (1.4142135623730951, nan, inf, -inf, inf)
    """
    if b == 2.0:
        return a * a
    if b == 3.0:
        return a * a * a
    if b - b != 0.0 and (a in {1.0, -1.0} or math.isnan(b)):
        return math.nan
    try:
        return math.pow(a, b)
    except OverflowError:
        return _infinity(a, b)
    except ValueError:
        return _infinity(a, b) if a == 0.0 else math.nan


def _infinity(a: float, b: float) -> float:
    """Return the infinite power: with the sign of ``a`` if ``b`` is odd."""
    return math.copysign(math.inf, a if math.fmod(b, 2.0) in {1.0, -1.0} else 1.0)


OPERATORS: Final[dict[str, tuple[int, Callable[..., float]]]] = {
    "+": (2, add),
    "-": (2, sub),
    "*": (2, mul),
    "/": (2, divide),
    "%": (2, remainder),
    "^": (2, power),
    "neg": (1, neg),
}
"""Each operator's number of operands, and what it does."""


def finite(value: object) -> float:
    """``value`` as a variable's number: 0 if it is no finite number (SEMANTICS 4.3).

    A float of a subclass is the number it holds, whatever the subclass makes of it.

    >>> finite(3), finite("3"), finite(True), finite(math.inf), finite(10**400)
    (3.0, 0.0, 0.0, 0.0, 0.0)
    """
    if type(value) is not float:
        if isinstance(value, float):
            return finite(float.conjugate(value))
        if isinstance(value, bool) or not isinstance(value, Real):
            return 0.0
        try:
            value = float(value)
        except (OverflowError, ValueError, TypeError):
            return 0.0
    return value if value - value == 0.0 else 0.0
