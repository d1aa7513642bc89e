"""Two documents compared: numbers by formulas of the tests' own, kinds against kinds, and git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from animspec import load, schema
from animspec.cli import main
from animspec.comparison import compare
from animspec.comparison.measures import rotated, turned
from animspec.golden import compare as compare_golden
from animspec.golden import record
from animspec.loading import model_of
from animspec.model.animation_set import AnimationSet, Clip, Interpolation, Key, Track, Vector3
from animspec.rotations import from_euler, multiply
from animspec.strategies import animation_sets
from animspec.tolerances import Tolerances
from tests.set_texts import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
DOOR: Final = FIXTURES / "sets" / "door.voxelanim.json"
WALK: Final = FIXTURES / "m3g" / "walk.m3ganim.json"


def fox(
    values: Sequence[tuple[int, float]],
    way: Interpolation | None = None,
    path: str = "Body",
    *,
    loop: bool = False,
) -> AnimationSet:
    keys = tuple(Key(tick, Vector3(0, value, 0), way) for tick, value in values)
    clip = Clip("w", "Walk", 24000, 24, loop=loop, tracks=(Track(path, position=keys),))
    return AnimationSet("Fox", (clip,))


def test_the_numbers_of_a_difference_are_those_of_their_formulas() -> None:
    """Old is 0 throughout; new rises evenly to 12 within a second, 0.5 a frame."""
    old, new = fox([(0, 0), (24000, 0)], loop=True), fox([(0, 0), (24000, 12)], loop=True)
    (motion,) = compare(old, new).motions
    (channel,) = motion.channels
    assert (channel.status, channel.component, channel.time) == ("changed", "y", 24000)
    assert channel.error == 12
    assert (channel.old, channel.new) == ((0, 0, 0), (0, 12, 0))
    on_frames = np.arange(25) * 0.5
    assert channel.rms == pytest.approx(float(np.sqrt((on_frames**2).mean())))
    assert channel.velocity == pytest.approx(12)
    assert channel.seam == pytest.approx(12)
    assert (motion.frame(24000), motion.seconds(24000)) == (24, 1)


def moved(x: float, y: float) -> AnimationSet:
    keys = (Key(0, Vector3(x, 0, 0)), Key(24000, Vector3(x + 4, y, 0)))
    return AnimationSet("Fox", (Clip("w", "Walk", 24000, 24, False, (Track("A", keys),)),))


def test_a_shift_of_one_component_has_that_much_for_its_root_mean_square() -> None:
    """Components at rest do not count, nor those that differ by less."""
    ((_, channel),) = compare(moved(0, 0), moved(1, 0)).failing()
    assert (channel.error, channel.rms) == (1, 1)
    ((_, channel),) = compare(moved(0, 0), moved(1, 0.5)).failing()
    assert (channel.error, channel.rms) == (1, 1)


@examples(60, 1000)
@given(st.lists(st.tuples(*[st.floats(-99, 99)] * 4), min_size=2, max_size=5), st.booleans())
def test_the_root_mean_square_is_at_most_the_error(
    values: list[tuple[float, float, float, float]],
    is_turned: bool,  # noqa: FBT001 - drawn
) -> None:
    def made(first: int) -> AnimationSet:
        keys = tuple(
            Key(6000 * at, Vector3(row[first], row[first + 1], 1)) for at, row in enumerate(values)
        )
        track = Track("A", rotation=keys) if is_turned else Track("A", position=keys)
        return AnimationSet("Fox", (Clip("w", "Walk", 24000, 24, False, (track,)),))

    old, new = made(0), made(2)
    for compared in (compare(old, new), compare_golden(record(old), new)):
        (channel,) = compared.motions[0].channels
        assert 0 <= channel.rms <= channel.error + channel.doubt


def test_the_first_time_of_the_worst_error_is_no_noise() -> None:
    """All frames are off by 1, some a hair more as doubles, or as decimals were recorded."""
    old = AnimationSet("Fox", (evolve(moved(0.1, 0).clips[0], fps=5),))
    new = AnimationSet("Fox", (evolve(moved(1.1, 0).clips[0], fps=5),))
    for comparison in (compare(old, new), compare_golden(record(old), new)):
        ((motion, channel),) = comparison.failing()
        assert motion.frame(channel.time) == 0
        assert channel.error == pytest.approx(1, abs=1e-12)
        assert channel.rms == pytest.approx(1, abs=1e-4)


def test_the_time_of_a_worst_error_is_one_beyond_the_tolerance() -> None:
    """Frames 0 and 1 are as far apart as the record can tell, but one of them is too far."""
    within = Tolerances(linear=1.0)
    old = fox([(0, 0), (24000, 0)])
    new = fox([(0, 1), (1000, 1.02), (24000, 1)])
    ((motion, channel),) = compare_golden(record(old, tolerances=within), new).failing()
    assert motion.frame(channel.time) == 1
    assert channel.error == pytest.approx(1.02)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part", ["position", "rotation"])
@pytest.mark.parametrize("size", [1e300, 1e307, 1.7e308])
def test_numbers_near_the_largest_double_make_no_warning(size: float, part: str) -> None:
    def made(*values: float) -> AnimationSet:
        keys = tuple(Key(6000 * at, Vector3(value, value, 0)) for at, value in enumerate(values))
        track = Track("A", rotation=keys) if part == "rotation" else Track("A", position=keys)
        return AnimationSet("Fox", (Clip("w", "Walk", 24000, 24, True, (track,)),))

    old = made(0, size, 1)
    assert compare(old, old).is_same
    assert compare_golden(record(old), old).passes
    new = made(0, -size, 5)
    for comparison in (compare(old, new), compare_golden(record(old), new)):
        assert [each.status for _, each in comparison.failing()] == ["changed"]


def test_a_channel_without_a_time_has_no_frame() -> None:
    (motion,) = compare(fox([(0, 0)]), fox([(0, 9)], path="Tail")).motions
    assert {each.status for each in motion.channels} == {"added", "removed"}
    for channel in motion.channels:
        assert channel.time is None
        assert motion.frame(channel.time) is motion.seconds(channel.time) is None


def test_a_difference_within_the_tolerance_passes_and_is_told() -> None:
    comparison = compare(fox([(0, 0)]), fox([(0, 0.05)]), Tolerances(linear=0.05))
    assert comparison.passes
    assert not comparison.is_same
    assert comparison.motions[0].channels[0].error == pytest.approx(0.05)
    assert not compare(fox([(0, 0)]), fox([(0, 0.05)]), Tolerances(linear=0.0499)).passes


def test_steps_that_move_by_a_tick_differ_for_that_tick() -> None:
    old = fox([(0, 0), (7000, 1)], "step")
    new = fox([(0, 0), (7001, 1)], "step")
    worst = compare(old, new).worst
    assert worst is not None
    assert (worst[1].time, worst[1].error) == (7000, 1)


@examples(40, 1000)
@given(animation_sets(most_clips=2, most_tracks=2, most_keys=3))
def test_a_document_is_the_same_as_itself(drawn: AnimationSet) -> None:
    assert compare(drawn, drawn).is_same


angles = st.floats(-720, 720)


@given(angles, angles, st.integers(-3, 3))
def test_whole_turns_do_not_count(one: float, other: float, turns: int) -> None:
    (apart,) = turned(np.array([[one]]), np.array([[other + 360.0 * turns]]))[0].tolist()
    cosine = np.cos(np.radians(one - other))
    assert 0 <= apart <= 180
    assert np.cos(np.radians(apart)) == pytest.approx(cosine, abs=1e-9)


@given(st.tuples(angles, angles, angles), st.floats(0, 180), st.sampled_from([1.0, -1.0]))
def test_the_angle_between_rotations_is_the_turn_that_leads_from_one_to_the_other(
    euler: tuple[float, float, float], turn: float, sign: float
) -> None:
    first = from_euler([euler])
    second = multiply(from_euler([(turn, 0.0, 0.0)]), first)
    apart = float(rotated(first, sign * second)[0, 0])
    assert apart == pytest.approx(turn, abs=1e-6)


def test_a_track_with_the_same_keys_under_another_path_is_renamed() -> None:
    old, new = fox([(0, 1), (9, 2)], path="Arm.L"), fox([(0, 1), (9, 2)], path="Arm.R")
    (channel,) = compare(old, new).motions[0].channels
    assert (channel.status, channel.address, channel.was) == (
        *("renamed", "Arm.R.position"),
        "Arm.L.position",
    )
    other = fox([(0, 1), (9, 3)], path="Arm.R")
    statuses = [each.status for each in compare(old, other).motions[0].channels]
    assert statuses == ["added", "removed"]


def test_a_path_in_another_spelling_is_the_same_path() -> None:
    assert compare(fox([(0, 1)], path="Body/Arm.L"), fox([(0, 1)], path=" body / ARM.l")).passes


def sequences(values: list[tuple[int, float]], target: str = "Body") -> Any:
    """Return the same motion as ``fox``'s as a JSR-184 document, in milliseconds."""
    keys = [{"time": time, "value": [0, value, 0]} for time, value in values]
    sequence = {
        "id": "s",
        "interpolation": "LINEAR",
        "repeatMode": "CONSTANT",
        "duration": 1000,
        "componentCount": 3,
        "keyframes": keys,
    }
    clock = {
        "id": "c",
        "speed": 1,
        "weight": 1,
        "activeInterval": [0, 0],
        "refSequenceTime": 0,
        "refWorldTime": 0,
    }
    track = {
        "target": target,
        "property": "TRANSLATION",
        "sequence": "s",
        "controller": "c",
    }
    document = {"sequences": [sequence], "controllers": [clock], "tracks": [track]}
    return model_of(json.dumps(document).encode(), "fox.m3ganim.json")


