"""Whole scenes at many times."""

from __future__ import annotations

import doctest
from math import pi, sin, tau
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import animspec
from animspec.cameras import camera_at
from animspec.cycles import value_at
from animspec.layers import blend_pose, clip_local
from animspec.sampling import pose_at
from animspec.scenes import SceneSampler, evaluate_scene
from tests.scene_texts import FIXTURES, few, object_track, property_track, scene_of

if TYPE_CHECKING:
    from animspec.model.scene_animation import SceneAnimation

PATH = FIXTURES / "scenes" / "product-walkthrough.sceneanim.json"
TIMES = np.arange(0, 301, 3) / 25


@pytest.fixture(scope="module")
def walkthrough() -> SceneAnimation:
    scene: SceneAnimation = animspec.load(PATH)
    return scene


def test_the_walkthrough_is_clean() -> None:
    assert animspec.check(PATH.read_bytes(), PATH.name).findings == ()


def smooth(share: float) -> float:
    share = min(max(share, 0), 1)
    return share * share * (3 - 2 * share)


def keyed(scene: Any, place: int, time: float) -> list[float]:
    track = scene.props[place]
    return value_at(track.keys, time, track.cycle)


def test_the_walkthrough_s_properties_are_what_its_text_says(walkthrough: SceneAnimation) -> None:
    """The driven ones worked out by hand, in the order in which they read each other."""
    values = evaluate_scene(walkthrough, TIMES)
    for at, time in enumerate(TIMES.tolist()):
        wobble, bounce = keyed(walkthrough, 1, time)[0], keyed(walkthrough, 2, time)[0]
        angle = 720 * smooth(time / 12) + 4 * sin(2 * pi * wobble * time)
        dim = 0.35 + 0.65 * smooth(time / 3)
        color = keyed(walkthrough, 3, time)
        local = clip_local(walkthrough.clips[0], time)  # type: ignore[index]
        if local is not None:
            way = smooth(local)
            goal = [a + (b - a) * way for a, b in zip((1, 0.6, 0.3), (1, 1, 1), strict=True)]
            color = [a + (b - a) * 0.9 for a, b in zip(color, goal, strict=True)]
        lit = [color[0] * dim, color[1] * dim, min(max(color[2] * dim + bounce, 0), 1)]
        fov = keyed(walkthrough, 5, time)[0] + 0.75 * sin(time * tau / 4)
        for got, expected in (
            (values.property("Turntable", "wobble"), [wobble]),
            (values.property("turntable", "ANGLE"), [angle]),
            (values.property("Lamp", "dim"), [dim]),
            (values.property("Lamp", "color"), lit),
            (values.property("camera", "fov"), [fov]),
        ):
            np.testing.assert_allclose(got[at], expected, rtol=1e-12, atol=1e-12)
        assert values.camera is not None
        assert values.camera.fov[at] == min(max(values.property("camera", "fov")[at, 0], 10), 120)


def test_the_walkthrough_s_clips_overlap_on_the_speaker(walkthrough: SceneAnimation) -> None:
    values = evaluate_scene(walkthrough, TIMES)
    open_clip, shake_clip, _ = walkthrough.clips or ()
    opening, shaking = walkthrough.actions or ()
    both = 0
    for at, time in enumerate(TIMES.tolist()):
        pose = np.array(pose_at((walkthrough.objects or ())[1], time))
        opened, shaken = clip_local(open_clip, time), clip_local(shake_clip, time)
        both += opened is not None and shaken is not None
        if opened is not None:
            over = pose_at((opening.objects or ())[1], opened)
            pose = blend_pose(pose, over, weight=0.9)
        if shaken is not None:
            track = (shaking.objects or ())[0]
            first = track.keys[0].m
            over = pose_at(track, shaken)
            pose = blend_pose(pose, over, blend="add", weight=0.5, first=first)
        np.testing.assert_allclose(values.matrix("Turntable/Speaker")[at], pose, atol=1e-12)
    assert both > 15
    level = values.property("Turntable/Speaker", "level")[:, 0]
    assert (np.isnan(level) == ((TIMES < 6) | (TIMES > 10))).all()


