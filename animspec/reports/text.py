"""The form for people: the finding, the line of the file, and carets under what is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.reports.concise import headline
from animspec.reports.painting import Paint, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from animspec.findings import Finding, Place
    from animspec.reports import Counts, Manner
    from animspec.source import Source
from animspec.wording import columns


class Report:
    """The form for people."""

    def __init__(self, write: Callable[[str], object], manner: Manner) -> None:
        self._write = write
        self._paint = Paint(on=manner.colour)

    def file(self, name: str, findings: Sequence[Finding], data: bytes) -> None:  # noqa: ARG002 - each finding tells it
        """Tell the findings in one file."""
        if not findings:
            return
        from animspec.source import Source  # noqa: PLC0415 - a clean file shows no lines

        source = Source(data)
        for finding in findings:
            self._write("\n".join(self._lines(finding, source)) + "\n\n")

    def close(self, counts: Counts) -> None:
        """End with the summary line."""
        self._write(counts.sentence() + "\n")

    def _lines(self, finding: Finding, source: Source) -> Iterator[str]:
        yield headline(finding, self._paint)
        related = finding.related
        gutter = 0
        if finding.place is not None:
            last = (
                finding.place.line
                if related is None
                else max(finding.place.line, related.place.line)
            )
            gutter = len(str(last))
            yield from self._frame(finding.place, source, gutter, "^")
            if related is not None:
                yield f"{' ' * gutter} {self._paint.faint('=')} {related.message}:"
                yield from self._frame(related.place, source, gutter, "-")
        if finding.address:
            yield f"{' ' * gutter} {self._paint.faint('= in ' + visible(finding.address))}"

    def _frame(self, place: Place, source: Source, gutter: int, mark: str) -> Iterator[str]:
        """Yield the line of a place, and marks under what is at fault."""
        line, start, width = source.frame(place)
        bar = self._paint.faint("|")
        marks = self._paint.bold(mark * max(1, columns(line[start : start + width])))
        yield f"{place.line:>{gutter}} {bar} {line}"
        yield f"{' ' * gutter} {bar} {' ' * columns(line[:start])}{marks}"
