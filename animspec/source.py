"""The text of a document: its bytes, its lines, and where an offset stands among them."""

from __future__ import annotations

import codecs
from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Final

from animspec.findings import ByteRange, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

BYTE_ORDER_MARK: Final = codecs.BOM_UTF8

FRAME_WIDTH: Final = 100
"""How many characters of a long line a code frame shows."""


class Source:
    """A document's bytes, with places by line and column."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._framed: tuple[int, str] = (0, "")

    def positions(self, offsets: Iterable[int]) -> dict[int, tuple[int, int]]:
        r"""Return the line and column, both from 1, of byte offsets.

        A byte order mark takes no column; bytes that are not UTF-8 count one each. It is one
        walk over the text, however long its lines are.

        >>> Source('{"ä": 1,\n "b": 2}'.encode()).positions([12, 7, 0])
        {0: (1, 1), 7: (1, 7), 12: (2, 3)}
        """
        data = self.data
        before = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
        line, column = 1, 1
        found = {}
        for offset in sorted(offsets):
            lines = data.count(b"\n", before, offset)
            if lines:
                line, column = line + lines, 1
                before = data.rindex(b"\n", before, offset) + 1
            column += len(data[before:offset].decode("utf-8", "surrogateescape"))
            before = max(before, offset)
            found[offset] = line, column
        return found

    def places(self, ranges: Iterable[ByteRange]) -> dict[ByteRange, Place]:
        """Return the lines and columns of ranges of bytes, which may lie in one another."""
        wanted = set(ranges)
        positions = self.positions({offset for where in wanted for offset in where})
        return {(start, end): Place(*positions[start], *positions[end]) for start, end in wanted}

    def frame(self, place: Place) -> tuple[str, int, int]:
        """Return the line of a place, where the place starts in it, and how much of it to mark.

        Of a long line only a stretch around the place is returned, with an
        ellipsis where something is left out. At least one column is marked.
        """
        line = self._line_text(place.line)
        first = min(place.column - 1, len(line))
        left = max(0, first - FRAME_WIDTH // 2) if len(line) > FRAME_WIDTH else 0
        right = left + FRAME_WIDTH
        stretch = _printable(line[left:right]).rstrip()
        shown = ("…" if left else "") + stretch + ("…" if len(line) > right else "")
        last = place.end_column - 1 if place.end_line == place.line else len(line)
        width = max(1, min(last, left + len(stretch)) - first)
        return shown, first - left + bool(left), width

    def _line_text(self, line: int) -> str:
        """Return a line, without its end; a file is often one long line, so the last is kept."""
        if line != self._framed[0]:
            start, stop = self._line_starts[line - 1 : line + 1]
            part = self.data[start:stop].removesuffix(b"\n")
            part = part.removeprefix(BYTE_ORDER_MARK) if line == 1 else part
            self._framed = (line, part.decode("utf-8", "surrogateescape"))
        return self._framed[1]

    @cached_property
    def _line_starts(self) -> array[int]:
        """The offset of every line's first byte, and of the end of the text."""
        starts = array("Q", [0])
        start = self.data.find(b"\n") + 1
        while start:
            starts.append(start)
            start = self.data.find(b"\n", start) + 1
        starts.append(len(self.data))
        return starts


def _printable(text: str) -> str:
    """Return one visible character for each character."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else " " if character in "\t\r" else "\ufffd"
        for character in text
    )
