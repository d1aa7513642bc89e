"""JUnit XML, as Jenkins, GitLab and others read it: each file is a test, and passes or fails.

A test fails where the file has a finding that makes the run fail; all such
findings stand in its one ``failure``, since readers keep only the first.
What matters less is the test's output.

Source: the schema of the xUnit plugin of Jenkins; GitLab, "Unit test reports".
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from animspec.reports import Counts
from animspec.reports.artifacts import path_from_here
from animspec.reports.concise import headline
from animspec.reports.painting import Paint, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from animspec.findings import Finding
    from animspec.reports import Manner

SUITE: Final = "animspec"
"""The name of the one suite. A name with dots would be taken for packages."""

_FORBIDDEN: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, in no way of writing them."""

_PLAIN: Final = Paint(on=False)


class Report:
    """The form for readers of tests; what it says first is known last, so it is written at once."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:
        self._write = write
        self._fail_on = manner.fail_on
        self._cases: list[str] = []
        self._failures = 0

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - shows no lines
        """Take one file as a test."""
        failing = [each for each in findings if each.severity.at_least(self._fail_on)]
        others = [each for each in findings if not each.severity.at_least(self._fail_on)]
        self._failures += bool(failing)
        path = attribute(path_from_here(name).as_posix())
        case = f'    <testcase classname="{SUITE}" name="{path}" file="{path}"'
        inside = _failure(failing) + _output(others)
        self._cases.append(f"{case}>\n{inside}    </testcase>\n" if inside else f"{case}/>\n")

    def close(self, counts: Counts) -> None:
        """Write the whole report."""
        numbers = f'tests="{counts.files}" failures="{self._failures}" errors="0"'
        self._write('<?xml version="1.0" encoding="UTF-8"?>\n')
        self._write(f'<testsuites name="{SUITE}" {numbers}>\n')
        self._write(f'  <testsuite name="{SUITE}" {numbers} skipped="0">\n')
        self._write("".join(self._cases))
        self._write("  </testsuite>\n</testsuites>\n")


def _failure(findings: Sequence[Finding]) -> str:
    """Return the element of a test that fails; nothing where it does not."""
    if not findings:
        return ""
    message = Counts().plus(findings).sentence()
    worst = min(findings, key=lambda finding: finding.severity.rank).severity
    opening = f'      <failure type="{worst}" message="{attribute(message)}">'
    return f"{opening}{_lines(findings)}</failure>\n"


def _output(findings: Sequence[Finding]) -> str:
    return f"      <system-out>{_lines(findings)}</system-out>\n" if findings else ""


def _lines(findings: Iterable[Finding]) -> str:
    """Return a line for each finding, and one for the part that it is about."""
    lines = []
    for finding in findings:
        lines.append(headline(finding, _PLAIN))
        if finding.address:
            lines.append(f"  in {visible(finding.address)}")
    return content("\n".join(lines))


def content(text: str) -> str:
    r"""Return a text as the content of an element.

    >>> content("a < b & \x1b[31m\x00")
    'a &lt; b &amp; \ufffd[31m\ufffd'
    """
    return html.escape(_FORBIDDEN.sub("\ufffd", text), quote=False).replace("\r", "&#13;")


def attribute(text: str) -> str:
    r"""Return a text as the value of an attribute, where readers take line ends for spaces.

    >>> attribute('a "b"\n')
    'a &quot;b&quot;\\n'
    """
    return content(visible(text)).replace('"', "&quot;")
