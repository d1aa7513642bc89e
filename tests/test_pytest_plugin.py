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


SHARING: Final = """\
import pytest

DOOR = "assets/door.voxelanim.json"


def test_unnamed(animation_golden):
    animation_golden(DOOR)
    animation_golden(DOOR)


def test_named_twice(animation_golden):
    animation_golden(DOOR)
    animation_golden(DOOR, "twice")
    animation_golden(DOOR, "twice")


def test_first(animation_golden):
    animation_golden(DOOR, "walk")


def test_second(animation_golden):
    animation_golden(DOOR, "walk")


@pytest.mark.parametrize("word", ["a/b", "a.b"])
def test_p(animation_golden, word):
    animation_golden(DOOR)
"""


@pytest.mark.parametrize("option", [(), ("--animspec-update",)])
def test_no_two_comparisons_share_a_golden_file(project: Path, option: tuple[str, ...]) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(SHARING)
    run(project, "--animspec-update")
    status, said = run(project, *option)
    assert status == 1
    assert "4 failed, 2 passed" in said
    for name, file in (
        ("test_unnamed", "test_fox.py.test_unnamed"),
        ("test_named_twice", "twice"),
    ):
        path = Path("goldens", f"{file}.golden.json")
        assert f"test_fox.py::{name} compares two documents with {path}: a second one" in said
    for file, first, second in (
        ("walk", "test_first", "test_second"),
        ("test_fox.py.test_p_a.b_", "test_p[a/b]", "test_p[a.b]"),
    ):
        path = Path("goldens", f"{file}.golden.json")
        tests = f"test_fox.py::{first} and test_fox.py::{second}"
        assert f"{path} is the golden file of two tests, {tests}: each needs" in said
    assert "pytest_plugin.py" not in said


def test_a_test_that_is_run_again_has_its_golden_files_still(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(MODULE)
    assert run(project, "--animspec-update")[0] == 0
    (project / "conftest.py").write_text(
        "from _pytest.runner import runtestprotocol\n\n\n"
        "def pytest_runtest_protocol(item, nextitem):\n"
        "    for _ in range(2):\n"
        "        for report in runtestprotocol(item, nextitem=nextitem, log=False):\n"
        "            item.ihook.pytest_runtest_logreport(report=report)\n"
        "        item._initrequest()\n"
        "    return True\n"
    )
    status, said = run(project)
    assert (status, "4 passed" in said) == (0, True), said


@pytest.mark.parametrize(
    "table",
    [
        "linear = 0.001\ndegrees = 4",
        '[golden.tracks]\n"Frame/Leaf" = 4',
        "[golden.kinds.animation-set]\ndegrees = 4",
    ],
)
def test_the_fixture_takes_the_tolerances_of_configuration(project: Path, table: str) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(MODULE)
    assert run(project, "--animspec-update")[0] == 0
    open_wider(project)
    assert run(project)[0] == 1
    (project / "animspec.toml").write_text(f"[golden]\n{table}\n")
    status, said = run(project)
    assert (status, "2 passed" in said) == (0, True), said
    shutil.rmtree(project / "goldens")
    assert run(project, "--animspec-update")[0] == 0
    recorded = json.loads((project / "goldens" / "door_of_two.golden.json").read_bytes())
    assert 4 in (
        recorded["tolerances"]["degrees"],
        *recorded["tolerances"].get("tracks", {}).values(),
    )


def test_the_fixture_takes_tolerances_of_its_own_before_those_of_configuration(
    project: Path,
) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "animspec.toml").write_text("[golden]\ndegrees = 4\n")
    program = (
        "from animspec.tolerances import Tolerances\n\n\n"
        "def test_it(animation_golden):\n"
        '    animation_golden("assets/door.voxelanim.json", tolerances=Tolerances(degrees=3))\n'
    )
    (project / "test_fox.py").write_text(program)
    assert run(project, "--animspec-update")[0] == 0
    open_wider(project)
    status, said = run(project)
    assert status == 1
    assert "(tolerance 3°)" in said


