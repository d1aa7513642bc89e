"""Scenes at other lengths, keys at other tempos, and camera walkthroughs."""

from __future__ import annotations

import json
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.edits import apply_edits
from animspec.model.scene_animation import PropertyKey, SceneAnimation
from animspec.patches import unified_diff
from animspec.scene_edits import (
    SceneEdit,
    Selection,
    frame_count,
    frame_time,
    retime,
    rewrite,
    scale_keys,
    walkthrough,
    with_walkthrough,
)
from animspec.scene_edits.rewriting import key_json, scene_text
from tests.scene_texts import (
    FIXTURES,
    clip,
    object_track,
    property_track,
    scene_of,
    some,
    vectors,
)

WALKTHROUGH = FIXTURES / "scenes" / "product-walkthrough.sceneanim.json"


def assert_alike(got: Any, expected: Any, place: str = "") -> None:
    """Assert that two JSON values are the same, numbers within 1e-9."""
    if isinstance(expected, dict):
        assert got.keys() == expected.keys(), place
        for name, value in expected.items():
            assert_alike(got[name], value, f"{place}/{name}")
    elif isinstance(expected, list):
        assert len(got) == len(expected), place
        for at, value in enumerate(expected):
            assert_alike(got[at], value, f"{place}/{at}")
    elif isinstance(expected, float):
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-9), place
    else:
        assert got == expected, place


def selections(values: list[dict[str, Any]]) -> list[Selection]:
    return [Selection(each["kind"], each.get("i", 0), tuple(each["ts"])) for each in values]


def written(value: Any, edit: SceneEdit) -> Any:
    """Return the JSON value that the edited text of a JSON value holds."""
    text = json.dumps(value).encode()
    return json.loads(apply_edits(text, rewrite(text, edit)))


def test_edits_are_those_of_an_independent_implementation() -> None:
    """Both the edited model and the edited text."""
    for case in vectors("edits"):
        scene = scene_of(case["anim"])
        if case["op"] == "retime":
            edit = retime(scene, case["length"])
        else:
            edit = scale_keys(scene, selections(case["sel"]), case["pivot"], case["f"])
        assert_alike(written(case["anim"], edit), case["result"])
        assert scene_of(written(case["anim"], edit)) == edit.after
        assert edit.before is scene


def test_walkthroughs_are_those_of_an_independent_implementation() -> None:
    for case in vectors("from_scenes"):
        walk = walkthrough(case["scenes"], **case["options"])
        assert_alike([key_json(key) for key in walk.keys], case["result"]["keys"])
        assert walk.length == pytest.approx(case["result"]["length"], abs=1e-9)


def test_frames_are_those_of_an_independent_implementation() -> None:
    for case in vectors("frames"):
        scene = SceneAnimation(case["length"], case["fps"])
        assert frame_count(scene) == frame_count(SceneAnimation(case["length"], 7), case["fps"])
        assert frame_count(scene) == case["frames"]
        last = frame_time(case["frames"] - 1, case["fps"])
        assert last == pytest.approx(case["last_time"], rel=1e-9, abs=1e-9)


def keyed(*times: float, **more: Any) -> dict[str, Any]:
    track = {"path": "Fan", "name": "speed", "keys": [{"t": t, "v": [t]} for t in times]}
    return {"length": 4, "fps": 24, "props": [track], **more}


def times_of(edit: SceneEdit) -> list[tuple[float, float]]:
    """Return the times of the first property's keys, each with the value it was made with."""
    keys = (edit.after.props or ())[0].keys or ()
    return [(key.t, key.v[0]) for key in keys]


def told(edit: SceneEdit) -> list[tuple[Any, ...]]:
    return [(loss.pointer, loss.message) for loss in edit.losses]


def test_of_keys_that_meet_the_later_in_the_list_stays_and_it_is_told() -> None:
    """SEMANTICS 3.2."""
    edit = retime(scene_of(keyed(1, 1.004, 2)), 0.5)
    assert times_of(edit) == [(0.125, 1), (0.126, 1.004), (0.25, 2)]
    edit = retime(scene_of(keyed(1, 1.002, 2)), 0.5)
    assert times_of(edit) == [(0.125, 1.002), (0.25, 2)]
    message = "the key at 1 s met the key at 1.002 s at 0.125 s, where the later in the list stays"
    assert told(edit) == [(("props", 0, "keys", 0), message)]


