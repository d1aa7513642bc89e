"""One line a finding, as editors and grep read it: ``path:line:column: severity[rule]: text``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.reports.painting import Paint, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding
    from animspec.reports import Counts, Manner


class Report:
    """The concise form."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:
        self._write = write
        self._paint = Paint(on=manner.colour)

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Tell the findings in one file."""
        for finding in findings:
            self._write(headline(finding, self._paint) + "\n")

    def close(self, counts: Counts) -> None:
        """End with the summary line."""
        self._write(counts.sentence() + "\n")


def headline(finding: Finding, paint: Paint) -> str:
    """Return where a finding is, its rule and its sentence, in one line."""
    file = visible(finding.file)
    where = file if finding.where is None else f"{file}:{finding.where}"
    label = paint.severity(f"{finding.severity}[{finding.rule}]", finding.severity)
    return f"{paint.bold(where)}: {label}: {finding.message}"
