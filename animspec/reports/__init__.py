"""How findings are shown, one module per form.

A report is told file by file, as the files are checked, and closed with the
counts of the whole run; so nothing but the counts is kept meanwhile.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol

from attrs import evolve, field, frozen

from animspec.severities import Safety, Severity
from animspec.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from animspec.findings import Finding


@frozen(eq=False)
class Counts:
    """How many files were checked and what was found in them."""

    files: int = 0
    faulty: int = 0
    """Files with at least one finding."""
    findings: dict[Severity, int] = field(factory=lambda: dict.fromkeys(Severity, 0))
    known: int | None = None
    """How many findings the baseline hides; None where there is none."""
    gone: int = 0
    """How many findings of the baseline are no more."""
    fixable: dict[Safety, int] = field(factory=lambda: dict.fromkeys(Safety, 0))
    """How many findings have a fix that is known."""
    fixed: int | None = None
    """How many findings were fixed; None where nothing was to be."""
    left_out: int = 0
    """How many findings the report does not list, where it may list only so many."""

    def plus(self, findings: Sequence[Finding]) -> Counts:
        """Return the counts with those of one more file."""
        counted, fixable = dict(self.findings), dict(self.fixable)
        for finding in findings:
            counted[finding.severity] += finding.count
            if finding.fixable is not None:
                fixable[finding.fixable] += finding.count
        faulty = self.faulty + bool(findings)
        return evolve(self, files=self.files + 1, faulty=faulty, findings=counted, fixable=fixable)

    def sentence(self) -> str:
        """Say what was found.

        >>> Counts(files=2).sentence(), Counts(files=1, known=31, gone=2).sentence()
        ('No findings in 2 files', 'No findings in 1 file; 31 known from the baseline, 2 gone')
        """
        fixes = ", ".join(self._fixes())
        found = f"{self._found()} ({fixes})" if fixes else self._found()
        if self.known is None:
            return found
        gone = f", {self.gone} gone" if self.gone else ""
        return f"{found}; {self.known} known from the baseline{gone}"

    def _fixes(self) -> Iterator[str]:
        """Yield what was fixed, and with which flags more would be."""
        safe, unsafe = self.fixable[Safety.SAFE], self.fixable[Safety.UNSAFE]
        if self.fixed is not None:
            yield f"{self.fixed} fixed"
            if unsafe:
                yield f"{unsafe} fixable with --unsafe-fixes"
        elif safe:
            yield f"{safe} fixable with --fix"
            if unsafe:
                yield f"{unsafe} more with --unsafe-fixes"
        elif unsafe:
            yield f"{unsafe} fixable with --fix --unsafe-fixes"

    def _found(self) -> str:
        if not self.files:
            return "No animation files found"
        found = [plural(count, str(severity)) for severity, count in self.findings.items() if count]
        if not found:
            return f"No findings in {plural(self.files, 'file')}"
        where = f"{self.faulty} of {plural(self.files, 'file')}" if self.files > 1 else "1 file"
        return f"Found {listed(found)} in {where}"


@frozen
class Manner:
    """How a user wants a report."""

    colour: bool = False
    fail_on: Severity = Severity.ERROR
    """The least severity that makes the run fail."""


class Reporter(Protocol):
    """One form of report."""

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:
        """Tell the findings in one file, whose bytes are given for showing lines of it."""

    def close(self, counts: Counts) -> None:
        """End the report."""


FORMS: Final = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")
"""The forms of report; each is a module of this package with a class ``Report``."""


def reporter(form: str, write: Callable[[str], object], manner: Manner) -> Reporter:
    """Return the reporter of a form, which hands its text to ``write``."""
    made: Reporter = import_module(f"{__name__}.{form}").Report(write, manner)
    return made
