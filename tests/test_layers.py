"""Action clips over base tracks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.cycles import value_at
from animspec.layers import blend_pose, clip_local, layered_poses, layered_properties
from animspec.model.scene_animation import Clip
from animspec.sampling import pose_at
from tests.scene_texts import Array, clip, few, object_track, property_track, scene_of, vectors

seeds = st.integers(0, 2**32 - 1)


def clip_of(value: dict[str, Any]) -> Clip:
    return Clip(action="a", **{"from_" if name == "from" else name: v for name, v in value.items()})


def test_clip_local_times_are_those_of_an_independent_implementation() -> None:
    for case in vectors("clip_local"):
        played = clip_of(case["clip"])
        for sample in case["samples"]:
            got, expected = clip_local(played, sample["t"]), sample["local"]
            assert (got is None) == (expected is None), (case["clip"], sample)
            assert expected is None or got == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_blended_poses_are_those_of_an_independent_implementation() -> None:
    for case in vectors("blend_pose"):
        got = blend_pose(
            case["under"],
            case["pose"],
            blend=case["blend"],
            weight=case["weight"],
            first=case["first_pose"],
        )
        np.testing.assert_allclose(got, case["matrix"], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("time", "local"),
    [(0.99, None), (1 - 1e-10, 0.0), (1, 0.0), (2.5, 1.5), (3, 0.0), (4, 2.0), (4.01, None)],
)
def test_a_fractional_repeat_jumps_to_the_end(time: float, local: float | None) -> None:
    """SEMANTICS 3.9: the jump to ``to``, and 1e-9 s of tolerance."""
    got = clip_local(clip_of({"start": 1, "from_": 0, "to": 2, "repeat": 1.5}), time)
    assert got == (None if local is None else pytest.approx(local, abs=1e-9))


@pytest.mark.parametrize("span", [(1, 1), (2, 1)])
def test_a_clip_of_no_range_shows_its_start_for_a_moment(span: tuple[int, int]) -> None:
    frozen = clip_of({"start": 1, "from_": span[0], "to": span[1], "extend": "hold"})
    assert clip_local(frozen, 1) == span[0]
    assert clip_local(frozen, 2) == span[1]


def test_the_least_scale_is_no_trouble() -> None:
    assert clip_local(clip_of({"start": 1, "from_": 0, "to": 2, "scale": 5e-324}), 1) == 0
    assert clip_local(clip_of({"start": 1, "from_": 0, "to": 2, "scale": 5e-324}), 2) is None


def random_scene(seed: int) -> Any:
    """Return a scene with stacks of clips on an object with and one without base keys."""
    random = np.random.default_rng(seed)
    actions = [
        {
            "id": name,
            "objects": [object_track(random, "box "), object_track(random, "Lid")],
            "props": [property_track(random), property_track(random, "Lid", "y")],
        }
        for name in ("one", "two")
    ]
    clips = [clip(random, str(random.choice(["one", "two"]))) for _ in range(4)]
    objects, props = [object_track(random, "Box")], [property_track(random, "BOX", " X")]
    document = {"length": 5, "fps": 24, "objects": objects, "props": props}
    return scene_of({**document, "actions": actions, "clips": clips})


def stacked_pose(scene: Any, path: str, base: list[float], time: float) -> Array:
    """Return a pose by laying clip after clip over the one below, one time at a time."""
    pose = np.array(base)
    for played in scene.clips:
        local = clip_local(played, time)
        action = next(action for action in scene.actions if action.id == played.action)
        track = next(track for track in action.objects if track.path.strip().lower() == path)
        if local is not None:
            over, first = pose_at(track, local), track.keys[0].m
            pose = blend_pose(pose, over, blend=played.blend, weight=played.weight, first=first)
    return pose


@few
@given(seeds)
def test_clips_are_laid_over_each_other_in_list_order(seed: int) -> None:
    scene = random_scene(seed)
    times = np.random.default_rng(seed).uniform(-1, 8, 6)
    identity = np.eye(4).reshape(16).tolist()
    poses = layered_poses(scene)
    assert list(poses) == (
        ["box", "lid"] if any(not each.mute for each in scene.clips) else ["box"]
    )
    for key, pose in poses.items():
        got = pose.sample_many(times)
        for time, matrix in zip(times.tolist(), got, strict=True):
            base = pose_at(scene.objects[0], time) if key == "box" else identity
            expected = stacked_pose(scene, key, base, time)
            np.testing.assert_allclose(matrix, expected, rtol=1e-9, atol=1e-9)
        one_by_one = np.concatenate([pose.sample_many([time]) for time in times])
        assert one_by_one.tobytes() == got.tobytes()


def stacked_value(scene: Any, path: str, value: list[float] | None, time: float) -> Any:
    """Return a property by SEMANTICS 3.9: A + (B - A) w, and A + (B - first) w."""
    for played in scene.clips:
        local = clip_local(played, time)
        action = next(action for action in scene.actions if action.id == played.action)
        track = next(track for track in action.props if track.path.lower() == path)
        if local is None:
            continue
        over, first = value_at(track.keys, local, track.cycle), list(track.keys[0].v)
        adds = played.blend == "add"
        below = value if value is not None else (first if adds else over)
        value = [
            a + (b - (f if adds else a)) * played.weight
            for a, b, f in zip(below, over, first, strict=True)
        ]
    return value


@few
@given(seeds)
def test_properties_of_actions_blend_too(seed: int) -> None:
    scene = random_scene(seed)
    times = np.random.default_rng(seed).uniform(-1, 8, 6)
    for (path, _), layered in layered_properties(scene).items():
        got = layered.sample_many(times)
        for time, values in zip(times.tolist(), got, strict=True):
            keys = scene.props[0]
            base = value_at(keys.keys, time, keys.cycle) if path == "box" else None
            expected = stacked_value(scene, path, base, time)
            if expected is None:
                assert np.isnan(values).all()
            else:
                np.testing.assert_allclose(values, expected, rtol=1e-12, atol=1e-12)
        one_by_one = np.concatenate([layered.sample_many([time]) for time in times])
        assert one_by_one.tobytes() == got.tobytes()


def test_an_object_without_base_keys_starts_from_its_rest_matrix() -> None:
    move = [{"t": 0, "m": np.eye(4).reshape(16).tolist()}]
    scene = scene_of(
        {
            "length": 5,
            "fps": 24,
            "actions": [{"id": "a", "objects": [{"path": "Lid", "keys": move}]}],
            "clips": [{"action": "a", "start": 1, "from": 0, "to": 1, "blend": "add"}],
        }
    )
    rest = [*np.eye(4).reshape(16).tolist()[:12], 5.0, 6.0, 7.0, 1.0]
    poses = layered_poses(scene, {" LID": rest})["lid"].sample_many([0, 1.5, 4])
    assert poses.tolist() == [rest] * 3


def test_a_turned_action_holds_where_there_is_nothing_below() -> None:
    """SEMANTICS 3.8: where one pose has no rotation of its own, the other's holds."""
    quarter = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    half = blend_pose([0] * 15 + [1], quarter, weight=0.5)
    np.testing.assert_allclose(half[:11], np.array(quarter[:11]) / 2, atol=1e-15)
    added = blend_pose(quarter, quarter, blend="add", first=[0] * 15 + [1])
    np.testing.assert_allclose(added, quarter, atol=1e-15)


