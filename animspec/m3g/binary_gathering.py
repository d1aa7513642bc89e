"""What has been read of an ``.m3g`` file: its objects by number, and what they refer to.

An object with a fault is left out; so is what refers to it, without a fault of
its own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field, frozen

from animspec.m3g.binary_faults import BytePlace, FaultList, ObjectFaultError
from animspec.m3g.binary_layout import (
    CONTROLLER_TYPE,
    EXTERNAL_REFERENCE_TYPE,
    HEADER_TYPE,
    OBJECT_TYPES,
    SEQUENCE_TYPE,
    TRACK_TYPE,
    type_name,
)
from animspec.m3g.binary_objects import (
    Head,
    TrackData,
    read_controller,
    read_head,
    read_header,
    read_sequence,
    read_string,
    read_track,
)

if TYPE_CHECKING:
    from animspec.m3g.binary_cursor import Cursor
    from animspec.model.m3g_animation import Controller, Sequence

VERSION: Final = (1, 0)
"""The one version that files of JSR-184 have."""

MODELLED: Final = frozenset({HEADER_TYPE, CONTROLLER_TYPE, TRACK_TYPE, SEQUENCE_TYPE})
"""The types of objects that are read whole; others may have tracks, and are counted."""


@frozen
class Origin:
    """The object of the file that a part of the document comes from."""

    object_number: int
    place: BytePlace


@define
class _Names:
    """Names of one kind of thing, made different from each other."""

    taken: set[str] = field(factory=set)

    def give(self, wanted: str | None, kind: str, number: int) -> str:
        """Return the wanted name, or one made of the kind and number, that nobody has yet."""
        name = f"{kind} {number}" if wanted is None else wanted
        while name in self.taken:
            name = f"{name} ({number})"
        self.taken.add(name)
        return name


@define
class Gathered:
    """What has been read so far, by object number."""

    faults: FaultList = field(factory=FaultList)
    types: bytearray = field(factory=lambda: bytearray(1))
    """Each object's type by number; entry 0 stands for the object that is none."""

    broken: set[int] = field(factory=set)
    skipped: Counter[str] = field(factory=Counter)
    sequences: dict[int, Sequence] = field(factory=dict)
    controllers: dict[int, Controller] = field(factory=dict)
    tracks: dict[int, TrackData] = field(factory=dict)
    origins: dict[int, Origin] = field(factory=dict)
    uses: list[tuple[int, str]] = field(factory=list)
    """Track number and target, for each track that an object lists."""

    sequence_names: _Names = field(factory=_Names)
    controller_names: _Names = field(factory=_Names)
    target_names: _Names = field(factory=_Names)
    file_size: int | None = None


def keep(kind: int, cursor: Cursor, number: int, gathered: Gathered) -> None:
    """Read an object's data and keep what is animation.

    Raises:
        ObjectFaultError: The object's first fault.

    """
    if (kind == HEADER_TYPE) != (number == 1):
        expected = "the header first" if number == 1 else "the header as the first object only"
        message = f"object {number} is of {type_name(kind)}, expected {expected}"
        raise ObjectFaultError("not-m3g", message, cursor.position)
    if kind == HEADER_TYPE:
        _keep_header(cursor, gathered)
        return
    if kind not in MODELLED:
        gathered.skipped[OBJECT_TYPES.get(kind, type_name(kind))] += 1
    if kind == EXTERNAL_REFERENCE_TYPE:
        read_string(cursor, "the reference")
        return
    head = read_head(cursor)
    _keep_uses(kind, head, number, gathered)
    if kind == CONTROLLER_TYPE:
        controller = read_controller(cursor)
        name = gathered.controller_names.give(head.name, "controller", number)
        gathered.controllers[number] = evolve(controller, id=name)
    elif kind == SEQUENCE_TYPE:
        sequence = read_sequence(cursor, full_range=head.full_range)
        name = gathered.sequence_names.give(head.name, "sequence", number)
        gathered.sequences[number] = evolve(sequence, id=name)
    elif kind == TRACK_TYPE:
        _keep_track(read_track(cursor), number, gathered)


def _keep_header(cursor: Cursor, gathered: Gathered) -> None:
    """Read the header object.

    Raises:
        ObjectFaultError: It is cut short, or of a version with another layout.

    """
    place = cursor.position
    header = read_header(cursor)
    gathered.file_size = header.file_size
    if header.version != VERSION:
        raise ObjectFaultError(
            "unknown-encoding",
            f"the file is of version {header.version[0]}.{header.version[1]}, expected 1.0",
            place,
        )


def _keep_uses(kind: int, head: Head, number: int, gathered: Gathered) -> None:
    """Note the tracks that an object lists.

    Raises:
        ObjectFaultError: One of them is no track.

    """
    if not head.tracks:
        return
    places = range(head.tracks_position, head.tracks_position + 4 * len(head.tracks), 4)
    sound = [
        reference
        for reference, place in zip(head.tracks, places, strict=True)
        if _leads(_Reference("animation track", reference, TRACK_TYPE, place), number, gathered)
    ]
    target = gathered.target_names.give(head.name, OBJECT_TYPES.get(kind, "object"), number)
    gathered.uses += [(reference, target) for reference in sound]


def _keep_track(track: TrackData, number: int, gathered: Gathered) -> None:
    """Keep a track whose sequence and controller are there.

    Raises:
        ObjectFaultError: One of them is not, or is something else.

    """
    references = [_Reference("sequence", track.sequence, SEQUENCE_TYPE, track.position)]
    if track.controller:
        place = track.position + 4
        references.append(_Reference("controller", track.controller, CONTROLLER_TYPE, place))
    sound = [_leads(reference, number, gathered) for reference in references]
    if all(sound):
        gathered.tracks[number] = track
    else:
        gathered.broken.add(number)


@frozen
class _Reference:
    """A reference in an object: what for, the object meant, the type that must be, and where."""

    what: str
    to: int
    kind: int
    place: int


def _leads(reference: _Reference, number: int, gathered: Gathered) -> bool:
    """Whether a reference of object ``number`` leads to a sound object; False for a broken one.

    Raises:
        ObjectFaultError: It leads to none, to a later one, or to one of another kind.

    """
    to = reference.to
    if 0 < to < number:
        if to in gathered.broken:
            return False
        if gathered.types[to] == reference.kind:
            return True
        why = f"which is of {type_name(gathered.types[to])}"
    else:
        why = "which is none" if to == 0 else f"which does not come before object {number}"
    message = f"the {reference.what} is object {to}, {why}, expected {type_name(reference.kind)}"
    raise ObjectFaultError("reference-to-nothing", message, reference.place)
