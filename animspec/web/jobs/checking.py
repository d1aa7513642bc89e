"""Checking a document, reported in any form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.linting import check
from animspec.reports import Counts, Manner, reporter
from animspec.web.messages import JSON, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.findings import Finding
    from animspec.web.asking import Asked
    from animspec.web.jobs import Answer

LEFT_OUT: Final = "Animspec-Findings-Left-Out"
"""The head of an answer that says how many findings its report does not list."""

MEDIA_TYPES: Final[dict[str, str]] = {
    "json": JSON,
    "gitlab": JSON,
    "sarif": "application/sarif+json",
    "junit": "application/xml",
}
"""What reports are; those that are not named are text."""

TEXT: Final = "text/plain"


def run(asked: Asked) -> Answer:
    """Check a document and report what is wrong with it."""
    findings = check(asked.data, asked.name, asked.settings, asked.kind).findings
    form = asked.said.get("format", "json")
    content, left_out = report(form, findings, asked)
    reply = Reply(
        media_type=MEDIA_TYPES.get(form, TEXT),
        headers={LEFT_OUT: str(left_out)} if left_out else {},
        found=by_severity(findings),
    )
    return reply, content


def report(
    form: str, findings: Sequence[Finding], asked: Asked, counts: Counts | None = None
) -> tuple[bytes, int]:
    """Return a report in one form, and how many findings it leaves out."""
    pieces: list[str] = []
    most = asked.setup.findings
    left_out = max(len(findings) - most, 0)
    made = reporter(form, pieces.append, Manner())
    made.file(asked.name, findings[:most], asked.data)
    counted = Counts().plus(findings) if counts is None else counts
    made.close(evolve(counted, left_out=left_out))
    # A document's text may hold a lone surrogate; a report of it is UTF-8 all the same.
    return "".join(pieces).encode("utf-8", "backslashreplace"), left_out


def by_severity(findings: Sequence[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity."""
    counted: dict[str, int] = {}
    for finding in findings:
        severity = str(finding.severity)
        counted[severity] = counted.get(severity, 0) + finding.count
    return counted
