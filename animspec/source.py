"""The text of a document: its bytes, its lines, and where an offset stands among them."""

from __future__ import annotations

import codecs
from typing import Final

from animspec.findings import ByteRange, Place

BYTE_ORDER_MARK: Final = codecs.BOM_UTF8

FRAME_WIDTH: Final = 100
"""How many characters of a long line a code frame shows."""


class Source:
    """A document's bytes, with places by line and column.

    Asking in rising order costs one walk over the text for all questions
    together, however long its lines are.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._rewind()

    def _rewind(self) -> None:
        mark = self.data.startswith(BYTE_ORDER_MARK)
        self._offset = len(BYTE_ORDER_MARK) if mark else 0
        self._line, self._column = 1, 1

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of a byte offset.

        A byte order mark takes no column; bytes that are not UTF-8 count one each.

        >>> source = Source('{"ä": 1,\\n "b": 2}'.encode())
        >>> source.position(7), source.position(12), source.position(0)
        ((1, 7), (2, 3), (1, 1))
        """
        if offset < self._offset:
            self._rewind()
        start = min(self._offset, offset)
        lines = self.data.count(b"\n", start, offset)
        if lines:
            self._line += lines
            self._column = 1
            start = self.data.rindex(b"\n", start, offset) + 1
        self._column += len(self.data[start:offset].decode("utf-8", "surrogateescape"))
        self._offset = max(offset, self._offset)
        return self._line, self._column

    def place(self, where: ByteRange) -> Place:
        """Return the lines and columns of a range of bytes."""
        start, end = where
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Place(line, column, end_line, end_column)

    def line_around(self, offset: int) -> tuple[str, int]:
        """Return the line that holds ``offset`` and the index of ``offset`` in it.

        Of a long line only a stretch around ``offset`` is returned, with an
        ellipsis where something is left out.
        """
        start = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset)
        end = len(self.data) if end < 0 else end
        # A code point has at most four bytes, so these cuts keep enough on both sides.
        near, far = max(start, offset - 4 * FRAME_WIDTH), min(end, offset + 4 * FRAME_WIDTH)
        before = _printable(self.data[near:offset])
        after = _printable(self.data[offset:far]).rstrip()
        return _shortened(before, after, cut_left=near > start, cut_right=far < end)


def _printable(part: bytes) -> str:
    """Decode a cut piece of text, one visible character for each character."""
    text = part.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "replace")
    return "".join(
        character if character.isprintable() else " " if character in "\t\r" else "\ufffd"
        for character in text
    )


def _shortened(before: str, after: str, *, cut_left: bool, cut_right: bool) -> tuple[str, int]:
    """Join the two halves of a line, leaving out what is far from their seam."""
    half = FRAME_WIDTH // 2
    if cut_left or len(before) + len(after) > FRAME_WIDTH:
        room = max(half, FRAME_WIDTH - len(after))
        if cut_left or len(before) > room:
            before = "…" + before[-room:]
        room = max(half, FRAME_WIDTH - len(before))
        if cut_right or len(after) > room:
            after = after[:room] + "…"
    elif cut_right:
        after += "…"
    return before + after, len(before)