def test_the_configuration_is_that_of_the_file_or_else_of_the_test(project: Path) -> None:
    outside = project / "assets"
    inside = project / "project"
    (inside / "assets").mkdir(parents=True)
    shutil.copy(DOOR, inside / "assets")
    (inside / "pytest.ini").write_text("[pytest]\n")
    (inside / "test_fox.py").write_text(
        "def test_inside(animation_golden):\n"
        f'    animation_golden("assets/{DOOR.name}")\n\n\n'
        "def test_outside(animation_golden):\n"
        f'    animation_golden("../assets/{DOOR.name}")\n'
    )
    assert run(inside, "--animspec-update")[0] == 0
    open_wider(project)
    open_wider(inside)
    (outside / "animspec.toml").write_text("[golden]\ndegrees = 1\n")
    (inside / "animspec.toml").write_text("[golden]\ndegrees = 2\n")
    (inside / "assets" / "animspec.toml").write_text("[golden]\ndegrees = 3\n")
    status, said = run(inside)
    assert (status, "2 failed" in said) == (1, True), said
    assert said.count("(tolerance 3°)") == said.count("(tolerance 2°)") > 0
    assert "(tolerance 1°)" not in said


def test_a_failure_of_the_fixture_is_told_in_its_own_words(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(MODULE)
    status, said = run(project)
    assert status == 1
    path = Path("goldens", "door_of_two.golden.json")
    assert f"MotionChanged: there is no {path}; pytest --animspec-update writes it" in said
    assert "test_fox.py::test_a_path - there is no goldens" in said
    assert run(project, "--animspec-update")[0] == 0
    open_wider(project)
    for form in ("auto", "long", "short"):
        status, more = run(project, f"--tb={form}")
        assert status == 1
        assert 'animation_golden(Path("assets/door.voxelanim.json"), "door of two")' in more
        assert "test_fox.py::test_a_path - Open: Frame/Leaf.rotation.y" in more
        said += more
    assert "pytest_plugin.py" not in said
    assert "__tracebackhide__" not in said


def test_a_file_that_the_fixture_cannot_use_is_told_without_our_source(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(
        'def test_it(animation_golden):\n    animation_golden("assets/gone.m3g")\n'
    )
    status, said = run(project)
    assert status == 1
    assert "DocumentError: assets/gone.m3g cannot be used:" in said
    assert "the file cannot be read: No such file" in said
    assert "pytest_plugin.py" not in said
    assert "loading.py" not in said


def test_the_fixture_leaves_a_golden_file_of_a_newer_version_as_it_is(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(MODULE)
    assert run(project, "--animspec-update")[0] == 0
    path = project / "goldens" / "door_of_two.golden.json"
    newer = path.read_text().replace('"golden": 1', '"golden": 2')
    path.write_text(newer)
    status, said = run(project, "--animspec-update")
    assert (status, "1 failed, 1 passed" in said) == (1, True), said
    assert "NewerGoldenError" in said
    assert path.read_text() == newer


def test_an_update_tells_what_it_has_accepted(project: Path) -> None:
    (project / "test_fox.py").write_text(MODULE)
    beside = Path("assets", f"{DOOR.name}.golden.json")
    unnamed = Path("goldens", "test_fox.py.test_a_document.golden.json")
    named = Path("goldens", "door_of_two.golden.json")
    said = run(project, "--animspec-update")[1]
    assert "animspec: 3 golden files brought up to date" in said
    written = [f"{each}: written" for each in (beside, named, unnamed)]
    assert [line for line in said.splitlines() if line.endswith(": written")] == written
    assert "brought up to date" not in run(project, "--animspec-update")[1]
    open_wider(project)
    (project / named).write_text("{")
    assert "brought up to date" not in run(project)[1]
    said = run(project, "--animspec-update")[1]
    assert "animspec: 3 golden files brought up to date" in said
    for path in (beside, unnamed):
        assert f"{path}: rewritten: changed in 1 of 2 motions and 1 of 4 tracks\n" in said
    assert f"{named}: rewritten: {named.name} " in said
    assert "brought up to date" not in run(project, "--animspec-update")[1]


def test_what_was_accepted_is_told_of_tests_that_fail_and_of_other_fixtures(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_fox.py").write_text(
        "import pytest\n\n\n"
        "@pytest.fixture\ndef held(animation_golden):\n"
        f'    animation_golden("assets/{DOOR.name}", "early")\n'
        f'    yield\n    animation_golden("assets/{DOOR.name}", "late")\n\n\n'
        "def test_it(held, animation_golden):\n"
        f'    animation_golden("assets/{DOOR.name}")\n    assert False\n'
    )
    status, said = run(project, "--animspec-update")
    assert status == 1
    assert "animspec: 3 golden files brought up to date" in said


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
