"""The commands on scene animations: retime, scale-keys, walkthrough, frames, compile."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from animspec.cli import main
from animspec.drivers import scene_bytecode
from animspec.scene_edits import Selection, retime, scale_keys
from expressions import Program
from tests.scene_texts import FIXTURES, scene_of

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = FIXTURES / "scenes" / "product-walkthrough.sceneanim.json"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    copy = tmp_path / "walk.sceneanim.json"
    copy.write_bytes(SOURCE.read_bytes())
    return copy


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    cameras = [{"cam": {"eye": [x, -8, 2], "target": [0, 0, 1]}} for x in (0, 4)]
    scenes = tmp_path / "scenes.json"
    scenes.write_text(json.dumps({"scenes": [*cameras, {"cam": 5}]}))
    return scenes


def at(file: Path) -> Any:
    return scene_of(json.loads(file.read_bytes()))


def test_retime_writes_the_retimed_scene(file: Path, capsysbinary: Any) -> None:
    assert main(["retime", str(file), "--length", "6"]) == 0
    out, err = capsysbinary.readouterr()
    expected = retime(at(SOURCE), 6).after
    assert scene_of(json.loads(out)) == expected
    assert err == b""
    assert file.read_bytes() == SOURCE.read_bytes()
    assert main(["retime", str(file), "--length", "6", "--in-place"]) == 0
    assert file.read_bytes() == out


def test_retime_tells_what_it_could_not_keep(file: Path, capsys: Any) -> None:
    assert main(["retime", str(file), "--length", "9999", "--in-place"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == (
        f"animspec retime: {file}: /length: a length of 9999 s was kept within 0.5 to 3600 s"
    )
    assert lines[1].endswith("/clips/0/scale: a scale of 600 was kept within 0.01 to 100")


def test_a_difference_shows_what_would_change(file: Path, capsys: Any) -> None:
    assert main(["retime", str(file), "--length", "24", "--diff"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert '-  "length": 12,' in lines
    assert '+  "length": 24,' in lines
    assert file.read_bytes() == SOURCE.read_bytes()


@pytest.mark.parametrize(
    ("words", "selections", "pivot"),
    [
        (["--camera"], [Selection("camera", 0, (0, 1.5, 4.5, 7, 9.5, 12))], 0),
        (["--camera", "--from", "1.5", "--to", "7"], [Selection("camera", 0, (1.5, 4.5, 7))], 1.5),
        (
            ["--object", "turntable / SPEAKER", "--pivot", "1"],
            [Selection("object", 1, (0, 1.2, 1.6))],
            1,
        ),
        (
            ["--property", "Lamp:Color", "--property", "turntable:wobble"],
            [Selection("prop", 3, (0, 6)), Selection("prop", 1, (0, 3, 10))],
            0,
        ),
    ],
)
def test_keys_are_chosen_by_track_and_time(
    file: Path, words: list[str], selections: list[Selection], pivot: float
) -> None:
    command = ["scale-keys", str(file), "--factor", "1.25", "--in-place", *words]
    assert main(command) == 0
    assert at(file) == scale_keys(at(SOURCE), selections, pivot, 1.25).after


def test_without_a_choice_all_keys_are_scaled(file: Path, capsys: Any) -> None:
    assert main(["scale-keys", str(file), "--factor", "0.5", "--in-place"]) == 0
    scene = at(file)
    assert [key.t for key in scene.objects[0].keys] == [0, 1, 2, 3]
    assert [key.t for key in scene.props[1].keys] == [0, 1.5, 5]
    assert [key.t for key in scene.camera] == [0, 0.75, 2.25, 3.5, 4.75, 6]
    assert scene.length == 12
    assert capsys.readouterr().err == ""


def test_scaling_tells_that_the_animation_is_longer_or_that_nothing_was_chosen(
    file: Path, capsys: Any
) -> None:
    assert main(["scale-keys", str(file), "--camera", "--factor", "2", "--in-place"]) == 0
    message = "/length: the animation was lengthened from 12 to 24 s"
    assert capsys.readouterr().err == f"animspec scale-keys: {file}: {message}\n"
    assert main(["scale-keys", str(file), "--from", "99", "--factor", "2", "--in-place"]) == 0
    assert capsys.readouterr().err.endswith("no key is within the times, so nothing changed\n")


def test_a_name_with_a_colon_is_found(tmp_path: Path) -> None:
    file = tmp_path / "a.sceneanim.json"
    track = {"path": "a:b", "name": "c:d", "keys": [{"t": 1, "v": [0]}]}
    file.write_text(json.dumps({"length": 3, "fps": 24, "props": [track]}))
    words = ["--property", "A:B:C:D", "--factor", "2", "--in-place"]
    assert main(["scale-keys", str(file), *words]) == 0
    assert at(file).props[0].keys[0].t == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--object", "Turntabel"],
            'the scene has no object "Turntabel"; did you mean "Turntable"?',
        ),
        (["--property", "Lamp"], 'the scene has no property "Lamp"'),
    ],
)
def test_a_track_that_is_not_there_is_refused(
    file: Path, capsys: Any, words: list[str], message: str
) -> None:
    assert main(["scale-keys", str(file), "--factor", "2", "--in-place", *words]) == 2
    assert message in capsys.readouterr().err
    assert file.read_bytes() == SOURCE.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["retime", "x.sceneanim.json", "--length", "nan"],
        ["scale-keys", "x.sceneanim.json", "--factor", "0"],
        ["frames", "x.sceneanim.json", "--fps", "-1"],
        ["scale-keys", "x.sceneanim.json", "--factor", "1", "--pivot", "one"],
    ],
)
def test_what_is_no_number_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(words)
    assert refusal.value.code == 2


@pytest.mark.parametrize("command", ["retime", "scale-keys", "frames", "compile"])
def test_a_file_with_faults_is_refused_with_its_faults(
    tmp_path: Path, capsys: Any, command: str
) -> None:
    file = tmp_path / "bad.sceneanim.json"
    file.write_text('{"length": 2, "fps": "x", "objects": [{"path": "a"}]}')
    words = {"retime": ["--length", "2"], "scale-keys": ["--factor", "2"]}
    more = words.get(command, [])
    assert main([command, str(file), *more]) == 1
    err = capsys.readouterr().err
    assert '1:22: wrong-type: fps is "x", expected a number' in err
    assert 'missing-member: the object track has no member "keys"' in err
    assert main([command, str(tmp_path / "none.sceneanim.json"), *more]) == 2
    assert main([command, str(tmp_path / "x.voxelanim.json"), *more]) == 2


def test_a_walkthrough_is_printed_or_written(
    saved: Path, tmp_path: Path, capsysbinary: Any
) -> None:
    assert main(["walkthrough", str(saved), "--move", "2", "--hold", "1", "--fps", "30"]) == 0
    out, err = capsysbinary.readouterr()
    scene = scene_of(json.loads(out))
    assert (scene.length, scene.fps) == (4, 30)
    assert [key.t for key in scene.camera or ()] == [0, 1, 3, 4]
    assert err.decode().endswith("scenes.json: scene 2 has no usable camera and was skipped\n")
    target = tmp_path / "new.sceneanim.json"
    assert main(["walkthrough", str(saved), "--output", str(target)]) == 0
    assert at(target).length == 6
    assert main(["check", str(target)]) == 0


def test_a_walkthrough_goes_into_a_scene(saved: Path, file: Path) -> None:
    assert main(["walkthrough", str(saved), "--into", str(file), "--in-place"]) == 0
    scene = at(file)
    assert [key.t for key in scene.camera] == [0, 1.5, 4.5, 6]
    assert scene.length == 6
    assert scene.props == at(SOURCE).props


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--in-place"], "--diff and --in-place need --into"),
        (["--fps", "0"], "--fps is 0, expected more than 0 and at most 1000"),
        (["--hold", "-1"], "--hold is -1, expected 0 or more"),
        (["--into", "x.sceneanim.json", "--fps", "9"], "are for a new scene, without --into"),
    ],
)
def test_words_that_make_no_sense_are_refused(
    saved: Path, capsys: Any, words: list[str], message: str
) -> None:
    assert main(["walkthrough", str(saved), *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("[", 2, "is not JSON"),
        ("5", 2, "holds no scenes, expected an array of scenes"),
        ("[null]", 1, "no scene has a usable camera"),
        ('[{"cam": {"eye": [0,0,0], "target": [0,0,1]}}]', 1, "the walk takes 4000 s"),
    ],
)
def test_scenes_that_make_no_walk_are_refused(
    tmp_path: Path, capsys: Any, text: str, status: int, message: str
) -> None:
    scenes = tmp_path / "scenes.json"
    scenes.write_text(text)
    assert main(["walkthrough", str(scenes), "--hold", "4000"]) == status
    assert message in capsys.readouterr().err


def test_compile_writes_programs_that_verify(file: Path, tmp_path: Path, capsysbinary: Any) -> None:
    assert main(["compile", str(file)]) == 0
    out = capsysbinary.readouterr().out
    result = json.loads(out)
    assert result == scene_bytecode(at(SOURCE))
    names = [(each["path"], each["name"]) for each in result["drivers"]]
    assert names.index(("Lamp", "dim")) < names.index(("Lamp", "color"))
    for driver in result["drivers"]:
        for steps in driver["programs"]:
            program = Program.from_json(steps)
            known = {"t", "frame", "fps", "length", "value", *driver["variables"]}
            assert set(program.variables) <= known
    target = tmp_path / "out.json"
    assert main(["compile", str(file), "--output", str(target)]) == 0
    assert target.read_bytes() == out


def test_compile_tells_every_fault_and_every_loop(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "a.sceneanim.json"

    def compile_props(*expressions: Any) -> str:
        props = [
            {
                "path": "a",
                "name": f"p{place}",
                "driver": {"expression": each, "variables": {"p": {"path": "a", "name": "p0"}}},
            }
            for place, each in enumerate(expressions)
        ]
        file.write_text(json.dumps({"length": 1, "fps": 24, "props": props}))
        assert main(["compile", str(file)]) == 1
        found: str = capsys.readouterr().err
        return found

    faulty = compile_props("sine(t)", ["t", "t +"])
    assert '/props/0/driver/expression: line 1, column 1: there is no function "sine"' in faulty
    assert "/props/1/driver/expression/1: line 1" in faulty
    assert '/props/0/driver: property "p0" of "a" reads itself' in compile_props("p")


def test_a_scene_without_drivers_compiles_to_none(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "a.sceneanim.json"
    file.write_text('{"length": 1, "fps": 24}')
    assert main(["compile", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {"drivers": []}


def test_frames_are_counted_and_listed(file: Path, capsys: Any) -> None:
    assert main(["frames", str(file)]) == 0
    assert capsys.readouterr().out == "301 frames at 25 fps, the last at 12 s\n"
    assert main(["frames", str(file), "--fps", "0.25", "--times"]) == 0
    assert capsys.readouterr().out == "0\n4\n8\n12\n"


def test_the_edits_load_no_numpy() -> None:
    code = "import sys, animspec.scene_edits; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "False\n"
