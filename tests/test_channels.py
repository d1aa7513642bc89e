"""Every kind of document as motions of channels, and the times at which to look at them."""

from __future__ import annotations

import json
import math
import os
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import animspec
from animspec.channels import Motion, MotionError, motions, plans
from animspec.loading import model_of
from animspec.m3g import load_scene
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.model.m3g_animation import Controller, Keyframe, M3GAnimation, Sequence
from animspec.model.m3g_animation import Track as M3GTrack
from animspec.model.scene_animation import Driver, PropertyKey, PropertyTrack, SceneAnimation
from animspec.strategies import animation_sets
from tests.scene_documents import scenes
from tests.set_texts import mutated

if TYPE_CHECKING:
    from animspec.curves import Floats

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
SCENE: Final = FIXTURES / "scenes" / "product-walkthrough.sceneanim.json"
WALK: Final = FIXTURES / "m3g" / "walk.m3ganim.json"
HUMANOID: Final = FIXTURES / "sets" / "humanoid.voxelanim.json"

NEAR: Final = 1e-9
"""The vectors are full doubles from another order of the same sums."""

FULL: Final = os.environ.get("ANIMSPEC_FULL") == "1"

few: Final = settings(max_examples=500 if FULL else 25)


def vectors(name: str) -> Any:
    return json.loads((FIXTURES / "vectors" / f"{name}.json").read_text("utf-8"))


def named(found: tuple[Motion, ...], name: str) -> Motion:
    return next(motion for motion in found if motion.name == name)


def by_address(motion: Motion, times: Any) -> dict[str, Floats]:
    return dict(zip(motion.addresses(), motion.sample(times), strict=True))


def scene_of(**members: Any) -> Motion:
    text = json.dumps({"length": 20, "fps": 30, **members})
    (motion,) = motions(model_of(text.encode(), "fox.sceneanim.json"))
    return motion


def in_set(*clips: Clip) -> tuple[Motion, ...]:
    return motions(AnimationSet("Fox", clips))


def clip_of(*keys: Key, length: int = 24000, fps: Any = 24) -> Clip:
    return Clip("a", "A", length, fps, loop=False, tracks=(Track("Arm", position=keys),))


def key(tick: int, value: float, interpolation: Any = None) -> Key:
    return Key(tick, Vector3(value, 0.0, -value), interpolation)


# Animation sets


def test_a_set_has_a_motion_for_each_clip_in_ticks() -> None:
    walk, idle, wave = motions(animspec.load(HUMANOID))
    names = [motion.name for motion in (walk, idle, wave)]
    assert names == ["w4lkc7cl3a01", "1d1ebr34th02", "w4v1nghand03"]
    assert (idle.label, idle.start, idle.end, idle.unit) == ("Idle", 0.0, 72000.0, "tick")
    assert (idle.units_per_second, idle.fps, idle.seconds, idle.frames) == (24000.0, 30.0, 3.0, 90)
    assert (walk.loop, wave.loop) == (True, False)
    assert walk.addresses()[:3] == ("Hips.position", "Hips.rotation", "Hips/Tail.rotation")
    rotation = walk.channels[1]
    assert (rotation.unit, rotation.measure) == ("degrees", "degrees")
    assert rotation.components == ("x", "y", "z")


@few
@given(animation_sets())
def test_a_channel_is_at_its_keys_what_they_say(document: AnimationSet) -> None:
    """At a key's own tick: that key's value, exactly (SEMANTICS 2.5)."""
    for motion in motions(document):
        for place, channel in enumerate(motion.channels):
            assert motion.sample(channel.keys)[place].tolist() == channel.values.tolist()
            assert len(channel.interpolations) == len(channel.keys) == len(channel.values)


def test_between_keys_a_clip_moves_as_its_interpolations_say() -> None:
    (motion,) = in_set(clip_of(key(0, 0), key(8, 8, "smooth"), key(16, 16, "step"), key(24, 0)))
    (values,) = motion.sample([2, 10, 20])
    s = 0.25
    assert values[:, 0].tolist() == [2.0, 8.0 + 8.0 * (s * s * (3 - 2 * s)), 16.0]


