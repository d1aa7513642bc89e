"""The Code Quality report of GitLab.

Source: GitLab, "Code Quality report format".
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from animspec.reports.artifacts import Fingerprints, path_from_here
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding
    from animspec.reports import Counts, Manner

_SEVERITIES: Final[dict[Severity, str]] = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.HINT: "info",
}
"""GitLab's words; ``critical`` and ``blocker`` are for what brings a service down."""


class Report:
    """The form for GitLab: a JSON array, written finding by finding."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:  # noqa: ARG002 - JSON has none
        self._write = write
        self._fingerprints = Fingerprints()
        self._separator = "["

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Write the findings in one file."""
        path = path_from_here(name).as_posix()
        for finding in findings:
            issue = _issue(finding, path, self._fingerprints.of(finding, path))
            self._write(f"{self._separator}\n  {json.dumps(issue, ensure_ascii=False)}")
            self._separator = ","

    def close(self, counts: Counts) -> None:  # noqa: ARG002 - the form has no place for them
        """End the array."""
        self._write("[]\n" if self._separator == "[" else "\n]\n")


def _issue(finding: Finding, path: str, fingerprint: str) -> dict[str, Any]:
    """Return a finding as GitLab reads it; what has no line is shown at the first."""
    place = finding.place
    lines = {"begin": 1} if place is None else {"begin": place.line, "end": place.end_line}
    return {
        "description": _description(finding),
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": path, "lines": lines},
    }


def _description(finding: Finding) -> str:
    """Return the sentence with what a line alone does not tell: the part, and the byte."""
    spot = "" if finding.spot is None else f"{finding.spot}: "
    part = f" (in {finding.address})" if finding.address else ""
    return f"{spot}{finding.message}{part}"
