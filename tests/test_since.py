"""``--since``: only files that differ from a git revision, by git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from animspec.cli import main

ROOT: Final = Path(__file__).parents[1]
FAULTY: Final = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
OTHER: Final = FAULTY.replace(b'"tick": 24000', b'"tick": 23000')

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")


def git(*words: str, folder: Path | None = None) -> str:
    identity = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    run = ["git", *identity, "-c", "protocol.file.allow=always", *words]
    return subprocess.run(run, cwd=folder, check=True, capture_output=True, text=True).stdout


def put(*names: str, data: bytes = FAULTY) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


def commit() -> None:
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "--message", "More")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with some files, in the current folder."""
    folder = tmp_path / "game"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git("init", "--quiet", "--initial-branch", "main")
    put("a.voxelanim.json", "b.voxelanim.json", "in/c.voxelanim.json", "in/d.voxelanim.json")
    commit()
    git("tag", "start")
    return folder


def checked(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the files in which a run finds something: all that it checks are faulty."""
    status = main(["check", "--format", "concise", *words])
    captured = capsys.readouterr()
    assert captured.err == ""
    lines = captured.out.split(": error[")
    names = [line.rpartition("\n")[2].rpartition(".json")[0] for line in lines[:-1]]
    assert status == bool(names)
    return names


@pytest.mark.usefixtures("repository")
class TestWhatHasChanged:
    def test_nothing_is_checked_where_nothing_has(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "--since", "HEAD"]) == 0
        assert capsys.readouterr().out == "No animation files found\n"

    def test_committed_staged_changed_and_new_files_are(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        put("in/c.voxelanim.json", data=OTHER)
        commit()
        put("b.voxelanim.json", data=OTHER)
        git("add", "--all")
        put("in/d.voxelanim.json", data=OTHER)
        put("in/new.voxelanim.json")
        everything = ["b", "in/c", "in/d", "in/new"]
        assert [
            n.removesuffix(".voxelanim") for n in checked(capsys, "--since", "start")
        ] == everything
        since_head = checked(capsys, "--since", "HEAD")
        assert [n.removesuffix(".voxelanim") for n in since_head] == ["b", "in/d", "in/new"]

    def test_what_is_staged_counts_even_where_it_was_taken_back(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        put("a.voxelanim.json", data=OTHER)
        git("add", "--all")
        put("a.voxelanim.json")
        assert checked(capsys, "--since", "HEAD") == ["a.voxelanim"]

    def test_a_renamed_file_is_and_a_deleted_one_is_not(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        git("mv", "a.voxelanim.json", "z.voxelanim.json")
        git("rm", "--quiet", "b.voxelanim.json")
        assert checked(capsys, "--since", "HEAD") == ["z.voxelanim"]
        commit()
        assert checked(capsys, "--since", "start") == ["z.voxelanim"]

    def test_ignored_files_are_not(self, capsys: pytest.CaptureFixture[str]) -> None:
        put(".gitignore", data=b"new*")
        put("new.voxelanim.json")
        assert checked(capsys, "--since", "HEAD") == []

    @pytest.mark.parametrize("name", ["two words", "füchse", "line\nend", '"quoted"', "-n", "*"])
    def test_names_may_be_odd(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        put(f"in/{name}/{name}.voxelanim.json")
        assert main(["check", "--since", "HEAD", "--format", "json"]) == 1
        out = capsys.readouterr().out
        assert out.count('"rule": "keys-at-the-same-time"') == 1
        commit()
        put(f"in/{name}/{name}.voxelanim.json", data=OTHER)
        assert main(["check", "--since", "HEAD"]) == 1
        assert "in 1 file " in capsys.readouterr().out

    def test_only_what_is_named_is_checked(self, capsys: pytest.CaptureFixture[str]) -> None:
        put("a.voxelanim.json", "in/c.voxelanim.json", data=OTHER)
        assert checked(capsys, "--since", "HEAD", "in") == ["in/c.voxelanim"]
        named = ["a.voxelanim.json", "b.voxelanim.json"]
        assert checked(capsys, "--since", "HEAD", *named) == ["a.voxelanim"]

    def test_a_folder_of_the_repository_sees_its_own(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put("a.voxelanim.json", "in/c.voxelanim.json", data=OTHER)
        monkeypatch.chdir("in")
        assert checked(capsys, "--since", "HEAD") == ["c.voxelanim"]
        assert checked(capsys, "--since", "HEAD", "..") == ["../a.voxelanim", "../in/c.voxelanim"]

    def test_a_hook_of_git_may_ask_too(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put("in/c.voxelanim.json", data=OTHER)
        monkeypatch.setenv("GIT_DIR", ".git")
        monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
        assert checked(capsys, "--since", "HEAD", "in") == ["in/c.voxelanim"]

    def test_the_first_commit_is_a_revision_like_others(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        put("a.voxelanim.json", data=OTHER)
        commit()
        commit()
        root = git("rev-list", "--max-parents=0", "HEAD").strip()
        assert checked(capsys, "--since", root[:10]) == ["a.voxelanim"]
        assert checked(capsys, "--since", "HEAD~2") == ["a.voxelanim"]

    def test_three_dots_ask_where_the_branch_began(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        git("switch", "--quiet", "--create", "mine")
        put("a.voxelanim.json", data=OTHER)
        commit()
        git("switch", "--quiet", "main")
        put("b.voxelanim.json", data=OTHER)
        commit()
        git("switch", "--quiet", "mine")
        assert checked(capsys, "--since", "main") == ["a.voxelanim", "b.voxelanim"]
        assert checked(capsys, "--since", "main...") == ["a.voxelanim"]

    def test_an_ignore_is_not_called_unused_where_few_files_are_checked(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        put("animspec-ignores.toml", data=b"")
        Path("animspec-ignores.toml").write_text(
            '[[ignore]]\nfiles = "*.voxelanim.json"\nrule = "scale-changes-sign"\nreason = "so"\n'
        )
        assert main(["check"]) == 1
        assert "unused-ignore" in capsys.readouterr().out
        commit()
        put("a.voxelanim.json", data=OTHER)
        main(["check", "--since", "HEAD"])
        assert "unused-ignore" not in capsys.readouterr().out


class TestElsewhere:
    def test_a_worktree_is_asked_about_itself(
        self, repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git("worktree", "add", "--quiet", "../tree")
        monkeypatch.chdir(repository.parent / "tree")
        assert checked(capsys, "--since", "start") == []
        put("b.voxelanim.json", data=OTHER)
        assert checked(capsys, "--since", "start") == ["b.voxelanim"]

    def test_a_folder_behind_a_link_is_followed(
        self, repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put("b.voxelanim.json", data=OTHER)
        link = repository.parent / "link"
        link.symlink_to(repository)
        monkeypatch.chdir(repository.parent)
        assert checked(capsys, "--since", "start", "link") == ["link/b.voxelanim"]

    def test_what_is_in_a_changed_submodule_is_checked(
        self, repository: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = repository.parent / "other"
        other.mkdir()
        git("init", "--quiet", folder=other)
        other.joinpath("m.voxelanim.json").write_bytes(FAULTY)
        git("add", "--all", folder=other)
        git("commit", "--quiet", "--message", "First", folder=other)
        git("submodule", "--quiet", "add", str(other), "sub")
        assert checked(capsys, "--since", "start") == ["sub/m.voxelanim"]
        commit()
        assert checked(capsys, "--since", "HEAD") == []

    def test_outside_of_a_repository_it_is_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
        assert main(["check", "--since", "HEAD"]) == 2
        where = os.path.realpath(tmp_path)
        expected = f'--since needs a git repository, and "{where}" is in none\n'
        assert capsys.readouterr().err[:40] == expected[:40]

    @pytest.mark.usefixtures("repository")
    @pytest.mark.parametrize("revision", ["nonsense", "--help", "", "HEAD~99", "nonsense..."])
    def test_an_unknown_revision_is_refused(
        self, revision: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", f"--since={revision}"]) == 2
        name = revision.removesuffix("...")
        assert capsys.readouterr().err.startswith(f'--since: git knows no revision "{name}" in "')

    def test_a_shallow_clone_says_why_it_knows_no_more(
        self, repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        commit()
        git("clone", "--quiet", "--depth", "1", repository.as_uri(), "../shallow")
        monkeypatch.chdir("../shallow")
        assert main(["check", "--since", "HEAD~1"]) == 2
        assert capsys.readouterr().err.endswith(
            "; the clone is shallow, so that it lacks older ones\n"
        )

    @pytest.mark.usefixtures("repository")
    def test_without_git_it_is_refused(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        assert main(["check", "--since", "HEAD"]) == 2
        assert capsys.readouterr().err == "--since needs git, and there is none on the PATH\n"
