"""How far the printed and the implemented readings part, and neighbours in doubt."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from animspec.m3g import KeyframeSequence, neighbour_dots, reading_gap
from animspec.m3g.play_order import first_fall, valid_order
from animspec.m3g.quaternions import unit

some = settings(max_examples=1000 if os.environ.get("ANIMSPEC_FULL") == "1" else 60, deadline=None)
"""A test says nothing of time, and the usual run is a quick one."""


def made(kind: int, times: list[int], values: list[list[float]], *, loop: bool) -> KeyframeSequence:
    sequence = KeyframeSequence(len(times), len(values[0]), kind)
    sequence.set_keyframes(times, values)
    sequence.set_duration(times[-1] + 50)
    sequence.set_repeat_mode(KeyframeSequence.LOOP if loop else KeyframeSequence.CONSTANT)
    return sequence


def page_spline(sequence: KeyframeSequence, *, printed: bool, shares: int) -> np.ndarray:
    """Sample every stretch by the page's own matrix, key by key: (stretches, shares + 1, C)."""
    order = list(sequence.valid_order())
    keys = [sequence.get_keyframe(index) for index in order]
    loops = sequence.get_repeat_mode() == KeyframeSequence.LOOP
    count, period = len(keys), sequence.get_duration()

    def key(i: int) -> tuple[float, np.ndarray]:
        lap, at = divmod(i, count)
        return keys[at][0] + lap * period, keys[at][1]

    def tangent(i: int) -> tuple[np.ndarray, float, float]:
        if not loops and i % count in (0, count - 1):
            return keys[0][1] * 0.0, 0.0, 0.0
        (before, low), (here, _), (after, high) = key(i - 1), key(i), key(i + 1)
        minus = 2.0 * (after - here) / (after - before)
        plus = 2.0 * (here - before) / (after - before)
        # The page: T0 = F+ T and T1 = F- T; players the other way round.
        return (high - low) / 2.0, *((plus, minus) if printed else (minus, plus))

    hermite = np.array([[2, -2, 1, 1], [-3, 3, -2, -1], [0, 0, 1, 0], [1, 0, 0, 0]], float)
    s = np.linspace(0.0, 1.0, shares + 1)
    powers = np.stack([s**3, s**2, s, np.ones_like(s)], axis=1)
    rows = []
    for i in range(count if loops else count - 1):
        (leave, out, _), (arrive, _, into) = tangent(i), tangent(i + 1)
        control = np.stack([key(i)[1], key(i + 1)[1], out * leave, into * arrive])
        rows.append(powers @ hermite @ control)
    return np.array(rows)


rising = st.lists(st.integers(0, 300), min_size=3, max_size=7, unique=True).map(sorted)


@pytest.mark.parametrize("loop", [False, True])
@some
@given(times=rising, seed=st.integers(0, 2**32 - 1))
def test_the_gap_of_a_spline_is_that_of_the_pages_two_formulas(
    times: list[int], seed: int, *, loop: bool
) -> None:
    values = np.random.default_rng(seed).normal(size=(len(times), 2)).tolist()
    sequence = made(KeyframeSequence.SPLINE, times, values, loop=loop)
    implemented = page_spline(sequence, printed=False, shares=64)
    tried = np.abs(implemented - page_spline(sequence, printed=True, shares=64)).max()
    gap = reading_gap(sequence)
    found = 0.0 if gap is None else gap.difference
    # The exact greatest value is no less than any tried, and 64 steps come near it.
    assert tried - 1e-12 <= found <= tried * 1.01 + 1e-12


@pytest.mark.parametrize("loop", [False, True])
@some
@given(times=rising, seed=st.integers(0, 2**32 - 1))
def test_a_spline_is_the_pages_formula_with_the_factors_exchanged(
    times: list[int], seed: int, *, loop: bool
) -> None:
    values = np.random.default_rng(seed).normal(size=(len(times), 2)).tolist()
    sequence = made(KeyframeSequence.SPLINE, times, values, loop=loop)
    ends = [*times, times[0] + sequence.get_duration()] if loop else times
    starts, lengths = np.array(ends[:-1], float), np.diff(ends)
    moments = starts[:, None] + lengths[:, None] * np.arange(8) / 8.0
    expected = page_spline(sequence, printed=False, shares=8)[:, :-1]
    found = sequence.sample_many(moments.ravel()).reshape(expected.shape)
    assert np.abs(found - expected).max() <= 1e-9


def test_the_gap_is_found_where_it_is() -> None:
    # One inner key, speed 1, gaps 10 and 30: the tangents are exchanged, 10 for 30.
    sequence = made(KeyframeSequence.SPLINE, [0, 10, 40], [[0.0], [10.0], [40.0]], loop=False)
    gap = reading_gap(sequence)
    assert gap is not None
    # |20 h10(s)| and |20 h11(s)| are greatest at 1/3 and 2/3: 20 * 4/27, first at 2/3 of 0..10.
    assert gap.difference == pytest.approx(80.0 / 27.0)
    assert gap.time == pytest.approx(20.0 / 3.0) or gap.time == pytest.approx(20.0)


