"""``animspec convert``: M3G documents and binary files, one into the other."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from animspec.cli import main
from animspec.m3g.json_text import document_text
from animspec.model.m3g_animation import Keyframe, M3GAnimation, Sequence, Track

FIXTURES: Final = Path(__file__).parent.parent / "fixtures" / "m3g"


def convert(*words: str | Path) -> int:
    return main(["convert", *map(str, words)])


@pytest.mark.parametrize("name", ["walk.m3g", "walk-deflated.m3g"])
def test_a_binary_file_becomes_a_document(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "walk.m3ganim.json"
    assert convert(FIXTURES / name, target) == 0
    assert target.read_bytes() == (FIXTURES / "walk.m3ganim.json").read_bytes()
    assert capsys.readouterr().out == (
        f"{FIXTURES / name}:@0x0: hint[objects-skipped]:"
        " 3 objects that are not animation were skipped: 3 Group\n"
    )


def test_a_document_becomes_a_binary_file_and_the_same_document_again(tmp_path: Path) -> None:
    binary, again = tmp_path / "walk.m3g", tmp_path / "walk.m3ganim.json"
    assert convert(FIXTURES / "walk.m3ganim.json", binary) == 0
    assert binary.read_bytes() == (FIXTURES / "walk.m3g").read_bytes()
    assert convert(binary, again) == 0
    assert again.read_bytes() == (FIXTURES / "walk.m3ganim.json").read_bytes()


def test_compressing_makes_the_file_smaller_and_changes_nothing(tmp_path: Path) -> None:
    binary, again = tmp_path / "WALK.M3G", tmp_path / "walk.m3ganim.json"
    assert convert("--compress", FIXTURES / "walk.m3ganim.json", binary) == 0
    assert binary.stat().st_size < (FIXTURES / "walk.m3g").stat().st_size
    assert convert(binary, again) == 0
    assert again.read_bytes() == (FIXTURES / "walk.m3ganim.json").read_bytes()


def test_a_broken_binary_file_is_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "cut.m3g", tmp_path / "cut.m3ganim.json"
    target.write_bytes(b"kept")
    source.write_bytes((FIXTURES / "walk.m3g").read_bytes()[:-1])
    size = source.stat().st_size
    assert convert(source, target) == 1
    assert target.read_bytes() == b"kept"
    assert capsys.readouterr().out == (
        f"{source}:@0x32: error[section-truncated]:"
        f" the section is {size - 49} bytes long by its own account,"
        f" but only {size - 50} bytes of the file are left; is the file cut off?\n"
        f"{source} was not converted\n"
    )


def test_a_faulty_document_is_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.m3ganim.json", tmp_path / "a.m3g"
    text = (FIXTURES / "walk.m3ganim.json").read_text("utf-8")
    source.write_text(text.replace('"SPLINE"', '"SPLIEN"'), "utf-8")
    assert convert(source, target) == 1
    assert not target.exists()
    assert capsys.readouterr().out == (
        f"{source}:5:24: error[value-not-allowed]:"
        ' interpolation is "SPLIEN", expected "LINEAR", "SLERP", "SPLINE",'
        ' "SQUAD" or "STEP"; did you mean "SPLINE"?\n'
        f"{source} was not converted\n"
    )


def test_a_document_that_no_binary_file_can_hold_is_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.m3ganim.json", tmp_path / "a.m3g"
    sequence = Sequence(
        id="a",
        interpolation="STEP",
        repeatMode="LOOP",
        duration=1,
        componentCount=1,
        keyframes=(Keyframe(0, (0.0,)),),
    )
    document = M3GAnimation((sequence,), None, (Track("T", "ALPHA", "b"),))
    source.write_bytes(document_text(document))
    assert convert(source, target) == 1
    assert not target.exists()
    assert capsys.readouterr().out == (
        f'{source}: /tracks/0/sequence: no sequence has the id "b"\n{source} was not converted\n'
    )


def test_a_member_that_the_format_does_not_name_is_said_to_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "a.m3ganim.json", tmp_path / "a.m3g"
    source.write_text('{"sequences": [], "author": "me"}', "utf-8")
    assert convert(source, target) == 0
    assert target.exists()
    assert capsys.readouterr().out == (
        f'{source}:1:19: warning[unknown-member]: member "author" is not part of the format\n'
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["a.m3g", "b.m3g"],
            (
                "cannot convert a.m3g to b.m3g,"
                " expected .m3g to .m3ganim.json or .m3ganim.json to .m3g"
            ),
        ),
        (
            ["--compress", "a.m3g", "b.m3ganim.json"],
            "--compress is for .m3g files, but the target is b.m3ganim.json",
        ),
        (
            ["nothing.m3g", "b.m3ganim.json"],
            "nothing.m3g cannot be read: No such file or directory",
        ),
        (
            [str(FIXTURES / "walk.m3g"), "nowhere/b.m3ganim.json"],
            "nowhere/b.m3ganim.json cannot be written: No such file or directory",
        ),
    ],
)
def test_arguments_that_cannot_be_used_end_in_status_2(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert convert(*words) == 2
    assert capsys.readouterr().err == f"animspec convert: {message}\n"
