"""A document's text as its client edits it: bytes, and positions in the client's units.

A client counts lines from 0, which end with CR LF, LF or CR, and characters
from 0 in bytes, in units of UTF-16 or in code points, as both sides agreed on.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from attrs import frozen
from lsprotocol.types import Position, PositionEncodingKind, Range

from animspec.source import BYTE_ORDER_MARK

if TYPE_CHECKING:
    import numpy.typing as npt

    from animspec.findings import Place

    Counts: TypeAlias = npt.NDArray[np.int64]

_LF, _CR = b"\n\r"
_LINE_END: Final = b"\r\n"

_HALF: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
"""Half of a surrogate pair, encoded as if it were a character."""

_HALVES: Final = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
"""Both halves of a pair, each encoded by itself."""


@frozen(eq=False)
class Scale:
    """How bytes are counted in other units: how many of those stand before each byte.

    Without ``before`` every byte counts one.
    """

    before: Counts | None = None

    def between(self, start: int, end: int) -> int:
        """Return how many units there are between two bytes."""
        if self.before is None:
            return end - start
        return int(self.before[end] - self.before[start])

    def after(self, start: int, count: int) -> int:
        """Return the byte that comes so many units after another; within a character, its first."""
        if self.before is None:
            return start + count
        return int(np.searchsorted(self.before, self.before[start] + count, side="right")) - 1


def encoded(text: str) -> bytes:
    r"""Return a text in UTF-8; halves of surrogate pairs stay, and those that meet become one.

    >>> encoded("a\ud83e"), encoded("\ud83e\udd8a").decode()
    (b'a\xed\xa0\xbe', '🦊')
    """
    return _joined(text.encode("utf-8", "surrogatepass"))


def _joined(data: bytes) -> bytes:
    if _HALVES.search(data) is None:
        return data
    units = data.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "surrogatepass").encode("utf-8", "surrogatepass")


@frozen(eq=False, slots=False)
class Text:
    r"""A text in the state of one version; positions out of it count as its nearest end.

    >>> fox = Text("[\r\n'\U0001f98a!'".encode(), PositionEncodingKind.Utf16)
    >>> fox.offset(Position(1, 3)), fox.position(8)
    (8, 1:3)
    >>> fox.offset(Position(0, 99)), fox.offset(Position(9, 9)), fox.offset(Position(1, 2))
    (1, 10, 4)
    """

    data: bytes
    encoding: str = PositionEncodingKind.Utf16

    @cached_property
    def starts(self) -> Counts:
        """The first byte of each line."""
        units = np.frombuffer(self.data, np.uint8)
        starts = np.flatnonzero(units == _LF) + 1
        if b"\r" in self.data:
            returns = np.flatnonzero(units == _CR)
            after = np.append(units, 0)[returns + 1]
            starts = np.sort(np.concatenate((starts, returns[after != _LF] + 1)))
        return np.concatenate(([0], starts))

    def offset(self, position: Position) -> int:
        """Return the byte at a position."""
        if position.line >= len(self.starts):
            return len(self.data)
        start, end = self._line(position.line)
        offset = min(self._units.after(start, position.character), end)
        while start < offset < end and self.data[offset] & 0xC0 == 0x80:
            offset -= 1  # within a character, whose bytes a client may count
        return offset

    def position(self, offset: int) -> Position:
        """Return the position of a byte; within a line's end, that of its start."""
        line = int(np.searchsorted(self.starts, offset, side="right")) - 1
        start, end = self._line(line)
        return Position(line, self._units.between(start, min(offset, end)))

    def range(self, start: int, end: int) -> Range:
        """Return where the bytes from ``start`` to before ``end`` stand."""
        return Range(self.position(start), self.position(end))

    def span(self, where: Range) -> tuple[int, int]:
        """Return the bytes of a range, which may be given the wrong way round."""
        ends = self.offset(where.start), self.offset(where.end)
        return min(ends), max(ends)

    def place(self, place: Place) -> tuple[int, int]:
        """Return the bytes of a place, whose lines end with LF only and count code points."""
        return self._byte(place.line, place.column), self._byte(place.end_line, place.end_column)

    def changed(self, where: Range, replacement: str) -> Text:
        """Return the text after an edit."""
        start, end = self.span(where)
        new = self.data[:start] + encoded(replacement) + self.data[end:]
        return Text(_joined(new), self.encoding)

    def _line(self, line: int) -> tuple[int, int]:
        """Return where a line starts, and where it ends without its end."""
        start = int(self.starts[line])
        if line + 1 == len(self.starts):
            return start, len(self.data)
        stop = int(self.starts[line + 1])
        while stop > start and self.data[stop - 1] in _LINE_END:
            stop -= 1
        return start, stop

    def _byte(self, line: int, column: int) -> int:
        starts = self._places_starts
        if line > len(starts):
            return len(self.data)
        start = int(starts[line - 1])
        if line == 1 and self.data.startswith(BYTE_ORDER_MARK):
            start += len(BYTE_ORDER_MARK)
        return min(self._points.after(start, column - 1), len(self.data))

    @cached_property
    def _places_starts(self) -> Counts:
        if b"\r" not in self.data:
            return self.starts
        lines = np.flatnonzero(np.frombuffer(self.data, np.uint8) == _LF) + 1
        return np.concatenate(([0], lines))

    @cached_property
    def _units(self) -> Scale:
        """The units of the client."""
        if self.encoding == PositionEncodingKind.Utf8 or self.data.isascii():
            return Scale()
        units = np.frombuffer(self.data, np.uint8)
        width = (units & 0xC0 != 0x80).astype(np.int64)
        if self.encoding != PositionEncodingKind.Utf32:
            width += units >= 0xF0
        return _scale(width)

    @cached_property
    def _points(self) -> Scale:
        """Code points as places count them: of what is not UTF-8 every byte is one."""
        if self.data.isascii():
            return Scale()
        width = (np.frombuffer(self.data, np.uint8) & 0xC0 != 0x80).astype(np.int64)
        for half in _HALF.finditer(self.data):
            width[half.start() : half.end()] = 1
        return _scale(width)


def _scale(width: Counts) -> Scale:
    """Return the scale of units, given how many each byte begins."""
    return Scale(np.concatenate(([0], np.cumsum(width))))
