"""``animspec apply``: commands on a file, seen from the shell."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from animspec.cli import main
from animspec.editing import AnimationDocument

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"""{
  "rig": "Fox",
  "vendor": [1.0, 2e1],
  "clips": [
    {
      "id": "walk", "name": "Walk", "length": 24000, "fps": 24, "loop": true,
      "tracks": [
        {
          "path": "Body",
          "rotation": [
            { "tick": 0, "value": { "x": 0.0, "y": 1.50, "z": 0 } },
            { "tick": 1000, "value": { "x": 0, "y": 0, "z": 90 }, "note": "keep me" }
          ]
        }
      ]
    },
    { "id": "run", "name": "Run", "length": 24000, "fps": 24, "loop": true, "tracks": [] }
  ]
}
"""
KEY = {"tick": 500, "value": {"x": 0, "y": 0.00005, "z": 45}, "interpolation": "step"}
WRITE = {"command": "writeKey", "clipId": "walk", "path": "body", "channel": "rotation", "key": KEY}
WRITTEN = TEXT.replace(
    b'            { "tick": 1000',
    b'            { "tick": 500, "value": { "x": 0, "y": 0.0001, "z": 45 }, '
    b'"interpolation": "step" },\n            { "tick": 1000',
)


RUN = '{ "id": "run", "name": "Run", "length": 24000, "fps": 24, "loop": true, "tracks": [] }'


class Files:
    """A folder with an animation set and a commands file."""

    def __init__(self, folder: Path) -> None:
        self.set = folder / "fox.voxelanim.json"
        self.commands = folder / "commands.json"
        self.set.write_bytes(TEXT)

    def apply(self, commands: Any, *options: str) -> int:
        text = commands if isinstance(commands, str) else json.dumps(commands)
        self.commands.write_text(text, encoding="utf-8")
        return main(["apply", str(self.set), str(self.commands), *options])


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_the_result_is_printed_and_the_file_left(
    files: Files, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert files.apply([WRITE]) == 0
    assert capfdbinary.readouterr() == (WRITTEN, b"")
    assert files.set.read_bytes() == TEXT


def test_in_place_writes_the_file_and_prints_nothing(
    files: Files, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    files.set.chmod(0o600)
    assert files.apply(WRITE, "--in-place") == 0
    assert capfdbinary.readouterr() == (b"", b"")
    assert files.set.read_bytes() == WRITTEN
    assert files.set.stat().st_mode & 0o777 == 0o600
    assert len(list(files.set.parent.iterdir())) == 2


def test_what_changes_nothing_does_not_touch_the_file(files: Files) -> None:
    before = files.set.stat()
    assert files.apply([{"command": "renameRig", "rig": "Fox"}], "--in-place") == 0
    assert files.apply([], "--in-place") == 0
    after = files.set.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_diff_prints_a_patch(files: Files, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    commands = [WRITE, {"command": "changeClip", "id": "run", "patch": {"fps": 25}}]
    assert files.apply(commands, "--diff") == 0
    name = str(files.set)
    assert capfdbinary.readouterr().out.decode() == (
        f"--- {name}\n+++ {name}\n"
        "@@ -9,11 +9,12 @@\n"
        '           "path": "Body",\n'
        '           "rotation": [\n'
        '             { "tick": 0, "value": { "x": 0.0, "y": 1.50, "z": 0 } },\n'
        '+            { "tick": 500, "value": { "x": 0, "y": 0.0001, "z": 45 }, '
        '"interpolation": "step" },\n'
        '             { "tick": 1000, "value": { "x": 0, "y": 0, "z": 90 }, "note": "keep me" }\n'
        "           ]\n"
        "         }\n"
        "       ]\n"
        "     },\n"
        f"-    {RUN}\n"
        f"+    {RUN.replace('24,', '25,')}\n"
        "   ]\n"
        " }\n"
    )
    assert files.set.read_bytes() == TEXT


def test_new_members_stand_where_the_format_lists_them(files: Files) -> None:
    commands = [
        {**WRITE, "key": {**KEY, "tick": 1000, "value": {"x": 0, "y": 0, "z": 90}}},
        {**WRITE, "channel": "position", "key": {"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}},
        {**WRITE, "channel": "scale", "key": {"tick": 0, "value": {"x": 1, "y": 1, "z": 1}}},
    ]
    assert files.apply(commands, "--in-place") == 0
    track = json.loads(files.set.read_bytes())["clips"][0]["tracks"][0]
    assert list(track) == ["path", "position", "rotation", "scale"]
    assert list(track["rotation"][1]) == ["tick", "value", "interpolation", "note"]


AT = {"clipId": "walk", "path": "Body", "channel": "rotation"}
AGAIN = {**WRITE, "key": {"tick": 1000, "value": {"x": 0, "y": 0, "z": 90}}}
REMOVE_KEYS = [{"command": "removeKey", **AT, "tick": tick} for tick in (0, 1000)]


@pytest.mark.parametrize(
    ("commands", "kept"),
    [
        ([AGAIN], True),
        ([{"command": "renameTrack", "clipId": "walk", "path": "Body", "to": "Torso"}], True),
        ([{"command": "moveClip", "id": "walk"}], True),
        ([REMOVE_KEYS[1], AGAIN], False),
        ([*REMOVE_KEYS, AGAIN], False),
        ([{"command": "removeTrack", "clipId": "walk", "path": "Body"}, AGAIN], False),
        (
            [
                {"command": "removeClip", "id": "walk"},
                {"command": "addClip", "id": "walk", "name": "Walk"},
                AGAIN,
            ],
            False,
        ),
    ],
)
def test_what_is_removed_and_added_again_is_a_new_one(
    files: Files, commands: list[dict[str, Any]], *, kept: bool
) -> None:
    """Only what stays keeps the members that no schema names."""
    assert files.apply(commands, "--in-place") == 0
    assert (b"keep me" in files.set.read_bytes()) == kept


def test_a_clip_put_back_by_undo_stands_where_it_stood() -> None:
    document = AnimationDocument.from_json(TEXT)
    before = document.set.animation_set
    assert document.remove_clip("walk")
    assert document.undo()
    assert document.set.animation_set == before


def test_a_new_clip_gets_an_id_that_no_clip_has(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = iter(["walk", "run", "fresh"])
    monkeypatch.setattr("animspec.editing.tracing.random_id", lambda: next(ids))
    assert files.apply({"command": "addClip", "name": "Hop"}, "--in-place") == 0
    clips = json.loads(files.set.read_bytes())["clips"]
    assert [clip["id"] for clip in clips] == ["walk", "run", "fresh"]


def test_a_refused_command_says_which_and_why_and_leaves_the_file(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [WRITE, {"command": "moveClip", "id": "hop"}, WRITE]
    assert files.apply(commands, "--in-place") == 1
    assert capsys.readouterr().err == (
        f"animspec apply: {files.commands}: /1 (moveClip) is refused: "
        'the set has no clip of the id "hop"\n'
    )
    assert files.set.read_bytes() == TEXT


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ([WRITE, {**WRITE, "key": {**KEY, "tick": -1}}], "/1/key/tick is -1, expected a whole"),
        ({**WRITE, "path": 5}, "/path is 5, expected a text"),
        ("[NaN]", "/0 is NaN, expected an object"),
        ("{", "the command is not JSON from line 1, column 2 on"),
    ],
)
def test_what_is_no_command_is_named_and_leaves_the_file(
    files: Files, commands: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert files.apply(commands, "--in-place") == 2
    assert capsys.readouterr().err.startswith(f"animspec apply: {files.commands}: {message}")
    assert files.set.read_bytes() == TEXT


def test_a_file_with_faults_is_not_edited(files: Files, capsys: pytest.CaptureFixture[str]) -> None:
    files.set.write_bytes(TEXT.replace(b'"tick": 1000', b'"tick": 0'))
    assert files.apply([WRITE], "--in-place") == 1
    sentence = "key 1 is at tick 0, which is not after key 0 at tick 0"
    assert capsys.readouterr().err == (
        f"animspec apply: {files.set}: the animation set has 1 error, the first: {sentence}\n"
        f"animspec apply: {files.set}:12:23: {sentence} [keys-at-the-same-time]\n"
    )
    assert b'"tick": 500' not in files.set.read_bytes()


def test_values_that_nobody_rounded_stay_where_no_command_goes(files: Files) -> None:
    files.set.write_bytes(TEXT.replace(b"1.50", b"1.500001"))
    assert files.apply([WRITE], "--in-place") == 0
    assert files.set.read_bytes() == WRITTEN.replace(b"1.50", b"1.500001")


@pytest.mark.parametrize("absent", ["set", "commands"])
def test_a_file_that_is_not_there_is_said(
    files: Files, absent: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files.apply([])
    path = files.set if absent == "set" else files.commands
    path.unlink()
    capsys.readouterr()
    assert main(["apply", str(files.set), str(files.commands)]) == 2
    assert capsys.readouterr().err == f"animspec apply: {path}: No such file or directory\n"


def test_commands_come_from_standard_input_too(files: Files) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "animspec", "apply", str(files.set), "-"],
        input=json.dumps(WRITE).encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == WRITTEN


def test_diff_and_in_place_exclude_each_other(files: Files) -> None:
    with pytest.raises(SystemExit) as caught:
        files.apply([], "--diff", "--in-place")
    assert caught.value.code == 2
