"""Cases from people who make animations, and whole sets as they make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from attrs import evolve

from animspec import Severity, check
from animspec.catalogue import names
from animspec.hierarchies import read_hierarchy
from animspec.kinds import ANIMATION_SET, SCENE_ANIMATION, by_name
from animspec.loading import load
from animspec.model.animation_set import AnimationSet, Clip, channels
from animspec.names import NameSet
from animspec.rounding import round_key_value
from animspec.sampling import ClipSampler, PoseCurve
from animspec.settings import Settings
from animspec.ticks import FrameRate
from animspec.transforms import decompose

if TYPE_CHECKING:
    from animspec.findings import Finding
    from animspec.model.animation_set import Key

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
CASES: Final = sorted(path.parent for path in (FIXTURES / "cases").glob("*/expected.json"))
SETS: Final = sorted((FIXTURES / "sets").glob(f"*{ANIMATION_SET.suffix}"))


def document(case: Path) -> Path | None:
    """Return the case's document, if it is of a known kind."""
    (path,) = case.glob("input.*")
    return path if by_name(path.name) is not None else None


def of_sets() -> list[Path]:
    """Return the cases that are animation sets."""
    return [case for case in CASES if (case / f"input{ANIMATION_SET.suffix}").exists()]


def known(case: Path) -> list[Path]:
    return [] if document(case) is None else [case]


def expected(case: Path) -> Any:
    return json.loads((case / "expected.json").read_text("utf-8"))


def findings(path: Path, settings: Settings | None = None) -> tuple[Finding, ...]:
    settings = settings or Settings(show=Severity.HINT)
    return check(path.read_bytes(), path.name, settings).findings


def read(case: Path) -> AnimationSet:
    """Return the set of a case as far as its fields can be read, with errors of rules or not."""
    model = load(case / f"input{ANIMATION_SET.suffix}")
    assert isinstance(model, AnimationSet)
    return model


@pytest.mark.parametrize("case", [c for case in CASES for c in known(case)], ids=lambda c: c.name)
def test_what_is_said_of_a_case(case: Path) -> None:
    path = document(case)
    assert path is not None
    found = findings(path)
    said = expected(case)
    for wanted in (*said["at_least"], *said["not"]):
        assert wanted["rule"] in names()
    for wanted in said["at_least"]:
        assert [
            each
            for each in found
            if (each.rule, str(each.severity)) == (wanted["rule"], wanted["severity"])
            and each.pointer.startswith(wanted["pointer"])
        ]
    for unwanted in said["not"]:
        assert not [
            each
            for each in found
            if each.rule == unwanted["rule"] and each.pointer.startswith(unwanted["pointer"])
        ]


@pytest.mark.parametrize("case", of_sets(), ids=lambda case: case.name)
def test_the_evaluator_answers_as_a_case_has_it(case: Path) -> None:
    answers = expected(case)["values"]
    assert answers
    for answer in answers:
        judge(case, answer)


def test_the_evaluator_answers_as_the_case_of_a_scene_has_it() -> None:
    case = FIXTURES / "cases" / "scene-zero-matrix"
    scene = load(case / f"input{SCENE_ANIMATION.suffix}")
    for answer in expected(case)["values"]:
        track = scene.objects[answer["object"]]
        times = [answer["t"]] if "t" in answer else [0.25, 0.5, 1.25, 1.5, 1.75]
        poses = decompose(PoseCurve.of(track.keys, track.cycle).sample_many(times))
        assert np.isfinite(poses.scale).all()
        if "scale" in answer:
            assert poses.scale.tolist() == [answer["scale"]]
        else:
            # "between the keys the rotation is that of the key that has one": here the identity.
            assert poses.rotation.tolist() == [[0.0, 0.0, 0.0, 1.0]] * len(times)


def judge(case: Path, answer: dict[str, Any]) -> None:
    """Assert one answer of a case: of frames, names, stored keys, playheads or samples."""
    if "ticks_per_frame" in answer:
        assert FrameRate(answer["fps"]).ticks_per_frame == answer["ticks_per_frame"]
    elif "free_name_for" in answer:
        taken = NameSet([clip.name for clip in read(case).clips])
        assert taken.free(answer["free_name_for"]) == answer["value"]
    elif "stored_key" in answer:
        assert stored(read(case), answer["stored_key"]) == answer["value"]
    elif "playhead" in answer:
        sampler = ClipSampler(clip_of(case, answer))
        assert sampler.tick_at(answer["elapsed_ticks"]) == answer["playhead"]
    else:
        sample = ClipSampler(clip_of(case, answer)).sample(answer["tick"])[answer["path"]]
        value = getattr(sample, answer["channel"])
        wanted = answer["value"]
        assert [value.x, value.y, value.z] == pytest.approx(
            [wanted["x"], wanted["y"], wanted["z"]], abs=answer["tolerance"]
        )


def clip_of(case: Path, answer: dict[str, Any]) -> Clip:
    """Return the clip that an answer speaks of; keys at one tick are mended as it says."""
    clip = next(clip for clip in read(case).clips if clip.id == answer["clip"])
    if "after_fix" not in answer:
        return clip
    assert answer["after_fix"].startswith("first duplicate moved to tick ")
    mended = []
    for track in clip.tracks:
        changes: Any = {name: mended_keys(keys) for name, keys in channels(track)}
        mended.append(evolve(track, **changes))
    return evolve(clip, tracks=tuple(mended))


def mended_keys(keys: tuple[Key, ...]) -> tuple[Key, ...]:
    """Return keys of which each that shares its tick with the next is a tick earlier."""
    later = (*keys[1:], None)
    return tuple(
        evolve(key, tick=key.tick - 1) if after is not None and after.tick == key.tick else key
        for key, after in zip(keys, later, strict=True)
    )


def stored(model: AnimationSet, pointer: str) -> dict[str, float]:
    """Return the value of the key at a pointer as a set stores it."""
    _, _, clip, _, track, channel, key = pointer.split("/")
    keys = getattr(model.clips[int(clip)].tracks[int(track)], channel)
    value = round_key_value(keys[int(key)].value)
    return {"x": value.x, "y": value.y, "z": value.z}


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.name)
def test_sets_as_people_make_them_are_clean(path: Path) -> None:
    hierarchy = read_hierarchy((FIXTURES / "sets" / "humanoid.hierarchy.json").read_bytes())
    settings = Settings(hierarchies={"humanoid": hierarchy})
    assert findings(path, settings) == ()
    # Another rig's blocks would be found missing, so the hierarchy is heard.
    if path.name.startswith("humanoid"):
        assert findings(path, Settings(hierarchies={"humanoid": read_hierarchy(b"{}")}))


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.name)
def test_looping_clips_of_these_sets_end_as_they_start(path: Path) -> None:
    for clip in load(path).clips:
        sampler = ClipSampler(clip)
        assert clip.tracks
        if clip.loop:
            assert sampler.sample(clip.length) == sampler.sample(0)
            assert sampler.sample(clip.length // 3) != sampler.sample(0)
