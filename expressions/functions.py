"""The functions an expression may call, one entry each.

An entry is a function that never raises, decorated with its formula in
JavaScript, which is its definition for players, and with the quicker ways to
the same number, which `expressions.entries.Function` describes. A name that
Python has taken ends in an underscore.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from expressions.entries import FUNCTIONS, Function, function
from expressions.opcodes import divide, power, remainder

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FUNCTIONS", "Function"]


def _or(
    compute: Callable[..., float], otherwise: float, *arguments: float, beyond: float = math.inf
) -> float:
    """Return ``compute``'s value; ``otherwise`` off its domain, ``beyond`` past the doubles."""
    try:
        return compute(*arguments)
    except ValueError:
        return otherwise
    except OverflowError:
        return beyond


def _whole(compute: Callable[[float], int], x: float) -> float:
    """Return ``compute``'s integer as a double; zeros keep their sign, infinities stay."""
    return math.copysign(float(compute(x)), x) if x - x == 0.0 else x


# Signs and whole numbers.


@function("Math.abs(x)", quick=abs, array="absolute", carries=True)
def abs_(x: float) -> float:
    """``x`` without its sign."""
    return math.fabs(x)


@function("Math.sign(x)", array="sign")
def sign(x: float) -> float:
    """1, 0 or -1: the sign of ``x``."""
    if x > 0.0:
        return 1.0
    return -1.0 if x < 0.0 else x


@function("Math.floor(x)", array="floor", carries=True)
def floor(x: float) -> float:
    """Return the largest whole number that is not above ``x``.

    >>> floor(-1.5), floor(math.inf)
    (-2.0, inf)
    """
    return _whole(math.floor, x)


@function("Math.ceil(x)", array="ceil", carries=True)
def ceil(x: float) -> float:
    """Return the smallest whole number that is not below ``x``."""
    return _whole(math.ceil, x)


@function("Math.round(x)", array="round_half_up", carries=True)
def round_(x: float) -> float:
    """Return the nearest whole number; halves go up, towards +∞.

    >>> round_(2.5), round_(-2.5), round_(0.49999999999999994), round_(2.0**52 + 1)
    (3.0, -2.0, 0.0, 4503599627370497.0)
    """
    below = floor(x)
    return math.copysign(below + 1.0 if x - below >= 0.5 else below, x)


@function("Math.trunc(x)", array="trunc", carries=True)
def trunc(x: float) -> float:
    """``x`` without what stands after its point."""
    return _whole(math.trunc, x)


@function("x - Math.floor(x)", array="fraction", carries=True)
def fract(x: float) -> float:
    """Return what ``x`` has above its floor.

    >>> fract(2.75), fract(-0.25)
    (0.75, 0.75)
    """
    return x - floor(x)


# Roots and powers.


@function("Math.sqrt(x)", quick=math.sqrt, array="sqrt", carries=True)
def sqrt(x: float) -> float:
    """Return the square root of ``x``."""
    return _or(math.sqrt, math.nan, x)


@function("Math.cbrt(x)", quick=math.cbrt, array="cbrt", carries=True)
def cbrt(x: float) -> float:
    """Return the cube root of ``x``, negative for a negative ``x``."""
    return math.cbrt(x)


@function("Math.exp(x)", quick=math.exp, array="exp")
def exp(x: float) -> float:
    """Return the exponential of ``x``, e^x."""
    return _or(math.exp, math.nan, x)


@function("Math.log(x)", quick=math.log, array="log", carries=True)
def log(x: float) -> float:
    """Return the natural logarithm of ``x``."""
    return _or(math.log, -math.inf if x == 0.0 else math.nan, x)


@function("Math.log2(x)", quick=math.log2, array="log2", carries=True)
def log2(x: float) -> float:
    """Return the logarithm of ``x`` to the base 2."""
    return _or(math.log2, -math.inf if x == 0.0 else math.nan, x)


