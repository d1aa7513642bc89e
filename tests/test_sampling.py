"""Clips of an animation set, sampled."""

from __future__ import annotations

import doctest
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from animspec.model.animation_set import (
    CHANNEL_NAMES,
    ChannelName,
    Clip,
    Interpolation,
    Key,
    Track,
    Vector3,
)
from animspec.rounding import round_key_value
from animspec.sampling import AnimationSample, ClipSampler, KeyCurve

ROOT = Path(__file__).parent.parent
CASES = ROOT / "fixtures" / "cases"

numbers = st.floats(-1e5, 1e5).map(lambda number: number + 0.0)
vectors = st.builds(Vector3, numbers, numbers, numbers)
interpolations: st.SearchStrategy[Interpolation | None] = st.sampled_from(
    ["step", "linear", "smooth", None]
)


@st.composite
def key_lists(draw: st.DrawFn, min_size: int = 0) -> tuple[Key, ...]:
    ticks = draw(st.lists(st.integers(0, 5000), min_size=min_size, max_size=6, unique=True))
    return tuple(Key(tick, draw(vectors), draw(interpolations)) for tick in sorted(ticks))


@st.composite
def clips(draw: st.DrawFn) -> Clip:
    channel = st.none() | key_lists()
    tracks = [
        Track(f"Block {place}", draw(channel), draw(channel), draw(channel))
        for place in range(draw(st.integers(0, 3)))
    ]
    return Clip("c", "C", draw(st.integers(1, 5000)), 24, draw(st.booleans()), tuple(tracks))


ticks = st.lists(st.integers(-10, 6000) | st.floats(-10, 6000), min_size=1, max_size=30)


@given(key_lists(min_size=1))
def test_a_curve_has_the_rounded_value_of_each_key_at_its_tick(keys: tuple[Key, ...]) -> None:
    curve = KeyCurve(keys)
    for key in keys:
        assert repr(curve.sample(key.tick)) == repr(round_key_value(key.value))
    assert curve.sample(keys[0].tick - 1) == round_key_value(keys[0].value)
    assert curve.sample(keys[-1].tick + 1) == round_key_value(keys[-1].value)


def between(keys: tuple[Key, ...], tick: Fraction) -> Fraction:
    """Return x at a tick within the keys, by the words of the specification, exactly."""
    after = next(place for place, key in enumerate(keys) if key.tick > tick)
    one, two = keys[after - 1], keys[after]
    first, last = (Fraction(round_key_value(key.value).x) for key in (one, two))
    s = (tick - one.tick) / (two.tick - one.tick)
    eased = {"step": Fraction(0), "smooth": s * s * (3 - 2 * s)}.get(one.interpolation or "", s)
    return first + (last - first) * eased


@given(key_lists(min_size=2), st.floats(0, 1, exclude_max=True))
def test_between_two_keys_the_earlier_ones_interpolation_is_followed(
    keys: tuple[Key, ...], part: float
) -> None:
    """SEMANTICS 2.5: step holds, linear is straight, smooth is s*s*(3-2s)."""
    tick = keys[0].tick + part * (keys[-1].tick - keys[0].tick)
    if tick == keys[-1].tick:
        return
    sampled = KeyCurve(keys).sample(tick)
    assert sampled is not None
    assert float(between(keys, Fraction(tick))) == pytest.approx(sampled.x, rel=1e-12, abs=1e-9)


@given(key_lists(), ticks)
def test_many_samples_of_a_curve_are_the_bits_of_each(
    keys: tuple[Key, ...], asked: list[float]
) -> None:
    curve = KeyCurve(keys)
    many = curve.sample_many(asked)
    each = [curve.sample(tick) for tick in asked]
    if many is None:
        assert each == [None] * len(asked)
    else:
        assert [repr(Vector3(*row)) for row in many.tolist()] == list(map(repr, each))


@given(clips(), ticks)
def test_a_clip_gives_every_channel_the_bits_of_its_own_curve(
    clip: Clip, asked: list[float]
) -> None:
    sampler = ClipSampler(clip)
    many, packed = sampler.sample_many(asked), sampler.pack_many(asked)
    assert packed.tobytes() == np.array([sampler.pack(tick) for tick in asked]).tobytes()
    for track in clip.tracks:
        for name in CHANNEL_NAMES:
            keys = getattr(track, name) or ()
            curve = KeyCurve(keys)
            samples = [getattr(sampler.sample(tick)[track.path], name) for tick in asked]
            assert samples == [curve.sample(tick) for tick in asked]
            alone = curve.sample_many(asked)
            assert ((track.path, name) in many) == (alone is not None)
            if alone is not None:
                assert many[track.path, name].tobytes() == alone.tobytes()
                columns = sampler.columns[track.path, name]
                assert packed[:, columns].tobytes() == alone.tobytes()


def test_a_sample_holds_every_track_and_only_its_channels() -> None:
    one = Key(0, Vector3(1, 2, 3))
    tracks = (Track("Body", position=(one,), scale=()), Track("Leg"))
    sampler = ClipSampler(Clip("a", "A", 10, 24, loop=False, tracks=tracks))
    assert sampler.sample(5) == {
        "Body": AnimationSample(position=Vector3(1, 2, 3)),
        "Leg": AnimationSample(),
    }
    assert list(sampler.columns) == [("Body", "position")]


