"""Frames and ticks."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.model.animation_set import FramesPerSecond
from animspec.ticks import FRAME_RATES, TICKS_PER_SECOND, FrameRate

rates = st.sampled_from(FRAME_RATES).map(FrameRate)


def test_there_are_56_frame_rates_and_the_model_names_the_same() -> None:
    assert len(FRAME_RATES) == 56
    assert get_args(FramesPerSecond) == FRAME_RATES


@pytest.mark.parametrize("fps", FRAME_RATES)
def test_every_frame_is_a_whole_tick_and_comes_back(fps: int) -> None:
    rate = FrameRate(fps)
    assert rate.ticks_per_frame * fps == TICKS_PER_SECOND
    for frame in (0, 1, 2, 7, fps - 1, fps, 10 * fps + 1, -3):
        tick = rate.to_tick(frame)
        assert Fraction(tick, TICKS_PER_SECOND) == Fraction(frame, fps)
        assert rate.to_frame(tick) == frame == rate.frame_at(tick)
        assert rate.snap(tick) == tick


@given(rates, st.integers(-(10**9), 10**9))
def test_the_nearest_frame_is_nearest_and_halves_go_up(rate: FrameRate, tick: int) -> None:
    half = Fraction(1, 2)
    distance = Fraction(tick, rate.ticks_per_frame) - rate.frame_at(tick)
    assert -half <= distance < half
    assert rate.snap(tick) == rate.frame_at(tick) * rate.ticks_per_frame


@given(rates, st.integers(-(10**6), 10**6))
def test_a_fractional_frame_goes_to_the_nearest_tick_and_halves_go_up(
    rate: FrameRate, quarters: int
) -> None:
    """Quarter frames are exact in double, so the distance is exact too."""
    frame = quarters / 4
    distance = Fraction(frame) * rate.ticks_per_frame - rate.to_tick(frame)
    assert Fraction(-1, 2) <= distance < Fraction(1, 2)


@pytest.mark.parametrize("fps", [0, -24, 7, 23.976, 29.97, 24001, 48000, float("nan"), "24", True])
def test_other_frame_rates_are_refused(fps: object) -> None:
    assert not FrameRate.is_valid(fps)
    with pytest.raises(ValueError, match=r"^fps is .*, expected a positive whole divisor of 24000"):
        FrameRate(fps)  # type: ignore[arg-type]


def test_a_whole_number_written_as_a_float_is_that_number() -> None:
    assert FrameRate.is_valid(24.0)
    assert FrameRate(24.0) == FrameRate(24)


@pytest.mark.parametrize(
    ("fps", "ticks"), [(24, 1000), (25, 960), (30, 800), (48, 500), (50, 480), (60, 400)]
)
def test_the_usual_frame_rates_have_their_known_ticks(fps: int, ticks: int) -> None:
    """Numbers from the case bad-fps."""
    assert FrameRate(fps).ticks_per_frame == ticks