def test_values_are_those_that_are_stored_rounded() -> None:
    (motion,) = in_set(clip_of(key(0, 0.00005), key(10, 0.006363961)))
    assert motion.channels[0].values[:, 0].tolist() == [0.0001, 0.0064]
    assert motion.sample([0])[0][0].tolist() == [0.0001, 0.0, 0.0]


def test_a_clip_that_cannot_be_played_is_refused_in_words() -> None:
    with pytest.raises(MotionError) as raised:
        in_set(clip_of(key(5, 0), key(5, 1)))
    assert str(raised.value) == (
        "clip \"a\": position of 'Arm': key 1 is at tick 5, which is not after key 0 at tick 5"
    )
    with pytest.raises(MotionError, match='two clips have the id "a", expected one'):
        in_set(clip_of(), clip_of())


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(TypeError, match="there is a dict, expected one of AnimationSet"):
        motions({})


# Scenes


def test_properties_are_those_of_an_independent_implementation() -> None:
    for case in vectors("seed/value_at")[::8]:
        motion = scene_of(props=[{"path": "Lamp", "name": "power", **case["track"]}])
        (got,) = motion.sample([sample["t"] for sample in case["samples"]])
        expected = [sample["value"] for sample in case["samples"]]
        np.testing.assert_allclose(got, expected, rtol=NEAR, atol=NEAR)


def test_cameras_are_those_of_an_independent_implementation() -> None:
    for case in vectors("seed/camera_at")[::4]:
        samples = [sample for sample in case["samples"] if sample["camera"]]
        members = {name: value for name, value in case["anim"].items() if name != "objects"}
        motion = scene_of(**members)
        if not samples:
            continue
        got = by_address(motion, [sample["t"] for sample in samples])
        for name in ("eye", "target", "fov", "height", "persp"):
            expected = np.array([sample["camera"][name] for sample in samples], np.float64)
            column = got[f"camera.{name}"]
            np.testing.assert_allclose(
                column, expected.reshape(column.shape), rtol=NEAR, atol=NEAR, err_msg=name
            )


def turned(rotation: Floats, vector: Floats) -> Floats:
    """Return vectors turned by quaternions, by Rodrigues' formula: v + 2w(q x v) + 2q x (q x v)."""
    q, w = rotation[:, :3], rotation[:, 3:]
    across = np.cross(q, vector)
    return vector + 2.0 * w * across + 2.0 * np.cross(q, across)


def test_objects_are_the_poses_of_an_independent_implementation() -> None:
    """Taken apart, but for shear: an axis of the matrix is the turned axis times its scale."""
    for case in vectors("seed/pose_at")[::6]:
        samples = case["samples"]
        motion = scene_of(objects=[{"path": "Box", **case["track"]}])
        starts = set(motion.channels[0].keys.tolist())
        between = [sample for sample in samples if sample["t"] not in starts]
        position, rotation, scale = motion.sample([sample["t"] for sample in between])
        matrices = np.array([sample["matrix"] for sample in between]).reshape(-1, 4, 4)
        np.testing.assert_allclose(position, matrices[:, 3, :3], rtol=NEAR, atol=NEAR)
        lengths = np.linalg.norm(matrices[:, :3, :3], axis=2)
        np.testing.assert_allclose(np.abs(scale), lengths, rtol=1e-7, atol=1e-7)
        if min(lengths.min(), 1.0) < 1e-6:
            continue  # an axis of no length has no direction in the matrix
        for axis in range(3):
            drawn = turned(rotation, np.eye(3)[[axis] * len(between)]) * scale[:, [axis]]
            np.testing.assert_allclose(drawn, matrices[:, axis, :3], rtol=1e-6, atol=1e-6)


