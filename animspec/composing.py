"""Edits of a text after other edits, as edits of the text that was there first."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from animspec.edits import Edit, in_order
from animspec.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_Piece: TypeAlias = bytes | Span
"""A piece of an edited text: new, or a stretch of the first text."""


def composed(length: int, first: Iterable[Edit], second: Iterable[Edit]) -> list[Edit]:
    """Return edits that do at once what two lists of edits do one after the other.

    ``length`` is how many bytes the first text has. The positions of the
    second edits are those of the text that the first ones leave.

    >>> composed(4, [Edit(0, 0, b"ab")], [Edit(1, 3, b"c")])
    [Edit(start=0, end=1, replacement=b'ac')]

    Raises: OverlapError if two edits of one list want the same bytes.
    """
    before = in_order(first)
    if not before:
        return in_order(second)
    tape = _Tape([*_pieces(length, before)])
    pieces: list[_Piece] = []
    position = 0
    for edit in in_order(second):
        pieces += tape.take(edit.start - position)
        tape.take(edit.end - edit.start)
        pieces.append(edit.replacement)
        position = edit.end
    return list(_edits(length, [*pieces, *tape.rest()]))


def _pieces(length: int, edits: Iterable[Edit]) -> Iterator[_Piece]:
    """Yield the text that edits leave, piece by piece."""
    position = 0
    for edit in edits:
        yield Span(position, edit.start)
        yield edit.replacement
        position = edit.end
    yield Span(position, length)


def _edits(length: int, pieces: Sequence[_Piece]) -> Iterator[Edit]:
    """Yield the edits that leave these pieces of a text."""
    position = 0
    fresh = b""
    for piece in (*pieces, Span(length, length)):
        if isinstance(piece, bytes):
            fresh += piece
        elif piece.start < piece.end or piece.start == length:
            if fresh or piece.start > position:
                yield Edit(position, piece.start, fresh)
            position, fresh = piece.end, b""


class _Tape:
    """Pieces that are taken from the front, so many bytes at a time."""

    def __init__(self, pieces: list[_Piece]) -> None:
        self._pieces = pieces[::-1]

    def take(self, count: int) -> list[_Piece]:
        """Take so many bytes off the front."""
        taken: list[_Piece] = []
        while count:
            piece = self._pieces.pop()
            size = _size(piece)
            if size > count:
                head, tail = _cut(piece, count)
                self._pieces.append(tail)
                piece, size = head, count
            taken.append(piece)
            count -= size
        return taken

    def rest(self) -> list[_Piece]:
        """Return what is left."""
        return self._pieces[::-1]


def _size(piece: _Piece) -> int:
    return len(piece) if isinstance(piece, bytes) else piece.end - piece.start


def _cut(piece: _Piece, at: int) -> tuple[_Piece, _Piece]:
    if isinstance(piece, bytes):
        return piece[:at], piece[at:]
    middle = piece.start + at
    return Span(piece.start, middle), Span(middle, piece.end)
