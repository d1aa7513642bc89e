"""The fixes of the text stage: what JSON does not allow, and what says nothing, is cut out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.fixes import Cut, Fix

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.findings import ByteRange

_BLANK: Final = b" \t\r"
"""What may stand beside a comment that has its line to itself."""


def cut_of(rule: str, data: bytes, where: ByteRange) -> Callable[[], Fix] | None:
    """Return what makes the fix of a fault in the text; None where its rule has none."""
    make = _MAKERS.get(rule)
    return None if make is None else partial(make, data, *where)


def without_mark(data: bytes, start: int, end: int) -> Fix:  # noqa: ARG001 - as the others
    """Return the fix that cuts a byte order mark out."""
    return Fix("remove the byte order mark", (Cut(start, end),))


def without_comma(data: bytes, start: int, end: int) -> Fix:  # noqa: ARG001 - as the others
    """Return the fix that cuts a comma out."""
    return Fix("remove the comma", (Cut(start, end),))


def without_comment(data: bytes, start: int, end: int) -> Fix:
    r"""Return the fix that cuts a comment out.

    With it goes its line, if nothing else stands there, or else the space that
    parts it from what stands before it, or after it.

    >>> text = b"[1, // one\n// two\n/* three */ 3]"
    >>> [without_comment(text, *at).operations[0] for at in ((4, 10), (11, 17), (18, 29))]
    [Cut(start=3, end=10), Cut(start=11, end=18), Cut(start=18, end=30)]
    """
    first, last = _before(data, start), _after(data, end)
    starts_line = first == 0 or data.startswith(b"\n", first - 1)
    ends_line = last == len(data) or data.startswith(b"\n", last)
    if starts_line and ends_line:
        cut = Cut(first, min(last + 1, len(data)))
    elif ends_line:
        # The line keeps its end, of which a comment takes the carriage return along.
        cut = Cut(first, end - data.startswith(b"\r", end - 1))
    else:
        cut = Cut(start, last)
    return Fix("remove the comment", (cut,))


def _before(data: bytes, position: int) -> int:
    """Return where the blanks start that stand before a position."""
    while position and data[position - 1] in _BLANK:
        position -= 1
    return position


def _after(data: bytes, position: int) -> int:
    """Return where the blanks end that stand after a position."""
    while position < len(data) and data[position] in _BLANK:
        position += 1
    return position


_MAKERS: Final[dict[str, Callable[[bytes, int, int], Fix]]] = {
    "byte-order-mark": without_mark,
    "trailing-comma": without_comma,
    "comment-in-json": without_comment,
}