def test_an_action_of_another_width_changes_the_components_that_are_there() -> None:
    track = {"path": "Box", "name": "x", "keys": [{"t": 0, "v": [1, 2]}]}
    scene = scene_of(
        {
            "length": 5,
            "fps": 24,
            "props": [track],
            "actions": [
                {"id": "narrow", "props": [{**track, "keys": [{"t": 0, "v": [5]}]}]},
                {"id": "wide", "props": [{**track, "keys": [{"t": 0, "v": [6, 7, 8]}]}]},
            ],
            "clips": [
                {"action": "narrow", "start": 0, "from": 0, "to": 1},
                {"action": "wide", "start": 2, "from": 0, "to": 1},
            ],
        }
    )
    values = layered_properties(scene)["box", "x"].sample_many([0.5, 2.5, 4])
    assert values.tolist() == [[5, 2], [6, 7], [1, 2]]


def test_a_clip_of_an_action_that_is_not_there_is_refused() -> None:
    scene = scene_of(
        {
            "length": 5,
            "fps": 24,
            "actions": [{"id": "open"}],
            "clips": [{"action": "opne", "start": 0, "from": 0, "to": 1}],
        }
    )
    message = 'clip 0 plays action "opne", which is not there; did you mean "open"?'
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole message is asserted
        layered_poses(scene)
    assert str(refusal.value) == message


def test_adding_needs_the_first_pose() -> None:
    with pytest.raises(ValueError, match="there is no first pose, expected one"):
        blend_pose([0] * 16, [0] * 16, blend="add")