def test_a_scaled_key_meets_one_that_stays() -> None:
    scene = scene_of(keyed(0, 1, 2, 3))
    edit = scale_keys(scene, [Selection("prop", 0, (1,))], 0, 2)
    assert times_of(edit) == [(0, 0), (2, 2), (3, 3)]
    assert [loss.pointer for loss in edit.losses] == [("props", 0, "keys", 1)]
    edit = scale_keys(scene, [Selection("prop", 0, (3,))], 0, 1 / 3)
    assert times_of(edit) == [(0, 0), (1, 3), (2, 2)]
    assert [loss.pointer for loss in edit.losses] == [("props", 0, "keys", 1)]


def test_what_is_kept_within_bounds_is_told() -> None:
    edit = retime(scene_of(keyed(1)), 5000)
    assert edit.after.length == 3600
    assert told(edit) == [(("length",), "a length of 5000 s was kept within 0.5 to 3600 s")]
    edit = scale_keys(scene_of(keyed(1, 3)), [Selection("prop", 0, (1, 3))], 2, 5)
    assert times_of(edit) == [(0, 1), (7, 3)]
    assert edit.after.length == 7
    assert told(edit) == [
        (("props", 0, "keys", 0, "t"), "a time of -3 s was kept within 0 to 3600 s")
    ]


def test_a_clip_s_scale_is_kept_within_bounds_and_left_out_where_it_stays_so() -> None:
    played = {"action": "a", "start": 1, "from": 0, "to": 1}
    scene = scene_of(keyed(actions=[{"id": "a"}], clips=[played, {**played, "scale": 60}]))
    edit = retime(scene, 8)
    assert [each.scale for each in edit.after.clips or ()] == [2, 100]
    assert told(edit) == [(("clips", 1, "scale"), "a scale of 120 was kept within 0.01 to 100")]
    assert [each.scale for each in retime(scene, 4).after.clips or ()] == [None, 60]


@pytest.mark.parametrize("length", [nan, inf, -inf])
def test_a_length_that_is_no_number_changes_nothing(length: float) -> None:
    scene = scene_of(keyed(1))
    assert retime(scene, length).after is scene


@pytest.mark.parametrize(("pivot", "factor"), [(nan, 2), (0, nan), (0, 0), (0, -1), (inf, 1)])
def test_a_factor_that_is_none_changes_nothing(pivot: float, factor: float) -> None:
    scene = scene_of(keyed(1))
    assert scale_keys(scene, [Selection("prop", 0, (1,))], pivot, factor).after is scene


def test_a_track_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match=r"^the scene has 1 props and so none at 1$"):
        scale_keys(scene_of(keyed(1)), [Selection("prop", 1, (1,))], 0, 2)


def test_handles_stretch_with_their_keys() -> None:
    scene = scene_of(keyed())
    keys = (PropertyKey(1, (0,), hl=(-0.5, 3), hr=(0.25, 4)), PropertyKey(2, (1,)))
    scene = SceneAnimation(4, 24, props=(type((scene.props or ())[0])("Fan", "speed", keys),))
    for edit in (
        retime(scene, 8),
        scale_keys(scene, [Selection("prop", 0, (1, 2))], pivot=0, factor=2),
    ):
        key = ((edit.after.props or ())[0].keys or ())[0]
        assert (key.t, key.hl, key.hr) == (2, (-1, 3), (0.5, 4))


seeds = st.integers(0, 2**32 - 1)


@some
@given(seeds, st.floats(0.5, 60))
def test_a_retimed_scene_s_text_holds_the_retimed_scene(seed: int, length: float) -> None:
    """And nothing else in the text has changed: a walk back gives the members untouched."""
    random = np.random.default_rng(seed)
    value: dict[str, Any] = {
        "x-tool": {"t": 1, "kept": [1.50, {}]},
        "length": float(random.integers(500, 9000)) / 1000,
        "fps": 25,
        "objects": [{**object_track(random), "x-note": "kept"}],
        "props": [property_track(random), {"path": "a", "name": "b"}],
        "actions": [{"id": "a", "objects": [object_track(random)]}],
        "clips": [{**clip(random, "a"), "x-colour": 3} for _ in range(2)],
    }
    text = json.dumps(value, indent=int(random.integers(0, 3)) or None).encode()
    scene = scene_of(
        {name: part for name, part in value.items() if name != "x-tool"}
        | {
            "objects": [{k: v for k, v in value["objects"][0].items() if k != "x-note"}],
            "clips": [
                {k: v for k, v in each.items() if k != "x-colour"} for each in value["clips"]
            ],
        }
    )
    edit = retime(scene, length)
    after = json.loads(apply_edits(text, rewrite(text, edit)))
    assert after.pop("x-tool") == value["x-tool"]
    assert after["objects"][0].pop("x-note") == "kept"
    assert [each.pop("x-colour") for each in after["clips"]] == [3, 3]
    assert after["actions"] == value["actions"]
    assert scene_of(after) == edit.after


