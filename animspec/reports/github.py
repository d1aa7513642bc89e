"""Workflow commands of GitHub Actions, which become annotations of the changed lines.

Source: GitHub Actions, "Workflow commands"; what is escaped: the toolkit's ``command.ts``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.reports.artifacts import path_from_here
from animspec.reports.concise import headline
from animspec.reports.painting import Paint, visible
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from animspec.findings import Finding, Place
    from animspec.reports import Counts, Manner

_COMMANDS: Final[dict[Severity, str]] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.HINT: "notice",
}

_PLAIN: Final = Paint(on=False)


class Report:
    """The form for GitHub Actions: one command a finding."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:  # noqa: ARG002 - a log is not coloured
        self._write = write

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Write a command for each finding in one file."""
        for finding in findings:
            self._write(_command(finding, path_from_here(name).as_posix()) + "\n")

    def close(self, counts: Counts) -> None:
        """End with the summary line, for the log."""
        self._write(counts.sentence() + "\n")


def _command(finding: Finding, path: str) -> str:
    """Return one command; its message says the place, too, since the log shows nothing else."""
    properties = {"file": path, **_place(finding.place), "title": f"animspec ({finding.rule})"}
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = headline(finding, _PLAIN)
    if finding.address:
        message += f"\nin {visible(finding.address)}"
    return f"::{_COMMANDS[finding.severity]} {written}::{_data(message)}"


def _place(place: Place | None) -> dict[str, int]:
    """Return the properties of a place; columns count only where they are in one line."""
    if place is None:
        return {}
    lines = {"line": place.line, "endLine": place.end_line}
    if place.line != place.end_line:
        return lines
    return lines | {"col": place.column, "endColumn": place.end_column}


def _data(text: str) -> str:
    r"""Return a text as the message of a command.

    >>> _data("100%\r\n: ,")
    '100%25%0D%0A: ,'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    r"""Return a text as a property of a command.

    >>> _property("a%,b:c\n.json")
    'a%25%2Cb%3Ac%0A.json'
    """
    return _data(text).replace(":", "%3A").replace(",", "%2C")
