"""Sections of an ``.m3g`` file: found, checked and inflated within bounds."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.m3g.binary_faults import BinaryFault, BytePlace, FaultList
from animspec.m3g.binary_layout import CHECKSUM, IDENTIFIER, RAW, SECTION_HEAD, ZLIB

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_INFLATED: Final = 16 * 2**20
"""Bytes that all deflated sections of a file may come to; content for telephones has fewer."""

SMALLEST_SECTION: Final = SECTION_HEAD.size + CHECKSUM.size


@frozen
class Section:
    """The objects of one section, and where they came from."""

    offset: int
    objects: memoryview
    inflated: bool
    intact: bool
    """Whether the checksum is right; if not, faults inside follow from that."""

    def place(self, position: int) -> BytePlace:
        """Return where a byte of the objects stands in the file."""
        if self.inflated:
            return BytePlace(self.offset, position)
        return BytePlace(self.offset + SECTION_HEAD.size + position)


def sections(data: memoryview, faults: FaultList) -> Iterator[Section]:
    """Yield the sections one by one, up to the first that cannot be found or opened."""
    offset = len(IDENTIFIER)
    inflatable = MOST_INFLATED
    while offset < len(data):
        total = _total_length(data, offset, faults)
        if total is None:
            return
        section = _opened(data[offset : offset + total], offset, inflatable, faults)
        if section is None:
            return
        inflatable -= len(section.objects) if section.inflated else 0
        yield section
        offset += total


def _total_length(data: memoryview, offset: int, faults: FaultList) -> int | None:
    """Return a section's length, None where the file does not hold so much."""
    left = len(data) - offset
    if left < SECTION_HEAD.size:
        message = f"{left} bytes are left, expected the {SMALLEST_SECTION} of a section or more"
    else:
        total: int = SECTION_HEAD.unpack_from(data, offset)[1]
        if SMALLEST_SECTION <= total <= left:
            return total
        message = f"the section is {total} bytes long by its own account, "
        if total > left:
            message += f"but only {left} bytes of the file are left; is the file cut off?"
        else:
            message += f"expected {SMALLEST_SECTION} or more"
    faults.add(BinaryFault("section-truncated", message, BytePlace(offset)))
    return None


def _opened(stored: memoryview, offset: int, most: int, faults: FaultList) -> Section | None:
    """Return a section's objects, None where they cannot be had."""
    scheme, _, length = SECTION_HEAD.unpack_from(stored)
    intact = _check(stored, offset, faults)
    body = stored[SECTION_HEAD.size : -CHECKSUM.size]
    if scheme == RAW:
        fault = None if len(body) == length else _raw_length(len(body), length)
        objects = body
    elif scheme == ZLIB:
        objects, fault = _inflated(body, length, most)
    else:
        message = f"the section's scheme is {scheme}, expected 0 (raw) or 1 (zlib)"
        fault = ("unknown-encoding", message)
    if fault is not None:
        if intact:
            faults.add(BinaryFault(*fault, BytePlace(offset)))
        return None
    return Section(offset, objects, scheme == ZLIB, intact)


def _check(stored: memoryview, offset: int, faults: FaultList) -> bool:
    """Whether a section's checksum is right."""
    written: int = CHECKSUM.unpack_from(stored, len(stored) - CHECKSUM.size)[0]
    found = zlib.adler32(stored[: -CHECKSUM.size])
    if found == written:
        return True
    message = f"the section's checksum is {written:08X}, but its bytes come to {found:08X}"
    place = BytePlace(offset + len(stored) - CHECKSUM.size)
    faults.add(BinaryFault("checksum-differs", message, place))
    return False


def _raw_length(stored: int, length: int) -> tuple[str, str]:
    """Return what is wrong with a raw section that says it holds more or less than it does."""
    message = f"the section's objects are {length} bytes long by its own account"
    return "section-truncated", f"{message}, but {stored} are stored"


def _inflated(
    body: memoryview, length: int, most: int
) -> tuple[memoryview, tuple[str, str] | None]:
    """Return inflated objects and no fault, or a fault; never more than ``length`` + 1 bytes."""
    nothing = memoryview(b"")
    if length > most:
        message = f"the section inflates to {length} bytes by its own account, expected {most}"
        limit = f"{message} at most ({MOST_INFLATED} in the whole file)"
        return nothing, ("inflates-too-large", limit)
    inflater = zlib.decompressobj()
    try:
        objects = inflater.decompress(body, length + 1)
    except zlib.error as error:
        return nothing, ("unknown-encoding", f"the section is not zlib data: {error}")
    if len(objects) > length:
        return nothing, (
            "inflates-too-large",
            f"the section inflates to more than the {length} bytes of its own account",
        )
    if len(objects) == length and not inflater.eof:
        return nothing, ("section-truncated", "the section's zlib data ends before its checksum")
    if len(objects) < length:
        return nothing, (
            "section-truncated",
            f"the section inflates to {len(objects)} bytes and ends, expected {length}",
        )
    return memoryview(objects), None
