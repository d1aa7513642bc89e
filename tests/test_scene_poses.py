"""The placement of objects over time."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.sampling import PoseCurve, pose_at
from animspec.transforms import decompose
from tests.scene_texts import FIXTURES, object_of, object_track, scene_of, some, vectors

seeds = st.integers(0, 2**32 - 1)

QUARTER = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
BACK = [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
NOTHING = [0] * 15 + [1]


def curve_of(track: object) -> PoseCurve:
    found = object_of(track)
    return PoseCurve.of(found.keys, found.cycle)


def test_poses_are_those_of_an_independent_implementation() -> None:
    for case in vectors("pose_at"):
        samples = case["samples"]
        got = curve_of(case["track"]).sample_many([sample["t"] for sample in samples])
        expected = [sample["matrix"] for sample in samples]
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-9)


@some
@given(seeds)
def test_one_time_and_many_give_the_same_bits(seed: int) -> None:
    random = np.random.default_rng(seed)
    track = object_of(object_track(random))
    times = random.uniform(-3, 9, 8)
    times[0] = track.keys[-1].t
    many = PoseCurve.of(track.keys, track.cycle).sample_many(times)
    assert [pose_at(track, time) for time in times.tolist()] == many.tolist()
    rising = np.sort(times)
    order = np.argsort(times, kind="stable")
    again = PoseCurve.of(track.keys, track.cycle).sample_many(rising)
    assert again.tobytes() == many[order].tobytes()


@some
@given(seeds)
def test_a_pose_is_at_a_key_the_matrix_of_the_key(seed: int) -> None:
    """To the bit, and with the shear that no blend has."""
    random = np.random.default_rng(seed)
    value = object_track(random)
    for key in value["keys"]:
        key["m"] = [*random.normal(size=15).tolist(), 1.0]
    track = object_of(value)
    for key in track.keys:
        assert pose_at(track, key.t) == list(key.m)


@pytest.mark.parametrize("ease", ["linear", "smooth"])
def test_a_zero_scale_key_between_two_turned_ones_plays_no_hidden_turn(ease: str) -> None:
    """SEMANTICS 3.8: where one pose has no rotation of its own, the other's rotation holds."""
    keys = [{"t": t, "m": m, "ease": ease} for t, m in ((0, QUARTER), (1, NOTHING), (2, BACK))]
    poses = decompose(curve_of({"keys": keys}).sample_many([0.25, 0.75, 1.25, 1.75]))
    directions = poses.rotation * np.sign(poses.rotation[:, 3:])
    half = 0.5**0.5
    np.testing.assert_allclose(directions[:2], [[0, 0, half, half]] * 2, atol=1e-15)
    np.testing.assert_allclose(directions[2:], [[0, 0, -half, half]] * 2, atol=1e-15)
    assert (np.diff(poses.scale[:2], axis=0) < 0).all()


def test_a_matrix_of_zeros_plays_finite_numbers() -> None:
    folder = FIXTURES / "cases" / "scene-zero-matrix"
    scene = scene_of(json.loads((folder / "input.sceneanim.json").read_text("utf-8")))
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["values"][0]
    track = (scene.objects or ())[expected["object"]]
    curve = PoseCurve.of(track.keys, track.cycle)
    assert decompose(curve.sample_many([expected["t"]])).scale[0].tolist() == expected["scale"]
    between = curve.sample_many(np.linspace(0, 2, 41))
    assert np.isfinite(between).all()
    share = np.abs(1 - np.linspace(0, 2, 41))
    np.testing.assert_allclose(between[:, [0, 5, 10]], share[:, None].repeat(3, axis=1), atol=1e-15)
    assert (between[:, [1, 2, 4, 6, 8, 9]] == 0).all()


def test_an_offset_cycle_moves_the_position_and_nothing_else() -> None:
    """SEMANTICS 3.3."""
    last = [*QUARTER[:12], 3, 0, 0, 1]
    keys = [{"t": 0, "m": [*BACK[:12], 1, 0, 0, 1]}, {"t": 2, "m": last, "ease": "linear"}]
    curve = curve_of({"keys": keys, "cycle": {"before": "offset", "after": "offset"}})
    inside, beyond = curve.sample_many([0.5, 4.5])
    assert beyond[:12].tolist() == inside[:12].tolist()
    np.testing.assert_array_equal(beyond[12:] - inside[12:], [4, 0, 0, 0])


def test_times_are_rounded_and_of_keys_that_meet_the_later_stays() -> None:
    """SEMANTICS 3.1, 3.2."""
    keys = [
        {"t": t, "m": [*QUARTER[:12], x, 0, 0, 1]} for t, x in ((0, 0), (0.9996, 1), (1.0001, 2))
    ]
    assert curve_of({"keys": keys}).sample_many([1.0])[0, 12] == 2


def test_no_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="there are no keys, expected at least one"):
        pose_at(object_of({"keys": []}), 0)
