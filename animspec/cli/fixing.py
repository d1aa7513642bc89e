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

    from animspec.cli.mending import Mended
    from animspec.findings import Finding
    from animspec.reports import Counts

_UNREAD: Final = frozenset({"cannot-read", "file-too-large"})
"""The rules that tell of files that were not read."""


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
    group.add_argument(
        "--exit-non-zero-on-fix", action="store_true",
        help="exit with 1 where --fix has changed a file, even if nothing is left",
    )  # fmt: skip


class Fixes:
    """What the fixes of one run come to."""

    def __init__(self, arguments: argparse.Namespace, write: Callable[[str], object]) -> None:
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
        self.unread = False
        """Whether a file could not be read, where differences are shown."""
        self._fix: bool = arguments.fix and not self.diff
        self._unsafe: bool = arguments.unsafe_fixes
        self._fails: bool = arguments.exit_non_zero_on_fix
        self._write = write
        self._fixed = 0
        self._files = 0

    def take(self, mended: Mended) -> None:
        """Tell and show what became of a file, and count it."""
        for sentence in mended.told:
            print(sentence, file=sys.stderr)
        if mended.shown:
            self._write(mended.shown)
        if mended.streamed is not None:
            sys.stdout.buffer.write(mended.streamed)
        self._fixed += mended.fixed
        self._files += mended.is_changed
        self.failed = self.failed or mended.has_failed

    def counted(self, counts: Counts) -> Counts:
        """Return the counts of the run with what was fixed, and with which flags more would be."""
        if self._unsafe:
            every = sum(counts.fixable.values())
            counts = evolve(counts, fixable={Safety.SAFE: 0, Safety.UNSAFE: every})
        return evolve(counts, fixed=self._fixed if self._fix else None)

    def status(self, *, failing: bool) -> bool:
        """Whether the run fails: where differences are shown, if there are any, or may be."""
        if self.diff:
            return self._files > 0 or self.unread
        return failing or (self._fails and self._files > 0)

    def sentence(self) -> str:
        """Say what the differences come to."""
        if not self._files:
            return "Nothing would be fixed"
        return f"Would fix {plural(self._fixed, 'finding')} in {plural(self._files, 'file')}"


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