def test_the_bounce_touches_the_ground_and_never_goes_below(walkthrough: SceneAnimation) -> None:
    bounce = evaluate_scene(walkthrough, np.linspace(0, 12, 5000)).property(
        "turntable/speaker", "bounce"
    )
    assert bounce.min() >= -1e-12
    assert (
        evaluate_scene(walkthrough, [2, 2.8, 3.3]).property("Turntable/Speaker", "bounce").tolist()
        == [[0.0]] * 3
    )


def test_the_whole_scene_has_the_camera_of_camera_at(walkthrough: SceneAnimation) -> None:
    values = evaluate_scene(walkthrough, TIMES[::7])
    assert values.camera is not None
    for at, time in enumerate(TIMES[::7].tolist()):
        camera = camera_at(walkthrough, time)
        assert camera is not None
        assert values.camera.eye[at].tolist() == list(camera.eye)
        assert values.camera.target[at].tolist() == list(camera.target)
        assert values.camera.persp[at] == camera.persp
        assert values.camera.height[at] == pytest.approx(camera.height)


def test_shapes_are_those_that_are_told(walkthrough: SceneAnimation) -> None:
    for count in (0, 1, 7):
        values = evaluate_scene(walkthrough, np.linspace(0, 12, count))
        assert values.times.shape == (count,)
        assert values.camera is not None
        assert values.camera.eye.shape == values.camera.target.shape == (count, 3)
        for row in (values.camera.fov, values.camera.persp, values.camera.height):
            assert row.shape == (count,)
        assert {array.shape for array in values.matrices.values()} == {(count, 16)}
        widths = {address: array.shape for address, array in values.properties.items()}
        assert widths["Lamp", "color"] == (count, 3)
        assert widths["Turntable", "angle"] == (count, 1)


def test_order_of_times_does_not_matter(walkthrough: SceneAnimation) -> None:
    sampler = SceneSampler.of(walkthrough)
    shuffled = np.random.default_rng(1).permutation(len(TIMES))
    rising, other = sampler.sample_many(TIMES), sampler.sample_many(TIMES[shuffled])
    for path, matrices in rising.matrices.items():
        assert other.matrices[path].tobytes() == matrices[shuffled].tobytes()
    for address in (("Turntable/Speaker", "bounce"), ("Turntable", "wobble")):
        assert other.properties[address].tobytes() == rising.properties[address][shuffled].tobytes()


def test_what_a_scene_lacks_is_named(walkthrough: SceneAnimation) -> None:
    values = evaluate_scene(walkthrough, [0])
    with pytest.raises(LookupError, match=r'^the scene places no object "Door"$'):
        values.matrix("Door")
    with pytest.raises(LookupError, match=r'^the scene has no property "angle" of "Lamp"$'):
        values.property("Lamp", "angle")


def test_an_empty_scene_has_nothing() -> None:
    values = evaluate_scene(scene_of({"length": 1, "fps": 24}), [0, 1])
    assert (values.camera, dict(values.matrices), dict(values.properties)) == (None, {}, {})


def test_the_page_on_scenes_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FIXTURES.parent)
    page = str(FIXTURES.parent / "docs" / "scenes.md")
    assert doctest.testfile(page, module_relative=False).failed == 0


@few
@given(st.integers(0, 2**32 - 1))
def test_a_scene_is_its_tracks(seed: int) -> None:
    random = np.random.default_rng(seed)
    document = {
        "length": 5,
        "fps": 24,
        "objects": [object_track(random, path) for path in ("A", "B")],
        "props": [property_track(random, path) for path in ("A", "B")],
    }
    scene = scene_of(document)
    times = random.uniform(-2, 7, 6)
    values = evaluate_scene(scene, times)
    for track in scene.objects or ():
        expected = [pose_at(track, time) for time in times.tolist()]
        assert values.matrices[track.path].tolist() == expected
    for prop in scene.props or ():
        ones = [value_at(prop.keys or (), time, prop.cycle) for time in times.tolist()]
        assert values.properties[prop.path, prop.name].tolist() == ones
