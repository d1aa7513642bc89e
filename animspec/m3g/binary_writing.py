"""Documents written as binary ``.m3g`` files, so that reading gives the same document.

A file holds one controller, sequence and track for each of the document's,
and one Group for each target. Ids and target names are kept in user
parameters. Numbers become single floats; all else is kept exactly.
"""

from __future__ import annotations

import zlib
from struct import error as StructError  # noqa: N812 - an exception by its own kind of name
from typing import TYPE_CHECKING, Final

import numpy as np

from animspec.m3g.binary_layout import (
    CHECKSUM,
    CONTROLLER,
    CONTROLLER_TYPE,
    FULL_RANGE_PARAMETER,
    GROUP_END,
    GROUP_TYPE,
    HEADER,
    HEADER_TYPE,
    IDENTIFIER,
    INTEGER,
    NAME_PARAMETER,
    OBJECT_HEAD,
    PARAMETER_HEAD,
    RAW,
    SECTION_HEAD,
    SEQUENCE,
    SEQUENCE_TYPE,
    TRACK,
    TRACK_TYPE,
    ZLIB,
)
from animspec.m3g.constants import INTERPOLATIONS, PROPERTIES, REPEAT_MODES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Row

    from animspec.model.m3g_animation import Controller, M3GAnimation, Sequence, Track

AUTHORING: Final = b"animspec\0"
NO_SINGLE_FROM: Final = 2.0**128 - 2.0**103
"""From half a step beyond the largest single float on, numbers round to infinity."""

UNCOMPRESSED_KEYS: Final = 0
"""The encoding that keeps every value: the others round to 8 or 16 bits."""


class UnwritableError(ValueError):
    """A document that no ``.m3g`` file can hold: where, and why not."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message


def write_m3g(document: M3GAnimation, *, compressed: bool = False) -> bytes:
    """Return the bytes of a file that holds a document.

    Raises:
        UnwritableError: An id that repeats or is referred to but missing, a
            value of another length than its sequence's, or a number that
            the file has no room for.

    """
    controllers = document.controllers or ()
    tracks = document.tracks or ()
    controller_numbers = _numbers("controllers", [each.id for each in controllers], 2)
    sequences = document.sequences
    first_sequence = 2 + len(controllers)
    sequence_numbers = _numbers("sequences", [each.id for each in sequences], first_sequence)
    objects = [_controller(index, each) for index, each in enumerate(controllers)]
    objects += [_sequence(index, each) for index, each in enumerate(sequences)]
    objects += [
        _track(index, each, sequence_numbers, controller_numbers)
        for index, each in enumerate(tracks)
    ]
    objects += _groups(tracks, first_sequence + len(sequences))
    body = _section(b"".join(objects), ZLIB if compressed else RAW) if objects else b""
    return _with_header(body)


def _with_header(body: bytes) -> bytes:
    """Return a whole file; its header says how long that is, itself included."""
    room = HEADER.size + len(AUTHORING) + OBJECT_HEAD.size + SECTION_HEAD.size + CHECKSUM.size
    size = len(IDENTIFIER) + room + len(body)
    header = _object(HEADER_TYPE, HEADER.pack(1, 0, 0, size, size) + AUTHORING)
    return IDENTIFIER + _section(header, RAW) + body


def _section(objects: bytes, scheme: int) -> bytes:
    """Return a section with its checksum."""
    stored = zlib.compress(objects) if scheme == ZLIB else objects
    total = SECTION_HEAD.size + len(stored) + CHECKSUM.size
    content = SECTION_HEAD.pack(scheme, total, len(objects)) + stored
    return content + CHECKSUM.pack(zlib.adler32(content))


def _object(kind: int, data: bytes) -> bytes:
    """Return an object."""
    return OBJECT_HEAD.pack(kind, len(data)) + data


def _head(pointer: str, name: str, tracks: Row[int] = (), *, full_range: bool = False) -> bytes:
    """Return what every object starts with: no user id, tracks, and our parameters."""
    try:
        text = name.encode("utf-8")
    except UnicodeEncodeError:
        message = f"{name!r} has half a character, which has no bytes"
        raise UnwritableError(pointer, message) from None
    parameters = [PARAMETER_HEAD.pack(NAME_PARAMETER, len(text)) + text]
    if full_range:
        parameters.append(PARAMETER_HEAD.pack(FULL_RANGE_PARAMETER, 0))
    numbers = [0, len(tracks), *tracks, len(parameters)]
    return b"".join([*map(INTEGER.pack, numbers), *parameters])


def _controller(index: int, controller: Controller) -> bytes:
    """Return a controller's object."""
    pointer = f"/controllers/{index}"
    numbers = [controller.speed, controller.weight, controller.refSequenceTime]
    _check_singles(pointer, numbers)
    start, end = controller.activeInterval
    try:
        data = CONTROLLER.pack(*numbers[:2], start, end, numbers[2], controller.refWorldTime)
    except StructError as error:
        raise UnwritableError(pointer, f"a time has no 32 bits: {error}") from None
    return _object(CONTROLLER_TYPE, _head(f"{pointer}/id", controller.id) + data)


