"""What is wrong with the bytes of an ``.m3g`` file, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_FAULTS: Final = 1000
"""Reading stops there: whatever the file is, it is not one that somebody can mend by hand."""

OBJECTS_SKIPPED: Final = "objects-skipped"
"""The one rule of these that is a hint; the others are errors."""


@frozen
class BytePlace:
    """A byte of a file: its offset, or its section's and how far into the inflated objects."""

    offset: int
    inflated_offset: int | None = None

    def __str__(self) -> str:
        """Return the place as messages name it."""
        if self.inflated_offset is None:
            return f"byte {self.offset}"
        return f"byte {self.inflated_offset} of the inflated section at byte {self.offset}"


@frozen
class BinaryFault:
    """One fault in a file: the rule it breaks, what is there, and where that is."""

    rule: str
    message: str
    place: BytePlace
    object_number: int | None = None

    @property
    def offset(self) -> int:
        """The offset in the file; within a deflated section, that of the section."""
        return self.place.offset

    def __str__(self) -> str:
        """Return the whole sentence with its place."""
        number = "" if self.object_number is None else f"object {self.object_number}, "
        return f"{number}{self.place}: {self.message} [{self.rule}]"


class TooManyFaultsError(Exception):
    """Raised to end the reading of a file that is nothing but faults."""


@frozen
class FaultList:
    """The faults found so far; it takes no more than ``MOST_FAULTS``."""

    found: list[BinaryFault] = field(factory=list)

    def add(self, fault: BinaryFault) -> None:
        """Keep a fault.

        Raises:
            TooManyFaultsError: This was the last one that is kept.

        """
        self.found.append(fault)
        if len(self.found) >= MOST_FAULTS:
            raise TooManyFaultsError

    def names(self) -> set[str]:
        """Return the rules broken so far."""
        return {fault.rule for fault in self.found}


class ObjectFaultError(Exception):
    """Raised by the first fault of an object, and ends its reading: one fault, one finding."""

    def __init__(self, rule: str, message: str, position: int) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.position = position
        """Where, counted from the start of the section's objects."""


def skipped(counts: Iterable[tuple[str, int]]) -> str:
    """Return the sentence about objects that were skipped.

    >>> skipped([("Mesh", 2), ("type 77", 1)])
    '3 objects that are not animation were skipped: 2 Mesh, 1 type 77'
    """
    each = list(counts)
    total = sum(count for _, count in each)
    subject = "1 object that is" if total == 1 else f"{total} objects that are"
    verb = "was" if total == 1 else "were"
    listed = ", ".join(f"{count} {name}" for name, count in each)
    return f"{subject} not animation {verb} skipped: {listed}"
