"""Tracks beyond their keys."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.cycles import Cycle, CycledCurve, Mode, as_cycle, fold, property_curve

TRACK = [
    {"t": 1, "v": [1, 5], "ease": "linear"},
    {"t": 2, "v": [4, 6], "ease": "smooth"},
    {"t": 3.5, "v": [-2, 7], "ease": "bezier"},
]
SPAN = 2.5
CHANGE = np.array([-3.0, 2.0])

# Off the seam by more than a double: rounding may carry a time across it.
inside = st.floats(1.000001, 3.499999)
turns = st.integers(1, 40)
sides = st.sampled_from([-1, 1])
modes: st.SearchStrategy[Mode] = st.sampled_from(["hold", "repeat", "offset", "pingpong"])


def track(mode: Mode) -> CycledCurve:
    return property_curve(TRACK, Cycle(mode, mode))


# Folding a time costs some doubles, at a speed of at most 10 a second here.
CLOSE = 1e-10


@given(inside, turns, sides)
def test_a_repeat_is_periodic(time: float, count: int, side: int) -> None:
    curve = track("repeat")
    away = curve.sample(time + side * count * SPAN)
    np.testing.assert_allclose(away, curve.sample(time), atol=CLOSE)


@given(inside, turns, sides)
def test_an_offset_is_periodic_up_to_the_change_over_the_span(
    time: float, count: int, side: int
) -> None:
    curve = track("offset")
    away = curve.sample(time + side * count * SPAN)
    np.testing.assert_allclose(away, curve.sample(time) + side * count * CHANGE, atol=CLOSE)


@given(inside, turns, sides)
def test_a_pingpong_is_mirrored_at_both_ends(time: float, count: int, side: int) -> None:
    curve = track("pingpong")
    for end in (1.0, 3.5):
        there, back = end + (time - 1), end - (time - 1)
        np.testing.assert_allclose(curve.sample(there), curve.sample(back), atol=CLOSE)
    away = curve.sample(time + side * 2 * count * SPAN)
    np.testing.assert_allclose(away, curve.sample(time), atol=CLOSE)


def test_a_pingpong_before_the_start_goes_forth_by_its_floored_count() -> None:
    """SEMANTICS 3.3: t = -0.5 on a 0..2 ramp gives the value at 0.5."""
    ramp = [{"t": 0, "v": [0], "ease": "linear"}, {"t": 2, "v": [2]}]
    curve = property_curve(ramp, {"before": "pingpong", "after": "pingpong"})
    assert curve.sample_many([-0.5, 2.5, -2.5, 4.5])[:, 0].tolist() == [0.5, 1.5, 1.5, 0.5]


@given(st.floats(-50, 50), modes, modes)
def test_before_and_after_are_told_apart(time: float, before: Mode, after: Mode) -> None:
    curve = property_curve(TRACK, Cycle(before, after))
    side = before if time < 1 else after
    assert curve.sample(time).tobytes() == track(side).sample(time).tobytes()


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=30), modes, modes)
def test_one_time_and_many_give_the_same_bits(
    asked: list[float], before: Mode, after: Mode
) -> None:
    curve = property_curve(TRACK, Cycle(before, after))
    one_by_one = np.array([curve.sample(time) for time in asked])
    assert curve.sample_many(asked).tobytes() == one_by_one.tobytes()


@given(modes, st.floats(-5, 5))
def test_the_keys_keep_their_own_values_and_a_single_key_does_not_cycle(
    mode: Mode, time: float
) -> None:
    assert track(mode).sample_many([1, 2, 3.5]).tolist() == [key["v"] for key in TRACK]
    alone = property_curve(TRACK[:1], Cycle(mode, mode))
    assert alone.sample(time).tolist() == TRACK[0]["v"]


def test_a_held_time_stays_where_it_is() -> None:
    times, counts = fold([-9.0, 9.0], 0.0, 1.0, Cycle())
    assert times.tolist() == [-9.0, 9.0]
    assert counts.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("span", [0.0, 1e-9])
def test_a_span_without_length_does_not_cycle(span: float) -> None:
    times, counts = fold([5.0], 0.0, span, Cycle("offset", "offset"))
    assert (times.tolist(), counts.tolist()) == ([5.0], [0.0])


def test_a_cycle_is_read_from_values_as_from_mappings() -> None:
    cycle = Cycle("repeat", "offset")
    assert as_cycle(cycle) == as_cycle({"before": "repeat", "after": "offset"}) == cycle
    assert as_cycle(None) == Cycle("hold", "hold")
