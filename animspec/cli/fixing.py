"""``--fix``, ``--unsafe-fixes`` and ``--diff``: what is mended before it is reported."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.settings import ConfigurationError
from animspec.severities import Safety
from animspec.wording import plural

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from animspec.cli.suppressing import Suppression
    from animspec.findings import Finding
    from animspec.fixing import Outcome
    from animspec.kinds import Kind
    from animspec.reports import Counts
    from animspec.settings import Settings

STANDARD_INPUT: Final = "-"

_UNREAD: Final = frozenset({"cannot-read", "file-too-large"})
"""The rules that tell of files that were not read."""

TELLING: Final = frozenset({"json", "sarif"})
"""The forms of report that tell the edits of each fix."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments about fixes."""
    group = parser.add_argument_group("fixes: what is mended before it is reported")
    group.add_argument(
        "--fix", action="store_true",
        help="apply safe fixes to the files and report what is left; what - reads goes to "
        "standard output, fixed, and the report to standard error",
    )  # fmt: skip
    group.add_argument(
        "--unsafe-fixes", action="store_true",
        help="count fixes in that somebody must look at, and with --fix or --diff apply them too",
    )  # fmt: skip
    group.add_argument(
        "--diff", action="store_true",
        help="write nothing and report nothing, but print what --fix would change; exit with 1 "
        "if that is anything",
    )  # fmt: skip


class Fixes:
    """The fixes of one run."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        suppression: Suppression,
        write: Callable[[str], object],
    ) -> None:
        """Take from the arguments what is wanted; ``write`` prints differences.

        Raises:
            ConfigurationError: a baseline is to be written where nothing is.
        """
        if arguments.diff and (arguments.write_baseline or arguments.prune_baseline):
            raise ConfigurationError("--diff writes nothing, and so no baseline")
        self.diff: bool = arguments.diff
        """Whether differences are shown and nothing is written."""
        self.failed = False
        """Whether a file could not be written."""
        self._fix: bool = arguments.fix and not self.diff
        self._unsafe: bool = arguments.unsafe_fixes
        self._tells = arguments.format in TELLING and not self.diff
        self._suppression = suppression
        self._write = write
        self.unread = False
        """Whether a file could not be read, where differences are shown."""
        self._fixed = 0
        self._files = 0

    def prepared(self, settings: Settings) -> Settings:
        """Return how a file is checked so that the report can tell of fixes."""
        return evolve(settings, remedies=True) if self._tells else settings

    def applied(
        self, path: str, name: str, data: bytes, settings: Settings, kind: Kind | None
    ) -> bytes:
        """Return a file as it is to be checked: after its fixes, which are written or shown."""
        if not self._fix and not self.diff:
            return data
        from animspec.fixing import fix  # noqa: PLC0415 - only where something is to be fixed

        spared = self._suppression.spared(name)
        outcome = fix(data, name, settings, kind, unsafe=self._unsafe, spared=spared)
        for refusal in outcome.refused:
            _tell(name, f"{refusal.fault.rule} is not fixed: {refusal.reason}")
        if self.diff:
            self._show(name, data, outcome)
        elif not self._kept(path, outcome):
            return data
        self._fixed += len(outcome.fixed)
        self._files += bool(outcome.edits)
        return outcome.data

    def _show(self, name: str, data: bytes, outcome: Outcome) -> None:
        """Print what would change."""
        from animspec.patches import unified_diff  # noqa: PLC0415 - only where it is wanted

        if outcome.edits:
            self._write(unified_diff(name, data, outcome.edits).decode())

    def _kept(self, path: str, outcome: Outcome) -> bool:
        """Write what the fixes leave to its file; whether that went well."""
        if path == STANDARD_INPUT:
            sys.stdout.buffer.write(outcome.data)
            return True
        if not outcome.edits:
            return True
        from pathlib import Path  # noqa: PLC0415 - slow to load, and most runs write no file

        from animspec.files import write_atomically  # noqa: PLC0415

        try:
            write_atomically(Path(path), outcome.data)
        except OSError as error:
            _tell(path, f"the file cannot be written: {error.strerror or error}")
            self.failed = True
        return not self.failed

    def counted(self, counts: Counts) -> Counts:
        """Return the counts of the run with what was fixed, and with which flags more would be."""
        if self._unsafe:
            every = sum(counts.fixable.values())
            counts = evolve(counts, fixable={Safety.SAFE: 0, Safety.UNSAFE: every})
        return evolve(counts, fixed=self._fixed if self._fix else None)

    def status(self, *, failing: bool) -> bool:
        """Whether the run fails: where differences are shown, if there are any, or may be."""
        return self._files > 0 or self.unread if self.diff else failing

    def sentence(self) -> str:
        """Say what the differences come to."""
        if not self._files:
            return "Nothing would be fixed"
        return f"Would fix {plural(self._fixed, 'finding')} in {plural(self._files, 'file')}"


def _tell(name: str, sentence: str) -> None:
    """Print a sentence about a file to standard error."""
    from animspec.reports.painting import visible  # noqa: PLC0415 - few runs have any

    print(f"{visible(name)}: {sentence}", file=sys.stderr)


class Differences:
    """The report of a run that shows differences: only what keeps a file from being read."""

    def __init__(self, fixes: Fixes) -> None:
        self._fixes = fixes

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - each finding tells it
        """Tell of a file that was not read."""
        from animspec.reports.concise import headline  # noqa: PLC0415 - only with --diff
        from animspec.reports.painting import Paint  # noqa: PLC0415

        for finding in findings:
            if finding.rule in _UNREAD:
                self._fixes.unread = True
                print(headline(finding, Paint(on=False)), file=sys.stderr)

    def close(self, counts: Counts) -> None:  # noqa: ARG002 - counts the fixes alone
        """Say what the differences come to."""
        print(self._fixes.sentence(), file=sys.stderr)
