"""SARIF 2.1.0, the form of OASIS for tools that gather findings of many checkers.

Results are written as they come; the rules they name stand after them.

Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from animspec.catalogue import entry
from animspec.reports.artifacts import Fingerprints, uri
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding, Place, Remedy
    from animspec.reports import Counts, Manner

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

HOME: Final = "https://github.com/animspec/animspec"

FINGERPRINT: Final = "ruleFileAddress/v1"
"""The name of the fingerprint; it changes with the way of making it."""

HERE: Final = "%SRCROOT%"
"""What relative URIs are relative to: by this name readers know the top of the sources."""

_LEVELS: Final[dict[Severity, str]] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.HINT: "note",
}

_START: Final = f"""\
{{
  "$schema": "{SCHEMA}",
  "version": "2.1.0",
  "runs": [
    {{
      "columnKind": "unicodeCodePoints",
      "results": ["""


class Report:
    """The form for gatherers of findings, written finding by finding."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:  # noqa: ARG002 - JSON has none
        self._write = write
        self._fingerprints = Fingerprints()
        self._rules: dict[str, int] = {}
        self._separator = _START

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Write the findings in one file."""
        where = uri(name)
        for finding in findings:
            at = self._rules.setdefault(finding.rule, len(self._rules))
            fingerprint = self._fingerprints.of(finding, where)
            result = {"ruleId": finding.rule, "ruleIndex": at, **_result(finding, where)}
            result["partialFingerprints"] = {FINGERPRINT: fingerprint}
            text = json.dumps(result, ensure_ascii=False)
            self._write(f"{self._separator}\n        {text}")
            self._separator = ","

    def close(self, counts: Counts) -> None:  # noqa: ARG002 - the form has no place for them
        """Write what is known of the run, and the rules that were found broken."""
        end = "\n      ]" if self._separator == "," else f"{self._separator}]"
        run = {
            "tool": {"driver": _driver(self._rules)},
            "invocations": [{"executionSuccessful": True}],
            "originalUriBaseIds": {
                HERE: {"description": {"text": "The folder that animspec ran in."}}
            },
        }
        lines = json.dumps(run, ensure_ascii=False, indent=2).splitlines()[1:-1]
        body = "\n".join(f"    {line}" for line in lines)
        self._write(f"{end},\n{body}\n    }}\n  ]\n}}\n")


def _driver(rules: dict[str, int]) -> dict[str, Any]:
    """Return the tool: its version where it is installed, and the rules that were found broken."""
    from importlib import metadata  # noqa: PLC0415 - slow, and only at the end

    driver: dict[str, Any] = {"name": "animspec", "informationUri": HOME}
    with suppress(metadata.PackageNotFoundError):
        driver["version"] = metadata.version("animspec")
    return driver | {"rules": [_rule(name) for name in rules]}


def _rule(name: str) -> dict[str, Any]:
    """Return a rule by its page: the first sentence, the first section, and the whole."""
    described = entry(name)
    what, _, more = described.page.strip().partition("\n\n")
    why = more.partition("\n\n")[0].partition("\n")[2]
    return {
        "id": name,
        "shortDescription": {"text": f"{described.summary}."},
        "fullDescription": {"text": " ".join(f"{what} {why}".split())},
        "help": {"text": described.page.strip(), "markdown": described.markdown},
        "defaultConfiguration": {"level": _LEVELS[described.rule.severity]},
    }


def _result(finding: Finding, where: str) -> dict[str, Any]:
    """Return a finding as the form has it, without what tells it from others."""
    location: dict[str, Any] = {"physicalLocation": _physical(finding.place, where)}
    if finding.spot is not None:
        location["physicalLocation"]["region"] = {"byteOffset": finding.spot.offset}
    if finding.address:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.address}]
    result = {
        "level": _LEVELS[finding.severity],
        "message": _message(finding.message),
        "locations": [location],
    }
    if finding.related is not None:
        physical = _physical(finding.related.place, where)
        message = _message(finding.related.message)
        result["relatedLocations"] = [{"physicalLocation": physical, "message": message}]
    if finding.remedy is not None:
        result["fixes"] = [_fix(finding.remedy, where)]
    return result | _more(finding)


def _fix(remedy: Remedy, where: str) -> dict[str, Any]:
    """Return a fix as the form has it: what is deleted, and what is put there."""
    replacements = []
    for edit in remedy.edits:
        start, end = edit.bytes
        region = {**_region(edit.place), "byteOffset": start, "byteLength": end - start}
        inserted = {"insertedContent": {"text": edit.replacement}} if edit.replacement else {}
        replacements.append({"deletedRegion": region, **inserted})
    artifact = _physical(None, where)["artifactLocation"]
    changes = [{"artifactLocation": artifact, "replacements": replacements}]
    return {"description": _message(remedy.message), "artifactChanges": changes}


def _more(finding: Finding) -> dict[str, Any]:
    """Return what the form has no members for, and how many findings this one stands for."""
    properties: dict[str, str | int] = {"pointer": finding.pointer}
    spot = finding.spot
    if spot is not None and spot.object_number is not None:
        properties["object"] = spot.object_number
    if spot is not None and spot.inflated_offset is not None:
        properties["inflatedOffset"] = spot.inflated_offset
    count = {"occurrenceCount": finding.count} if finding.count > 1 else {}
    return {**count, "properties": properties}


def _message(text: str) -> dict[str, str]:
    r"""Return a message in which nothing that a file holds is a placeholder or a link.

    Braces are doubled, as the standard has it. It has no way to write what
    looks like a link but is none, so that is broken up.

    >>> _message('name "{0}", name "[a](b)"')
    {'text': 'name "{{0}}", name "[a]\\(b)"'}
    """
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "]\\(")}


def _physical(place: Place | None, where: str) -> dict[str, Any]:
    """Return a place in a file; without a place it is the file as a whole."""
    artifact = {"uri": where}
    if not where.startswith("file:"):
        artifact["uriBaseId"] = HERE
    if place is None:
        return {"artifactLocation": artifact}
    return {"artifactLocation": artifact, "region": _region(place)}


def _region(place: Place) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