def test_documents_of_two_kinds_match_by_path() -> None:
    old = fox([(0, 0), (12000, 4), (24000, 0)])
    assert compare(old, sequences([(0, 0), (500, 4), (1000, 0)])).passes
    worst = compare(old, sequences([(0, 0), (500, 4.5), (1000, 0)])).worst
    assert worst is not None
    motion, channel = worst
    assert (channel.address, channel.time, channel.error) == ("Body.TRANSLATION", 500, 0.5)
    assert motion.label == "World"
    statuses = {
        each.status for each in compare(old, sequences([(0, 0)], target="Head")).motions[0].channels
    }
    assert statuses == {"added", "removed"}


def run(*words: str) -> int:
    return main(list(words))


def wider(path: Path) -> None:
    document = json.loads(DOOR.read_bytes())
    document["clips"][0]["tracks"][0]["rotation"][1]["value"]["y"] += 4
    path.write_text(json.dumps(document))


def test_the_command_tells_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / DOOR.name
    wider(new)
    assert run("compare", str(DOOR), str(DOOR)) == 0
    assert capsys.readouterr().out == f"{DOOR} moves as {DOOR} does\n"
    assert run("compare", str(DOOR), str(new)) == 1
    head, line = capsys.readouterr().out.splitlines()
    assert head == f"{new} differs from {DOOR} in 1 of 2 motions and 1 of 4 tracks:"
    assert line == (
        "  Open: Frame/Leaf.rotation.y differs by 4° at frame 20 (0.666667 s) (tolerance 0.01°): "
        "it is 102°, it was 98°"
    )
    assert run("compare", str(DOOR), str(new), "--degrees", "5") == 0
    assert run("compare", os.devnull, str(new)) == 1
    assert "Open: is new" in capsys.readouterr().out
    assert run("compare", str(DOOR)) == 2
    assert run("compare", str(DOOR), str(tmp_path / "none.m3g")) == 2


