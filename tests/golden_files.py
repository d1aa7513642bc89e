"""Golden files of fixtures, and a project that has some."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from animspec.cli import main
from animspec.golden import as_text, record

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

ROOT: Final = Path(__file__).parent.parent
FIXTURES: Final = ROOT / "fixtures"
SETS: Final = FIXTURES / "sets"
DOOR: Final = SETS / "door.voxelanim.json"
HUMANOID: Final = SETS / "humanoid.voxelanim.json"


def golden_text(path: Path = DOOR) -> bytes:
    return as_text(record(path))


def changed(path: Path, change: Callable[[Any], None]) -> bytes:
    document = json.loads(path.read_bytes())
    change(document)
    return json.dumps(document).encode()


def opened_wider(document: Any) -> None:
    document["clips"][0]["tracks"][0]["rotation"][1]["value"]["y"] += 4


def json_model(data: bytes, name: str = DOOR.name) -> Any:
    from animspec.loading import model_of

    return model_of(data, name)


def run(*words: str) -> int:
    return main(list(words))


def output(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def recorded_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with some recorded files, which is the current one."""
    (tmp_path / "foxes").mkdir()
    for path in (DOOR, HUMANOID):
        shutil.copy(path, tmp_path / "foxes")
    shutil.copy(FIXTURES / "m3g" / "walk.m3g", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run("golden", "record") == 0
    return tmp_path
