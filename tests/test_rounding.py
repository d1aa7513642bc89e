"""Rounding, held against exact arithmetic in fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from animspec.model.animation_set import Vector3
from animspec.rounding import round_decimals, round_half_up, round_key_value, round_time

numbers = st.floats(allow_nan=False, allow_infinity=False)
halves = st.integers(-(2**51), 2**51).map(lambda whole: whole + 0.5)


@given(numbers | halves)
@example(0.49999999999999994)
@example(-0.49999999999999994)
@example(-5e-324)
@example(4503599627370497.0)
def test_a_number_goes_to_the_nearest_whole_number_and_halves_go_up(value: float) -> None:
    rounded = round_half_up(value)
    assert rounded == math.floor(Fraction(value) + Fraction(1, 2))
    assert math.copysign(1, rounded) == (1 if rounded >= 0 else -1)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_not_finite_stays_as_it_is(value: float) -> None:
    assert str(round_half_up(value)) == str(round_decimals(value, 4)) == str(value)


@given(st.floats(-1e6, 1e6), st.sampled_from([3, 4]))
def test_a_rounded_number_is_the_double_nearest_to_a_decimal_within_half_a_unit(
    value: float, decimals: int
) -> None:
    rounded = round_decimals(value, decimals)
    unit = Fraction(1, 10**decimals)
    assert float(round(Fraction(rounded) / unit) * unit) == rounded
    # Half a unit, and the error of the product x * 10^d in double.
    slack = Fraction(abs(value)) * Fraction(2, 2**52)
    assert abs(Fraction(rounded) - Fraction(value)) <= unit / 2 + slack


@given(numbers | st.floats(-1e12, 1e12), st.sampled_from([3, 4]))
@example(225179981368.5249, 4)
def test_rounding_twice_changes_nothing(value: float, decimals: int) -> None:
    once = round_decimals(value, decimals)
    assert round_decimals(once, decimals) == once


def test_large_numbers_stay_as_they_are() -> None:
    """SEMANTICS 2.1: from 2^51 / 10^d on, which is 225 179 981 368.5248 for 4 decimals."""
    step = 2.0**-15
    assert round_decimals(225_179_981_369 + step, 4) == 225_179_981_369 + step
    assert round_decimals(225_179_981_368 + step, 4) == 225_179_981_368


def test_a_key_value_takes_four_decimals() -> None:
    """The worked numbers of SEMANTICS 2.1 and of the case float-noise-and-rounding."""
    assert round_key_value(Vector3(0.006363961, 0.00005, -0.00005)) == Vector3(0.0064, 0.0001, 0.0)
    assert repr(round_key_value(Vector3(-0.0, -0.00004, -0.00006))) == repr(
        Vector3(0.0, 0.0, -0.0001)
    )


@pytest.mark.parametrize(
    ("seconds", "rounded"),
    [(1.0005, 1.001), (0.0625, 0.063), (2.0015, 2.002), (-0.0005, 0.0), (1.3335, 1.334)],
)
def test_a_time_takes_three_decimals(seconds: float, rounded: float) -> None:
    """Numbers from ``Math.round(seconds * 1000) / 1000`` in a JavaScript engine."""
    assert repr(round_time(seconds)) == repr(rounded)
