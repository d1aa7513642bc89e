"""One file of a run with ``--fix`` or ``--diff``: what its fixes make of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from animspec.files import is_stream, write_atomically
from animspec.fixing import fix
from animspec.patches import unified_diff
from animspec.reports.painting import visible

if TYPE_CHECKING:
    import argparse

    from animspec.cli.suppressing import Suppression
    from animspec.fixing import Outcome
    from animspec.kinds import Kind
    from animspec.settings import Settings


@frozen
class Mended:
    """What became of one file.

    Attributes:
        data: the file as it is to be checked.
        told: sentences about it, for standard error.
        shown: what would change, as a difference.
        fixed: how many findings were fixed, or would be.
        is_changed: whether its text was changed, or would be.
        is_written: whether that was written to it.
        has_failed: whether it could not be.
        streamed: what goes to standard output instead of to a file.
    """

    data: bytes = field(repr=False)
    told: tuple[str, ...] = ()
    shown: str = ""
    fixed: int = 0
    is_changed: bool = False
    is_written: bool = False
    has_failed: bool = False
    streamed: bytes | None = None


class Mending:
    """How the files of a run are mended, one by one."""

    def __init__(self, arguments: argparse.Namespace, suppression: Suppression) -> None:
        """Take from the arguments what is wanted."""
        self._shows: bool = arguments.diff
        self._unsafe: bool = arguments.unsafe_fixes
        self._suppression = suppression

    def of(
        self, path: str, name: str, data: bytes, settings: Settings, kind: Kind | None
    ) -> Mended:
        """Return a file after its fixes, which are written or shown."""
        spared = self._suppression.spared(name)
        outcome = fix(data, name, settings, kind, unsafe=self._unsafe, spared=spared)
        mended = Mended(
            data=outcome.data,
            told=tuple(
                _about(name, f"{refusal.fault.rule} is not fixed: {refusal.reason}")
                for refusal in outcome.refused
            ),
            fixed=len(outcome.fixed),
            is_changed=bool(outcome.edits),
        )
        if self._shows:
            return evolve(mended, shown=_difference(name, data, outcome))
        if path == "-" or is_stream(path):
            return evolve(mended, streamed=outcome.data)
        return _written(path, data, mended) if outcome.edits else mended


def _difference(name: str, data: bytes, outcome: Outcome) -> str:
    """Return what would change."""
    return unified_diff(name, data, outcome.edits).decode() if outcome.edits else ""


def _written(path: str, data: bytes, mended: Mended) -> Mended:
    """Write what the fixes leave to its file; where that fails the file is as it was."""
    try:
        write_atomically(Path(path), mended.data)
    except OSError as error:
        told = _about(path, f"the file cannot be written: {error.strerror or error}")
        return Mended(data, (*mended.told, told), has_failed=True)
    return evolve(mended, is_written=True)


def _about(name: str, sentence: str) -> str:
    """Return a sentence about a file, in one line."""
    return f"{visible(name)}: {sentence}"
