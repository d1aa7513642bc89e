"""The fixes of faults as reports show them: edits by line, column and byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

from animspec.changes import Changes, Text
from animspec.edits import in_order
from animspec.findings import PlacedEdit, Remedy
from animspec.holes import HoleUsed
from animspec.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from animspec.documents import Document
    from animspec.edits import Edit
    from animspec.findings import ByteRange, Fault, Place
    from animspec.fixes import Fix


def spoils(document: Document, edits: Iterable[Edit]) -> bool:
    """Whether edits would take away what was overwritten in the text, such as a comment.

    A fix of another fault must not do that.
    """
    if document.text is document.data:
        return False
    return any(
        document.data[each.start : each.end] != document.text[each.start : each.end]
        for each in edits
    )


def fix_of(fault: Fault) -> Fix | None:
    """Return the fix of a fault; None where none is known, or only with a part that is not."""
    try:
        return None if fault.fix is None else fault.fix()
    except HoleUsed:
        return None


def remedies_of(document: Document, faults: Sequence[Fault]) -> list[Remedy | None]:
    """Return the remedy of each fault; None where it has no fix."""
    text = Text(document.outline)
    fixes = [fix_of(fault) for fault in faults]
    edits = [None if fix is None else _edits(document, text, fix) for fix in fixes]
    ranges = {(each.start, each.end) for some in edits if some is not None for each in some}
    places = Source(document.data).places(ranges)
    return [
        None if fix is None or some is None else Remedy(fix.message, _placed(some, places))
        for fix, some in zip(fixes, edits, strict=True)
    ]


def _edits(document: Document, text: Text, fix: Fix) -> list[Edit] | None:
    """Return the edits of a fix alone; None where it cannot be done without a loss."""
    changes = Changes(fix.operations)
    edits = in_order(text.edits(changes))
    return None if not changes.cuts and spoils(document, edits) else edits


def _placed(edits: Iterable[Edit], places: dict[ByteRange, Place]) -> tuple[PlacedEdit, ...]:
    return tuple(
        PlacedEdit(places[each.start, each.end], (each.start, each.end), each.replacement.decode())
        for each in edits
    )
