"""The hooks as pre-commit runs them: installed from a repository, on staged files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FAULTY = ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json"
MENDABLE = ROOT / "fixtures/cases/float-noise-and-rounding/input.voxelanim.json"
CLEAN = ROOT / "fixtures/sets/door.voxelanim.json"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")


@pytest.fixture(scope="module")
def hook_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with what the hook is installed from, as it is in the work tree."""
    folder = tmp_path_factory.mktemp("animspec")
    for name in ("animspec", "expressions", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder)
    _git(folder, "init", "--quiet")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "The hook")
    return folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A user's repository."""
    folder = tmp_path / "game"
    folder.mkdir()
    _git(folder, "init", "--quiet")
    return folder


def test_the_hook_fails_on_a_faulty_file_and_shows_the_finding(
    hook_repository: Path, repository: Path
) -> None:
    shutil.copy(FAULTY, repository / "walk.voxelanim.json")
    run = _try(hook_repository, repository)
    assert run.returncode == 1, run.stdout + run.stderr
    assert (
        "walk.voxelanim.json:34:16: error[keys-at-the-same-time]: "
        "key 2 is at tick 24000, which is not after key 1 at tick 24000"
    ) in run.stdout


def test_the_hook_passes_on_clean_files_and_leaves_other_files_alone(
    hook_repository: Path, repository: Path
) -> None:
    shutil.copy(CLEAN, repository / "door.voxelanim.json")
    (repository / "package.json").write_text("{not json")
    run = _try(hook_repository, repository)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Passed" in run.stdout


def test_the_hook_is_skipped_where_there_are_no_animation_files(
    hook_repository: Path, repository: Path
) -> None:
    (repository / "README.md").write_text("nothing to see\n")
    run = _try(hook_repository, repository)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "no files to check" in run.stdout


def test_the_fixing_hook_mends_files_and_then_passes(
    hook_repository: Path, repository: Path
) -> None:
    shutil.copy(MENDABLE, repository / "walk.voxelanim.json")
    first = _try(hook_repository, repository, "animspec-fix")
    assert first.returncode == 1, first.stdout + first.stderr
    assert "files were modified by this hook" in first.stdout
    assert "No findings in 1 file (7 fixed)" in first.stdout
    assert '"x": 0.0064' in (repository / "walk.voxelanim.json").read_text()
    second = _try(hook_repository, repository, "animspec-fix")
    assert second.returncode == 0, second.stdout + second.stderr


def test_the_fixing_hook_fails_on_what_it_leaves(hook_repository: Path, repository: Path) -> None:
    shutil.copy(FAULTY, repository / "walk.voxelanim.json")
    run = _try(hook_repository, repository, "animspec-fix")
    assert run.returncode == 1, run.stdout + run.stderr
    assert "files were modified" not in run.stdout
    assert "(0 fixed, 1 fixable with --unsafe-fixes)" in run.stdout


@pytest.mark.parametrize("hook", ["animspec-check", "animspec-fix"])
def test_the_hooks_leave_out_what_the_configuration_excludes(
    hook: str, hook_repository: Path, repository: Path
) -> None:
    shutil.copy(FAULTY, repository / "walk.voxelanim.json")
    (repository / "animspec.toml").write_text('exclude = ["walk*"]\n')
    run = _try(hook_repository, repository, hook)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Passed" in run.stdout


def test_warnings_are_shown_without_failing_where_the_hook_is_verbose(
    hook_repository: Path, repository: Path
) -> None:
    faulty = FAULTY.read_bytes()
    (repository / "walk.voxelanim.json").write_bytes(faulty)
    (repository / "animspec.toml").write_text('[severities]\nkeys-at-the-same-time = "warning"\n')
    run = _try(hook_repository, repository, "animspec-check", "--verbose")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "warning[keys-at-the-same-time]" in run.stdout


def test_one_process_of_pre_commit_is_handed_all_files() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    assert hooks.count("- id: ") == hooks.count("  require_serial: true") == 2


def _try(
    hook_repository: Path, repository: Path, hook: str = "animspec-check", *more: str
) -> subprocess.CompletedProcess[str]:
    _git(repository, "add", "--all")
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_repository)]
    command += [hook, "--all-files", "--color", "never", *more]
    environment = os.environ | {"PRE_COMMIT_HOME": str(hook_repository.parent / "pre-commit-home")}
    return subprocess.run(
        command, cwd=repository, env=environment, capture_output=True, text=True, check=False
    )


def _git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)