def _sequence(index: int, sequence: Sequence) -> bytes:
    """Return a sequence's object."""
    pointer = f"/sequences/{index}"
    count = len(sequence.keyframes)
    first, last = sequence.validRange or (0, count - 1)
    full_range = sequence.validRange == (0, count - 1)
    try:
        data = SEQUENCE.pack(
            INTERPOLATIONS[sequence.interpolation],
            REPEAT_MODES[sequence.repeatMode],
            UNCOMPRESSED_KEYS,
            sequence.duration,
            first,
            last,
            sequence.componentCount,
            count,
        )
    except StructError as error:
        raise UnwritableError(pointer, f"a number has no 32 bits: {error}") from None
    head = _head(f"{pointer}/id", sequence.id, full_range=full_range)
    return _object(SEQUENCE_TYPE, head + data + _keys(pointer, sequence))


def _keys(pointer: str, sequence: Sequence) -> bytes:
    """Return the keys of a sequence, one after the other."""
    components = sequence.componentCount
    for index, key in enumerate(sequence.keyframes):
        if len(key.value) != components:
            raise UnwritableError(
                f"{pointer}/keyframes/{index}/value",
                f"the value has {len(key.value)} components, expected {components}",
            )
        _check_singles(f"{pointer}/keyframes/{index}/value", key.value)
    times = [key.time for key in sequence.keyframes]
    if not all(0 <= time < 2**31 for time in times):
        raise UnwritableError(pointer, "a time lies outside 0 to 2147483647")
    keys = np.zeros(len(times), [("time", "<i4"), ("value", "<f4", (components,))])
    keys["time"] = times
    keys["value"] = [key.value for key in sequence.keyframes]
    return keys.tobytes()


def _track(
    index: int, track: Track, sequences: Mapping[str, int], controllers: Mapping[str, int]
) -> bytes:
    """Return a track's object."""
    pointer = f"/tracks/{index}"
    sequence = _reference(f"{pointer}/sequence", "sequence", track.sequence, sequences)
    clock = track.controller
    controller = 0
    if clock is not None:
        controller = _reference(f"{pointer}/controller", "controller", clock, controllers)
    data = TRACK.pack(sequence, controller, PROPERTIES[track.property])
    return _object(TRACK_TYPE, INTEGER.pack(0) * 3 + data)


def _groups(tracks: Row[Track], first_track: int) -> list[bytes]:
    """Return one Group for each target, in the order in which targets first appear."""
    targets: dict[str, list[int]] = {}
    for index, track in enumerate(tracks):
        targets.setdefault(track.target, []).append(index)
    return [
        _object(
            GROUP_TYPE,
            _head(f"/tracks/{own[0]}/target", target, [first_track + index for index in own])
            + GROUP_END,
        )
        for target, own in targets.items()
    ]


def _numbers(collection: str, ids: list[str], first: int) -> dict[str, int]:
    """Return each id's object number."""
    numbers: dict[str, int] = {}
    for index, name in enumerate(ids):
        if name in numbers:
            raise UnwritableError(
                f"/{collection}/{index}/id",
                f'"{name}" is also the id of /{collection}/{numbers[name] - first}',
            )
        numbers[name] = first + index
    return numbers


def _reference(pointer: str, what: str, name: str, numbers: Mapping[str, int]) -> int:
    """Return the number of the object with an id."""
    if name not in numbers:
        raise UnwritableError(pointer, f'no {what} has the id "{name}"')
    return numbers[name]


def _check_singles(pointer: str, numbers: Row[float]) -> None:
    """Refuse numbers that no finite single float is near to."""
    for number in numbers:
        if not abs(number) < NO_SINGLE_FROM:
            raise UnwritableError(pointer, f"{number} has no single float")
