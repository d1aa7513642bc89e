"""The neutral curve: what holds for every kind, and each kind against exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from animspec.curves import (
    EASED,
    HOLD,
    LINEAR,
    SHARES,
    Curve,
    CurveBundle,
    Keys,
    Kind,
    Share,
    by_share,
    cubic_curve,
    cubic_formula,
    hermite,
    rounded,
    share_curve,
    share_formula,
    share_table,
)
from animspec.curves import bundle as bundles
from animspec.rounding import round_decimals

if TYPE_CHECKING:
    from collections.abc import Callable

numbers = st.floats(-1e6, 1e6)
times = st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=8, unique=True).map(sorted)
seeds = st.integers(0, 2**32 - 1)

CUBICS: dict[str, Kind] = {
    "hold": by_share(HOLD),
    "linear": by_share(LINEAR),
    "eased": by_share(EASED),
    "hermite": hermite,
}


def random_keys(moments: list[float], seed: int, width: int = 3) -> Keys:
    """Keys at these times with values and speeds of their own."""
    random = np.random.default_rng(seed)
    values, arriving, leaving = random.uniform(-100, 100, (3, len(moments), width))
    return Keys(np.array(moments), values, arriving, leaving)


def curve_of_shares(moments: list[float], seed: int) -> Curve:
    random = np.random.default_rng(seed)
    shares = [list(SHARES.values())[i] for i in random.integers(0, 3, len(moments))]
    return share_curve(moments, random_keys(moments, seed).values, shares)


def curve_of_cubics(moments: list[float], seed: int) -> Curve:
    random = np.random.default_rng(seed)
    kinds = [list(CUBICS.values())[i] for i in random.integers(0, 4, len(moments))]
    return cubic_curve(random_keys(moments, seed), kinds)


curves = pytest.mark.parametrize("make", [curve_of_shares, curve_of_cubics])


@curves
@given(times, seeds)
def test_a_curve_has_each_keys_own_value_at_its_time_and_is_held_outside(
    make: Callable[[list[float], int], Curve], moments: list[float], seed: int
) -> None:
    """SEMANTICS 2.5: at a key's own tick that key's value, exactly."""
    curve, values = make(moments, seed), random_keys(moments, seed).values
    assert np.array_equal(curve.sample_many(moments), values)
    outside = curve.sample_many([moments[0] - 1, -1e300, moments[-1] + 1, 1e300])
    assert np.array_equal(outside, values[[0, 0, -1, -1]])


@curves
@given(times, st.lists(st.floats(-2e5, 2e5), min_size=1, max_size=50), seeds)
def test_one_time_and_many_in_any_order_give_the_same_bits(
    make: Callable[[list[float], int], Curve], moments: list[float], asked: list[float], seed: int
) -> None:
    curve = make(moments, seed)
    asked = asked + moments
    one_by_one = np.array([curve.sample(time) for time in asked])
    assert curve.sample_many(asked).tobytes() == one_by_one.tobytes()
    rising = np.argsort(asked, kind="stable")
    in_order = curve.sample_many(np.array(asked)[rising])
    assert in_order.tobytes() == one_by_one[rising].tobytes()


@pytest.mark.parametrize("kind", ["linear", "eased", "hermite"])
@given(seeds)
def test_a_kind_arrives_at_the_next_key(kind: str, seed: int) -> None:
    keys = random_keys([0.0, 3.0], seed)
    coefficients = CUBICS[kind](keys, np.array([0]))
    np.testing.assert_allclose(coefficients.sum(axis=0)[0], keys.values[1], atol=1e-10)


@given(seeds)
def test_a_hermite_stretch_has_the_keys_speeds_at_both_ends(seed: int) -> None:
    """The derivative of c0 + c1 s + c2 s^2 + c3 s^3 by time, at s = 0 and at s = 1."""
    keys = random_keys([1.0, 1.5], seed)
    assert keys.leaving is not None
    assert keys.arriving is not None
    _, c1, c2, c3 = hermite(keys, np.array([0]))[:, 0]
    np.testing.assert_allclose(c1 / 0.5, keys.leaving[0], atol=1e-10)
    np.testing.assert_allclose((c1 + 2 * c2 + 3 * c3) / 0.5, keys.arriving[1], atol=1e-9)


def test_hermite_keys_without_speeds_are_refused() -> None:
    keys = Keys(np.array([0.0, 1.0]), np.zeros((2, 1)))
    with pytest.raises(ValueError, match="the keys have no speeds"):
        hermite(keys, np.array([0]))


LEAST = 5e-324
LEAST_STEP = Fraction(LEAST)

EXACT: dict[Share, Callable[[Fraction], Fraction]] = {
    HOLD: lambda s: 0 * s,
    LINEAR: lambda s: s,
    EASED: lambda s: s * s * (3 - 2 * s),
}


@pytest.mark.parametrize("share", EXACT)
@given(numbers, numbers, st.integers(1, 10**6), st.floats(0, 1, exclude_max=True))
@example(0.0, LEAST, 1, 0.5)
def test_a_share_moves_as_its_formula_says(
    share: Share, first: float, last: float, length: int, part: float
) -> None:
    time = part * length
    passed = Fraction(time) / length
    exact = Fraction(first) + (Fraction(last) - Fraction(first)) * EXACT[share](passed)
    sampled = share_curve([0, length], [[first], [last]], [share, share]).sample(time)[0]
    cubic = cubic_curve(
        Keys(np.array([0.0, length]), np.array([[first], [last]])), [by_share(share)] * 2
    ).sample(time)[0]
    # Nothing is finer than the least double, however small the numbers are.
    tolerance = Fraction(1e-15) * 4 * (Fraction(abs(first)) + Fraction(abs(last))) + 4 * LEAST_STEP
    assert abs(Fraction(sampled) - exact) <= tolerance
    assert abs(Fraction(cubic) - exact) <= 2 * tolerance


def test_of_keys_at_one_time_the_last_counts() -> None:
    keys = Keys(np.array([0.0, 1.0, 1.0, 1.0, 2.0]), np.array([[0.0], [1.0], [5.0], [7.0], [9.0]]))
    curve = cubic_curve(keys, [by_share(LINEAR)] * 5)
    asked = [0.5, 1.0, 1.5, *np.linspace(0, 2, 21)]
    assert curve.sample_many(asked)[:3, 0].tolist() == [0.5, 7.0, 8.0]
    assert curve.sample_many(sorted(asked)).tolist() == sorted(curve.sample_many(asked).tolist())


@given(st.lists(times, min_size=1, max_size=5), st.lists(st.floats(-2e5, 2e5), max_size=20), seeds)
def test_a_bundle_gives_each_curve_the_bits_it_has_alone(
    channels: list[list[float]], asked: list[float], seed: int
) -> None:
    keys = [random_keys(moments, seed + place) for place, moments in enumerate(channels)]
    alone = [share_curve(k.times, k.values, [EASED] * len(k.times)) for k in keys]
    bounds = np.cumsum([0, *map(len, channels)])
    table = share_table(
        np.concatenate([k.times for k in keys]),
        np.concatenate([k.values for k in keys]),
        np.tile(np.array([EASED]).T, bounds[-1]),
        bounds[1:] - 1,
    )
    bundle = CurveBundle(table, bounds, share_formula, 3)
    asked = [*asked, *channels[0], *channels[-1], -1e9, 1e9]
    rising = sorted([*asked, *np.linspace(-1e5, 1e5, 99)])
    expected = np.hstack([curve.sample_many(rising) for curve in alone])
    assert bundle.pack_many(rising).tobytes() == expected.tobytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundles, "AT_ONCE", 0)  # as where there are many
        assert bundle.pack_many(rising).tobytes() == expected.tobytes()
    expected = np.hstack([curve.sample_many(asked) for curve in alone])
    assert bundle.pack_many(asked).tobytes() == expected.tobytes()
    assert np.array([bundle.pack(time) for time in asked]).tobytes() == expected.tobytes()


def test_a_curve_of_another_formula_needs_only_its_rows() -> None:
    """A curve that is its own key's value plus the time since the key, in one component."""

    def formula(moments: np.ndarray, columns: np.ndarray, out: np.ndarray) -> None:
        np.add(columns[2], moments - columns[0], out=out[0])

    table = np.array([[0.0, 10.0], [10.0, 1.0], [5.0, 7.0]])
    assert Curve(table, formula, 1).sample_many([-1, 4, 10, 12])[:, 0].tolist() == [5, 9, 7, 7]


def test_a_cubic_table_is_read_component_by_component() -> None:
    columns = np.array([[0.0], [2.0], [1], [10], [2], [20], [3], [30], [4], [40]], dtype=float)
    out = np.empty((2, 1))
    cubic_formula(np.array([1.0]), columns, out)
    assert out[:, 0].tolist() == [1 + 1 + 0.75 + 0.5, 10 + 10 + 7.5 + 5]


@given(
    st.lists(
        st.floats(allow_nan=False, allow_infinity=False)
        | numbers
        | st.integers(-(10**6), 10**6).map(lambda count: count / 20_000),
        min_size=1,
    ),
    st.sampled_from([3, 4]),
)
def test_an_array_is_rounded_as_each_of_its_numbers_is(values: list[float], decimals: int) -> None:
    one_by_one = np.array([round_decimals(value, decimals) for value in values])
    assert rounded(values, decimals).tobytes() == one_by_one.tobytes()