@function("Math.log10(x)", quick=math.log10, array="log10", carries=True)
def log10(x: float) -> float:
    """Return the logarithm of ``x`` to the base 10."""
    return _or(math.log10, -math.inf if x == 0.0 else math.nan, x)


@function("Math.pow(a, b)", array="power")
def pow_(a: float, b: float) -> float:
    """Return ``a`` to the power of ``b``: the same as ``a^b``."""
    return power(a, b)


@function("Math.hypot(a, b)", quick=math.hypot, array="hypot", carries=True)
def hypot(a: float, b: float) -> float:
    """Return the length of the vector (a, b)."""
    return math.hypot(a, b)


# Angles.


@function("Math.sin(x)", quick=math.sin, array="sin", carries=True)
def sin(x: float) -> float:
    """Return the sine of ``x`` radians."""
    return _or(math.sin, math.nan, x)


@function("Math.cos(x)", quick=math.cos, array="cos", carries=True)
def cos(x: float) -> float:
    """Return the cosine of ``x`` radians."""
    return _or(math.cos, math.nan, x)


@function("Math.tan(x)", quick=math.tan, array="tan", carries=True)
def tan(x: float) -> float:
    """Return the tangent of ``x`` radians."""
    return _or(math.tan, math.nan, x)


@function("Math.asin(x)", quick=math.asin, array="arcsin", carries=True)
def asin(x: float) -> float:
    """Return the angle in radians, in [-π/2, π/2], whose sine is ``x``."""
    return _or(math.asin, math.nan, x)


@function("Math.acos(x)", quick=math.acos, array="arccos", carries=True)
def acos(x: float) -> float:
    """Return the angle in radians, in [0, π], whose cosine is ``x``."""
    return _or(math.acos, math.nan, x)


@function("Math.atan(x)", quick=math.atan, array="arctan")
def atan(x: float) -> float:
    """Return the angle in radians, in [-π/2, π/2], whose tangent is ``x``."""
    return math.atan(x)


@function("Math.atan2(y, x)", quick=math.atan2, array="arctan2")
def atan2(y: float, x: float) -> float:
    """Return the angle in radians, in [-π, π], from the x axis to the point (x, y)."""
    return math.atan2(y, x)


@function("Math.sinh(x)", quick=math.sinh, array="sinh", carries=True)
def sinh(x: float) -> float:
    """Return the hyperbolic sine of ``x``."""
    return _or(math.sinh, math.nan, x, beyond=math.copysign(math.inf, x))


@function("Math.cosh(x)", quick=math.cosh, array="cosh", carries=True)
def cosh(x: float) -> float:
    """Return the hyperbolic cosine of ``x``."""
    return _or(math.cosh, math.nan, x)


@function("Math.tanh(x)", quick=math.tanh, array="tanh")
def tanh(x: float) -> float:
    """Return the hyperbolic tangent of ``x``."""
    return math.tanh(x)


_RADIANS: Final = math.pi / 180.0
_DEGREES: Final = 180.0 / math.pi


@function("x * (Math.PI / 180)", inline=f"{{x}} * {_RADIANS!r}", array="to_radians", carries=True)
def radians(x: float) -> float:
    """``x`` degrees as radians."""
    return x * _RADIANS


@function("x * (180 / Math.PI)", inline=f"{{x}} * {_DEGREES!r}", array="to_degrees", carries=True)
def degrees(x: float) -> float:
    """``x`` radians as degrees."""
    return x * _DEGREES


@function("turned(x, 0)", array="sine_of_degrees", carries=True)
def sind(x: float) -> float:
    """Return the sine of ``x`` degrees, exact at every quarter turn.

    >>> sind(90), sind(180), sind(-450)
    (1.0, 0.0, -1.0)
    """
    return _turned(x, 0)


@function("turned(x, 1)", array="cosine_of_degrees", carries=True)
def cosd(x: float) -> float:
    """Return the cosine of ``x`` degrees, exact at every quarter turn.

    >>> cosd(90), cosd(180), cosd(-360)
    (0.0, -1.0, 1.0)
    """
    return _turned(x, 1)