def test_the_command_writes_json_and_html(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / DOOR.name
    wider(new)
    assert run("compare", str(DOOR), str(new), "--format", "json") == 1
    document = json.loads(capsys.readouterr().out)
    validator = Draft202012Validator(schema.load("comparison-report"))
    assert list(validator.iter_errors(document)) == []
    page = tmp_path / "page.html"
    assert run("compare", str(DOOR), str(new), "--format", "html", "--output-file", str(page)) == 1
    assert "<svg" in page.read_text("utf-8")


def test_a_file_that_cannot_be_played_is_printed_after_the_reason(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    broken = tmp_path / DOOR.name
    broken.write_bytes(DOOR.read_bytes()[:200])
    assert run("compare", "--textconv", str(broken)) == 0
    said = capfdbinary.readouterr().out
    assert said.startswith(b"cannot be compared as motion: cannot be used: ")
    assert said.endswith(DOOR.read_bytes()[:200])


def git(folder: Path, *words: str) -> str:
    quiet = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "core.pager=cat")
    done = subprocess.run(
        ["git", *quiet, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with two files, set up as docs/golden.md says, both changed since."""
    animspec = f'"{sys.executable}" -m animspec'
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "diff.animspec.textconv", f"{animspec} compare --textconv")
    git(tmp_path, "config", "diff.animspec.xfuncname", "^((motion|track) .*)$")
    git(tmp_path, "config", "diff.animspec.cachetextconv", "true")
    git(tmp_path, "config", "difftool.animspec.cmd", f'{animspec} compare "$LOCAL" "$REMOTE"')
    lines = ["*.voxelanim.json diff=animspec", "*.m3g diff=animspec", ""]
    (tmp_path / ".gitattributes").write_text("\n".join(lines))
    shutil.copy(DOOR, tmp_path)
    shutil.copy(FIXTURES / "m3g" / "walk.m3g", tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    return tmp_path


def test_git_shows_differences_of_motion_by_textconv(repository: Path) -> None:
    wider(repository / DOOR.name)
    said = git(repository, "diff", "-U1")
    assert "-  0.666667 s, frame 20: x 0, y 98, z 0, smooth\n" in said
    assert "+  0.666667 s, frame 20: x 0, y 102, z 0, smooth\n" in said
    assert "@@ track Open / Frame/Leaf.rotation" in said
    assert said.count("\n+") == 2, "the layout of the file does not show"
    (repository / "walk.m3g").write_bytes((FIXTURES / "m3g" / "walk-deflated.m3g").read_bytes())
    assert "\n@@" not in git(repository, "diff", "walk.m3g"), "it moves as before"


def test_git_difftool_compares_motions(repository: Path) -> None:
    wider(repository / DOOR.name)
    said = git(repository, "difftool", "--tool=animspec", "--no-prompt")
    assert "Frame/Leaf.rotation.y differs by 4° at frame 20" in said


def test_equal_motions_have_equal_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("compare", "--textconv", str(FIXTURES / "m3g" / "walk.m3g")) == 0
    one = capfdbinary.readouterr().out
    assert run("compare", "--textconv", str(FIXTURES / "m3g" / "walk-deflated.m3g")) == 0
    assert capfdbinary.readouterr().out == one
    assert compare(load(WALK), load(WALK)).is_same
