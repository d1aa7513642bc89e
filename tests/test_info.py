"""``animspec info``: what is in an animation."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import animspec
from animspec.channels import motions
from animspec.cli import main
from animspec.model.animation_set import AnimationSet, Clip, Key, Track, Vector3
from animspec.overview import motion_overview, overview

if TYPE_CHECKING:
    from animspec.overview import ChannelOverview

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
SETS: Final = FIXTURES / "sets"
SCENE: Final = FIXTURES / "scenes" / "product-walkthrough.sceneanim.json"
WALK: Final = FIXTURES / "m3g" / "walk.m3g"


def key(tick: int, y: float, interpolation: Any = None) -> Key:
    return Key(tick, Vector3(0.0, y, 0.0), interpolation)


def looked_at(**channels: tuple[Key, ...]) -> tuple[ChannelOverview, ...]:
    clip = Clip("a", "A", 24000, 24, loop=False, tracks=(Track("Arm", **channels),))
    (motion,) = motions(AnimationSet("Fox", (clip,)))
    return motion_overview(motion).channels


def info(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["info", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_extremes_are_those_of_the_curve_with_their_first_times() -> None:
    (channel,) = looked_at(position=(key(0, 2), key(6000, -3), key(18000, 5), key(24000, 2)))
    assert channel.state == "moving"
    y = channel.extremes[1]
    assert (y.least, y.least_at, y.greatest, y.greatest_at) == (-3.0, 6000.0, 5.0, 18000.0)


def test_an_extreme_between_frames_is_found_at_its_key() -> None:
    """One tick high: no frame sees it."""
    spike = (key(0, 0, "step"), key(501, 9, "step"), key(502, 0, "step"))
    (channel,) = looked_at(position=spike)
    assert channel.extremes[1].greatest == 9.0
    assert channel.extremes[1].greatest_at == 501.0


def test_what_keeps_its_value_is_constant_or_at_rest() -> None:
    position, rotation, scale = looked_at(
        position=(key(0, 0), key(24000, 0)),
        rotation=(key(0, 5), key(24000, 5)),
        scale=(Key(0, Vector3(1.0, 1.0, 1.0)),),
    )
    assert [each.state for each in (position, rotation, scale)] == [
        "at rest",
        "constant",
        "at rest",
    ]


def test_a_wave_that_is_level_at_all_keys_moves_all_the_same() -> None:
    document = animspec.load(SCENE)
    (found,) = overview(document).motions
    states = {each.address: each.state for each in found.channels}
    assert states["Turntable.position"] == "constant"
    # Its matrices have six decimals: its scale wavers by a ten-millionth.
    assert states["Turntable.scale"] == "constant"
    assert states["Turntable.rotation"] == states["Turntable.angle"] == "moving"
    assert found.driven == 4


def test_a_clip_of_a_year_is_looked_at_all_the_same() -> None:
    ticks = 365 * 24 * 3600 * 24000
    keys = (key(0, 0), key(ticks // 2, 7), key(ticks // 2 + 2, 0))
    clip = Clip("a", "A", ticks, 24, loop=False, tracks=(Track("Arm", position=keys),))
    (motion,) = motions(AnimationSet("Fox", (clip,)))
    (channel,) = motion_overview(motion).channels
    assert (channel.extremes[1].greatest, channel.extremes[1].greatest_at) == (7.0, ticks // 2)


def test_text_tells_clips_channels_keys_and_extremes(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(SETS / "door.voxelanim.json")
    assert info(capsys, file) == (
        f'{file}: animation set, rig "Door", 2 clips\n'
        "\n"
        "Open (d00r0pens001): 0.833 s, 25 frames at 30 fps\n"
        "  2 tracks, 2 channels, 7 keys; 2 moving\n"
        "    Frame/Leaf.rotation         3 keys  smooth  x 0  y 0…98  z 0 degrees\n"
        "    Frame/Leaf/Handle.rotation  4 keys  smooth  x 0  y 0  z -42…0 degrees\n"
        "\n"
        "Close (d00rsh0ts002): 0.667 s, 20 frames at 30 fps\n"
        "  2 tracks, 2 channels, 6 keys; 2 moving\n"
        "    Frame/Leaf.rotation         3 keys  linear  x 0  y 0…95  z 0 degrees\n"
        "    Frame/Leaf/Handle.position  3 keys  step    x 0  y -0.0625…0  z 0\n"
    )


def test_json_tells_the_same_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(SETS / "humanoid.voxelanim.json")
    document = json.loads(info(capsys, file, "--format", "json"))
    source = json.loads(Path(file).read_text("utf-8"))
    assert (document["version"], document["kind"]) == (1, "animation-set")
    assert document["facts"] == {"rig": source["rig"], "clips": len(source["clips"])}
    for motion, clip in zip(document["motions"], source["clips"], strict=True):
        assert (motion["name"], motion["label"]) == (clip["id"], clip["name"])
        assert (motion["end"], motion["fps"], motion["loop"]) == (
            clip["length"],
            clip["fps"],
            clip["loop"],
        )
        assert motion["seconds"] == clip["length"] / 24000
        written = [
            (track["path"], name, len(track[name]))
            for track in clip["tracks"]
            for name in ("position", "rotation", "scale")
            if name in track
        ]
        told = [(each["path"], each["name"], each["keys"]) for each in motion["channels"]]
        assert told == written
        assert motion["keys"] == sum(count for _, _, count in written)
        assert motion["tracks"] == len(clip["tracks"])
        states = motion["moving"] + motion["constant"] + motion["atRest"]
        assert states == len(motion["channels"])


def test_brief_leaves_channels_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = info(capsys, str(WALK), "--brief")
    assert text.startswith(f"{WALK}: keyframe sequences, 4 sequences, 2 controllers, 5 tracks\n")
    assert "World (world): 1300 world units, from -100 to 1200\n" in text
    assert "walk.hip.value" not in text
    document = json.loads(info(capsys, str(WALK), "--brief", "--format", "json"))
    assert all("channels" not in motion for motion in document["motions"])


def test_standard_input_is_known_by_its_members(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(SCENE.read_bytes())))
    assert info(capsys, "-", "--brief").startswith("-: scene animation, 2 objects, 6 properties")


def refused(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    assert main(list(words)) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_a_file_with_errors_is_refused_with_the_first_and_what_to_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = FIXTURES / "reports" / "fox.voxelanim.json"
    assert refused(capsys, 1, "info", str(file)) == (
        f"animspec info: {file} has 5 errors, the first is 6:66: fps-off-tick-grid: fps is 23.976,"
        f" expected a positive whole divisor of 24000; the nearest are 24 and 20; run animspec"
        f" check {file}\n"
    )


def test_errors_that_only_rules_see_are_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    file = FIXTURES / "cases" / "duplicate-tick" / "input.voxelanim.json"
    assert refused(capsys, 1, "info", str(file)) == (
        f"animspec info: {file} cannot be played: clip \"a\": position of 'Body': key 2 is at tick"
        f" 24000, which is not after key 1 at tick 24000; run animspec check {file}\n"
    )


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, 2, "info", "nowhere.voxelanim.json")
    assert said == (
        "animspec info: nowhere.voxelanim.json cannot be read: No such file or directory\n"
    )


@pytest.mark.parametrize(
    "path", sorted((FIXTURES / "input").glob("*.json")), ids=lambda path: path.name
)
def test_bad_input_is_refused_and_never_a_traceback(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("info", "sample", "plot"):
        status = main([command, str(path)])
        captured = capsys.readouterr()
        assert status in {0, 1, 2}
        assert (status == 0) == (captured.err == "")
        assert captured.err.count("\n") <= 1


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for path in (FIXTURES / "rules").rglob("reported-*")
        if path.suffix in {".json", ".m3g"} and ".expected." not in path.name
    ),
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_what_rules_report_is_shown_or_refused_in_words(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["info", str(path), "--format", "json"])
    captured = capsys.readouterr()
    assert status in {0, 1, 2}
    if status == 0:
        assert json.loads(captured.out)["version"] == 1
    else:
        assert captured.err.startswith(f"animspec info: {path} ")


def test_the_page_shows_what_the_commands_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FIXTURES.parent)
    monkeypatch.setenv("COLUMNS", "100")
    page = Path("docs/seeing.md").read_text("utf-8")
    shown = re.findall(r"^\$ animspec (.*)\n((?:(?!```|\$).*\n)*)", page, re.MULTILINE)
    asked = [(words, text) for words, text in shown if text]
    assert len(asked) == 3
    for words, text in asked:
        assert main(shlex.split(words)) == 0
        start, ends, rest = text.partition("…\n")
        out = capsys.readouterr().out
        assert out.startswith(start)
        assert rest == ""
        assert (len(out) > len(start)) == bool(ends)


def test_the_page_evaluates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FIXTURES.parent)
    page = doctest.testfile(str(Path("docs/seeing.md").resolve()), module_relative=False)
    assert page.attempted > 5
    assert page.failed == 0
