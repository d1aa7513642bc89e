"""What the linter finds: faults as rules state them, findings as users see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

if TYPE_CHECKING:
    from animspec.pointers import Pointer
    from animspec.severities import Severity

ByteRange: TypeAlias = tuple[int, int]
"""Where a piece of text stands: the offsets of its first byte and of the byte after its last."""


@frozen
class Related:
    """Another place that explains a fault, such as where a name was first written."""

    message: str
    pointer: Pointer = ()
    at_name: bool = False
    bytes: ByteRange | None = None
    """Set where the pointer alone cannot tell (two members of one name)."""


@frozen
class Fault:
    """What a rule or a stage has to say of one part of a document.

    The place is the value at ``pointer``, or its member's name where
    ``at_name`` is set, or exactly ``bytes`` where the text stage knows them.
    """

    rule: str
    pointer: Pointer
    message: str
    related: Related | None = None
    at_name: bool = False
    bytes: ByteRange | None = None
    count: int = 1
    """More than 1 when this stands for that many faults of one channel."""


@frozen
class Place:
    """A piece of text by lines and columns, both from 1; columns count code points.

    ``end_column`` is the column after the last one.
    """

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class RelatedPlace:
    """A related place as the report shows it."""

    message: str
    pointer: str
    place: Place


@frozen
class Finding:
    """One fault in one file, as every report shows it.

    ``pointer`` is a JSON Pointer. ``address`` names the same part by clip,
    track, channel and tick, and so survives reordering.
    """

    rule: str
    severity: Severity
    file: str
    pointer: str
    address: str
    place: Place | None
    message: str
    related: RelatedPlace | None = None
    count: int = 1
