"""The camera of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.cameras import Cameras, CameraSampler, camera_at
from tests.scene_texts import POSE_EASES, cycle, scene_of, some, vectors

HERE = {"eye": [0, -8, 2], "target": [0, 0, 1]}
THERE = {"eye": [8, 0, 2], "target": [0, 0, 2], "fov": 30, "persp": False, "height": 1000}


def scene(keys: list[Any], **more: Any) -> Any:
    return scene_of({"length": 5, "fps": 24, "camera": keys, **more})


def rows(cameras: Cameras | None) -> Any:
    """Return all numbers of cameras, but the heights, which are an exponential."""
    assert cameras is not None
    return np.column_stack([cameras.eye, cameras.target, cameras.fov, cameras.persp])


def test_cameras_are_those_of_an_independent_implementation() -> None:
    for case in vectors("camera_at"):
        read = scene_of(case["anim"])
        for sample in case["samples"]:
            got, expected = camera_at(read, sample["t"]), sample["camera"]
            if expected is None:
                assert got is None
                continue
            assert got is not None
            assert got.persp == expected["persp"]
            numbers = [*got.eye, *got.target, got.fov, got.height]
            wanted = [*expected["eye"], *expected["target"], expected["fov"], expected["height"]]
            np.testing.assert_allclose(np.array(numbers, float), wanted, rtol=1e-9, atol=1e-9)


@some
@given(st.integers(0, 2**32 - 1))
def test_one_time_and_many_give_the_same_bits(seed: int) -> None:
    """Except where an exponential is involved: the height, 4 units in the last place."""
    random = np.random.default_rng(seed)
    times = np.sort(random.choice(5000, random.integers(1, 6), replace=False)) / 1000
    keys = [
        {
            "t": t,
            "cam": {
                "eye": random.normal(size=3).tolist(),
                "target": random.normal(size=3).tolist(),
                "fov": float(random.uniform(5, 130)),
                "persp": bool(random.random() < 0.5),
                "height": float(10 ** random.uniform(-8, 8)),
            },
            "ease": str(random.choice(POSE_EASES)),
        }
        for t in times.tolist()
    ]
    drawn = cycle(random)
    read = scene(keys, **({"cameraCycle": drawn["cycle"]} if drawn else {}))
    asked = random.uniform(-3, 9, 20)
    sampler = CameraSampler.of(read)
    many = sampler.sample_many(asked)
    ones = [sampler.sample_many([time]) for time in asked]
    assert rows(many).tobytes() == np.concatenate([rows(one) for one in ones]).tobytes()
    assert many is not None
    heights = np.concatenate([one.height for one in ones if one is not None])
    np.testing.assert_array_max_ulp(many.height, heights, 4)
    assert ((many.height >= 1e-6) & (many.height <= 1e7)).all()
    assert ((many.fov >= 10) & (many.fov <= 120)).all()


def test_absent_members_of_the_lens_have_their_defaults() -> None:
    camera = camera_at(scene([{"t": 0, "cam": HERE}]), 3)
    assert camera is not None
    assert (camera.fov, camera.persp, camera.height) == (50, True, 10)


def test_a_height_grows_evenly_by_its_logarithm() -> None:
    keys = [{"t": 0, "cam": {**HERE, "height": 10}, "ease": "linear"}, {"t": 2, "cam": THERE}]
    camera = camera_at(scene(keys), 1)
    assert camera is not None
    assert camera.height == pytest.approx(100)


@pytest.mark.parametrize("ease", ["linear", "smooth", "stop"])
def test_the_kind_of_view_switches_at_the_eased_middle(ease: str) -> None:
    keys = [{"t": 0, "cam": HERE, "ease": ease}, {"t": 2, "cam": THERE}]
    cameras = CameraSampler.of(scene(keys)).sample_many([0, 0.999, 1, 2])
    assert cameras is not None
    assert cameras.persp.tolist() == [True, True, False, False]


def test_a_held_camera_keeps_its_kind_of_view() -> None:
    keys = [{"t": 0, "cam": HERE, "ease": "hold"}, {"t": 2, "cam": THERE}]
    cameras = CameraSampler.of(scene(keys)).sample_many([1.999, 2])
    assert cameras is not None
    assert cameras.persp.tolist() == [True, False]


def test_a_key_out_of_bounds_is_kept_within_them() -> None:
    """A height of 0 or less has no logarithm."""
    keys = [
        {"t": 0, "cam": {**HERE, "fov": -5, "height": -1}},
        {"t": 1, "cam": {**HERE, "fov": 500, "height": 1e9}},
    ]
    cameras = CameraSampler.of(scene(keys)).sample_many([0, 0.5, 1])
    assert cameras is not None
    np.testing.assert_allclose(cameras.height, [1e-6, 10**0.5, 1e7])
    assert cameras.fov.tolist() == [10, 65, 120]


@pytest.mark.parametrize(
    ("track", "fov"),
    [
        ({"keys": [{"t": 0, "v": [80]}]}, 80),
        ({"keys": [{"t": 0, "v": [800]}]}, 120),
        ({"driver": {"expression": "20 + t"}}, 21),
        ({"keys": [{"t": 0, "v": [30]}], "driver": {"expression": "value * 2"}}, 60),
        ({"driver": {"expression": "9"}}, 10),
        ({}, 50),
        ({"keys": []}, 50),
    ],
)
def test_a_property_of_the_camera_sets_the_lens(track: dict[str, Any], fov: float) -> None:
    """SEMANTICS 3.6: its driver included; without keys and driver it does not."""
    props = [{"path": "Camera", "name": "FOV", **track}]
    camera = camera_at(scene([{"t": 0, "cam": HERE}], props=props), 1)
    assert camera is not None
    assert camera.fov == fov


def test_a_clip_sets_the_lens_while_it_plays() -> None:
    action = {
        "id": "zoom",
        "props": [{"path": "camera", "name": "fov", "keys": [{"t": 0, "v": [20]}]}],
    }
    clips = [{"action": "zoom", "start": 1, "from": 0, "to": 1}]
    read = scene([{"t": 0, "cam": HERE}], actions=[action], clips=clips)
    cameras = CameraSampler.of(read).sample_many([0, 1.5, 3])
    assert cameras is not None
    assert cameras.fov.tolist() == [50, 20, 50]


def test_without_keys_there_is_no_camera() -> None:
    props = [{"path": "camera", "name": "fov", "keys": [{"t": 0, "v": [20]}]}]
    assert camera_at(scene([], props=props), 0) is None
    assert camera_at(scene_of({"length": 1, "fps": 24}), 0) is None
