"""What a fix is: changes of a document by JSON Pointer, or of its text by bytes.

A rule that knows how to mend what it finds gives its fault a function that
makes the ``Fix``. It is called only where somebody asks for fixes, so that it
may cost what a check may not. How a fix becomes edits of a text stands in
``animspec.changes``, how fixes are applied in ``animspec.fixing``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from animspec.pointers import Pointer


@frozen
class Replace:
    """Give the value at a pointer another value; a member that is not there comes last."""

    pointer: Pointer
    value: Any


@frozen
class Remove:
    """Take an element or a member out."""

    pointer: Pointer


@frozen
class Insert:
    """Put a new element before the one at ``index``; last where there is none."""

    array: Pointer
    index: int
    value: Any


@frozen
class Reorder:
    """Leave an array these of its elements, by their present indices, in this order."""

    array: Pointer
    order: tuple[int, ...]


@frozen
class Cut:
    """Take a stretch of bytes out of the text, which the text stage objects to."""

    start: int
    end: int


Operation: TypeAlias = Replace | Remove | Insert | Reorder | Cut


@frozen(eq=False)
class Fix:
    """How to mend one fault, or several at once that share it.

    Indices are those of the document as it is, also where several operations
    change one array. ``scope`` is the part that the fix was worked out from:
    no other fix changes anything in it at the same time. Without one, that
    holds for what the operations themselves name.
    """

    message: str
    """What is done, as a command without full stop: ``sort the keys by time``."""
    operations: tuple[Operation, ...]
    scope: Pointer | None = None


def replacement(message: str, pointer: Pointer, value: Any) -> Fix:
    """Return the fix that gives the value at a pointer another value."""
    return Fix(message, (Replace(pointer, value),))
