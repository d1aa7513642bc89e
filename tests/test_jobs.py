"""Checking in several processes: the same report as in one, whatever finishes first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from attrs import evolve

from animspec.cli import main, processes
from animspec.cli.checking import Checking
from animspec.cli.mending import Mended, Mending
from animspec.cli.progress import Progress
from animspec.reports import FORMS

if TYPE_CHECKING:
    from animspec.cli.checking import Checked

ROOT: Final = Path(__file__).parents[1]
CLEAN: Final = (ROOT / "fixtures/sets/door.voxelanim.json").read_bytes()
FAULTY: Final = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
MALFORMED: Final = (ROOT / "fixtures/reports/fox.voxelanim.json").read_bytes()
MENDABLE: Final = (
    ROOT / "fixtures/cases/float-noise-and-rounding/input.voxelanim.json"
).read_bytes()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some files of each sort, the first much larger than the others, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for at in range(30):
        data = (CLEAN, FAULTY, MENDABLE, b"{", b"\xff")[at % 5]
        Path(f"{at:02}.voxelanim.json").write_bytes(data if at else data + b" " * 2_000_000)
    return tmp_path


def told(capsysbinary: pytest.CaptureFixture[bytes], *words: str) -> tuple[int, bytes, bytes]:
    status = main(["check", "--no-cache", *words])
    captured = capsysbinary.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.usefixtures("folder")
def test_several_processes_report_what_one_does(
    form: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    alone = told(capsysbinary, "--jobs", "1", "--format", form)
    assert told(capsysbinary, "--jobs", "3", "--format", form) == alone
    assert alone[0] == 1


@pytest.mark.usefixtures("folder")
def test_processes_that_start_afresh_report_the_same(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("animspec.toml").write_text('ignore = ["not-utf8"]\n')
    alone = told(capsysbinary, "--jobs", "1")
    monkeypatch.setattr(processes, "_START", "spawn")
    assert told(capsysbinary, "--jobs", "2") == alone
    assert b"not-utf8" not in alone[1]


def test_several_processes_fix_what_one_does(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = [path.read_bytes() for path in sorted(folder.iterdir())]
    difference = told(capsysbinary, "--jobs", "1", "--diff")
    assert told(capsysbinary, "--jobs", "3", "--diff") == difference
    assert difference[1].startswith(b"--- 02.voxelanim.json\n")
    alone = told(capsysbinary, "--jobs", "1", "--fix")
    mended = [path.read_bytes() for path in sorted(folder.iterdir())]
    for path, data in zip(sorted(folder.iterdir()), before, strict=True):
        path.write_bytes(data)
    assert told(capsysbinary, "--jobs", "3", "--fix") == alone
    assert [path.read_bytes() for path in sorted(folder.iterdir())] == mended
    assert mended != before


def test_a_file_at_which_a_process_dies_gets_a_finding_and_the_others_are_checked(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = os.getpid()
    check = Checking.of

    def die_at_two(self: Checking, path: str) -> Checked:
        if path in {"05.voxelanim.json", "20.voxelanim.json"} and os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return check(self, path)

    monkeypatch.setattr(Checking, "of", die_at_two)
    for path in folder.iterdir():
        path.write_bytes(CLEAN)
    status, out, _ = told(capsysbinary, "--jobs", "2", "--format", "concise")
    assert status == 1
    assert out.decode().splitlines() == [
        f"{name}.voxelanim.json: error[cannot-read]: the file was not checked: the process that "
        "checked it was ended by SIGKILL, perhaps for want of memory"
        for name in ("05", "20")
    ] + ["Found 2 errors in 2 of 30 files"]


@pytest.mark.usefixtures("folder")
def test_where_no_process_can_be_started_one_does_all(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = told(capsysbinary, "--jobs", "1")
    monkeypatch.setattr(processes, "_work", _end_at_once)
    assert told(capsysbinary, "--jobs", "3") == alone


def _end_at_once(*_: object) -> None:
    os._exit(3)


@pytest.mark.usefixtures("folder")
def test_few_files_are_checked_by_one_process(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.Processes, "_started", None)
    status, out, _ = told(capsysbinary)
    assert status == 1
    assert out.endswith(b"of 30 files (42 fixable with --fix, 6 more with --unsafe-fixes)\n")


@pytest.mark.parametrize("count", ["0", "-1", "two", "1.5", "²"])
def test_a_number_of_processes_is_whole_and_not_zero(
    count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", f"--jobs={count}", "."])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.endswith(f"argument --jobs: it is {count!r}, expected a whole number from 1\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_an_interrupt_ends_every_process_at_once_and_quietly(tmp_path: Path) -> None:
    for at in range(4):
        tmp_path.joinpath(f"{at}.voxelanim.json").write_bytes(FAULTY)
    program = (
        "import sys, time; from animspec.cli import checking, main\n"
        "def slow(self, path):\n    print(path, file=sys.stderr, flush=True)\n    time.sleep(600)\n"
        "checking.Checking.of = slow\n"
        "sys.exit(main(['check', '--no-cache', '--jobs', '2', '.']))"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stderr is not None
    run.stderr.readline()  # one of them is at work
    os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    for _ in range(200):  # the system may take a moment to take them away
        if not _is_there(run.pid):
            break
        time.sleep(0.05)
    assert not _is_there(run.pid)


def _is_there(group: int) -> bool:
    """Whether a group of processes has any left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of one program's memory")
@pytest.mark.parametrize(("data", "flag"), [(MALFORMED, "--no-cache"), (CLEAN, "--fail-on=error")])
def test_memory_does_not_grow_with_the_number_of_files(
    data: bytes, flag: str, tmp_path: Path
) -> None:
    """What is kept for a file is its name: 900 more take less than 1.5 MB more."""
    for at in range(1_100):
        folder = tmp_path / ("few" if at < 100 else "many")
        folder.mkdir(exist_ok=True)
        folder.joinpath(f"{at}.voxelanim.json").write_bytes(data)
    few, many = _most_memory(tmp_path / "few", flag), _most_memory(tmp_path / "many", flag)
    assert many - few < 1_500


def _most_memory(folder: Path, flag: str) -> int:
    """Return the most kilobytes that a run over a folder has at a time."""
    program = (
        "import os, re, sys; from animspec import cli\n"
        "leave = os._exit\n"
        "def end(status):\n"
        "    told = open('/proc/self/status').read()\n"
        "    most = re.search(r'VmHWM:\\s*([0-9]+) kB', told)[1]\n"
        "    print(most, file=sys.stderr, flush=True)\n    leave(status)\n"
        "os._exit = end\n"
        "sys.argv = ['animspec', 'check', '--jobs', '1', *sys.argv[1:]]\n"
        "cli.program()"
    )
    run = [sys.executable, "-c", program, flag, str(folder)]
    return int(subprocess.run(run, capture_output=True, check=False, text=True).stderr)


def test_the_bar_is_taken_away_before_anything_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mend = Mending.of

    def refuse(self: Mending, *file: Any) -> Mended:
        return evolve(mend(self, *file), told=("refused",))

    monkeypatch.setattr(Mending, "of", refuse)
    monkeypatch.setattr(Progress, "clear", lambda _: print("cleared", file=sys.stderr))  # noqa: T201
    folder.joinpath("00.voxelanim.json").unlink()
    main(["check", "--fix", "--no-cache", "02.voxelanim.json"])
    assert capsys.readouterr().err.splitlines()[:2] == ["cleared", "refused"]
