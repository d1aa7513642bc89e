"""Objects of an ``.m3g`` file, read from their own bytes only: nothing is looked up elsewhere."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.m3g.binary_faults import ObjectFaultError
from animspec.m3g.binary_keys import read_keyframes
from animspec.m3g.binary_layout import (
    CONTROLLER,
    FULL_RANGE_PARAMETER,
    HEADER,
    INTEGER,
    NAME_PARAMETER,
    PARAMETER_HEAD,
    SEQUENCE,
    TRACK,
)
from animspec.m3g.constants import INTERPOLATIONS, PROPERTIES, REPEAT_MODES
from animspec.m3g.single_precision import shortest_decimals
from animspec.model.m3g_animation import (
    LARGEST_INTEGER,
    Controller,
    InterpolationName,
    PropertyName,
    RepeatModeName,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from animspec.m3g.binary_cursor import Cursor

    _Name = TypeVar("_Name", bound=str)

_INTERPOLATION_NAMES: Final[dict[int, InterpolationName]] = {
    number: name for name, number in INTERPOLATIONS.items()
}
_REPEAT_MODE_NAMES: Final[dict[int, RepeatModeName]] = {
    number: name for name, number in REPEAT_MODES.items()
}
_PROPERTY_NAMES: Final[dict[int, PropertyName]] = {
    number: name for name, number in PROPERTIES.items()
}


@frozen
class FileHeader:
    """What the first object says of the file."""

    version: tuple[int, int]
    file_size: int


@frozen
class Head:
    """What every object starts with: the tracks it has, and our notes among its parameters."""

    tracks: tuple[int, ...]
    tracks_position: int
    name: str | None
    full_range: bool


@frozen
class TrackData:
    """An animation track, by object numbers; its property by name."""

    sequence: int
    controller: int
    property: PropertyName
    position: int


def read_header(cursor: Cursor) -> FileHeader:
    """Return the header object.

    Raises:
        ObjectFaultError: It is not as long as it says.

    """
    major, minor, _, size, _ = cursor.unpack("the header", HEADER)
    read_string(cursor, "the authoring field")
    return FileHeader((int(major), int(minor)), int(size))


def read_string(cursor: Cursor, what: str) -> None:
    """Go past a zero-terminated string that ends the object.

    Raises:
        ObjectFaultError: Its zero is not the object's last byte.

    """
    text = bytes(cursor.take(what, cursor.left))
    if text.find(0) != len(text) - 1 or not text:
        raise ObjectFaultError(
            "object-length-wrong",
            f"{what} has {len(text)} bytes, expected its one zero as the object's last byte",
            cursor.end - len(text),
        )


def read_head(cursor: Cursor) -> Head:
    """Return what every object but the header and external references starts with.

    Raises:
        ObjectFaultError: A count or length that goes past the object's end.

    """
    cursor.take("the user id", INTEGER.size)
    count = cursor.count("animation tracks", INTEGER.size)
    position = cursor.position
    tracks = np.frombuffer(cursor.take("animation tracks", 4 * count), "<u4")
    name, full_range = None, False
    for _ in range(cursor.count("user parameters", PARAMETER_HEAD.size)):
        key, length = cursor.unpack("a user parameter", PARAMETER_HEAD)
        value = cursor.take(f"user parameter {key}", int(length))
        if key == NAME_PARAMETER:
            name = bytes(value).decode("utf-8", "replace")
        full_range = full_range or key == FULL_RANGE_PARAMETER
    return Head(tuple(tracks.tolist()), position, name, full_range)


def read_controller(cursor: Cursor) -> Controller:
    """Return a controller that has no id yet.

    Raises:
        ObjectFaultError: It is shorter or longer than a controller, or a number is out of range.

    """
    place = cursor.position
    numbers = cursor.unpack("the controller", CONTROLLER)
    cursor.finish()
    speed, weight, reference = _decimals([numbers[0], numbers[1], numbers[4]], place)
    if weight < 0:
        raise ObjectFaultError(
            "value-out-of-range", f"the weight is {weight}, expected 0 or more", place + 4
        )
    start, end, world = int(numbers[2]), int(numbers[3]), int(numbers[5])
    return Controller("", speed, weight, (start, end), reference, world)


def read_track(cursor: Cursor) -> TrackData:
    """Return a track.

    Raises:
        ObjectFaultError: It is shorter or longer than a track, or its property is unknown.

    """
    place = cursor.position
    sequence, controller, number = cursor.unpack("the track", TRACK)
    cursor.finish()
    prop = _name(_PROPERTY_NAMES, "property", int(number), place + 8)
    return TrackData(int(sequence), int(controller), prop, place)


def read_sequence(cursor: Cursor, *, full_range: bool) -> Sequence:
    """Return a sequence that has no id yet.

    Raises:
        ObjectFaultError: The keys are more or fewer than the object holds, or a
            number is none that a sequence can have.

    """
    place = cursor.position
    numbers = [int(number) for number in cursor.unpack("the sequence", SEQUENCE)]
    interpolation = _name(_INTERPOLATION_NAMES, "interpolation", numbers[0], place)
    repeat_mode = _name(_REPEAT_MODE_NAMES, "repeat mode", numbers[1], place + 1)
    encoding, duration, first, last, components, count = numbers[2:]
    for index, what in enumerate(("duration", "first valid key", "last valid key")):
        _within(what, numbers[3 + index], 0, place + 3 + 4 * index)
    _within("number of components", components, 1, place + 15)
    _within("number of keys", count, 1, place + 19)
    keyframes = read_keyframes(cursor, encoding, components, count, place)
    cursor.finish()
    everything = (first, last) == (0, count - 1) and not full_range
    return Sequence(
        id="",
        interpolation=interpolation,
        repeatMode=repeat_mode,
        duration=duration,
        validRange=None if everything else (first, last),
        componentCount=components,
        keyframes=keyframes,
    )


def _decimals(numbers: list[float], place: int) -> list[float]:
    """Return single floats as the shortest decimals that mean them."""
    if not all(map(isfinite, numbers)):
        raise ObjectFaultError(
            "number-not-finite",
            f"speed, weight and reference time are {numbers}, expected finite numbers",
            place,
        )
    return shortest_decimals(np.array([numbers], np.float32))[0]


def _name(names: Mapping[int, _Name], what: str, number: int, place: int) -> _Name:
    """Return a constant's name."""
    if number in names:
        return names[number]
    raise ObjectFaultError(
        "value-not-allowed",
        f"the {what} is {number}, expected {min(names)} to {max(names)}",
        place,
    )


def _within(what: str, number: int, least: int, place: int) -> None:
    """Refuse an unsigned number that the standard's signed ones cannot be; counts start at 1."""
    if not least <= number <= LARGEST_INTEGER:
        raise ObjectFaultError(
            "count-too-large" if least and number else "value-out-of-range",
            f"the {what} is {number}, expected {least} to {LARGEST_INTEGER}",
            place,
        )