def test_a_clip_without_keys_has_nothing_to_sample() -> None:
    sampler = ClipSampler(Clip("a", "A", 10, 24, loop=False, tracks=()))
    assert sampler.sample(0) == {}
    assert sampler.sample_many([0, 1]) == {}
    assert sampler.pack(0).shape == (0,)
    assert sampler.pack_many([0, 1]).shape == (2, 0)


@pytest.mark.parametrize("tick", [12000, 11999])
def test_ticks_that_do_not_rise_are_refused(tick: int) -> None:
    zero = Vector3(0, 0, 0)
    keys = (Key(0, zero), Key(6000, zero), Key(12000, zero), Key(tick, zero))
    assert not KeyCurve.is_ordered(keys)
    message = f"key 3 is at tick {tick}, which is not after key 2 at tick 12000"
    with pytest.raises(ValueError, match=f"^{message}$"):
        KeyCurve(keys)
    clip = Clip("a", "A", 10, 24, loop=False, tracks=(Track("Arm", rotation=keys),))
    with pytest.raises(ValueError, match=f"^rotation of 'Arm': {message}$"):
        ClipSampler(clip)


@given(key_lists())
def test_ticks_that_rise_are_in_order(keys: tuple[Key, ...]) -> None:
    assert KeyCurve.is_ordered(keys)
    assert KeyCurve.is_ordered(keys[::-1]) == (len(keys) < 2)


def test_two_tracks_of_one_path_are_refused() -> None:
    clip = Clip("a", "A", 10, 24, loop=False, tracks=(Track("Arm.L"), Track(" arm.l")))
    with pytest.raises(ValueError, match=r"^track ' arm.l' has the path of track 'Arm.L'$"):
        ClipSampler(clip)


def sampler_of_length(length: int, *, loop: bool) -> ClipSampler:
    return ClipSampler(Clip("a", "A", length, 24, loop=loop, tracks=()))


@given(st.integers(1, 10**6), st.integers(-(10**9), 10**9), st.integers(-5, 5))
def test_a_loops_playhead_is_periodic(length: int, elapsed: int, turns: int) -> None:
    """SEMANTICS 2.6: ``e mod length``, floored."""
    sampler = sampler_of_length(length, loop=True)
    playhead = sampler.tick_at(elapsed)
    assert 0 <= playhead < length
    assert (elapsed - playhead) % length == 0
    assert sampler.tick_at(elapsed + turns * length) == playhead


def test_a_loops_playhead_is_at_the_start_at_its_length_and_comes_from_the_end_before_it() -> None:
    sampler = sampler_of_length(15000, loop=True)
    assert [sampler.tick_at(e) for e in (15000, -10, -1e-17)] == [0, 14990, 0]


@given(st.integers(1, 10**6), st.floats(-1e9, 1e9))
def test_another_playhead_is_held_at_both_ends(length: int, elapsed: float) -> None:
    playhead = sampler_of_length(length, loop=False).tick_at(elapsed)
    assert playhead == sorted([0, elapsed, length])[1]


def read_clips(case: str) -> list[dict[str, Any]]:
    text = (CASES / case / "input.voxelanim.json").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = json.loads(text)["clips"]
    return found


def read_keys(keys: list[dict[str, Any]] | None) -> tuple[Key, ...] | None:
    if keys is None:
        return None
    return tuple(Key(k["tick"], Vector3(**k["value"]), k.get("interpolation")) for k in keys)


def read_clip(clip: dict[str, Any]) -> Clip:
    tracks = tuple(
        Track(track["path"], *(read_keys(track.get(name)) for name in CHANNEL_NAMES))
        for track in clip["tracks"]
    )
    return Clip(clip["id"], clip["name"], clip["length"], clip["fps"], clip["loop"], tracks)


def expected_values() -> list[tuple[str, dict[str, Any]]]:
    return [
        (path.parent.name, value)
        for path in sorted(CASES.glob("*/expected.json"))
        for value in json.loads(path.read_text(encoding="utf-8"))["values"]
        if "clip" in value and "after_fix" not in value
    ]


@pytest.mark.parametrize(("case", "value"), expected_values())
def test_the_cases_have_their_expected_values(case: str, value: dict[str, Any]) -> None:
    clip = next(clip for clip in read_clips(case) if clip["id"] == value["clip"])
    sampler = ClipSampler(read_clip(clip))
    if "playhead" in value:
        assert sampler.tick_at(value["elapsed_ticks"]) == value["playhead"]
        return
    channel: ChannelName = value["channel"]
    sample = getattr(sampler.sample(value["tick"])[value["path"]], channel)
    for axis, expected in value["value"].items():
        assert getattr(sample, axis) == pytest.approx(expected, abs=value["tolerance"])


def test_stored_keys_have_their_expected_rounding() -> None:
    case = CASES / "float-noise-and-rounding"
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))["values"]
    keys = read_clip(read_clips(case.name)[0]).tracks[0].position
    assert keys is not None
    for key, value in zip(keys, expected, strict=True):
        assert repr(KeyCurve([key]).sample(0)) == repr(
            Vector3(**{axis: float(number) for axis, number in value["value"].items()})
        )


def test_the_page_on_sampling_is_true() -> None:
    page = doctest.testfile(str(ROOT / "docs" / "sampling.md"), module_relative=False)
    assert page.attempted > 10
    assert page.failed == 0
