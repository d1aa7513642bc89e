"""Keyframe sequences: what the standard says of them, beyond single numbers."""

from __future__ import annotations

import doctest
import math
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.m3g import IllegalArgumentError, IllegalStateError, KeyframeSequence
from animspec.m3g.quaternions import exponential, product, step_between, unit

if TYPE_CHECKING:
    from collections.abc import Callable

some = settings(max_examples=1000 if os.environ.get("ANIMSPEC_FULL") == "1" else 60, deadline=None)
"""A test says nothing of time, and the usual run is a quick one."""

KINDS = ["LINEAR", "SLERP", "SPLINE", "SQUAD", "STEP"]


def made(
    kind: str, times: list[int], values: list[list[float]], *, duration: int, loop: bool = False
) -> KeyframeSequence:
    sequence = KeyframeSequence(len(times), len(values[0]), getattr(KeyframeSequence, kind))
    sequence.set_keyframes(times, values)
    sequence.set_duration(duration)
    sequence.set_repeat_mode(KeyframeSequence.LOOP if loop else KeyframeSequence.CONSTANT)
    return sequence


rising = st.lists(st.integers(0, 5000), min_size=2, max_size=9, unique=True).map(sorted)


def quaternion(draw_from: np.random.Generator) -> list[float]:
    value: list[float] = unit(draw_from.normal(size=4)).tolist()
    return value


def test_a_new_sequence_has_the_defaults_of_the_standard() -> None:
    sequence = KeyframeSequence(3, 2, KeyframeSequence.SPLINE)
    assert sequence.get_keyframe_count() == 3
    assert sequence.get_component_count() == 2
    assert sequence.get_interpolation_type() == 178
    assert sequence.get_repeat_mode() == KeyframeSequence.CONSTANT == 192
    assert sequence.get_duration() == 0
    assert (sequence.get_valid_range_first(), sequence.get_valid_range_last()) == (0, 2)
    time, value = sequence.get_keyframe(2)
    assert (time, value.tolist()) == (0, [0.0, 0.0])


def test_a_key_read_is_the_callers_own() -> None:
    sequence = made("LINEAR", [0, 10], [[1.0], [2.0]], duration=10)
    sequence.get_keyframe(0)[1][0] = 99.0
    assert sequence.sample(0).tolist() == [1.0]


def set_last_key(sequence: KeyframeSequence) -> None:
    sequence.set_keyframe(2, 20, [9.0])


def set_all_keys(sequence: KeyframeSequence) -> None:
    sequence.set_keyframes([0, 10, 20], [[5.0], [6.0], [7.0]])


def set_valid_range(sequence: KeyframeSequence) -> None:
    sequence.set_valid_range(0, 1)


def set_repeat_mode(sequence: KeyframeSequence) -> None:
    sequence.set_repeat_mode(KeyframeSequence.LOOP)


@pytest.mark.parametrize(
    ("change", "value"),
    [(set_last_key, 9.0), (set_all_keys, 7.0), (set_valid_range, 2.0), (set_repeat_mode, 1.0)],
)
def test_a_change_shows_in_the_next_sample(
    change: Callable[[KeyframeSequence], None], value: float
) -> None:
    sequence = made("LINEAR", [0, 10, 20], [[0.0], [2.0], [4.0]], duration=20)
    assert sequence.sample(25).tolist() == [4.0]
    change(sequence)
    assert sequence.sample(25).tolist() == [value]


def test_another_duration_shows_in_the_next_sample() -> None:
    sequence = made("LINEAR", [0, 10, 20], [[0.0], [2.0], [4.0]], duration=20, loop=True)
    assert sequence.sample(25).tolist() == [1.0]
    sequence.set_duration(30)
    assert sequence.sample(25).tolist() == [2.0]


