"""One engine behind every face: the fixtures, and what the command line finds in them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from animspec.cli import main
from animspec.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).parent.parent
FIXTURES: Final = ROOT / "fixtures"


@cache
def texts() -> tuple[Path, ...]:
    """Return every fixture that is a document in text."""
    suffixes = tuple(kind.suffix for kind in KINDS)
    return tuple(sorted(path for path in FIXTURES.rglob("*.json") if path.name.endswith(suffixes)))


@cache
def binaries() -> tuple[Path, ...]:
    """Return every fixture that is a binary document."""
    return tuple(sorted(FIXTURES.rglob("*.m3g")))


@cache
def by_the_command(*flags: str) -> Mapping[Path, Sequence[Mapping[str, Any]]]:
    """Return what ``animspec check`` finds in every fixture, as its JSON has it."""
    command = [sys.executable, "-m", "animspec", "check", "--format", "json", *flags, "fixtures"]
    done = subprocess.run(command, capture_output=True, check=False, cwd=ROOT)
    found: dict[Path, list[Mapping[str, Any]]] = {path: [] for path in texts()}
    for finding in json.loads(done.stdout)["findings"]:
        found.setdefault(ROOT / finding["file"], []).append(finding)
    return found


def report_of(path: Path, *flags: str) -> str:
    """Return all that ``animspec check --format json`` prints of one file."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(printed):
        main(["check", "--isolated", "--format", "json", *flags, str(path)])
    printed.seek(0)
    return printed.read()
