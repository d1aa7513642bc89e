"""Tracks, controllers and whole documents played at a world time."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from animspec.m3g import (
    AnimatedObject,
    AnimationController,
    AnimationTrack,
    IllegalArgumentError,
    KeyframeSequence,
    NullPointerError,
    animate,
    load_scene,
)
from animspec.m3g.constants import FOREVER, PROPERTIES
from animspec.model import m3g_animation as model

some = settings(max_examples=1000 if os.environ.get("ANIMSPEC_FULL") == "1" else 60, deadline=None)
"""A test says nothing of time, and the usual run is a quick one."""


def constant(*value: float) -> KeyframeSequence:
    sequence = KeyframeSequence(1, len(value), KeyframeSequence.STEP)
    sequence.set_keyframe(0, 0, value)
    return sequence


def track(name: str, *value: float, weight: float = 1.0) -> AnimationTrack:
    controller = AnimationController()
    controller.set_weight(weight)
    return AnimationTrack(constant(*value), number_of(name), controller)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("VISIBILITY", [0.5], True),
        ("VISIBILITY", [0.4999], False),
        ("PICKABILITY", [1.0], True),
        ("ALPHA", [1.5], [1.0]),
        ("ALPHA", [-0.5], [0.0]),
        ("SHININESS", [128.0], [128.0]),
        ("SCALE", [2.0], [2.0, 2.0, 2.0]),
        ("SCALE", [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
        ("ORIENTATION", [0.0, 0.0, 3.0, 4.0], [0.0, 0.0, 0.6, 0.8]),
        ("ORIENTATION", [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
    ],
)
def test_a_property_is_finished_as_the_standard_demands(
    name: str, value: list[float], expected: object
) -> None:
    written = animate([track(name, *value)], 0).values
    (found,) = written.values()
    assert list(written) == [name]
    assert (found if isinstance(found, bool) else found.tolist()) == expected


@some
@given(
    weights=st.lists(st.floats(0, 4), min_size=1, max_size=5),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_property_is_the_weighted_sum_and_not_the_mean(weights: list[float], seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(len(weights), 3))
    tracks = [
        track("TRANSLATION", *value, weight=weight)
        for value, weight in zip(values.tolist(), weights, strict=True)
    ]
    written = animate(tracks, 5).values
    if sum(weights) > 0:
        assert written["TRANSLATION"] == pytest.approx(np.array(weights) @ values)
    else:
        assert written == {}


def test_a_property_to_which_nobody_contributes_is_not_written() -> None:
    resting = AnimationTrack(constant(1.0), number_of("ALPHA"))
    off = track("SCALE", 2.0)
    controller = off.get_controller()
    assert controller is not None
    controller.set_active_interval(10, 20)
    assert animate([resting, off], 30).values == {}
    assert list(animate([resting, off], 10).values) == ["SCALE"]
    resting.set_controller(AnimationController())
    assert list(animate([resting, off], 30).values) == ["ALPHA"]


def number_of(name: str) -> int:
    return next(number for key, number in PROPERTIES.items() if key == name)


def test_the_validity_is_the_time_to_the_next_change() -> None:
    off = track("SCALE", 2.0)
    controller = off.get_controller()
    assert controller is not None
    controller.set_active_interval(10, 20)
    assert animate([off], 3).validity == 7
    assert animate([off], 20).validity == FOREVER
    assert animate([off], 12).validity == 8
    assert animate([], 0).validity == FOREVER


@some
@given(
    speeds=st.lists(st.floats(-50, 50), min_size=1, max_size=6),
    times=st.lists(st.integers(-10_000, 10_000), min_size=6, max_size=6),
)
def test_a_change_of_speed_never_makes_the_position_jump(
    speeds: list[float], times: list[int]
) -> None:
    controller = AnimationController()
    for speed, time in zip(speeds, times, strict=False):
        before = controller.get_position(time)
        controller.set_speed(speed, time)
        assert controller.get_position(time) == before
        assert controller.get_ref_world_time() == time
        assert controller.get_ref_sequence_time() == before
        moved = controller.get_position(time + 10) - before
        assert moved == pytest.approx(10 * speed, abs=1e-6)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_controller_refuses_what_is_not_finite(number: float) -> None:
    controller = AnimationController()
    with pytest.raises(IllegalArgumentError, match="expected a finite number"):
        controller.set_speed(number, 0)
    with pytest.raises(IllegalArgumentError, match="expected a finite number"):
        controller.set_position(number, 0)
    with pytest.raises(IllegalArgumentError, match="expected a finite number"):
        controller.set_weight(number)
    assert controller.get_position(7) == 7.0


def test_an_object_takes_a_track_once_and_one_component_count_for_a_property() -> None:
    target = AnimatedObject("Group")
    first = track("SCALE", 1.0)
    target.add_animation_track(first)
    target.add_animation_track(track("SCALE", 2.0))
    with pytest.raises(IllegalArgumentError, match="has this track for SCALE already"):
        target.add_animation_track(first)
    with pytest.raises(IllegalArgumentError, match="has 3 components, expected 1 like another"):
        target.add_animation_track(track("SCALE", 1.0, 2.0, 3.0))
    with pytest.raises(IllegalArgumentError, match="kind Group has no property SHININESS"):
        target.add_animation_track(track("SHININESS", 1.0))
    with pytest.raises(NullPointerError):
        target.add_animation_track(None)
    assert target.get_animation_track_count() == 2
    assert target.animate(0).values["SCALE"] == pytest.approx([3.0, 3.0, 3.0])
    target.remove_animation_track(first)
    assert target.animate(0).values["SCALE"] == pytest.approx([2.0, 2.0, 2.0])


DOOR = model.Sequence(
    id="door",
    interpolation="LINEAR",
    repeatMode="LOOP",
    duration=1000,
    componentCount=3,
    keyframes=(
        model.Keyframe(0, (0.0, 0.0, 0.0)),
        model.Keyframe(500, (0.0, 2.5, 0.0)),
    ),
)
BLINK = model.Sequence(
    id="blink",
    interpolation="STEP",
    repeatMode="CONSTANT",
    duration=10,
    validRange=(1, 0),
    componentCount=1,
    keyframes=(model.Keyframe(10, (1.0,)), model.Keyframe(4, (0.0,))),
)
DOCUMENT = model.M3GAnimation(
    (DOOR, BLINK),
    (
        model.Controller("slow", 0.5, 1.0, (0, 0), 100.0, 0),
        model.Controller("once", 1.0, 1.0, (0, 20), 0.0, 0),
    ),
    (
        model.Track("Door", "TRANSLATION", "door", "slow"),
        model.Track("Lamp", "VISIBILITY", "blink", "once"),
        model.Track("Lamp", "ALPHA", "blink"),
    ),
)


def test_a_document_plays_every_target() -> None:
    scene = load_scene(DOCUMENT)
    early, late = scene.animate(5), scene.animate(12)
    assert early.values["Door"]["TRANSLATION"] == pytest.approx([0.0, 2.5 * 103 / 500, 0.0])
    assert early.values["Lamp"] == {"VISIBILITY": False}
    assert late.values["Lamp"] == {"VISIBILITY": True}
    assert (early.validity, scene.animate(20).values["Lamp"]) == (1, {})


@pytest.mark.parametrize(
    ("track", "message"),
    [
        (model.Track("T", "ALPHA", "nothing"), 'no sequence has the id "nothing"'),
        (model.Track("T", "ALPHA", "blink", "who"), 'no controller has the id "who"'),
        (model.Track("T", "ALPHA", "door"), "the sequence has 3 components, expected 1 for ALPHA"),
    ],
)
def test_a_document_that_cannot_be_played_is_refused(track: model.Track, message: str) -> None:
    document = model.M3GAnimation(DOCUMENT.sequences, DOCUMENT.controllers, (track,))
    with pytest.raises(IllegalArgumentError, match=message):
        load_scene(document)