def _turned(x: float, quarters: int) -> float:
    """Return the sine of ``x`` degrees and so many quarter turns more.

    Whole turns and quarters come off exactly, so that only an angle within
    45 degrees is rounded to radians; a zero is always +0.
    """
    within = remainder(x, 360.0)
    if math.isnan(within):
        return math.nan
    nearest = math.floor(within / 90.0 + 0.5)
    angle = (within - 90.0 * nearest) * _RADIANS
    turn = (nearest + quarters) % 4
    value = math.cos(angle) if turn % 2 else math.sin(angle)
    return (value if turn < 2 else -value) + 0.0


# Of two values, and between two.


@function("floored(a, b)", array="remainder")
def mod(a: float, b: float) -> float:
    """Return the remainder of ``a / b`` with the sign of ``b``; ``%`` has the sign of ``a``.

    >>> mod(-1, 3), mod(1, -3), remainder(-1, 3)
    (2.0, -2.0, -1.0)
    """
    rest = remainder(a, b)
    if rest == 0.0:
        return math.copysign(0.0, b)
    return rest + b if (rest < 0.0) != (b < 0.0) else rest


@function("x >= edge ? 1 : 0", inline="(1.0 if {x} >= {edge} else 0.0)", array="step")
def step(edge: float, x: float) -> float:
    """1 from ``edge`` on, 0 before it."""
    return 1.0 if x >= edge else 0.0


@function("Math.min(a, b)", array="least", variadic=True)
def min_(a: float, b: float) -> float:
    """Return the smallest of the arguments; NaN if one is NaN.

    >>> min_(0.0, -0.0), min_(math.nan, 1.0)
    (-0.0, nan)
    """
    if a < b:
        return a
    if b < a:
        return b
    return a if a == b != 0.0 else -(-a - b)


@function("Math.max(a, b)", array="greatest", variadic=True)
def max_(a: float, b: float) -> float:
    """Return the largest of the arguments; NaN if one is NaN.

    >>> max_(0.0, -0.0), max_(1.0, math.nan)
    (0.0, nan)
    """
    if a > b:
        return a
    if b > a:
        return b
    return a if a == b != 0.0 else a + b


@function("Math.min(Math.max(x, lo), hi)", array="clamp")
def clamp(x: float, lo: float, hi: float) -> float:
    """``x``, but at least ``lo``, and then at most ``hi``."""
    return min_(max_(x, lo), hi)


@function("a + (b - a) * s", inline="{a} + ({b} - {a}) * {s}", array="lerp", carries=True)
def lerp(a: float, b: float, s: float) -> float:
    """Return the value the share ``s`` of the way from ``a`` to ``b``, and on past both."""
    return a + (b - a) * s


@function("(x - a) / (b - a)", inline="({x} - {a}) / ({b} - {a})", array="inverse_lerp")
def inverse_lerp(a: float, b: float, x: float) -> float:
    """How far ``x`` is on the way from ``a`` to ``b``: 0 at ``a``, 1 at ``b``."""
    return divide(x - a, b - a)


@function("smooth((x - edge0) / (edge1 - edge0))", array="smoothstep")
def smoothstep(edge0: float, edge1: float, x: float) -> float:
    """0 up to ``edge0``, 1 from ``edge1`` on, and smooth between.

    >>> smoothstep(1, 3, 0), smoothstep(1, 3, 2), smoothstep(1, 3, 9)
    (0.0, 0.5, 1.0)
    """
    s = clamp(divide(x - edge0, edge1 - edge0), 0.0, 1.0)
    return s * s * (3.0 - 2.0 * s)


@function("c === 0 ? b : a", inline="({b} if {c} == 0.0 else {a})", array="select")
def select(c: float, a: float, b: float) -> float:
    """Return ``a``, unless ``c`` is 0: then ``b``."""
    return b if c == 0.0 else a
