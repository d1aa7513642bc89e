"""The commands that record golden files and check them."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from animspec import schema
from tests.golden_files import (
    DOOR,
    HUMANOID,
    SETS,
    changed,
    golden_text,
    opened_wider,
    output,
    recorded_project,
    run,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with some recorded files, which is the current one."""
    return recorded_project(tmp_path, monkeypatch)


def test_recording_tells_what_was_new(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run("golden", "record", "--folder", "apart", "foxes") == 0
    assert output(capsys) == ["Recorded 2 files (2 new)"]
    shutil.rmtree(project / "apart")
    before = {path: path.read_bytes() for path in project.rglob("*.golden.json")}
    assert len(before) == 3
    assert run("golden", "record") == 0
    assert output(capsys) == ["Recorded 3 files (3 unchanged)"]
    assert {path: path.read_bytes() for path in project.rglob("*.golden.json")} == before


def test_checking_tells_the_worst_track_and_its_time(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("golden", "check") == 0
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    capsys.readouterr()
    assert run("golden", "check") == 1
    assert output(capsys) == [
        "foxes/door.voxelanim.json: changed in 1 of 2 motions and 1 of 4 tracks",
        (
            "  Open: Frame/Leaf.rotation.y differs by 4° at frame 20 (0.666667 s) "
            "(tolerance 0.01°): it is 102°, it was 98°"
        ),
        "1 of 3 files changed, 2 as recorded",
    ]


def test_updating_says_what_was_accepted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    (project / "foxes" / HUMANOID.name).unlink()
    shutil.copy(SETS / "idle-steps.voxelanim.json", project)
    capsys.readouterr()
    assert run("golden", "check", "--update") == 0
    lines = output(capsys)
    assert "changed in 1 of 2 motions and 1 of 4 tracks; the golden file is rewritten" in lines[0]
    assert "it is 102°, it was 98°" in lines[1]
    assert lines[2].endswith("the golden file is written")
    assert lines[3].endswith("the golden file is removed")
    assert lines[4].endswith("3 golden files brought up to date")
    assert run("golden", "check") == 0
    assert len(list(project.rglob("*.golden.json"))) == 3


def test_missing_and_left_over_golden_files_fail(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "foxes" / HUMANOID.name).rename(project / "foxes" / "other.voxelanim.json")
    capsys.readouterr()
    assert run("golden", "check") == 1
    lines = output(capsys)
    assert lines[0].startswith("foxes/other.voxelanim.json: there is no foxes/other.voxelanim.json")
    assert lines[1] == (
        "foxes/humanoid.voxelanim.json: is gone, but "
        "foxes/humanoid.voxelanim.json.golden.json is there"
    )


def test_a_file_with_errors_fails_with_their_place(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    door = project / "foxes" / DOOR.name
    door.write_bytes(DOOR.read_bytes()[:300])
    capsys.readouterr()
    assert run("golden", "check", "foxes") == 1
    assert output(capsys)[0].startswith("foxes/door.voxelanim.json: cannot be used: ")

    def swapped(document: Any) -> None:
        keys = document["clips"][0]["tracks"][0]["rotation"]
        keys[0], keys[1] = keys[1], keys[0]

    door.write_bytes(changed(DOOR, swapped))
    assert run("golden", "check", "foxes") == 1
    said = output(capsys)[0]
    assert "cannot be played" in said
    assert "Frame/Leaf" in said
    assert "tick 0" in said


def test_golden_files_can_lie_in_a_folder_that_mirrors_the_assets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "assets" / "foxes").mkdir(parents=True)
    shutil.copy(DOOR, tmp_path / "assets" / "foxes")
    (tmp_path / "animspec.toml").write_text('[golden]\nfolder = "goldens"\n')
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record", "assets") == 0
    golden = tmp_path / "goldens" / "assets" / "foxes" / f"{DOOR.name}.golden.json"
    assert golden.is_file()
    assert run("golden", "check", "assets") == 0
    (tmp_path / "assets" / "foxes" / DOOR.name).unlink()
    capsys.readouterr()
    assert run("golden", "check", "assets") == 1
    assert "is gone" in output(capsys)[0]
    shutil.copy(DOOR, tmp_path / "assets")
    assert run("golden", "record", "assets", "--folder", "elsewhere") == 0
    assert (tmp_path / "elsewhere" / "assets" / f"{DOOR.name}.golden.json").is_file()


@pytest.fixture
def mirrored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two folders of files that were recorded from it into a third."""
    for name, path in (("assets", DOOR), ("other", HUMANOID)):
        (tmp_path / name).mkdir()
        shutil.copy(path, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record", ".", "--folder", "goldens") == 0
    return tmp_path


def recorded_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*.golden.json")}


def test_what_was_recorded_from_another_folder_is_never_removed(
    mirrored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(mirrored)
    monkeypatch.chdir(mirrored / "assets")
    for _ in range(2):
        assert run("golden", "check", ".", "--folder", "../goldens", "--update") == 2
        assert recorded_in(mirrored) == before
    assert run("golden", "record", ".", "--folder", "../goldens") == 0
    assert run("golden", "check", ".", "--folder", "../goldens", "--update") == 0
    assert before <= recorded_in(mirrored)
    (mirrored / "goldens" / f"{DOOR.name}.golden.json").unlink()
    named = f"assets/{DOOR.name}"
    capsys.readouterr()
    assert run("golden", "check", named, "--folder", "../goldens", "--update") == 2
    assert before <= recorded_in(mirrored)
    monkeypatch.chdir(mirrored)
    assert run("golden", "check", ".", "--folder", "goldens") == 0


def test_golden_files_that_mirror_nothing_here_are_not_removed(
    mirrored: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(mirrored)
    capsys.readouterr()
    assert run("golden", "check", "--update") == 2
    assert "no file here has a golden file" in capsys.readouterr().err
    assert recorded_in(mirrored) == before
    (mirrored / "empty").mkdir()
    (mirrored / "goldens").rename(mirrored.parent / f"{mirrored.name}-goldens")
    monkeypatch.chdir(mirrored / "empty")
    apart = mirrored.parent / f"{mirrored.name}-goldens"
    assert run("golden", "check", ".", "--folder", str(apart), "--update") == 2
    assert len(recorded_in(apart)) == 2


def test_only_what_mirrors_the_paths_is_gone(mirrored: Path) -> None:
    (mirrored / "assets" / DOOR.name).rename(mirrored / "assets" / "new.voxelanim.json")
    (mirrored / "other" / HUMANOID.name).unlink()
    assert run("golden", "check", "assets", "--folder", "goldens", "--update") == 0
    assert recorded_in(mirrored / "goldens") == {
        "assets/new.voxelanim.json.golden.json",
        f"other/{HUMANOID.name}.golden.json",
    }
    assert run("golden", "check", ".", "--folder", "goldens", "--update") == 0
    assert recorded_in(mirrored / "goldens") == {"assets/new.voxelanim.json.golden.json"}


def test_a_folder_with_its_own_place_for_golden_files_keeps_them(project: Path) -> None:
    (project / "foxes" / "animspec.toml").write_text('[golden]\nfolder = "apart"\n')
    for path in (project / "foxes").glob("*.golden.json"):
        path.unlink()
    assert run("golden", "record") == 0
    before = recorded_in(project)
    assert f"foxes/apart/{DOOR.name}.golden.json" in before
    assert run("golden", "check", "--update") == 0
    assert recorded_in(project) == before


@pytest.mark.parametrize("action", ["record", "check"])
def test_a_path_that_is_not_there_cannot_be_used(
    action: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded_in(project)
    capsys.readouterr()
    assert run("golden", action, "foxes", "none.voxelanim.json") == 2
    out, err = capsys.readouterr()
    said = "none.voxelanim.json cannot be read: No such file or directory"
    assert (out, err) == ("", f"animspec golden: {said}\n")
    assert recorded_in(project) == before


@pytest.mark.parametrize("words", [(), ("--update",)])
def test_a_golden_file_that_cannot_be_read_is_to_blame(
    words: tuple[str, ...], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = project / "foxes" / f"{DOOR.name}.golden.json"
    golden.unlink()
    golden.mkdir()
    capsys.readouterr()
    assert run("golden", "check", *words) == 2
    assert output(capsys)[0] == (
        "foxes/door.voxelanim.json: foxes/door.voxelanim.json.golden.json "
        "cannot be read: Is a directory"
    )


@pytest.mark.parametrize("option", ["--report", "--output-file"])
def test_a_report_that_cannot_be_written_is_named(
    option: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "file").touch()
    for path, reason in (("foxes", "Is a directory"), ("file/report.html", "")):
        capsys.readouterr()
        assert run("golden", "check", option, path) == 2
        assert f"animspec golden: {path} cannot be written: {reason}" in capsys.readouterr().err


def test_configuration_sets_tolerances_by_kind_and_track(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    settings = project / "animspec.toml"
    settings.write_text("[golden.kinds.m3g-animation]\ndegrees = 9\n")
    assert run("golden", "check") == 1
    settings.write_text("[golden.kinds.animation-set]\ndegrees = 9\n")
    assert run("golden", "check") == 0
    settings.write_text('[golden.tracks]\n"frame/*.rotation" = 9\n')
    assert run("golden", "check") == 0
    settings.write_text("[golden]\ndegree = 9\n")
    capsys.readouterr()
    assert run("golden", "check") == 2
    assert 'did you mean "degrees"?' in capsys.readouterr().err


def test_json_and_junit_tell_the_same(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "foxes" / DOOR.name).write_bytes(changed(DOOR, opened_wider))
    capsys.readouterr()
    assert run("golden", "check", "--format", "json") == 1
    document = json.loads(capsys.readouterr().out)
    validator = Draft202012Validator(schema.load("golden-report"))
    assert list(validator.iter_errors(document)) == []
    (channel,) = document["files"][0]["motions"][0]["channels"]
    assert (channel["frame"], channel["component"]) == (20, "y")
    assert channel["error"] == pytest.approx(4, abs=0.001)
    assert run("golden", "check", "--format", "junit", "--output-file", "out.xml") == 1
    suite = ET.parse("out.xml").getroot()[0]  # noqa: S314 - our own file
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "0")
    (failure,) = suite.iter("failure")
    assert "Frame/Leaf.rotation.y differs by 4°" in str(failure.text)


def test_what_rounds_to_a_stored_number_changes_no_line(tmp_path: Path) -> None:
    """An update of one track leaves the lines of the others, though they moved by a hair."""

    def nudged(document: Any) -> None:
        for clip in document["clips"]:
            for track in clip["tracks"]:
                for key in track.get("rotation", ()):
                    key["value"]["z"] += 0.0004
        opened_wider(document)

    (tmp_path / DOOR.name).write_bytes(changed(DOOR, nudged))
    golden = tmp_path / f"{DOOR.name}.golden.json"
    golden.write_bytes(golden_text())
    assert run("golden", "check", "--update", str(tmp_path)) == 0
    before, after = json.loads(golden_text()), json.loads(golden.read_bytes())
    for old, new in zip(before["motions"], after["motions"], strict=True):
        for first, second in zip(old["channels"], new["channels"], strict=True):
            first.pop("digest"), second.pop("digest")
            if (old["label"], first["path"]) == ("Open", "Frame/Leaf"):
                assert first["values"].pop("y") != second["values"].pop("y")
            assert first == second
