"""``--watch``, as a process that is left running while files change."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import IO, TYPE_CHECKING, Final

import pytest

from animspec.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
CLEAN: Final = (ROOT / "fixtures/sets/door.voxelanim.json").read_bytes()
FAULTY: Final = (ROOT / "fixtures/cases/duplicate-tick/input.voxelanim.json").read_bytes()
RESTING: Final = "Watching for changes; Ctrl-C ends"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


class Watch:
    """A running command, and what it says, line by line from both of its streams as one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._lines: Queue[str] = Queue()
        assert process.stdout is not None
        self._listener = threading.Thread(target=self._listen, args=[process.stdout])
        self._listener.start()

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._lines.put(line.rstrip("\n"))

    def until_it_rests(self) -> list[str]:
        """Return what it says until it waits for changes."""
        said: list[str] = []
        while True:
            line = self._lines.get(timeout=60)
            if line == RESTING:
                return sorted(said)
            said.append(line)

    def says_nothing(self, seconds: float) -> bool:
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return True
        raise AssertionError(line)

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._listener.join()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    game = tmp_path / "game"
    game.mkdir()
    monkeypatch.chdir(game)
    game.joinpath("door.voxelanim.json").write_bytes(CLEAN)
    return game


def put(folder: Path, name: str, data: bytes | str) -> None:
    """Put a file there in one step: nobody sees a part of it, however busy the machine is."""
    beside = folder.parent / "beside"
    beside.write_bytes(data if isinstance(data, bytes) else data.encode())
    beside.replace(folder / name)


@contextmanager
def watching(folder: Path, *words: str) -> Iterator[Watch]:
    """Run the command until the block ends."""
    command = [sys.executable, "-u", "-m", "animspec", "check", "--watch", "--format", "concise"]
    process = subprocess.Popen(
        [*command, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    watch = Watch(process)
    try:
        yield watch
    finally:
        watch.kill()


def test_files_are_checked_again_when_they_change_come_or_go(folder: Path) -> None:
    with watching(folder) as watch:
        assert watch.until_it_rests() == ["No findings in 1 file"]
        put(folder, "door.voxelanim.json", FAULTY)
        head, *_, last = watch.until_it_rests()
        assert head.endswith(" door.voxelanim.json changed, checking again")
        assert "door.voxelanim.json:34:16: error[keys-at-the-same-time]" in last
        put(folder, "new.voxelanim.json", CLEAN)
        assert any("in 1 of 2 files" in line for line in watch.until_it_rests())
        folder.joinpath("door.voxelanim.json").unlink()
        assert watch.until_it_rests()[-1] == "No findings in 1 file"
        assert watch.end() == 130


def test_what_says_how_files_are_checked_is_watched_too(folder: Path) -> None:
    put(folder, "door.voxelanim.json", FAULTY)
    with watching(folder, "--baseline", "known.json") as watch:
        assert watch.until_it_rests() == ["known.json cannot be read: No such file or directory"]
        put(folder, "known.json", '{"version": 1, "findings": []}')
        assert any("Found 1 error" in line for line in watch.until_it_rests())
        put(folder, "animspec.toml", 'ignore = ["keys-at-the-same-time"]')
        assert watch.until_it_rests()[-1].startswith("No findings in 1 file")
        put(folder, "animspec.toml", "ignore = [1]")
        assert "animspec.toml: ignore[0] is 1" in watch.until_it_rests()[-1]
        folder.joinpath("animspec.toml").unlink()
        assert any("Found 1 error" in line for line in watch.until_it_rests())
        assert watch.end() == 130


def test_fixing_files_does_not_make_it_check_them_for_ever(folder: Path) -> None:
    noisy = ROOT / "fixtures/cases/float-noise-and-rounding/input.voxelanim.json"
    put(folder, "walk.voxelanim.json", noisy.read_bytes())
    with watching(folder, "--fix") as watch:
        assert watch.until_it_rests() == ["No findings in 2 files (7 fixed)"]
        assert watch.says_nothing(1.5)
        put(folder, "walk.voxelanim.json", noisy.read_bytes())
        assert watch.until_it_rests()[-1] == "No findings in 2 files (7 fixed)"
        assert watch.end() == 130


def test_other_files_are_nothing_to_it(folder: Path) -> None:
    with watching(folder) as watch:
        watch.until_it_rests()
        put(folder, ".door.swp", "an editor's")
        assert watch.says_nothing(1.5)
        put(folder, "notes.txt", "")
        put(folder, "fox.voxelanim.json", CLEAN)
        assert watch.until_it_rests()[-1] == "No findings in 2 files"
        assert watch.end() == 130


def test_standard_input_cannot_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--watch", "-"]) == 2
    assert capsys.readouterr().err == "--watch cannot look at standard input again\n"


def test_it_does_not_wait_for_a_revision(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(folder, "door.voxelanim.json", CLEAN)
    assert main(["check", "--watch", "--since", "main"]) == 2
    assert "--since needs a git repository" in capsys.readouterr().err