def test_a_refused_call_changes_nothing() -> None:
    sequence = made("LINEAR", [0, 10], [[0.0], [2.0]], duration=20)
    refused: list[Callable[[], None]] = [
        partial(sequence.set_keyframe, 1, -1, [9.0]),
        partial(sequence.set_keyframe, 1, 2**31, [9.0]),
        partial(sequence.set_keyframe, 1, 5, [math.nan]),
        partial(sequence.set_keyframes, [0, 1], [[9.0]]),
        partial(sequence.set_duration, 0),
        partial(sequence.set_repeat_mode, 0),
        partial(sequence.set_valid_range, 0, 2),
    ]
    for call in refused:
        with pytest.raises((IllegalArgumentError, IndexError)):
            call()
    assert sequence.sample_many([0, 5, 10, 25]).ravel().tolist() == [0.0, 1.0, 2.0, 2.0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("loop", [False, True])
@some
@given(times=rising, seed=st.integers(0, 2**32 - 1))
def test_at_a_keys_own_time_the_value_is_the_keys_to_the_bit(
    kind: str, times: list[int], seed: int, *, loop: bool
) -> None:
    random = np.random.default_rng(seed)
    values = [quaternion(random) for _ in times]
    sequence = made(kind, times, values, duration=times[-1] + 1, loop=loop)
    found = sequence.sample_many(times)
    for index in range(len(times)):
        assert found[index].tolist() == sequence.get_keyframe(index)[1].tolist()


@pytest.mark.parametrize("kind", KINDS)
@some
@given(times=rising, seed=st.integers(0, 2**32 - 1), laps=st.integers(-1000, 1000))
def test_a_loop_repeats_every_duration(kind: str, times: list[int], seed: int, laps: int) -> None:
    random = np.random.default_rng(seed)
    sequence = made(
        kind, times, [quaternion(random) for _ in times], duration=times[-1] + 7, loop=True
    )
    moments = np.arange(-5, times[-1] + 12, 1 + times[-1] // 50)
    later = moments + laps * sequence.get_duration()
    assert (sequence.sample_many(later) == sequence.sample_many(moments)).all()


@some
@given(times=rising, seed=st.integers(0, 2**32 - 1))
def test_a_loop_goes_on_across_its_wrap_without_a_jump(times: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.normal(size=(len(times), 2)).tolist()
    sequence = made("SPLINE", times, values, duration=times[-1] + 40, loop=True)
    wrap = np.array([times[-1], times[0] + sequence.get_duration()], float)
    ends = sequence.sample_many(wrap + np.array([1e-6, -1e-6]))
    assert ends == pytest.approx(np.array([values[-1], values[0]]), abs=1e-5)


@some
@given(times=rising, slope=st.floats(-9, 9), start=st.floats(-9, 9))
def test_uniform_motion_stays_uniform_under_spline_with_uneven_keys(
    times: list[int], slope: float, start: float
) -> None:
    # At the two ends the tangents are 0 (SEMANTICS 5.2); between the inner keys nothing is.
    outer = [times[0], *[time + 100 for time in times], times[-1] + 300]
    values = [[start + slope * time] for time in outer]
    sequence = made("SPLINE", outer, values, duration=outer[-1])
    inner = np.linspace(outer[1], outer[-2], 60)
    found = sequence.sample_many(inner)[:, 0]
    scale = 1.0 + abs(start) + abs(slope) * outer[-1]
    assert np.abs(found - (start + slope * inner)).max() <= 1e-13 * scale


@some
@given(times=rising, speed=st.floats(-2e-4, 2e-4))
def test_a_uniform_turn_stays_uniform_under_squad_with_uneven_keys(
    times: list[int], speed: float
) -> None:
    outer = [times[0], *[time + 100 for time in times], times[-1] + 300]

    def turned(moment: float) -> list[float]:
        return [0.0, 0.0, math.sin(speed * moment), math.cos(speed * moment)]

    sequence = made("SQUAD", outer, [turned(time) for time in outer], duration=outer[-1])
    inner = np.linspace(outer[1], outer[-2], 40)
    # Nearly equal quaternions go straight, which leaves the arc by less than 1e-5.
    expected = np.array([turned(moment) for moment in inner])
    assert np.abs(sequence.sample_many(inner) - expected).max() <= 2e-5


def test_a_negative_dot_product_turns_the_long_way() -> None:
    quarter = [0.0, 0.0, math.sin(math.pi / 8), math.cos(math.pi / 8)]
    flipped = [-number for number in quarter]
    sequence = made("SLERP", [0, 10], [[0.0, 0.0, 0.0, 1.0], flipped], duration=10)
    middle = sequence.sample(5)
    # Half of the long way round is 157.5 degrees back, half angle -78.75 degrees.
    assert middle == pytest.approx(
        [0.0, 0.0, -math.sin(math.radians(78.75)), math.cos(math.radians(78.75))]
    )


def test_exactly_opposite_quaternions_turn_through_a_defined_half() -> None:
    # 5.5: sin((1-s) pi/2) q0 + sin(s pi/2) p with p = (-y, x, -w, z).
    start = [0.5, 0.5, 0.5, 0.5]
    sequence = made("SLERP", [0, 4], [start, [-0.5] * 4], duration=4)
    root = math.sqrt(0.5)
    expected = [root * 0.5 + root * p for p in (-0.5, 0.5, -0.5, 0.5)]
    assert sequence.sample(2) == pytest.approx(expected)


@some
@given(seed=st.integers(0, 2**32 - 1))
def test_exponential_undoes_the_logarithm_between_two_orientations(seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = unit(random.normal(size=(2, 4)))
    assert product(a, exponential(step_between(a, b))) == pytest.approx(b, abs=2e-5)


def test_rows_of_faulty_keys_outside_the_valid_range_do_not_matter() -> None:
    sequence = made("LINEAR", [500, 0, 10, 5], [[9.0], [0.0], [2.0], [9.0]], duration=10)
    with pytest.raises(
        IllegalStateError, match="key 1 is at time 0, which is before key 0 at time 500"
    ):
        sequence.sample(5)
    sequence.set_valid_range(1, 2)
    assert sequence.sample(5).tolist() == [1.0]


def test_a_wrapped_range_must_rise_in_its_own_order() -> None:
    sequence = made("LINEAR", [30, 40, 10], [[3.0], [4.0], [1.0]], duration=50)
    with pytest.raises(IllegalStateError, match="key 2 is at time 10, which is before key 1"):
        sequence.sample(20)
    sequence.set_valid_range(2, 1)
    assert sequence.valid_order() == (2, 0, 1)
    assert sequence.sample_many([10, 20, 35, 99]).ravel().tolist() == [1.0, 2.0, 3.5, 4.0]


def test_a_loop_without_a_duration_cannot_be_played() -> None:
    sequence = KeyframeSequence(1, 1, KeyframeSequence.STEP)
    assert sequence.sample(3).tolist() == [0.0]
    sequence.set_repeat_mode(KeyframeSequence.LOOP)
    with pytest.raises(IllegalStateError, match="loops, but its duration was never set"):
        sequence.sample(3)


def test_the_last_valid_key_must_not_come_after_the_duration() -> None:
    sequence = made("STEP", [0, 20], [[0.0], [1.0]], duration=19)
    message = "key 1, the last, is at time 20, which is after the duration of 19"
    with pytest.raises(IllegalStateError, match=message):
        sequence.sample(0)


def test_before_keys_of_one_first_time_the_first_of_them_holds() -> None:
    sequence = made("LINEAR", [20, 20, 30], [[1.0], [5.0], [7.0]], duration=40)
    assert sequence.sample_many([19, 20, 25]).ravel().tolist() == [1.0, 5.0, 6.0]
    sequence.set_repeat_mode(KeyframeSequence.LOOP)
    # The wrap leads from the last key to the first, 30 units later.
    assert sequence.sample(15).tolist() == [7.0 + (1.0 - 7.0) * 25 / 30]


def test_a_moment_just_before_the_start_of_a_loop_is_its_start() -> None:
    # -1e-20 modulo the duration rounds to the duration itself.
    sequence = made("STEP", [0, 4], [[1.0], [2.0]], duration=10, loop=True)
    assert sequence.sample(-1e-20).tolist() == [1.0]
    assert sequence.validity(-1e-20) == 4


def test_the_page_about_m3g_shows_what_is_so() -> None:
    page = Path(__file__).parent.parent / "docs" / "m3g.md"
    results = doctest.testfile(str(page), module_relative=False)
    assert results.attempted > 20
    assert results.failed == 0
