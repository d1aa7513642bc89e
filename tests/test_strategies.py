"""The strategies that animspec offers draw what they promise."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from animspec import Severity, check
from animspec.channels import motions
from animspec.golden import as_text, compare, read, record
from animspec.model.animation_set import AnimationSet, Key, channels
from animspec.names import name_key
from animspec.paths import path_key
from animspec.rounding import round_value
from animspec.sampling import ClipSampler
from animspec.strategies import (
    LONGEST,
    RANGES,
    animation_sets,
    as_json,
    clips,
    expressions,
    key_lists,
    m3g_animations,
    names,
    numbers,
    paths,
    scenes,
)
from animspec.ticks import FrameRate
from expressions import compile_expression, run
from tests.set_texts import examples

if TYPE_CHECKING:
    from animspec.model.animation_set import Clip
    from animspec.model.m3g_animation import M3GAnimation
    from animspec.model.scene_animation import SceneAnimation


@examples(100, 5000)
@given(animation_sets(most_clips=2, most_tracks=2, most_keys=4))
def test_a_set_is_clean(drawn: AnimationSet) -> None:
    data = json.dumps(as_json(drawn), ensure_ascii=False).encode()
    assert check(data, "drawn.voxelanim.json").findings == ()


@examples(50, 1000)
@given(clips(most=2))
def test_a_clip_can_be_sampled_and_a_loop_ends_as_it_starts(drawn: Clip) -> None:
    sampler = ClipSampler(drawn)
    if drawn.loop:
        assert sampler.sample(0) == sampler.sample(drawn.length)
    rate = FrameRate(drawn.fps)
    for track in drawn.tracks:
        for _, keys in channels(track):
            assert keys
            assert all(rate.snap(key.tick) == key.tick <= drawn.length for key in keys)


@examples(50, 1000)
@given(st.integers(1, 8), st.integers(0, LONGEST), st.data())
def test_a_key_list_keeps_to_its_bounds(most: int, frames: int, data: st.DataObject) -> None:
    keys: tuple[Key, ...] = data.draw(key_lists("scale", FrameRate(30), frames, most=most))
    low, high = RANGES["scale"]
    assert 1 <= len(keys) <= most
    assert all(key.tick <= frames * 800 for key in keys)
    assert all(low <= axis <= high for key in keys for axis in (key.value.x, key.value.z))


@examples(50, 1000)
@given(numbers(), names(), paths())
def test_numbers_are_rounded_and_names_are_bare(number: float, name: str, path: str) -> None:
    assert round_value(number) == number
    assert name_key(name) == name.lower() != ""
    assert path_key(path) == path.lower()


def test_sets_of_many_kinds_are_drawn() -> None:
    small = animation_sets(most_clips=2, most_tracks=2, most_keys=3)
    first = settings(phases=[Phase.generate], max_examples=500, database=None)
    for wanted in (
        lambda drawn: drawn.clips == (),
        lambda drawn: any(clip.loop for clip in drawn.clips),
        lambda drawn: any(track.scale for clip in drawn.clips for track in clip.tracks),
        lambda drawn: any(clip.fps == 24000 for clip in drawn.clips),
        lambda drawn: drawn.version is None,
    ):
        assert wanted(find(small, wanted, settings=first))


def errors(drawn: object, name: str) -> list[str]:
    data = json.dumps(as_json(drawn), ensure_ascii=False).encode()
    report = check(data, name)
    return [each.message for each in report.findings if each.severity is Severity.ERROR]


@examples(60, 3000)
@given(scenes())
def test_a_scene_has_no_errors_and_can_be_played(drawn: SceneAnimation) -> None:
    assert errors(drawn, "drawn.sceneanim.json") == []
    (motion,) = motions(drawn)
    for values in motion.sample([0.0, drawn.length / 2, drawn.length]):
        assert not np.isinf(values).any()  # where nothing gives a value, there is none


@examples(60, 3000)
@given(m3g_animations())
def test_sequences_have_no_errors_and_can_be_played(drawn: M3GAnimation) -> None:
    assert errors(drawn, "drawn.m3ganim.json") == []
    assert len(motions(drawn)) >= len(drawn.sequences)


@examples(150, 5000)
@given(expressions())
def test_an_expression_compiles_and_comes_to_a_number(text: str) -> None:
    known = {"t": 0.5, "frame": 12.0, "fps": 24.0, "length": 2.0, "value": -1.0}
    assert np.isfinite(run(compile_expression(text), known))


@examples(20, 500)
@given(scenes(most=1) | m3g_animations(most=2))
def test_what_is_drawn_is_as_it_was_recorded(drawn: SceneAnimation | M3GAnimation) -> None:
    text = as_text(record(drawn))
    golden = read(text)
    assert as_text(golden) == text
    assert compare(golden, drawn).is_same
    assert compare(evolve(golden, made=evolve(golden.made, animspec="other")), drawn).passes