def test_rotations_of_objects_never_change_their_sign_from_one_time_to_the_next() -> None:
    motion = named(motions(animspec.load(SCENE)), "scene")
    rotation = by_address(motion, plans.grid(motion, 100))["Turntable.rotation"]
    dots = (rotation[1:] * rotation[:-1]).sum(axis=1)
    assert dots.min() > 0.9
    assert rotation[0].tolist() == [0.0, 0.0, 0.0, 1.0]
    # Six seconds a turn: after one turn the quaternion has the other sign.
    assert rotation[600, 3] == pytest.approx(-1.0, abs=1e-6)


def test_a_scene_is_one_motion_with_all_that_moves() -> None:
    (motion,) = motions(animspec.load(SCENE))
    assert (motion.unit, motion.end, motion.seconds) == ("s", 12.0, 12.0)
    assert (motion.fps, motion.frames) == (25.0, 300)
    addresses = motion.addresses()
    assert addresses[:5] == tuple(
        f"camera.{name}" for name in ("eye", "target", "fov", "height", "persp")
    )
    assert "Turntable/Speaker.rotation" in addresses
    assert "Lamp.color" in addresses
    assert len(set(addresses)) == len(addresses)


def test_drivers_and_the_lens_they_set_are_applied() -> None:
    (motion,) = motions(animspec.load(SCENE))
    lens = motion.channels[2]
    assert (lens.address, lens.driven, lens.unit) == ("camera.fov", True, "degrees")
    assert lens.keys.tolist() == [0.0, 4.5, 7.0, 12.0]
    assert lens.expressions == ("value + breath * sin(t * tau / 4)",)
    values = by_address(motion, [1.0, 4.5, 12.0])
    assert values["camera.fov"][1:, 0].tolist() == pytest.approx(
        [32 + 0.75 * math.sin(4.5 * math.tau / 4), 50 + 0.75 * math.sin(12 * math.tau / 4)]
    )
    s = 4.5 / 12
    wobble = values["Turntable.wobble"][1, 0]
    assert values["Turntable.angle"][1, 0] == pytest.approx(
        720 * s * s * (3 - 2 * s) + 4 * math.sin(2 * math.pi * wobble * 4.5)
    )


def test_bezier_stretches_have_handles_and_others_none() -> None:
    keys = (
        PropertyKey(0, (0.0,), "bezier"),
        PropertyKey(3, (6.0,), "linear"),
        PropertyKey(6, (0.0,)),
    )
    scene = SceneAnimation(6, 24, props=(PropertyTrack("Lamp", "power", keys),))
    handles = motions(scene)[0].channels[0].handles
    assert handles is not None
    assert np.isnan(handles.left[:, 0]).tolist() == [True, False, True]
    assert np.isnan(handles.right[:, 0]).tolist() == [False, True, True]
    assert handles.right[0].tolist() == [1.0, 0.0]
    assert handles.left[1].tolist() == [2.0, 6.0]


def test_an_action_clip_shows_where_it_plays_and_its_keys_count_as_moments() -> None:
    blink = {
        "id": "blink",
        "props": [
            {
                "path": "Lamp",
                "name": "power",
                "keys": [{"t": 0, "v": [0], "ease": "linear"}, {"t": 1, "v": [8]}],
            }
        ],
    }
    clip = {"action": "blink", "start": 2, "from": 0, "to": 1, "scale": 2, "repeat": 2}
    motion = scene_of(actions=[blink], clips=[clip])
    (channel,) = motion.channels
    assert (channel.layered, channel.width, len(channel.keys)) == (True, 1, 0)
    assert motion.moments.tolist() == [2.0, 4.0, 6.0]
    (values,) = motion.sample([1.9, 2.5, 4.5, 6.1])
    assert np.isnan(values[:, 0]).tolist() == [True, False, False, True]
    assert values[1:3, 0].tolist() == [2.0, 2.0]
    assert plans.keyed(motion).tolist() == [2.0, 4.0, 6.0]


