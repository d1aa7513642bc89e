"""The form for programs: one JSON document, described by ``schemas/v1/report.schema.json``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from animspec.severities import Safety

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding, Place, Remedy, Spot
    from animspec.reports import Counts, Manner

VERSION: Final = 1
"""The version of the form; it rises when a reader of the old form would go wrong."""


class Report:
    """The form for programs, written finding by finding."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:  # noqa: ARG002 - JSON has none
        self._write = write
        self._separator = f'{{\n  "version": {VERSION},\n  "findings": ['

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Write the findings in one file."""
        for finding in findings:
            text = json.dumps(finding_as_json(finding), ensure_ascii=False)
            self._write(f"{self._separator}\n    {text}")
            self._separator = ","

    def close(self, counts: Counts) -> None:
        """Write the counts."""
        end = "\n  ]" if self._separator == "," else f"{self._separator}]"
        self._write(f'{end},\n  "summary": {json.dumps(summary(counts))}\n}}\n')


def summary(counts: Counts) -> dict[str, int]:
    """Return the counts of a run as the report's schema has them."""
    found = {f"{severity}s": count for severity, count in counts.findings.items()}
    known = {} if counts.known is None else {"known": counts.known, "gone": counts.gone}
    fixed = {} if counts.fixed is None else {"fixed": counts.fixed}
    left_out = {"leftOut": counts.left_out} if counts.left_out else {}
    return {
        "files": counts.files,
        "filesWithFindings": counts.faulty,
        **found,
        "fixable": counts.fixable[Safety.SAFE],
        "fixableUnsafely": counts.fixable[Safety.UNSAFE],
        **fixed,
        **known,
        **left_out,
    }


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as the report's schema has it."""
    document: dict[str, Any] = {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "file": finding.file,
        "pointer": finding.pointer,
        "address": finding.address,
        "place": _place(finding.place),
        "message": finding.message,
        "count": finding.count,
    }
    if finding.spot is not None:
        document |= _spot(finding.spot)
    if finding.related is not None:
        document["related"] = {
            "message": finding.related.message,
            "pointer": finding.related.pointer,
            "place": _place(finding.related.place),
        }
    if finding.remedy is not None:
        document["fix"] = _fix(finding.remedy, finding.fixable)
    return document


def _fix(remedy: Remedy, safety: Safety | None) -> dict[str, Any]:
    """Return a fix as the report's schema has it."""
    edits = [
        {
            "place": _place(edit.place),
            "start": edit.bytes[0],
            "end": edit.bytes[1],
            "replacement": edit.replacement,
        }
        for edit in remedy.edits
    ]
    return {"safe": safety is Safety.SAFE, "message": remedy.message, "edits": edits}


def _spot(spot: Spot) -> dict[str, int | None]:
    """Return where a binary file has a finding; texts have no such members."""
    return {
        "offset": spot.offset,
        "inflatedOffset": spot.inflated_offset,
        "object": spot.object_number,
    }


def _place(place: Place | None) -> dict[str, int] | None:
    if place is None:
        return None
    return {
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
