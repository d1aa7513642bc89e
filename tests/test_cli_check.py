"""``animspec check`` and its sisters as people and programs call them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from jsonschema import Draft202012Validator

from animspec import cli, files, schema
from animspec.catalogue import entry, names
from animspec.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Golden

FIXTURES: Final = Path(__file__).parent.parent / "fixtures"
REPORTS: Final = FIXTURES / "reports"
Run: TypeAlias = "Callable[..., tuple[int, str]]"
NAME: Final = "fox.voxelanim.json"

CLEAN: Final = '{"rig": "Fox", "clips": []}\n'
FAULTY: Final = '{"rig": 1, "clips": []}\n'
WORTH_A_WARNING: Final = '{"rig": "Fox", "clips": [], "extra": 1}\n'
WORTH_A_HINT: Final = '{"version": 1.0, "rig": "Fox", "clips": []}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run ``animspec check`` and return its status and what it wrote."""

    def call(*words: str) -> tuple[int, str]:
        status = main(["check", *words])
        sys.stdout.flush()
        captured = capfdbinary.readouterr()
        assert captured.err == b""
        return status, captured.out.decode()

    return call


def put(folder: Path, name: str, text: str = FAULTY) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def checked(out: str) -> list[str]:
    """Return the files of which a concise report tells a finding."""
    *findings, _ = out.splitlines()
    return [line.partition(": error")[0].rpartition(":")[0].rpartition(":")[0] for line in findings]