@pytest.mark.parametrize("kind", [KeyframeSequence.SPLINE, KeyframeSequence.SQUAD])
def test_even_keys_have_one_reading(kind: int) -> None:
    values = unit(np.random.default_rng(3).normal(size=(5, 4))).tolist()
    sequence = made(kind, [0, 50, 100, 150, 200], values, loop=True)
    assert reading_gap(sequence) is None
    sequence.set_keyframe(1, 60, values[1])
    assert reading_gap(sequence) is not None


@pytest.mark.parametrize(
    "kind", [KeyframeSequence.LINEAR, KeyframeSequence.SLERP, KeyframeSequence.STEP]
)
def test_interpolations_without_tangents_have_one_reading(kind: int) -> None:
    values = unit(np.random.default_rng(3).normal(size=(3, 4))).tolist()
    assert reading_gap(made(kind, [0, 10, 90], values, loop=False)) is None


@some
@given(rate=st.floats(0.001, 0.004))
def test_the_gap_of_a_uniform_turn_about_one_axis_is_that_of_the_angles(rate: float) -> None:
    times = [0, 100, 200, 260, 400, 500]
    values = [[0.0, 0.0, math.sin(rate * t / 2), math.cos(rate * t / 2)] for t in times]
    sequence = made(KeyframeSequence.SQUAD, times, values, loop=False)
    gap = reading_gap(sequence)
    assume(gap is not None)
    assert gap is not None
    # About one axis SQUAD moves the angle by q + 2s(1-s)·(control - straight), controls half of
    # tangent - step away; the readings exchange tangent factors of each key.
    angles = np.array([rate * t for t in times])
    steps, s = np.diff(times).astype(float), np.arange(1, 32) / 32.0
    tried = []
    for i in range(len(times) - 1):
        p = rate * (steps[i - 1] - steps[i]) if i > 0 else 0.0
        q = rate * (steps[i] - steps[i + 1]) if i + 2 < len(times) else 0.0
        a, b = p / 2.0, q / 2.0
        tried.append(np.abs(2.0 * s * (1.0 - s) * ((1.0 - s) * a + s * b)).max())
    assert angles[0] == 0.0
    assert gap.difference == pytest.approx(math.degrees(max(tried)), rel=0.02, abs=1e-3)


def test_neighbours_are_those_in_play_across_the_wrap_too() -> None:
    x, w = [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]
    minus = [-number for number in x]
    sequence = made(KeyframeSequence.SLERP, [0, 10, 20, 30], [x, w, w, minus], loop=True)
    found = [(each.key, each.following, each.dot) for each in neighbour_dots(sequence)]
    assert found == [(0, 1, 0.0), (1, 2, 1.0), (2, 3, 0.0), (3, 0, -1.0)]
    sequence.set_repeat_mode(KeyframeSequence.CONSTANT)
    assert len(neighbour_dots(sequence)) == 3
    sequence.set_valid_range(3, 0)
    found = [(each.key, each.following, each.dot) for each in neighbour_dots(sequence)]
    assert found == [(3, 0, -1.0)]
    sequence.set_valid_range(2, 2)
    sequence.set_repeat_mode(KeyframeSequence.LOOP)
    assert neighbour_dots(sequence) == ()
    assert neighbour_dots(made(KeyframeSequence.LINEAR, [0, 1], [x, minus], loop=True)) == ()


@some
@given(
    times=st.lists(st.integers(0, 9), min_size=1, max_size=8),
    first=st.integers(-1, 8),
    last=st.integers(-1, 8),
)
def test_order_is_judged_along_the_valid_range_only(
    times: list[int], first: int, last: int
) -> None:
    order = valid_order(len(times), first, last)
    sequence = KeyframeSequence(len(times), 1, KeyframeSequence.STEP)
    sequence.set_keyframes(times, [[0.0]] * len(times))
    sequence.set_duration(9)
    if not (0 <= first < len(times) and 0 <= last < len(times)):
        assert order == ()
        return
    walked = [first]
    while walked[-1] != last:
        walked.append((walked[-1] + 1) % len(times))
    assert list(order) == walked
    sequence.set_valid_range(first, last)
    fall = first_fall(times, order)
    along = [times[index] for index in walked]
    assert (fall is None) == (along == sorted(along))
    if fall is None:
        sequence.sample(0)
    else:
        assert times[fall[0]] < times[fall[1]]
        with pytest.raises(RuntimeError):
            sequence.sample(0)
