"""A document as far as it can be read just now: its text as it is, or as it was when it could be.

While a text is broken, its last state that was JSON stands in, its offsets moved
by what has changed since; of a text that never was, the parts before the fault.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec
from attrs import frozen

from animspec.holes import HOLE
from animspec.kinds import by_binary
from animspec.lsp.sketching import closed
from animspec.reading import read_any

if TYPE_CHECKING:
    from animspec.documents import Document
    from animspec.kinds import Kind
    from animspec.pointers import Pointer
    from animspec.spans import Outline, Part, Span

_HALF: Final = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}".encode()
"""As long as half of a surrogate pair, so that offsets stay true."""


@frozen
class Shift:
    """How offsets of one text become those of another: what differs is one stretch.

    ``head`` bytes at the start are the same in both, and what follows ``old``
    in the one follows ``new`` in the other.
    """

    head: int
    old: int
    new: int

    @classmethod
    def none(cls, data: bytes) -> Shift:
        """Return the shift of a text to itself."""
        return cls(len(data), len(data), len(data))

    @classmethod
    def between(cls, before: bytes, after: bytes) -> Shift:
        """Return the shift from one text to another.

        >>> shift = Shift.between(b'{"a": 1, "b": 2}', b'{"a": 1, "cc", "b": 2}')
        >>> shift.moved(2), shift.moved(14), shift.back(20), shift.back(12)
        (2, 20, 14, None)
        """
        head = _common(before, after)
        most = min(len(before), len(after)) - head
        tail = _common_end(before, after, most)
        return cls(head, len(before) - tail, len(after) - tail)

    def moved(self, offset: int) -> int:
        """Return an offset of the first text in the second; of what is gone, where that was."""
        if offset <= self.head:
            return offset
        return max(offset + self.new - self.old, self.head)

    def starting(self, offset: int) -> int:
        """Return where a part that starts at an offset does so then: behind what is new."""
        is_before = offset == self.head == self.old
        return self.new if is_before else self.moved(offset)

    def back(self, offset: int) -> int | None:
        """Return an offset of the second text in the first, None within what differs."""
        if offset <= self.head:
            return offset
        return offset + self.old - self.new if offset >= self.new else None


def _common(one: bytes, other: bytes) -> int:
    """Return how many bytes at the start of two texts are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: bytes, other: bytes, most: int) -> int:
    """Return how many bytes at the end of two texts are the same, at most so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        first, second = len(one) - middle, len(other) - middle
        if one[first : len(one) - low] == other[second : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


@frozen(eq=False, slots=False)
class Reading:
    """A document as it was read, and how its offsets become those of the text as it is now."""

    document: Document
    shift: Shift

    @property
    def model(self) -> Any:
        """The model, with holes."""
        return self.document.model

    @property
    def kind(self) -> Kind | None:
        """The kind of document."""
        return self.document.kind

    @cached_property
    def outline(self) -> Outline:
        """Where the parts stand in the text that was read."""
        return self.document.outline

    def pointer_at(self, offset: int) -> Pointer | None:
        """Return the pointer of the innermost value that an offset is in or behind, now."""
        there = self.shift.back(offset)
        if there is None:
            return None
        before = self.outline.pointer_at(max(there - 1, 0))
        return max(self.outline.pointer_at(there), before, key=len)

    def part(self, pointer: Pointer) -> Part | None:
        """Return the part at a pointer in the text that was read, if it has it."""
        try:
            return self.outline.locate_all([pointer])[pointer]
        except LookupError:
            return None

    def now(self, span: Span) -> tuple[int, int]:
        """Return where a span of the text that was read stands now."""
        return self.shift.starting(span.start), self.shift.moved(span.end)


def read_now(
    data: bytes, name: str, kind: Kind | None, before: Document | None = None
) -> Reading | None:
    """Return a document as far as it can be read; ``before`` is its last state that was JSON.

    None where there is nothing to read at all.
    """
    if kind is None and by_binary(name, data) is not None:
        return None
    text = _HALF.sub(_REPLACEMENT, data)
    document = read_any(text, name, kind)
    if is_json(document):
        return Reading(document, Shift.none(data))
    if before is None:
        before = read_any(closed(text, _stumble(document)), name, kind)
    if not is_json(before):
        return None
    return Reading(before, Shift.between(before.data, text))


def is_json(document: Document) -> bool:
    """Whether a document's text could be read to its end."""
    if document.model is not HOLE and document.spots is None:
        return True
    try:
        msgspec.json.decode(document.text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _stumble(document: Document) -> int:
    """Return the offset up to which a text can be read."""
    for fault in document.faults:
        if fault.rule == "not-json" and fault.bytes is not None:
            is_cut_off = fault.message.startswith("the text ends")
            return len(document.data) if is_cut_off else fault.bytes[0]
    return len(document.data)
