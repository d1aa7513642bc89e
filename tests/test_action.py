"""The GitHub Action: a file that GitHub takes, and scripts that do what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).parents[1]
ACTION: Final = ROOT / "action.yml"
FAULTY: Final = ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json"
CLEAN: Final = ROOT / "fixtures/sets/door.voxelanim.json"

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None, reason="the scripts are for bash"
)


@pytest.fixture(scope="module")
def action() -> Any:
    return yaml.safe_load(ACTION.read_text())


def test_it_is_what_github_takes() -> None:
    """By the schema for actions that check-jsonschema brings."""
    command = [sys.executable, "-m", "check_jsonschema"]
    command += ["--builtin-schema", "vendor.github-actions", str(ACTION)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_input_is_used_and_every_one_that_is_used_is_declared(action: Any) -> None:
    used = set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", ACTION.read_text()))
    assert used == set(action["inputs"])
    assert all("description" in each and "default" in each for each in action["inputs"].values())


def test_no_script_holds_what_a_user_wrote(action: Any) -> None:
    """Inputs reach scripts as variables: pasted into one they could be commands."""
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)


class TestScripts:
    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        """What the step that installs leaves: an environment with animspec."""
        folder = tmp_path / "home" / "bin"
        folder.mkdir(parents=True)
        folder.joinpath("python").symlink_to(sys.executable)
        command = folder / "animspec"
        command.write_text(f"#!{sys.executable}\nfrom animspec.cli import program\nprogram()\n")
        command.chmod(0o755)
        return folder.parent

    def run(
        self, action: Any, home: Path, paths: str = ".", args: str = ""
    ) -> tuple[int, list[str], str]:
        """Return the status, the lines and the outputs of the step that checks."""
        game = home.parent / "game"
        outputs = home.parent / "outputs"
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "ANIMSPEC_HOME": str(home),
            "ANIMSPEC_PATHS": paths,
            "ANIMSPEC_ARGS": args,
            "GITHUB_OUTPUT": str(outputs),
        }
        # As GitHub runs "shell: bash".
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
        done = subprocess.run(
            [*shell, action["runs"]["steps"][-1]["run"]],
            cwd=game, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines(), outputs.read_text()

    @pytest.fixture(autouse=True)
    def game(self, tmp_path: Path) -> Path:
        folder = tmp_path / "game"
        folder.joinpath("two words").mkdir(parents=True)
        shutil.copy(FAULTY, folder / "two words/fox.voxelanim.json")
        shutil.copy(CLEAN, folder / "door.voxelanim.json")
        return folder

    def test_findings_are_annotations_and_fail(self, action: Any, home: Path) -> None:
        status, lines, outputs = self.run(action, home)
        assert status == 1
        assert lines[0].startswith("::error file=two words/fox.voxelanim.json,line=34,")
        assert outputs == "status=1\n"

    def test_what_is_clean_passes(self, action: Any, home: Path) -> None:
        status, lines, outputs = self.run(action, home, "door.voxelanim.json\n")
        assert (status, outputs) == (0, "status=0\n")
        assert not any(line.startswith("::error") for line in lines)

    def test_paths_stand_on_lines_and_may_hold_spaces(self, action: Any, home: Path) -> None:
        assert self.run(action, home, "door.voxelanim.json\r\ntwo words")[0] == 1
        assert self.run(action, home, "\n\n")[0] == 1, "no path is the folder"

    def test_arguments_are_taken_apart_as_a_shell_does(self, action: Any, home: Path) -> None:
        args = "--ignore 'keys-at-the-same-time, blank-name' --fail-on error"
        assert self.run(action, home, args=args)[0] == 0

    def test_arguments_that_cannot_be_taken_apart_fail(self, action: Any, home: Path) -> None:
        status, lines, outputs = self.run(action, home, args="--fail-on warning --ignore 'x")
        assert (status, outputs) == (2, "status=2\n")
        assert lines == ["::error::args of animspec cannot be taken apart: No closing quotation"]

    def test_arguments_are_no_commands(self, action: Any, home: Path, game: Path) -> None:
        status, _, _ = self.run(action, home, "$(touch owned); `touch owned`", "'; touch owned'")
        assert status == 1
        assert not game.joinpath("owned").exists()

    def test_it_installs_into_an_environment_of_its_own(self, action: Any, tmp_path: Path) -> None:
        """With a pip that tells what it is asked for."""
        fake = tmp_path / "python"
        fake.write_text(
            '#!/usr/bin/env bash\nif [ "$2" = venv ]; then mkdir -p "$3/bin"; '
            'cp "$0" "$3/bin/python"; else echo "${@: -1}"; fi\n'
        )
        fake.chmod(0o755)
        for version, wanted in (
            ("", "/the/action"),
            ("0.1.0", "animspec==0.1.0"),
            (">=0.1,<0.2", "animspec>=0.1,<0.2"),
        ):
            done = subprocess.run(
                ["bash", "-eo", "pipefail", "-c", action["runs"]["steps"][1]["run"]],
                env={
                    **os.environ,
                    "ANIMSPEC_PYTHON": str(fake),
                    "ANIMSPEC_VERSION": version,
                    "ANIMSPEC_ACTION": "/the/action",
                    "ANIMSPEC_HOME": str(tmp_path / "home with space"),
                },
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            assert done.stdout == f"{wanted}\n"
