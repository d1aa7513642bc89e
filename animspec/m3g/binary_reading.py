"""Binary ``.m3g`` files read into documents, with every fault of their bytes.

Reading never raises, whatever the bytes. An object with a fault is left out
of the document; what refers to it is left out too, without a fault of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import frozen

from animspec.m3g.binary_cursor import Cursor
from animspec.m3g.binary_faults import (
    OBJECTS_SKIPPED,
    BinaryFault,
    BytePlace,
    ObjectFaultError,
    TooManyFaultsError,
    skipped,
)
from animspec.m3g.binary_gathering import MODELLED, Gathered, Origin, keep
from animspec.m3g.binary_layout import IDENTIFIER, OBJECT_HEAD, type_name
from animspec.m3g.binary_sections import sections
from animspec.model.m3g_animation import M3GAnimation, Track

if TYPE_CHECKING:
    from animspec.m3g.binary_sections import Section

MOST_OBJECTS: Final = 2**18
"""Objects read from one file; content for telephones has some thousands."""


LETTERS: Final = 8
"""How many bytes of the identifier come before those that a transfer as text may change."""


@frozen
class Reading:
    """A file's document, its faults, and where the document's parts come from.

    ``sequences``, ``controllers`` and ``tracks`` hold one origin for each
    entry of the document's list of that name.
    """

    document: M3GAnimation
    faults: tuple[BinaryFault, ...]
    sequences: tuple[Origin, ...]
    controllers: tuple[Origin, ...]
    tracks: tuple[Origin, ...]

    def origin(self, collection: str, index: int) -> Origin | None:
        """Return where ``/<collection>/<index>`` comes from, None for what is not in the file."""
        origins: dict[str, tuple[Origin, ...]] = {
            "sequences": self.sequences,
            "controllers": self.controllers,
            "tracks": self.tracks,
        }
        found = origins.get(collection, ())
        return found[index] if 0 <= index < len(found) else None


def read_m3g(data: bytes) -> tuple[M3GAnimation, tuple[BinaryFault, ...]]:
    """Return the document that a file comes to, and every fault of its bytes."""
    reading = read_m3g_placed(data)
    return reading.document, reading.faults


def read_m3g_placed(data: bytes) -> Reading:
    """Return the document that a file comes to, its faults, and where its parts come from."""
    gathered = Gathered()
    try:
        _read_file(memoryview(data), gathered)
    except TooManyFaultsError:
        return _reading(gathered)
    if gathered.skipped:
        message = skipped(gathered.skipped.most_common())
        gathered.faults.found.append(BinaryFault(OBJECTS_SKIPPED, message, BytePlace(0)))
    return _reading(gathered)


def _read_file(data: memoryview, gathered: Gathered) -> None:
    """Read all that can be read."""
    if data[: len(IDENTIFIER)] != IDENTIFIER:
        found = bytes(data[: len(IDENTIFIER)]).hex(" ").upper() or "nothing"
        expected = IDENTIFIER.hex(" ").upper()
        message = f"the file starts with {found}, expected {expected}{_guess(data)}"
        gathered.faults.add(BinaryFault("not-m3g", message, BytePlace(0)))
        return
    for section in sections(data, gathered.faults):
        if not _read_section(section, gathered):
            break
    _check_size(len(data), gathered)


def _guess(data: memoryview) -> str:
    """Return what a file without the identifier most likely is."""
    start = bytes(data[:64])
    if start.startswith(IDENTIFIER[:LETTERS]):
        return "; has a transfer as text changed its line ends?"
    return "; is it a text, to be named *.m3ganim.json?" if start.lstrip()[:1] == b"{" else ""


def _check_size(size: int, gathered: Gathered) -> None:
    """Report a file cut off between two sections, or one without any object."""
    if len(gathered.types) == 1 and not gathered.faults.found:
        message = "the file holds no object, expected its header"
        gathered.faults.add(BinaryFault("not-m3g", message, BytePlace(len(IDENTIFIER))))
    if gathered.file_size not in (None, size) and not gathered.faults.names() & {
        "section-truncated",
        "checksum-differs",
    }:
        message = f"the file is {size} bytes long, but {gathered.file_size} by its header's account"
        gathered.faults.add(BinaryFault("section-truncated", message, BytePlace(size)))


def _read_section(section: Section, gathered: Gathered) -> bool:
    """Read a section's objects; False where the number of those that follow is lost."""
    position = 0
    while position < len(section.objects):
        gathered.types.append(0)
        number = len(gathered.types) - 1
        try:
            position = _read_object(section, position, number, gathered)
        except ObjectFaultError as fault:
            _report(fault, section, number, gathered)
            return False
    return True


def _read_object(section: Section, position: int, number: int, gathered: Gathered) -> int:
    """Read one object and return where the next starts.

    Raises:
        ObjectFaultError: The object's end cannot be told.

    """
    if number > MOST_OBJECTS:
        raise ObjectFaultError(
            "count-too-large", f"there are more than {MOST_OBJECTS} objects", position
        )
    left = len(section.objects) - position - OBJECT_HEAD.size
    if left < 0:
        raise ObjectFaultError(
            "object-length-wrong",
            f"the section ends {left + OBJECT_HEAD.size} bytes on, expected an object's type and"
            f" length, {OBJECT_HEAD.size} bytes",
            position,
        )
    kind, length = OBJECT_HEAD.unpack_from(section.objects, position)
    if length > left:
        raise ObjectFaultError(
            "object-length-wrong",
            f"the object of {type_name(kind)} is {length} bytes long by its own account,"
            f" but {left} bytes are left of the section",
            position + 1,
        )
    gathered.types[number] = kind
    start = position + OBJECT_HEAD.size
    try:
        keep(kind, Cursor(section.objects, start, start + length), number, gathered)
    except ObjectFaultError as fault:
        _report(fault, section, number, gathered)
    else:
        if kind in MODELLED:
            gathered.origins[number] = Origin(number, section.place(position))
    return start + int(length)


def _report(fault: ObjectFaultError, section: Section, number: int, gathered: Gathered) -> None:
    """Keep an object's fault, unless its section's checksum has already said so."""
    gathered.broken.add(number)
    if section.intact:
        place = section.place(fault.position)
        gathered.faults.add(BinaryFault(fault.rule, fault.message, place, number))


def _reading(gathered: Gathered) -> Reading:
    """Put the document together; tracks stand in the order of their objects."""
    sequence_ids = {number: each.id for number, each in gathered.sequences.items()}
    controller_ids = {number: each.id for number, each in gathered.controllers.items()}
    uses = sorted(gathered.uses, key=lambda use: use[0])
    tracks = tuple(
        Track(
            target,
            (track := gathered.tracks[number]).property,
            sequence_ids[track.sequence],
            controller_ids.get(track.controller),
        )
        for number, target in uses
    )
    document = M3GAnimation(
        tuple(gathered.sequences.values()),
        tuple(gathered.controllers.values()) or None,
        tracks or None,
    )
    return Reading(
        document,
        tuple(gathered.faults.found),
        tuple(gathered.origins[number] for number in gathered.sequences),
        tuple(gathered.origins[number] for number in gathered.controllers),
        tuple(gathered.origins[number] for number, _ in uses),
    )