def test_a_property_named_like_a_part_of_an_object_stays_apart() -> None:
    identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    motion = scene_of(
        objects=[{"path": "Box", "keys": [{"t": 0, "m": identity}]}],
        props=[{"path": "Box", "name": "position", "keys": [{"t": 0, "v": [5]}]}],
    )
    own = ("Box.position", "Box.rotation", "Box.scale")
    assert motion.addresses() == (*own, "Box.position (property)")
    assert motion.columns()[-1] == "Box.position (property).0"
    assert by_address(motion, [1.0])["Box.position (property)"].tolist() == [[5.0]]


def test_drivers_that_wait_for_each_other_are_refused_in_words() -> None:
    fan = PropertyTrack("Fan", "angle", driver=Driver("nosuch(1)"))
    with pytest.raises(MotionError, match="nosuch"):
        motions(SceneAnimation(1, 24, props=(fan,)))
    with pytest.raises(MotionError, match="not after key 0"):
        scene_of(
            props=[{"path": "a", "name": "b", "keys": [{"t": 1, "v": [0]}, {"t": 1, "v": [0]}]}]
        )


# Keyframe sequences


def test_sequences_are_those_of_an_independent_implementation() -> None:
    tolerances = {"LINEAR": 5e-7, "SPLINE": 5e-7, "STEP": 0.0, "SLERP": 3e-6, "SQUAD": 1e-5}
    for case in vectors("m3g/sequences")[::5]:
        keys = [
            Keyframe(each["time"], tuple(np.float32(each["value"]).astype(float).tolist()))
            for each in case["keyframes"]
        ]
        first, last = case["valid_range"]
        sequence = Sequence(
            id=case["name"],
            interpolation=case["interpolation"],
            repeatMode=case["repeat_mode"],
            duration=case["duration"],
            validRange=(first, last),
            componentCount=case["component_count"],
            keyframes=tuple(keys),
        )
        good = [each for each in case["samples"] if not each.get("quirk") and not each.get("ill")]
        if not good or any("error" in each for each in good):
            continue
        (motion,) = motions(M3GAnimation((sequence,)))
        (got,) = motion.sample([each["time"] for each in good])
        largest = max(1.0, float(np.abs(motion.channels[0].values).max()))
        expected = np.array([each["value"] for each in good])
        np.testing.assert_allclose(
            got, expected, rtol=0, atol=tolerances[case["interpolation"]] * largest
        )


def test_a_sequence_is_a_motion_of_its_valid_keys_in_play_order() -> None:
    found = motions(animspec.load(WALK))
    assert [motion.name for motion in found] == ["walk.hip", "walk.arm", "blink", "fade", "world"]
    hip, arm, blink = found[:3]
    assert hip.channels[0].keys.tolist() == [100.0, 400.0, 650.0, 1100.0]
    assert (hip.unit, hip.end, hip.loop) == ("sequence unit", 1200.0, True)
    assert (hip.fps, hip.seconds, hip.frames) == (None, None, None)
    assert arm.channels[0].measure == "quaternion"
    assert arm.channels[0].components == ("x", "y", "z", "w")
    assert blink.channels[0].interpolations == ("STEP",) * 3


def test_binary_files_have_the_motions_of_their_documents() -> None:
    text, binary = (
        motions(animspec.load(FIXTURES / "m3g" / name))
        for name in ("walk.m3ganim.json", "walk.m3g")
    )
    assert len(text) == len(binary)
    for one, other in zip(text, binary, strict=True):
        times = plans.thorough(one)
        assert plans.thorough(other).tolist() == times.tolist()
        for mine, theirs in zip(one.sample(times), other.sample(times), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-6, atol=1e-6)


controllers: Final = st.builds(
    Controller,
    id=st.just("c"),
    speed=st.sampled_from([1.0, 0.5, -0.5, 2.0, 0.0, 1 / 3]),
    weight=st.sampled_from([1.0, 0.25, 0.0]),
    activeInterval=st.sampled_from([(0, 0), (-100, 2400), (10, 11), (500, 900)]),
    refSequenceTime=st.sampled_from([0.0, 30.5, -7.25]),
    refWorldTime=st.sampled_from([0, 10, -50]),
)