def test_a_text_keeps_its_layout() -> None:
    text = (
        b'{ "length":4.0,\n "fps" : 24, "camera":[],"note":1e2,\n "props":[{"path":"a","name":"b",'
    )
    text += b'\n"keys":[\n  { "t":0, "v":[1.50] },\n  {"v":[2],"hr":[ .5e1 ,7],"t":2.000}]}]}'
    text = text.replace(b".5e1", b"0.5e1")
    value = json.loads(text)
    value.pop("note")
    edit = retime(scene_of(value), 6)
    expected = text.replace(b"4.0", b"6").replace(b"0.5e1", b"7.5").replace(b"2.000", b"3")
    assert apply_edits(text, rewrite(text, edit)) == expected


def test_an_edit_that_changes_nothing_changes_no_byte() -> None:
    data = WALKTHROUGH.read_bytes()
    scene = scene_of(json.loads(data))
    assert rewrite(data, retime(scene, 12)) == []
    assert rewrite(data, scale_keys(scene, [Selection("camera", 0, (4.5,))], 4.5, 3)) == []


def test_a_key_that_goes_takes_its_line_along() -> None:
    data = WALKTHROUGH.read_bytes()
    scene = scene_of(json.loads(data))
    edit = scale_keys(scene, [Selection("camera", 0, (4.5,))], 2, 2)
    diff = unified_diff("a", data, rewrite(data, edit)).decode()
    changed = [line for line in diff.splitlines()[2:] if line[0] in "+-"]
    assert [line[:14] for line in changed] == ['-    {"t": 4.5']
    assert [key.t for key in edit.after.camera or ()] == [0, 1.5, 7, 9.5, 12]


def test_a_walkthrough_skips_what_has_no_usable_camera() -> None:
    usable = {"eye": [1, 2, 3], "target": [0, 0, 0]}
    odd = [
        None,
        {"cam": None},
        {"cam": {**usable, "eye": [1, 2]}},
        {"cam": {**usable, "target": [0, nan, 0]}},
        {"cam": {**usable, "eye": [0, 10**400, 0]}},
        {"cam": {**usable, "eye": [True, 0, 0]}},
        {"cam": usable, "fov": 20},
    ]
    walk = walkthrough(odd)
    assert walk.skipped == (0, 1, 2, 3, 4, 5)
    assert [key.t for key in walk.keys] == [0, 1.5]
    assert walk.keys[0].cam.fov == 50


def test_keys_of_a_walkthrough_that_meet_leave_the_later() -> None:
    saved = [{"cam": {"eye": [x, 0, 0], "target": [0, 0, 0]}} for x in range(3)]
    walk = walkthrough(saved, move=0, hold=1)
    assert [(key.t, key.cam.eye[0], key.ease) for key in walk.keys] == [
        (0, 0, "hold"),
        (1, 1, "hold"),
        (2, 2, "hold"),
        (3, 2, "stop"),
    ]
    assert [key.ease for key in walkthrough(saved, move=1, hold=0).keys] == ["stop"] * 3


@pytest.mark.parametrize(
    "text",
    [
        WALKTHROUGH.read_bytes(),
        b'{"length": 9, "fps": 24}',
        b'{\n\t"fps": 24,\n\t"length": 9,\n\t"camera": [],\n\t"x": 1\n}\n',
    ],
)
def test_a_walkthrough_goes_into_a_scene_that_is_there(text: bytes) -> None:
    saved = [{"cam": {"eye": [x, -8, 2], "target": [0, 0, 1]}} for x in (0, 4)]
    walk = walkthrough(saved)
    after = json.loads(apply_edits(text, with_walkthrough(text, walk)))
    before = json.loads(text)
    assert after.pop("camera") == [key_json(key) for key in walk.keys]
    assert after.pop("length") == walk.length == 6
    assert after == {
        name: each for name, each in before.items() if name not in ("camera", "length")
    }


def test_the_text_of_a_new_walkthrough_is_a_scene() -> None:
    walk = walkthrough([{"cam": {"eye": [1, -8, 2], "target": [0, 0, 1.5]}}])
    text = scene_text(walk, 29.97)
    scene = scene_of(json.loads(text))
    assert (scene.camera, scene.length, scene.fps) == (walk.keys, walk.length, 29.97)
    assert len(text.splitlines()) == 8
