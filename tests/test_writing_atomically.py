"""Writing a file in one step."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from animspec.files import write_atomically


def test_the_content_is_replaced_and_the_mode_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(path, b"new\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    made, opened = tmp_path / "a", tmp_path / "b"
    write_atomically(made, b"")
    opened.write_bytes(b"")
    assert made.stat().st_mode == opened.stat().st_mode


def test_a_file_that_may_only_be_read_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may do everything is asked as somebody else would be."""
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    path.chmod(0o444)
    monkeypatch.setattr(
        os, "access", lambda of, mode: mode != os.W_OK or bool(Path(of).stat().st_mode & 0o200)
    )
    with pytest.raises(PermissionError):
        write_atomically(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])
    path.chmod(0o644)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "a.json").write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to(Path("elsewhere") / "a.json")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert (folder / "a.json").read_bytes() == b"new"


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def fail(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
