"""How often each rule was broken, instead of the findings: a table, or JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from attrs import define

from animspec.reports.json import VERSION, summary
from animspec.reports.painting import Paint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding
    from animspec.reports import Counts, Manner
    from animspec.severities import Severity

FORMS: Final = ("text", "concise", "json")
"""The forms of report that have statistics."""

_HEAD: Final = ("count", "files", "severity", "rule")


@define
class Tally:
    """How often a rule was broken, and in how many files."""

    rule: str
    severity: Severity
    count: int = 0
    files: int = 0


class Report:
    """The statistics of a run."""

    def __init__(self, write: Callable[[str], object], manner: Manner, *, as_json: bool) -> None:
        self._write = write
        self._paint = Paint(on=manner.colour)
        self._as_json = as_json
        self._tallies: dict[str, Tally] = {}

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - only counts
        """Count the findings in one file."""
        for finding in findings:
            made = Tally(finding.rule, finding.severity)
            self._tallies.setdefault(finding.rule, made).count += finding.count
        for rule in {finding.rule for finding in findings}:
            self._tallies[rule].files += 1

    def close(self, counts: Counts) -> None:
        """Write the rules, those broken most often first."""
        tallies = sorted(self._tallies.values(), key=lambda tally: (-tally.count, tally.rule))
        self._write(_as_json(tallies, counts) if self._as_json else self._table(tallies, counts))

    def _table(self, tallies: Sequence[Tally], counts: Counts) -> str:
        """Return a line for each rule, and the summary line."""
        if not tallies:
            return f"{counts.sentence()}\n"
        rows = [self._row(tally) for tally in tallies]
        return "\n".join([self._paint.bold(_line(*_HEAD)), *rows, "", f"{counts.sentence()}\n"])

    def _row(self, tally: Tally) -> str:
        severity = f"{tally.severity:<{len(_HEAD[2])}}"
        painted = self._paint.severity(severity, tally.severity)
        return _line(str(tally.count), str(tally.files), painted, tally.rule)


def _line(count: str, files: str, severity: str, rule: str) -> str:
    """Return a line of the table.

    >>> _line("12", "3", "error   ", "blank-name")
    '     12      3  error     blank-name'
    """
    return f"{count:>7}{files:>7}  {severity}  {rule}"


def _as_json(tallies: Sequence[Tally], counts: Counts) -> str:
    """Return the statistics as ``schemas/v1/statistics.schema.json`` describes them."""
    rules: list[dict[str, Any]] = [
        {
            "rule": tally.rule,
            "severity": str(tally.severity),
            "count": tally.count,
            "files": tally.files,
        }
        for tally in tallies
    ]
    document = {"version": VERSION, "statistics": rules, "summary": summary(counts)}
    return json.dumps(document, indent=2) + "\n"
