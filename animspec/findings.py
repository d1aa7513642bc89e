"""What the linter finds: faults as rules state them, findings as users see them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.fixes import Fix
    from animspec.pointers import Pointer
    from animspec.severities import Safety, Severity

ByteRange: TypeAlias = tuple[int, int]
"""Where a piece of text stands: the offsets of its first byte and of the byte after its last."""

TextRange: TypeAlias = tuple[int, int]
"""Which characters of a text: the first, and the one after the last, escapes read."""


@frozen
class Related:
    """Another place that explains a fault, such as where a name was first written."""

    message: str
    pointer: Pointer = ()
    at_name: bool = False
    bytes: ByteRange | None = None
    """Set where the pointer alone cannot tell (two members of one name)."""


@frozen
class Spot:
    """A byte of a binary file, and the object that it belongs to, if any.

    Inside of a deflated section ``offset`` is the section's, and
    ``inflated_offset`` counts the bytes that it inflates to.

    >>> str(Spot(418, 5)), str(Spot(50, 2, 16)), str(Spot(0))
    ('@0x1A2 (object 5)', '@0x32+0x10 (object 2)', '@0x0')
    """

    offset: int
    object_number: int | None = None
    inflated_offset: int | None = None

    def __str__(self) -> str:
        """Return the spot as reports show it."""
        inside = "" if self.inflated_offset is None else f"+0x{self.inflated_offset:X}"
        number = "" if self.object_number is None else f" (object {self.object_number})"
        return f"@0x{self.offset:X}{inside}{number}"


@frozen
class Fault:
    """What a rule or a stage has to say of one part of a document.

    The place is the value at ``pointer``, or ``within`` it, or its member's name
    where ``at_name`` is set, or exactly ``bytes`` where the text stage knows them,
    or ``spot`` where the reader of a binary file does.
    """

    rule: str
    pointer: Pointer
    message: str
    related: Related | None = None
    at_name: bool = False
    bytes: ByteRange | None = None
    count: int = 1
    """More than 1 when this stands for that many faults of one channel."""
    spot: Spot | None = None
    within: TextRange | None = None
    """Which characters of the text at ``pointer`` are meant, where it is not all of it."""
    fix: Callable[[], Fix] | None = field(default=None, eq=False, repr=False)
    """Makes the fix; None where none is known. The rule says whether it is safe."""
    about: str | None = None
    """What the fault is about, where the part that shows it depends on the order of others."""


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
class PlacedEdit:
    """An edit of a text as reports show it: what stands at ``place`` gives way to ``replacement``.

    ``bytes`` is the same place in bytes of the file.
    """

    place: Place
    bytes: ByteRange
    replacement: str


@frozen
class Remedy:
    """A fix as reports show it: what it does, and the edits of the text that do it."""

    message: str
    edits: tuple[PlacedEdit, ...]


@frozen
class Finding:
    """One fault in one file, as every report shows it.

    ``pointer`` is a JSON Pointer. ``address`` names the same part by clip,
    track, channel and tick, and so survives reordering. In a text the finding
    stands at ``place``, in a binary file at ``spot``; then ``pointer`` leads
    through the document that the file holds, and another place that explains
    the finding is named in the message.
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
    spot: Spot | None = None
    fixable: Safety | None = None
    """Whether a fix is known, and whether it is safe."""
    remedy: Remedy | None = None
    """The fix, where the settings ask for it; of a folded finding that of the first."""
    about: str | None = None
    """What the finding is about, where the part that shows it depends on the order of others."""

    @property
    def identity(self) -> str:
        """What the finding is about, whatever order the parts of its document have.

        It is the address, but parts that have no name are not told apart.

        >>> from animspec.severities import Severity
        >>> Finding("blank-name", Severity.ERROR, "a", "/clips/3", "clips[#3]", None, "").identity
        'clips[#]'
        """
        return re.sub(r"\[#\d+\]", "[#]", self.address) if self.about is None else self.about

    @property
    def where(self) -> str | None:
        """Where in its file the finding stands, as reports show it; None for the whole file."""
        if self.place is not None:
            return f"{self.place.line}:{self.place.column}"
        return None if self.spot is None else str(self.spot)

    @property
    def offset(self) -> int | None:
        """The offset of the spot in a binary file, None in a text."""
        return None if self.spot is None else self.spot.offset
