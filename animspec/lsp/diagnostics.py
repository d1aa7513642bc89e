"""Findings as a client shows them: diagnostics at ranges of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
    Location,
    Position,
    Range,
)

from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from animspec.findings import Finding
    from animspec.lsp.positions import Text
    from animspec.settings import ConfigurationError

SOURCE: Final = "animspec"

PAGES: Final = "https://github.com/animspec/animspec/blob/main/docs/rules.md#"
"""Where the page of a rule stands, its name behind it."""

SEVERITIES: Final[dict[Severity, DiagnosticSeverity]] = {
    Severity.ERROR: DiagnosticSeverity.Error,
    Severity.WARNING: DiagnosticSeverity.Warning,
    Severity.HINT: DiagnosticSeverity.Hint,
}

UNNECESSARY: Final = frozenset(
    {
        *("clip-without-tracks", "constant-channel", "channel-at-rest", "empty-channel"),
        *("empty-track", "keys-hidden-by-driver", "redundant-key", "trailing-comma"),
        *("track-without-keys", "unused-action", "unused-controller"),
        *("unused-sequence", "unused-variable"),
    }
)
"""The rules that find what could be left out, which clients show faded."""

TOP: Final = Range(Position(0, 0), Position(0, 0))


def diagnostics(findings: Iterable[Finding], text: Text, uri: str) -> list[Diagnostic]:
    """Return the diagnostics of the findings in a text."""
    return [_diagnostic(finding, text, uri) for finding in findings]


def about_configuration(error: ConfigurationError) -> list[Diagnostic]:
    """Return what tells that a document is not checked, and why."""
    return [
        Diagnostic(
            TOP,
            f"the document is not checked: {problem}",
            severity=DiagnosticSeverity.Error,
            source=SOURCE,
        )
        for problem in error.problems
    ]


def about_more(found: int, shown: int) -> list[Diagnostic]:
    """Return what tells that not everything is shown, or nothing where it is."""
    if found <= shown:
        return []
    message = f"{shown} of {found} findings are shown"
    return [Diagnostic(TOP, message, severity=DiagnosticSeverity.Information, source=SOURCE)]


def range_of(finding: Finding, text: Text) -> Range:
    """Return where a finding stands; one about the whole file stands at its top."""
    return TOP if finding.place is None else text.range(*text.place(finding.place))


def _diagnostic(finding: Finding, text: Text, uri: str) -> Diagnostic:
    return Diagnostic(
        range_of(finding, text),
        finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=CodeDescription(PAGES + finding.rule),
        source=SOURCE,
        tags=[DiagnosticTag.Unnecessary] if finding.rule in UNNECESSARY else None,
        related_information=_related(finding, text, uri),
        data=_data(finding),
    )


def _related(
    finding: Finding, text: Text, uri: str
) -> Sequence[DiagnosticRelatedInformation] | None:
    if finding.related is None:
        return None
    where = text.range(*text.place(finding.related.place))
    return [DiagnosticRelatedInformation(Location(uri, where), finding.related.message)]


def _data(finding: Finding) -> dict[str, Any]:
    """Return what tells a finding again when its diagnostic comes back."""
    return {
        "pointer": finding.pointer,
        "address": finding.address,
        "fix": None if finding.fixable is None else str(finding.fixable),
    }
