"""M3G evaluation against the numbers of a player of JSR-184 (fixtures/vectors/m3g)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from animspec.m3g import (
    AnimatedObject,
    AnimationController,
    AnimationTrack,
    IllegalStateError,
    KeyframeSequence,
    animate,
)
from animspec.m3g.constants import (
    COMPONENT_COUNTS,
    INTERPOLATIONS,
    OBJECT_PROPERTIES,
    PROPERTIES,
    REPEAT_MODES,
    fits,
)
from animspec.m3g.controller import whole_time
from animspec.m3g.errors import (
    IllegalArgumentError,
    IndexOutOfBoundsError,
    NullPointerError,
)
from animspec.m3g.interpolation import tangents

VECTORS: Final = Path(__file__).parent.parent / "fixtures" / "vectors" / "m3g"

TOLERANCES: Final = {"LINEAR": 5e-7, "SPLINE": 5e-7, "STEP": 0.0, "SLERP": 3e-6, "SQUAD": 1e-5}
"""Relative to the largest key value; the player works in single floats (SEMANTICS 5.10)."""

ILL: Final = 2e-3
"""Where single floats cancel, as the vectors flag."""

SINGLE_RUNS_OUT: Final = 2.0**23
"""Near 2^24 single floats no longer tell one time from the next: those queries say nothing."""

SINGLE: Final = 2.0**-22
"""Four units in the last place of a single float: what a sum of a few of them may be off."""


def load(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text("utf-8"))


def single(value: Any) -> Any:
    """Return numbers as the player held them."""
    return np.asarray(value, np.float32).astype(np.float64).tolist()


def sequence_of(case: dict[str, Any]) -> KeyframeSequence:
    sequence = KeyframeSequence(
        len(case["keyframes"]), case["component_count"], INTERPOLATIONS[case["interpolation"]]
    )
    for index, key in enumerate(case["keyframes"]):
        sequence.set_keyframe(index, key["time"], single(key["value"]))
    sequence.set_duration(case["duration"])
    sequence.set_repeat_mode(REPEAT_MODES[case["repeat_mode"]])
    sequence.set_valid_range(*case["valid_range"])
    return sequence


def controller_of(operations: list[list[Any]] | None) -> AnimationController | None:
    if operations is None:
        return None
    controller = AnimationController()
    for name, *arguments in operations:
        numbers = [single(each) if isinstance(each, float) else each for each in arguments]
        OPERATIONS[name](controller, *numbers)
    return controller


OPERATIONS: Final[dict[str, Any]] = {
    "setPosition": AnimationController.set_position,
    "setSpeed": AnimationController.set_speed,
    "setWeight": AnimationController.set_weight,
    "setActiveInterval": AnimationController.set_active_interval,
}

SEQUENCES: Final = load("sequences")
CONTROLLERS: Final = load("controllers")
ERRORS: Final = load("errors")


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


@pytest.mark.parametrize("case", named(SEQUENCES))
def test_a_sequence_has_the_values_of_the_player(case: dict[str, Any]) -> None:
    sequence = sequence_of(case)
    samples = [sample for sample in case["samples"] if "quirk" not in sample]
    times = [sample["time"] for sample in samples]
    found = sequence.sample_many(times)
    keys = case.get("normalized_keyframes") or [key["value"] for key in case["keyframes"]]
    largest = max(float(np.abs(single(keys)).max()), 1e-30)
    for sample, value in zip(samples, found, strict=True):
        tolerance = ILL if sample.get("ill") else TOLERANCES[case["interpolation"]]
        off = np.abs(value - single(sample["value"])).max()
        assert off <= tolerance * largest, sample
    # One time and many are the same bits, whatever the order.
    assert (np.array([sequence.sample(time) for time in times]) == found).all()
    assert (sequence.sample_many(times[::-1]) == found[::-1]).all()


@pytest.mark.parametrize("case", named(SEQUENCES))
def test_a_sample_is_valid_for_as_long_as_in_the_player(case: dict[str, Any]) -> None:
    sequence = sequence_of(case)
    for sample in case["samples"]:
        # The player takes a negative multiple of the duration for the end, not the start.
        early = sample["time"] < 0 and sample["time"] % case["duration"] == 0
        if "validity" in sample and not (early and case["repeat_mode"] == "LOOP"):
            assert sequence.validity(sample["time"]) == sample["validity"], sample


@pytest.mark.parametrize("case", named([case for case in SEQUENCES if "tangents" in case]))
def test_a_spline_has_the_tangents_of_the_player(case: dict[str, Any]) -> None:
    incoming, outgoing = tangents(sequence_of(case).valid_keys())
    largest = max(float(np.abs(key["value"]).max()) for key in case["keyframes"])
    for at, expected in enumerate(case["tangents"]):
        if "NaN" in expected["t_in"]:
            # Three keys at one time: no stretch ever uses the middle one's tangents.
            continue
        assert np.abs(incoming[at] - expected["t_in"]).max() <= 5e-7 * largest
        assert np.abs(outgoing[at] - expected["t_out"]).max() <= 5e-7 * largest


@pytest.mark.parametrize(
    "case", named([case for case in SEQUENCES if "normalized_keyframes" in case])
)
def test_quaternion_keys_are_normalised_when_set(case: dict[str, Any]) -> None:
    sequence = sequence_of(case)
    for index, expected in enumerate(case["normalized_keyframes"]):
        time, value = sequence.get_keyframe(index)
        assert time == case["keyframes"][index]["time"]
        assert np.abs(value - expected).max() <= SINGLE


@pytest.mark.parametrize("case", named(CONTROLLERS["position"]))
def test_a_controller_stands_where_the_player_does(case: dict[str, Any]) -> None:
    controller = controller_of(case["ops"])
    assert controller is not None
    assert controller.get_speed() == pytest.approx(case["speed"], rel=SINGLE)
    assert controller.get_ref_world_time() == case["ref_world_time"]
    for query in case["queries"]:
        if max(abs(query["world"]), abs(query["position"])) >= SINGLE_RUNS_OUT:
            continue
        # The product is as large as the distance to the reference, and rounded there.
        scale = max(abs(query["position"]), abs(query["world"] - case["ref_world_time"]), 1.0)
        position = controller.get_position(query["world"])
        assert position == pytest.approx(query["position"], abs=SINGLE * scale)
        if abs(position % 1.0 - 0.5) > SINGLE * scale:
            assert whole_time(position) == query["sample_time"]
        else:
            assert abs(whole_time(position) - query["sample_time"]) <= 1


@pytest.mark.parametrize("case", named(CONTROLLERS["active"]))
def test_a_controller_is_active_when_the_player_is(case: dict[str, Any]) -> None:
    controller = AnimationController()
    if case["interval"]:
        controller.set_active_interval(*case["interval"])
    found = [controller.is_active(query["world"]) for query in case["queries"]]
    assert found == [query["active"] for query in case["queries"]]


def test_positions_are_rounded_and_saturated_as_in_the_player() -> None:
    found = [whole_time(single(case["value"])) for case in CONTROLLERS["round"]]
    assert found == [case["rounded"] for case in CONTROLLERS["round"]]


RESTS: Final[dict[str, tuple[str, list[float]]]] = {
    "ORIENTATION": ("orientation", [0.0, 0.0, 0.0, 1.0]),
    "TRANSLATION": ("translation", [0.0, 0.0, 0.0]),
    "SCALE": ("scale", [1.0, 1.0, 1.0]),
}


@pytest.mark.parametrize("case", named(CONTROLLERS["blend"]))
def test_a_set_of_tracks_writes_what_the_player_writes(case: dict[str, Any]) -> None:
    tracks = [
        AnimationTrack(
            sequence_of(track["sequence"]),
            PROPERTIES[track["property"]],
            controller_of(track["controller"]),
        )
        for track in case["tracks"]
    ]
    for query in case["queries"]:
        if query["error"]:
            assert query["error"] == "IllegalStateException"
            with pytest.raises(IllegalStateError):
                animate(tracks, query["world"])
            continue
        animation = animate(tracks, query["world"])
        assert animation.validity == query["animate_return"]
        for track, expected in zip(tracks, query["contributions"], strict=True):
            added = track.contribution(query["world"])
            assert added.validity == expected["validity"]
            assert added.weight == pytest.approx(expected["weight"], rel=SINGLE)
            assert added.value == pytest.approx(expected["weighted_value"], abs=1e-5)
        result, values = query["result"], animation.values
        for name, (member, rest) in RESTS.items():
            assert values.get(name, rest) == pytest.approx(result[member], abs=1e-5)  # type: ignore[call-overload]
        alpha = float(values["ALPHA"][0]) if "ALPHA" in values else 1.0  # type: ignore[index]
        # The player keeps 16 bits of it.
        assert alpha * 65535 == pytest.approx(result["alpha_65535"], abs=0.51)


EXCEPTIONS: Final[dict[str, tuple[type[Exception], type[Exception]]]] = {
    "IllegalArgumentException": (IllegalArgumentError, ValueError),
    "IllegalStateException": (IllegalStateError, RuntimeError),
    "IndexOutOfBoundsException": (IndexOutOfBoundsError, IndexError),
    "NullPointerException": (NullPointerError, TypeError),
}

KEYS_SET_AFTER_ALL: Final = "sample: default (all zero) keyframes SLERP never set"
"""That case sets its keys, so its name and its calls part (SEMANTICS 5.10)."""


def run(calls: list[list[Any]]) -> tuple[list[float], int] | None:
    """Do what a case does; return the value and validity of its sample."""
    sequence = KeyframeSequence(3, 3, KeyframeSequence.LINEAR)
    controller = AnimationController()
    sampled = None
    for name, *arguments in calls:
        if name == "new":
            count, components, interpolation = arguments
            KeyframeSequence(count, components, interpolation)
        elif name == "newTrack":
            (prop,) = arguments
            if prop is None:
                AnimationTrack(None, PROPERTIES["ALPHA"])
            AnimationTrack(KeyframeSequence(1, 1, KeyframeSequence.STEP), prop)
        elif name == "times":
            (times,) = arguments
            sequence = KeyframeSequence(len(times), 1, KeyframeSequence.LINEAR)
            for index, time in enumerate(times):
                sequence.set_keyframe(index, time, [index + 1.0])
        elif name == "sample":
            (time,) = arguments
            sampled = (sequence.sample(time).tolist(), sequence.validity(time))
        elif arguments != [None] and name in SEQUENCE_OPERATIONS:
            SEQUENCE_OPERATIONS[name](sequence, *arguments)
        elif name in OPERATIONS:
            OPERATIONS[name](controller, *arguments)
    return sampled


SEQUENCE_OPERATIONS: Final[dict[str, Any]] = {
    "setDuration": KeyframeSequence.set_duration,
    "duration": KeyframeSequence.set_duration,
    "setRepeatMode": KeyframeSequence.set_repeat_mode,
    "repeat": lambda sequence, mode: sequence.set_repeat_mode(REPEAT_MODES[mode]),
    "setValidRange": KeyframeSequence.set_valid_range,
    "range": lambda sequence, ends: sequence.set_valid_range(*ends),
    "setKeyframe": KeyframeSequence.set_keyframe,
    "getKeyframe": KeyframeSequence.get_keyframe,
}


@pytest.mark.parametrize(
    "case",
    named(
        [case for case in ERRORS["errors"] if case["calls"] and case["name"] != KEYS_SET_AFTER_ALL]
    ),
)
def test_a_call_ends_in_the_error_of_the_standard(case: dict[str, Any]) -> None:
    if case["java"] is None:
        sampled = run(case["calls"])
        assert (sampled is not None) == ("value" in case)
        if sampled is not None:
            assert sampled == ([case["value"]], case["validity"])
    else:
        for exception in EXCEPTIONS[case["java"]]:
            with pytest.raises(exception):
                run(case["calls"])


def test_properties_take_the_component_counts_of_the_standard() -> None:
    for name in PROPERTIES:
        counts = [count for count in range(1, 10) if fits(name, count)]
        assert counts == ERRORS["track_components"][name]
        for count in range(1, 10):
            sequence = KeyframeSequence(1, count, KeyframeSequence.STEP)
            if count in counts:
                assert AnimationTrack(sequence, PROPERTIES[name]).property_name == name
            else:
                with pytest.raises(IllegalArgumentError):
                    AnimationTrack(sequence, PROPERTIES[name])


def test_objects_take_the_properties_of_their_kind() -> None:
    for kind, names in ERRORS["compat"].items():
        kind_name = kind.partition("(")[0]
        assert OBJECT_PROPERTIES[kind_name] == set(names)
        for name in PROPERTIES:
            count = (COMPONENT_COUNTS[name] or (1,))[0]
            track = AnimationTrack(
                KeyframeSequence(1, count, KeyframeSequence.STEP), PROPERTIES[name]
            )
            target = AnimatedObject(kind_name)
            if name in names:
                target.add_animation_track(track)
                assert target.tracks == (track,)
            else:
                with pytest.raises(IllegalArgumentError):
                    target.add_animation_track(track)
