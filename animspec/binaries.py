"""Documents in binary files, read so that the same rules look at them as at texts.

An object of the file that has a fault may have been any part of the document,
so each list of such a document ends with a hole: nothing is said that the
missing object could make wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from animspec.documents import Document
from animspec.findings import Fault, Spot
from animspec.holes import HOLE
from animspec.m3g.binary_faults import OBJECTS_SKIPPED
from animspec.m3g.binary_reading import read_m3g_placed

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.kinds import Kind
    from animspec.m3g.binary_faults import BinaryFault, BytePlace
    from animspec.m3g.binary_reading import Reading
    from animspec.model.m3g_animation import M3GAnimation
    from animspec.pointers import Pointer


def read_m3g_document(data: bytes, name: str, kind: Kind) -> Document:
    """Return the document in an ``.m3g`` file."""
    reading = read_m3g_placed(data)
    is_whole = all(fault.rule == OBJECTS_SKIPPED for fault in reading.faults)
    return Document(
        name=name,
        data=data,
        text=b"",
        kind=kind,
        model=reading.document if is_whole else _with_holes(reading.document),
        faults=tuple(map(_fault, reading.faults)),
        bones=None,
        spots=_spots(reading),
    )


def _with_holes(document: M3GAnimation) -> M3GAnimation:
    """Return a document with a hole at the end of each list, for what could not be read."""
    return evolve(
        document,
        sequences=(*document.sequences, HOLE),
        controllers=(*(document.controllers or ()), HOLE),
        tracks=(*(document.tracks or ()), HOLE),
    )


def _fault(fault: BinaryFault) -> Fault:
    return Fault(fault.rule, (), fault.message, spot=_spot(fault.place, fault.object_number))


def _spot(place: BytePlace, number: int | None) -> Spot:
    return Spot(place.offset, number, place.inflated_offset)


def _spots(reading: Reading) -> Callable[[Pointer], Spot]:
    """Return what tells where a part of the document comes from: its object, or the file."""

    def spot(pointer: Pointer) -> Spot:
        match pointer:
            case (str(collection), int(at), *_):
                origin = reading.origin(collection, at)
                if origin is not None:
                    return _spot(origin.place, origin.object_number)
        return Spot(0)

    return spot