@few
@given(controllers, controllers, st.lists(st.integers(-3000, 5000), min_size=1, max_size=12))
def test_the_world_is_what_animating_at_each_time_gives(
    one: Controller, two: Controller, times: list[int]
) -> None:
    """A property is the weighted sum of its tracks, written only if the weights sum above 0."""
    document = evolve(
        animspec.load(WALK),
        controllers=(evolve(one, id="main"), evolve(two, id="slow")),
        tracks=(
            M3GTrack("Hip", "TRANSLATION", "walk.hip", "main"),
            M3GTrack("Hip", "TRANSLATION", "walk.hip", "slow"),
            M3GTrack("Arm", "ORIENTATION", "walk.arm", "slow"),
            M3GTrack("Arm", "ORIENTATION", "walk.arm", "main"),
            M3GTrack("Lid", "VISIBILITY", "blink", "main"),
            M3GTrack("Lid", "SCALE", "fade", "slow"),
            M3GTrack("Lid", "ALPHA", "fade"),
        ),
    )
    found = [motion for motion in motions(document) if motion.name == "world"]
    scene = load_scene(document)
    expected = [scene.animate(time).values for time in times]
    if not found:
        assert one.weight == two.weight == 0.0
        return
    for channel, got in zip(found[0].channels, found[0].sample(times), strict=True):
        for row, at in zip(got.tolist(), expected, strict=True):
            value = at[channel.path].get(channel.name)  # type: ignore[call-overload]
            if value is None:
                assert np.isnan(row).all()
            else:
                assert row == np.atleast_1d(np.asarray(value, np.float64)).tolist()
    assert found[0].start <= found[0].end
    told = {(each.path, each.name) for each in found[0].channels}
    written = {(path, name) for at in expected for path, values in at.items() for name in values}
    assert written <= told


def test_a_world_says_when_controllers_and_keys_turn_it() -> None:
    world = named(motions(animspec.load(WALK)), "world")
    assert (world.unit, world.start, world.end) == ("world unit", -100.0, 1200.0)
    expected = ("Hip.TRANSLATION", "Hip.ALPHA", "Arm.L.ORIENTATION", "Lid.VISIBILITY")
    assert world.addresses() == expected
    assert world.channels[3].measure == "switch"
    assert {-100.0, 0.0, 100.0, 350.0, 400.0, 650.0, 1100.0, 1200.0} <= set(world.moments)


def test_a_sequence_called_world_leaves_the_world_another_name() -> None:
    document = animspec.load(WALK)
    renamed = evolve(document.sequences[3], id="World")
    tracks = document.tracks[:2]
    found = motions(evolve(document, sequences=(*document.sequences[:3], renamed), tracks=tracks))
    assert [motion.name for motion in found][-2:] == ["World", "world 2"]


def test_a_sequence_that_cannot_be_played_is_refused_in_words() -> None:
    sequence = evolve(animspec.load(WALK).sequences[3], duration=10)
    with pytest.raises(MotionError) as raised:
        motions(M3GAnimation((sequence,)))
    assert str(raised.value) == (
        'sequence "fade": key 1, the last, is at time 1000, which is after the duration of 10'
    )


# Plans


def test_frames_of_ticks_lie_on_the_nearest_tick_halves_up() -> None:
    (motion,) = in_set(clip_of(key(0, 0), length=24000, fps=24))
    assert plans.grid(motion).tolist() == [1000.0 * frame for frame in range(25)]
    assert plans.grid(motion, 29.97)[:3].tolist() == [0.0, 801.0, 1602.0]
    assert plans.grid(motion, 32000)[:4].tolist() == [0.0, 1.0, 2.0, 3.0]


