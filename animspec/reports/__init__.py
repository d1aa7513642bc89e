"""How findings are shown, one module per form.

A report is told file by file, as the files are checked, and closed with the
counts of the whole run; so nothing but the counts is kept meanwhile.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol

from attrs import evolve, field, frozen

from animspec.severities import Severity
from animspec.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    def plus(self, findings: Sequence[Finding]) -> Counts:
        """Return the counts with those of one more file."""
        counted = dict(self.findings)
        for finding in findings:
            counted[finding.severity] += finding.count
        return evolve(
            self, files=self.files + 1, faulty=self.faulty + bool(findings), findings=counted
        )

    def sentence(self) -> str:
        """Say what was found.

        >>> Counts(files=2).sentence(), Counts(files=1, known=31, gone=2).sentence()
        ('No findings in 2 files', 'No findings in 1 file; 31 known from the baseline, 2 gone')
        """
        if self.known is None:
            return self._found()
        gone = f", {self.gone} gone" if self.gone else ""
        return f"{self._found()}; {self.known} known from the baseline{gone}"

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
