"""The plugin of pytest: files as tests, the fixture, and a run that has nothing to do with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

import pytest

DOOR: Final = Path(__file__).parent.parent / "fixtures" / "sets" / "door.voxelanim.json"

MODULE: Final = """\
from pathlib import Path

import animspec


def test_a_document(animation_golden):
    animation_golden(animspec.load("assets/door.voxelanim.json"))


def test_a_path(animation_golden):
    animation_golden(Path("assets/door.voxelanim.json"), "door of two")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    shutil.copy(DOOR, tmp_path / "assets")
    (tmp_path / "pytest.ini").write_text("[pytest]\nanimspec_paths = assets/\n")
    return tmp_path


def run(project: Path, *words: str) -> tuple[int, str]:
    """Run pytest in a process of its own, with no plugin but ours."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    plugins = ["-p", "animspec.pytest_plugin", "-W", "error"]
    done = subprocess.run(
        [*command, *plugins, *words],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    return done.returncode, done.stdout + done.stderr


def test_pytest_finds_the_plugin_by_itself() -> None:
    found = {each.name: each.value for each in entry_points(group="pytest11")}
    assert found["animspec"] == "animspec.pytest_plugin"


def open_wider(project: Path) -> None:
    path = project / "assets" / DOOR.name
    document = json.loads(path.read_bytes())
    document["clips"][0]["tracks"][0]["rotation"][1]["value"]["y"] += 4
    path.write_text(json.dumps(document))


def test_files_are_checked_and_compared_with_golden_files(project: Path) -> None:
    status, said = run(project)
    assert (status, "1 passed" in said) == (0, True), said
    status, said = run(project, "--animspec-update")
    assert (status, "2 passed" in said) == (0, True), said
    assert (project / "assets" / f"{DOOR.name}.golden.json").is_file()
    open_wider(project)
    status, said = run(project)
    assert status == 1
    assert "1 failed, 1 passed" in said
    assert "Frame/Leaf.rotation.y differs by 4° at frame 20 (0.666667 s)" in said
    assert "Traceback" not in said
    assert run(project, "--animspec-update")[0] == 0
    assert run(project)[0] == 0


def test_a_file_with_errors_fails_with_its_findings(project: Path) -> None:
    path = project / "assets" / DOOR.name
    path.write_text(path.read_text().replace('"fps": 30', '"fps": 7'))
    status, said = run(project)
    assert status == 1
    assert "error[fps-off-tick-grid]" in said


def test_configuration_can_name_the_files_and_the_folder(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    assert run(project)[0] == 5, "nothing is collected unless it is asked for"
    (project / "animspec.toml").write_text('[golden]\npaths = ["assets/"]\nfolder = "kept"\n')
    assert run(project, "--animspec-update")[0] == 0
    assert (project / "kept" / "assets" / f"{DOOR.name}.golden.json").is_file()
    status, said = run(project)
    assert (status, "2 passed" in said) == (0, True), said


def test_the_fixture_compares_documents_and_files(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\nanimspec_goldens = kept\n")
    (project / "test_fox.py").write_text(MODULE)
    status, said = run(project)
    assert status == 1
    assert "pytest --animspec-update writes it" in said
    assert run(project, "--animspec-update")[0] == 0
    names = {path.name for path in (project / "kept").iterdir()}
    assert names == {"test_fox.py.test_a_document.golden.json", "door_of_two.golden.json"}
    assert run(project)[0] == 0
    open_wider(project)
    status, said = run(project)
    assert status == 1
    assert said.count("Frame/Leaf.rotation.y differs by 4° at frame 20") >= 2


def test_a_run_without_animation_files_loads_nothing_of_animspec(tmp_path: Path) -> None:
    program = (
        "import sys\n\n\ndef test_it():\n"
        "    ours = {name for name in sys.modules if name.startswith('animspec.')}\n"
        "    assert ours <= {'animspec.pytest_plugin'}, ours\n"
        "    assert {'numpy', 'msgspec', 'attrs'}.isdisjoint(sys.modules)\n"
    )
    (tmp_path / "test_alone.py").write_text(program)
    status, said = run(tmp_path, "test_alone.py")
    assert status == 0, said