def as_program(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own."""
    command = [sys.executable, "-m", "animspec", *words]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **more)


class TestReports:
    """Each form of report, as it is expected."""

    NAMES: Final = ("cut-off", "fox", "clean", "one-line", "missing")

    @pytest.mark.parametrize(
        ("expected", "words"),
        [
            ("text.expected.txt", ["--color", "never"]),
            ("colour.expected.txt", ["--color", "always"]),
            ("concise.expected.txt", ["--format", "concise"]),
            ("report.expected.json", ["--format", "json"]),
        ],
    )
    def test_a_report_is_as_expected(
        self,
        expected: str,
        words: list[str],
        run: Run,
        golden: Golden,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(REPORTS)
        paths = [f"{name}.voxelanim.json" for name in self.NAMES]
        status, out = run(*paths, *words)
        assert status == 1
        golden(REPORTS / expected, out)

    @pytest.mark.parametrize("path", ["fixtures/reports", "fixtures/input", "fixtures/sets"])
    @pytest.mark.parametrize("more", [[], ["--show", "hint"], ["--no-fold"]])
    def test_the_form_for_programs_keeps_to_its_schema(
        self, path: str, more: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(FIXTURES.parent)
        _, out = run(path, "--format", "json", *more)
        report = json.loads(out)
        strict = closed(schema.bundled("report"))
        Draft202012Validator(strict).validate(report)
        counts = dict.fromkeys(("error", "warning", "hint"), 0)
        for finding in report["findings"]:
            counts[finding["severity"]] += finding["count"]
        summary = report["summary"]
        assert counts == {key: summary[f"{key}s"] for key in counts}
        assert summary["filesWithFindings"] == len({each["file"] for each in report["findings"]})

    def test_both_forms_of_lines_tell_the_same_findings(self, run: Run, folder: Path) -> None:
        put(folder, NAME)
        _, text = run("--color", "never")
        _, concise = run("--format", "concise")
        assert text.splitlines()[0] == concise.splitlines()[0]
        assert text.splitlines()[-1] == concise.splitlines()[-1]

    @pytest.mark.parametrize(
        ("texts", "sentence"),
        [
            ([], "No animation files found"),
            ([CLEAN], "No findings in 1 file"),
            ([FAULTY], "Found 1 error in 1 file"),
            ([FAULTY, CLEAN], "Found 1 error in 1 of 2 files"),
            ([FAULTY, WORTH_A_WARNING, FAULTY], "Found 2 errors and 1 warning in 3 of 3 files"),
        ],
    )
    def test_the_last_line_counts(
        self, texts: list[str], sentence: str, run: Run, folder: Path
    ) -> None:
        for at, text in enumerate(texts):
            put(folder, f"{at}.voxelanim.json", text)
        assert run()[1].splitlines()[-1] == sentence


def closed(value: Any) -> Any:
    """Return a schema whose objects allow no members that it does not name."""
    if isinstance(value, list):
        return [closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    more = {"additionalProperties": False} if value.get("type") == "object" else {}
    return {key: closed(item) for key, item in value.items()} | more


class TestExitStatus:
    """0 where nothing was found at or above --fail-on, 1 where something was, 2 if unusable."""

    @pytest.mark.parametrize(
        ("text", "fail_on", "status"),
        [
            (CLEAN, "hint", 0),
            (WORTH_A_HINT, "error", 0),
            (WORTH_A_HINT, "warning", 0),
            (WORTH_A_HINT, "hint", 1),
            (WORTH_A_WARNING, "error", 0),
            (WORTH_A_WARNING, "warning", 1),
            (WORTH_A_WARNING, "hint", 1),
            (FAULTY, "error", 1),
            (FAULTY, "warning", 1),
        ],
    )
    def test_it_depends_on_the_worst_finding(
        self, text: str, fail_on: str, status: int, run: Run, folder: Path
    ) -> None:
        put(folder, NAME, text)
        assert run("--fail-on", fail_on)[0] == status

    def test_with_exit_zero_nothing_fails_but_what_cannot_be_used(
        self, run: Run, folder: Path
    ) -> None:
        put(folder, NAME)
        status, told, *_ = run("--exit-zero")
        assert status == 0
        assert "error[" in told
        assert main(["check", "--exit-zero", "--baseline", "absent.json"]) == 2

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")  # noqa: PTH110
    @pytest.mark.parametrize(
        "words", [["check", NAME], ["info", NAME], ["golden", "check", NAME], ["rules"]]
    )
    def test_where_the_output_cannot_be_written(self, words: list[str], folder: Path) -> None:
        put(folder, NAME, FAULTY if words[0] == "check" else CLEAN)
        with open("/dev/full", "w") as full:  # noqa: PTH123
            done = subprocess.run(
                [sys.executable, "-m", "animspec", *words],
                cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            )  # fmt: skip
        told = "animspec: the output cannot be written: No space left on device\n"
        assert (done.returncode, done.stderr) == (2, told)

    def test_what_fails_is_shown(self, run: Run, folder: Path) -> None:
        put(folder, NAME, WORTH_A_HINT)
        assert run("--fail-on", "hint")[1].startswith(
            f"{NAME}:1:13: hint[integer-written-as-float]"
        )

    def test_what_is_not_shown_does_not_fail(self, run: Run, folder: Path) -> None:
        put(folder, NAME, WORTH_A_WARNING)
        assert run("--show", "error") == (0, "No findings in 1 file\n")

    @pytest.mark.parametrize(
        "words",
        [
            ["check", "--unknown"],
            ["check", "--format", "xml"],
            ["check", "--fail-on", "never"],
            ["check", "--hierarchy", "Fox"],
            ["check", "--hierarchy", "Fox=absent.json"],
            ["unknown"],
            [],
            ["explain"],
            ["explain", "no-such-rule"],
            ["schema", "no-such-schema"],
        ],
    )
    def test_what_cannot_be_used_is_two(self, words: list[str], folder: Path) -> None:
        assert folder.is_dir()
        try:
            status = main(words)
        except SystemExit as stop:
            status = stop.code  # type: ignore[assignment]
        assert status == 2

    def test_an_interrupt_is_no_traceback(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, NAME)

        def interrupt(*_: object) -> bytes:
            raise KeyboardInterrupt

        monkeypatch.setattr("animspec.cli.checking.read_with_status", interrupt)
        assert main(["check"]) == 130


class TestFiles:
    """What a path stands for."""

    def test_a_file_that_is_not_there_is_reported(self, run: Run, folder: Path) -> None:
        put(folder, NAME, CLEAN)
        status, out = run("absent.json", NAME, "--color", "never")
        assert status == 1
        assert out.splitlines() == [
            "absent.json: error[cannot-read]: the file cannot be read: No such file or directory",
            "",
            "Found 1 error in 1 of 2 files",
        ]

    def test_a_file_that_may_not_be_read_is_reported(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, NAME)

        def refuse(path: str, _: int) -> bytes:
            raise PermissionError(13, "Permission denied", path)

        monkeypatch.setattr("animspec.cli.checking.read_with_status", refuse)
        status, out = run("--format", "concise")
        assert (status, out.splitlines()[0]) == (
            1, f"{NAME}: error[cannot-read]: the file cannot be read: Permission denied",
        )  # fmt: skip

    def test_a_folder_that_may_not_be_read_stops_no_other(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Not even its configuration can be: it is not asked for."""
        put(folder, NAME, CLEAN)
        (folder / "closed").mkdir()
        (folder / "closed/animspec.toml").write_text("nonsense")
        entries_of = files.entries_of

        def refuse(at: str) -> list[os.DirEntry[str]]:
            if at.endswith("closed"):
                raise PermissionError(13, "Permission denied", at)
            return entries_of(at)

        monkeypatch.setattr("animspec.discovery.entries_of", refuse)
        status, out = run("--format", "concise", "--no-cache")
        first, summary = out.splitlines()
        assert (status, summary) == (1, "Found 1 error in 1 of 2 files")
        assert first.startswith("closed: error[cannot-read]: the file cannot be read: ")

    def test_a_broken_link_is_reported(self, run: Run, folder: Path) -> None:
        (folder / NAME).symlink_to("nowhere")
        status, out = run("--format", "concise")
        assert (status, out.splitlines()[0]) == (
            1, f"{NAME}: error[cannot-read]: the file cannot be read: No such file or directory",
        )  # fmt: skip

    def test_a_link_that_leads_to_itself_is_reported(self, run: Run, folder: Path) -> None:
        (folder / NAME).symlink_to(NAME)
        status, out = run(NAME, "--format", "concise")
        assert status == 1
        assert "the file cannot be read: Too many levels of symbolic links" in out

    def test_a_path_that_no_system_takes_is_reported(self, run: Run, folder: Path) -> None:
        assert folder.is_dir()
        status, out = run("x" * 5000, "--format", "json")
        assert status == 1
        rules = [finding["rule"] for finding in json.loads(out)["findings"]]
        assert rules == ["cannot-read"]

    def test_a_file_over_the_limit_is_not_read(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, NAME)
        monkeypatch.setattr("animspec.settings.LARGEST_FILE", 10)
        much, found = files.read_bounded(NAME, 10) * 2**25, Path(NAME).stat()
        monkeypatch.setattr("animspec.cli.checking.read_with_status", lambda *_: (much, found))
        status, out = run("--format", "concise")
        assert status == 1
        assert out.startswith(
            f"{NAME}: error[file-too-large]: the file has more than 268435456 bytes\n"
        )

    def test_only_as_much_is_read_as_tells_that_it_is_too_much(self, folder: Path) -> None:
        assert files.read_bounded(str(put(folder, NAME, "x" * 100)), 10) == b"x" * 11

    def test_a_named_file_may_have_any_name(self, run: Run, folder: Path) -> None:
        put(folder, "fox.json", FAULTY)
        put(folder, "other.json", "{}")
        status, out = run("fox.json", "other.json", "--format", "concise")
        assert status == 1
        assert [line.partition("]")[0] for line in out.splitlines()[:2]] == [
            "fox.json:1:9: error[wrong-type", "other.json:1:1: error[unknown-document",
        ]  # fmt: skip

    def test_a_file_given_twice_is_checked_once(self, run: Run, folder: Path) -> None:
        path = put(folder, f"in/{NAME}")
        (folder / "link.voxelanim.json").symlink_to(path)
        words = [f"in/{NAME}", f"./in/../in/{NAME}", str(path), "in", ".", "link.voxelanim.json"]
        assert run(*words)[1].endswith("Found 1 error in 1 file\n")

    def test_equal_files_are_both_checked(self, run: Run, folder: Path) -> None:
        put(folder, f"a/{NAME}")
        put(folder, f"b/{NAME}")
        assert checked(run("--format", "concise")[1]) == [f"a/{NAME}", f"b/{NAME}"]

    def test_odd_file_names_are_shown(self, run: Run, folder: Path) -> None:
        put(folder, "a b'\"ä🦊.voxelanim.json")
        assert "a b'\"ä🦊.voxelanim.json:1:9: error" in run("--color", "never")[1]

    def test_a_file_name_cannot_forge_a_line(self, run: Run, folder: Path) -> None:
        put(folder, "a\nb\x1b[31m.voxelanim.json")
        for form in ("text", "concise"):
            _, out = run("--format", form, "--color", "never")
            assert out.startswith("a\\nb\\x1b[31m.voxelanim.json:1:9: error")

    def test_a_name_in_a_file_cannot_forge_a_line(self, run: Run, folder: Path) -> None:
        shape = '"length": 1, "fps": 24, "loop": true, "tracks": []'
        clip = f'{{"id": "a\\n\\u001b[2J", "name": "", {shape}}}'
        put(folder, NAME, f'{{"rig": "Fox", "clips": [{clip}]}}')
        _, out = run("--color", "never")
        assert "\x1b" not in out
        assert "= in clips[a\\n\\x1b[2J].name\n" in out

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
    def test_a_file_name_that_is_not_utf8_is_shown(self, run: Run, folder: Path) -> None:
        path = os.fsencode(folder) + b"/a\xff.voxelanim.json"
        try:
            Path(os.fsdecode(path)).write_text(FAULTY)
        except OSError:
            pytest.skip("this file system has no such names")
        for form in ("text", "concise", "json"):
            status, out = run("--format", form)
            assert status == 1
            assert "a\\udcff.voxelanim.json" in out


class TestFolders:
    """In a folder the files with a native name are taken, in the order of their names."""

    def found(self, run: Run, *words: str) -> list[str]:
        return checked(run(*words, "--format", "concise")[1])

    def test_no_files_are_no_failure(self, run: Run, folder: Path) -> None:
        put(folder, "package.json")
        assert run() == (0, "No animation files found\n")

    def test_native_names_are_taken_in_order(self, run: Run, folder: Path) -> None:
        for name in ("b/c.voxelanim.json", "b.VOXELANIM.json", "a/z.json", "a.voxelanim.json.bak"):
            put(folder, name)
        assert self.found(run) == ["b/c.voxelanim.json", "b.VOXELANIM.json"]
        assert self.found(run, ".") == ["b/c.voxelanim.json", "b.VOXELANIM.json"]
        assert self.found(run, "b") == ["b/c.voxelanim.json"]
        assert self.found(run, str(folder / "b")) == [f"{folder}/b/c.voxelanim.json"]

    def test_what_git_ignores_is_left_out(self, run: Run, folder: Path) -> None:
        (folder / ".git").mkdir()
        put(folder, ".gitignore", "build/\n*.tmp.voxelanim.json\n!keep.tmp.voxelanim.json\n/top\n")
        put(folder, "deep/.gitignore", "!build/\nown.voxelanim.json\n/here\n")
        for name in (
            *("a", "build/b", "c.tmp", "keep.tmp", "top/d", "deep/top/e", "deep/build/f"),
            *("deep/own", "deep/here/g", "deep/down/here/h", "deep/down/own", "own"),
        ):
            put(folder, f"{name}.voxelanim.json")
        kept = ["a", "deep/build/f", "deep/down/here/h", "deep/top/e", "keep.tmp", "own"]
        assert self.found(run) == [f"{name}.voxelanim.json" for name in kept]

    def test_it_takes_what_git_itself_takes(self, run: Run, folder: Path) -> None:
        subprocess.run(["git", "init", "-q"], check=True, cwd=folder)
        put(
            folder,
            ".gitignore",
            "out*\n!out-kept/\n**/cache/**\nx/**/y\n\\#a\n  \nq?.voxelanim.json\n",
        )
        put(folder, "sub/.gitignore", "*\n!*/\n!s*.voxelanim.json\n")
        for name in (
            *("a", "out/b", "out-kept/c", "p/cache/d", "x/y", "x/z/y/e", "x/z/f", "#a/g", "q1"),
            *("q12", "sub/s1", "sub/t1", "sub/deep/s2", "sub/deep/t2", "outside"),
        ):
            put(folder, f"{name}.voxelanim.json")
        listing = ["git", "ls-files", "-z", "--others", "--exclude-standard", "*.voxelanim.json"]
        listed = subprocess.run(listing, check=True, cwd=folder, capture_output=True).stdout
        assert sorted(self.found(run)) == sorted(os.fsdecode(listed).rstrip("\0").split("\0"))

    def test_ignore_files_above_count_up_to_the_top_of_the_repository(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, ".gitignore", "*\n")
        (folder / "repository/.git").mkdir(parents=True)
        put(folder, "repository/.gitignore", "b.voxelanim.json\n")
        put(folder, "repository/in/a.voxelanim.json")
        put(folder, "repository/in/b.voxelanim.json")
        monkeypatch.chdir(folder / "repository/in")
        assert self.found(run) == ["a.voxelanim.json"]

    def test_outside_of_a_repository_nothing_above_counts(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, ".gitignore", "*\n")
        put(folder, f"in/{NAME}")
        monkeypatch.chdir(folder / "in")
        assert self.found(run) == [NAME]

    def test_a_file_that_is_named_is_never_ignored(self, run: Run, folder: Path) -> None:
        (folder / ".git").mkdir()
        put(folder, ".gitignore", "*\n")
        put(folder, NAME)
        assert self.found(run) == []
        assert self.found(run, NAME) == [NAME]

    def test_what_git_keeps_for_itself_is_left_out(self, run: Run, folder: Path) -> None:
        put(folder, f".git/{NAME}")
        put(folder, f"a/.git/{NAME}")
        assert self.found(run) == []

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
    def test_a_pipe_in_a_folder_is_left_out(self, run: Run, folder: Path) -> None:
        os.mkfifo(folder / NAME)
        assert run() == (0, "No animation files found\n")

    def test_a_folder_with_a_native_name_is_a_folder(self, run: Run, folder: Path) -> None:
        put(folder, f"{NAME}/{NAME}")
        assert self.found(run) == [f"{NAME}/{NAME}"]

    def test_links_to_folders_are_not_followed(self, run: Run, folder: Path) -> None:
        put(folder, f"a/{NAME}")
        (folder / "a/loop").symlink_to(folder)
        assert self.found(run) == [f"a/{NAME}"]

    def test_a_link_to_a_file_is_followed(self, run: Run, folder: Path) -> None:
        (folder / NAME).symlink_to(put(folder, "elsewhere.txt"))
        assert self.found(run) == [NAME]


class TestStandardInput:
    """``-`` reads standard input; --stdin-filename tells its kind and its name in the report."""

    def given(self, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    def test_its_members_tell_its_kind(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert folder.is_dir()
        self.given(monkeypatch, FAULTY.encode())
        status, out = run("-", "--format", "concise")
        assert status == 1
        assert out.startswith("<stdin>:1:9: error[wrong-type]: rig is 1, expected a text\n")

    def test_its_name_tells_its_kind(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert folder.is_dir()
        self.given(monkeypatch, b"{}")
        _, out = run("-", "--stdin-filename", f"a/{NAME}", "--format", "concise")
        assert out.startswith(f"a/{NAME}:1:1: error[missing-member]")

    def test_bytes_of_any_kind_may_come(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert folder.is_dir()
        self.given(monkeypatch, b"\xff\x00\r\n")
        assert run("-", "--format", "concise")[1].startswith("<stdin>:1:1: error[not-utf8]")

    def test_it_stands_among_files(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(folder, NAME)
        self.given(monkeypatch, FAULTY.encode())
        assert checked(run(NAME, "-", "--format", "concise")[1]) == [NAME, "<stdin>"]


class TestOptions:
    def test_members_can_be_allowed(self, run: Run, folder: Path) -> None:
        put(folder, NAME, '{"rig": "Fox", "clips": [], "extra": {"extra": 1}, "more": 1}')
        words = ("--allow-member", "extra", "--format", "concise")
        assert run(*words)[1].splitlines()[:-1] == [
            f'{NAME}:1:52: warning[unknown-member]: member "more" is not part of the format'
        ]
        assert run(*words, "--allow-member", "more")[1] == "No findings in 1 file\n"

    def test_folding_can_be_turned_off(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(REPORTS)
        path = "one-line.voxelanim.json"
        assert len(run(path, "--format", "concise")[1].splitlines()) == 2
        assert len(run(path, "--format", "concise", "--no-fold")[1].splitlines()) == 26

    def test_a_hierarchy_names_the_blocks_of_a_rig(self, run: Run, folder: Path) -> None:
        put(folder, "fox.json", '{"Body": {"Head": {}}}')
        keys = '[{"tick": 0, "value": {"x": 0, "y": 0, "z": 0}}]'
        track = f'{{"path": "Body/Haed", "position": {keys}}}'
        shape = '"id": "a", "name": "A", "length": 1000, "fps": 24, "loop": false'
        put(folder, NAME, f'{{"rig": "Fox", "clips": [{{{shape}, "tracks": [{track}]}}]}}')
        status, out = run(NAME, "--hierarchy", " fox =fox.json", "--format", "concise")
        assert status == 1
        assert 'path "Body/Haed" names no block of the rig "Fox"; did you mean "Body/Head"?' in out
        assert run(NAME, "--hierarchy", "Dog=fox.json")[0] == 0

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "the hierarchy is not JSON"),
            ("[]", "the hierarchy is an array, expected an object"),
            ('{"Body": 1}', '"Body" is 1, expected an object'),
            ('{"Body": {"Head": null}}', '"Body/Head" is null, expected an object'),
            ("[" * 100_000, "the hierarchy is not JSON"),
        ],
    )
    def test_a_hierarchy_that_is_none_is_explained(
        self, text: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        put(folder, "fox.json", text)
        with pytest.raises(SystemExit) as stop:
            main(["check", "--hierarchy", "Fox=fox.json"])
        assert stop.value.code == 2
        assert reason in capsys.readouterr().err

    def test_a_hierarchy_that_is_absent_is_explained(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert folder.is_dir()
        with pytest.raises(SystemExit):
            main(["check", "--hierarchy", "Fox=%absent.json"])
        error = capsys.readouterr().err.splitlines()[-1]
        assert error.endswith("%absent.json cannot be read: No such file or directory")


class TestColour:
    """Colour on a terminal without NO_COLOR, or as --color says."""

    def is_coloured(self, run: Run, wish: str) -> bool:
        Path(NAME).write_text(FAULTY, "utf-8")
        return "\x1b[" in run("--color", wish)[1]

    @pytest.mark.parametrize("no_color", [None, ""])
    def test_a_terminal_has_colour(
        self, no_color: str | None, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert folder.is_dir()
        if no_color is not None:
            monkeypatch.setenv("NO_COLOR", no_color)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        assert self.is_coloured(run, "auto")
        assert not self.is_coloured(run, "never")

    def test_the_user_may_want_none(
        self, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert folder.is_dir()
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        assert not self.is_coloured(run, "auto")
        assert self.is_coloured(run, "always")

    def test_what_is_no_terminal_has_none(self, run: Run, folder: Path) -> None:
        assert folder.is_dir()
        assert not self.is_coloured(run, "auto")
        assert self.is_coloured(run, "always")


class TestAsAProgram:
    def test_a_reader_that_goes_away_is_no_error(self, folder: Path) -> None:
        keys = ",".join(f'{{"tick":{tick},"value":1}}' for tick in range(3000))
        track = f'{{"path":"Body","position":[{keys}]}}'
        clip = f'{{"id":"a","name":"A","length":9000,"fps":24,"loop":false,"tracks":[{track}]}}'
        put(folder, NAME, f'{{"rig":"Fox","clips":[{clip}]}}')
        command = f'"{sys.executable}" -m animspec check --no-fold | head -n 1'
        shell = subprocess.run(command, shell=True, capture_output=True, check=False, cwd=folder)  # noqa: S602
        assert shell.stderr == b""
        assert shell.stdout.startswith(b"fox.voxelanim.json:1:")
        assert shell.stdout.count(b"\n") == 1

    @pytest.mark.parametrize(
        "environment", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}]
    )
    def test_a_locale_without_letters_is_no_error(
        self, environment: dict[str, str], folder: Path
    ) -> None:
        put(folder, "ä.voxelanim.json", '{"rig": "Füchsin", "clips": [], "größe": 1}')
        done = as_program("check", cwd=folder, env=os.environ | environment)
        assert (done.returncode, done.stderr) == (0, b"")
        assert 'member "größe" is not part of the format'.encode() in done.stdout
        for words in (["rules"], ["explain", "blank-name"], ["schema", "report"], ["--help"]):
            assert as_program(*words, env=os.environ | environment).returncode == 0

    def test_it_is_installed_under_its_name(self, folder: Path) -> None:
        put(folder, NAME)
        command = [str(Path(sys.executable).with_name("animspec")), "check", "--format", "concise"]
        done = subprocess.run(command, capture_output=True, check=False, cwd=folder)
        assert done.returncode == 1
        assert done.stdout.decode() == (
            f"{NAME}:1:9: error[wrong-type]: rig is 1, expected a text\nFound 1 error in 1 file\n"
        )

    def test_every_command_has_its_help(self, capsys: pytest.CaptureFixture[str]) -> None:
        for command in cli.COMMANDS:
            with pytest.raises(SystemExit) as stop:
                main([command, "--help"])
            assert stop.value.code == 0
            assert capsys.readouterr().out.startswith(f"usage: animspec {command}")


class TestRulesAndPages:
    def test_every_rule_is_listed_with_its_first_sentence(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines] == list(names())
        for line, name in zip(lines, names(), strict=True):
            assert line.endswith(entry(name).summary)
            assert not line.endswith(".")

    def test_rules_can_be_listed_for_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "--format", "json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [row["rule"] for row in rows] == list(names())
        assert {row["severity"] for row in rows} == {"error", "warning", "hint"}
        assert all(row["documents"] and row["summary"] for row in rows)

    @pytest.mark.parametrize("name", names())
    def test_a_rule_is_explained(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explain", name]) == 0
        page = capsys.readouterr().out
        assert page.startswith(f"{name}: {entry(name).rule.severity}, for ")
        assert page.index("\nWhy\n") < page.index("\nFix\n") < page.index("\nSource\n")

    def test_a_misspelt_rule_is_guessed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["explain", "key-past-the-end"]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == 'there is no rule "key-past-the-end"; did you mean "key-past-end"?\n'

    def test_schemas_are_listed_and_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["schema"]) == 0
        listed = capsys.readouterr().out.split()
        assert listed == list(schema.names())
        assert main(["schema", "animation-set"]) == 0
        assert json.loads(capsys.readouterr().out) == schema.bundled("animation-set")

    def test_a_misspelt_schema_is_guessed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["schema", "animation-sets"]) == 2
        error = capsys.readouterr().err
        assert error == 'there is no schema "animation-sets"; did you mean "animation-set"?\n'
