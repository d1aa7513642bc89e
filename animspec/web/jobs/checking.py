"""Checking a document, reported in any form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.catalogue import entry
from animspec.linting import check
from animspec.reports import Counts, Manner, reporter
from animspec.web.messages import JSON, Reply

if TYPE_CHECKING:
    from animspec.linting import Report
    from animspec.settings import Settings
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
    found = check(asked.data, asked.name, asked.settings, asked.kind)
    counts = counted(found, asked.settings)
    form = asked.said.get("format", "json")
    reply = Reply(
        media_type=MEDIA_TYPES.get(form, TEXT),
        headers={LEFT_OUT: str(counts.left_out)} if counts.left_out else {},
        found={str(severity): count for severity, count in counts.findings.items() if count},
    )
    return reply, report(form, found, asked, counts)


def report(form: str, found: Report, asked: Asked, counts: Counts) -> bytes:
    """Return a report in one form."""
    pieces: list[str] = []
    made = reporter(form, pieces.append, Manner())
    made.file(asked.name, found.findings, asked.data)
    made.close(counts)
    # A document's text may hold a lone surrogate; a report of it is UTF-8 all the same.
    return "".join(pieces).encode("utf-8", "backslashreplace")


def counted(found: Report, settings: Settings) -> Counts:
    """Return the counts of a report, with what it leaves out."""
    counts = Counts().plus(found.findings)
    for fault in found.left_out:
        rule = entry(fault.rule).rule
        counts.findings[settings.severity(rule.name, rule.severity)] += fault.count
        if fault.fix is not None and rule.fix is not None:
            counts.fixable[rule.fix] += fault.count
    return evolve(counts, left_out=len(found.left_out))