def test_the_frames_of_scenes_are_those_of_an_independent_implementation() -> None:
    for case in vectors("seed/frames"):
        if not 0.5 <= case["length"] <= 3600:
            continue
        scene = SceneAnimation(case["length"], 24)
        times = plans.grid(motions(scene)[0], case["fps"])
        assert len(times) == case["frames"]
        assert times[-1] == pytest.approx(case["last_time"], abs=1e-12)


def test_sequences_are_looked_at_evenly_and_at_their_end() -> None:
    hip = motions(animspec.load(WALK))[0]
    times = plans.grid(hip)
    assert times[:3].tolist() == [0.0, 5.0, 10.0]
    assert times[-1] == 1200.0
    assert len(times) == 241
    with pytest.raises(ValueError, match="of which a second has no known number"):
        plans.grid(hip, 24)


@few
@given(animation_sets())
def test_a_thorough_plan_has_frames_keys_their_neighbours_and_the_middles(
    document: AnimationSet,
) -> None:
    for motion in motions(document):
        times = plans.thorough(motion)
        keys = sorted({tick for each in motion.channels for tick in each.keys.tolist()})
        middles = {(a + b) / 2 for a, b in pairwise(keys)}
        inside = {tick for each in keys for tick in (each - 1, each, each + 1)} | middles
        expected = {tick for tick in inside if 0 <= tick <= motion.end}
        assert expected <= set(times.tolist())
        assert set(times.tolist()) - expected <= set(plans.grid(motion).tolist())
        assert (np.diff(times) > 0).all()


def test_even_steps_end_with_the_end() -> None:
    (motion,) = motions(SceneAnimation(1.0005, 24))
    assert plans.evenly(motion, 0.4).tolist() == [0.0, 0.4, 0.8, 1.001]
    assert len(plans.every(motion)) == 1002
    with pytest.raises(ValueError, match=r"the step is 0, expected more than 0"):
        plans.evenly(motion, 0)


def test_too_many_times_are_refused() -> None:
    (motion,) = motions(SceneAnimation(3600, 24))
    with pytest.raises(plans.TooManyTimesError, match=r"there would be 3.6e\+09 times"):
        plans.grid(motion, 1e6)


def test_numbers_near_the_largest_double_are_sampled_without_a_warning() -> None:
    """Warnings are errors in tests; the values are what doubles make of them."""
    (motion,) = in_set(clip_of(key(0, 1.7e308), key(10, -1.7e308)))
    assert motion.sample([0, 5, 10])[0].shape == (3, 3)


# What holds for any document

m3g_documents: Final = mutated(st.just(json.loads(WALK.read_bytes())))


def plays(document: Any, name: str) -> None:
    """Play a document, or see it refused where the linter finds errors, too."""
    data = json.dumps(document).encode()
    try:
        found = motions(model_of(data, name))
    except animspec.DocumentError:
        return
    except MotionError:
        assert any(str(each.severity) == "error" for each in animspec.check(data, name).findings)
        return
    for motion in found:
        assert motion.start <= motion.end
        assert len(set(motion.addresses())) == len(motion.channels)
        times = plans.evenly(motion, max((motion.end - motion.start) / 9, 1e-3))
        sampled = motion.sample(times)
        assert [values.shape for values in sampled] == [
            (len(times), channel.width) for channel in motion.channels
        ]
        for channel in motion.channels:
            assert (np.diff(channel.keys) >= 0).all()
            assert len(channel.keys) == len(channel.values) == len(channel.interpolations)


@settings(max_examples=500 if FULL else 60)
@given(scenes())
def test_a_scene_is_played_or_has_errors(document: dict[str, Any]) -> None:
    plays(document, "fox.sceneanim.json")


@settings(max_examples=500 if FULL else 60)
@given(m3g_documents)
def test_keyframe_sequences_are_played_or_have_errors(document: Any) -> None:
    plays(document, "fox.m3ganim.json")


@settings(max_examples=500 if FULL else 60)
@given(mutated())
def test_a_set_is_played_or_has_errors(document: Any) -> None:
    plays(document, "fox.voxelanim.json")
