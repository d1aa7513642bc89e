"""The values that commands carry, read from JSON or from the model, and told apart from others.

Each reader takes a value and the pointer of its member, and gives back what
the command holds, or raises ``CommandError`` with that pointer. Key values come
out rounded, and channels and tracks without keys are left out: a track exists
while it has a key (SEMANTICS 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import AttrsInstance, fields_dict

from animspec.model.animation_set import (
    CHANNEL_NAMES,
    LARGEST_INTEGER,
    ChannelName,
    Interpolation,
    Key,
    Track,
    Vector3,
)
from animspec.pointers import to_text
from animspec.rounding import round_value
from animspec.wording import choice, did_you_mean, listed, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

_Name = TypeVar("_Name", bound=str)

INTERPOLATIONS: Final[tuple[Interpolation, ...]] = ("step", "linear", "smooth")


class CommandError(ValueError):
    """A command that is none: ``member`` points at what is wrong with it, ``sentence`` says what.

    >>> str(CommandError("/key/tick", "is -1, expected a whole number from 0 on"))
    '/key/tick is -1, expected a whole number from 0 on'
    """

    def __init__(self, member: str, sentence: str) -> None:
        super().__init__(f"{member or 'the command'} {sentence}")
        self.member = member
        self.sentence = sentence


def read_text(value: object, member: str) -> str:
    """Return a text that a file can hold: any without a lone surrogate."""
    if not isinstance(value, str):
        raise unexpected(value, member, "a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise CommandError(member, "holds a lone surrogate, which no file can hold") from None
    return value


def read_flag(value: object, member: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise unexpected(value, member, "true or false")
    return value


def read_integer(value: object, member: str) -> int:
    """Return a whole number that doubles hold exactly; ``24000.0`` is one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise unexpected(value, member, "a whole number")
    if abs(value) > LARGEST_INTEGER:
        raise unexpected(value, member, f"a whole number within {LARGEST_INTEGER}")
    return value


def read_tick(value: object, member: str) -> int:
    """Return a time in ticks: a whole number from 0 on."""
    tick = read_integer(value, member)
    if tick < 0:
        raise unexpected(value, member, "a whole number from 0 on")
    return tick


def read_number(value: object, member: str, axis: str = "") -> float:
    """Return a finite number as a key stores it: rounded to 4 decimals."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            too_large = "is too large, expected a finite number"
            raise CommandError(member + axis, too_large) from None
        if isfinite(number):
            return round_value(number)
    raise unexpected(value, member + axis, "a finite number")


def read_channel(value: object, member: str) -> ChannelName:
    """Return the name of a channel."""
    return _one_of(value, member, CHANNEL_NAMES)


def read_interpolation(value: object, member: str) -> Interpolation | None:
    """Return the name of an interpolation; None where there is none."""
    return None if value is None else _one_of(value, member, INTERPOLATIONS)


def read_vector(value: object, member: str) -> Vector3:
    """Return a key's value, from the model or from ``{"x", "y", "z"}``."""
    if isinstance(value, Vector3):
        axes: tuple[Any, Any, Any] = value.x, value.y, value.z
    else:
        members = read_members(value, member, Vector3, required=("x", "y", "z"))
        axes = members["x"], members["y"], members["z"]
    x, y, z = axes
    return Vector3(
        read_number(x, member, "/x"), read_number(y, member, "/y"), read_number(z, member, "/z")
    )


def read_key(value: object, member: str) -> Key:
    """Return a key, from the model or from ``{"tick", "value", "interpolation"?}``."""
    if isinstance(value, Key):
        tick: Any = value.tick
        vector: Any = value.value
        interpolation: Any = value.interpolation
    else:
        members = read_members(value, member, Key, required=("tick", "value"))
        tick, vector = members["tick"], members["value"]
        interpolation = members.get("interpolation")
    return Key(
        read_tick(tick, f"{member}/tick"),
        read_vector(vector, f"{member}/value"),
        read_interpolation(interpolation, f"{member}/interpolation"),
    )


def read_track(value: object, member: str) -> Track:
    """Return a track, from the model or from JSON; a channel without keys is left out."""
    members = read_members(value, member, Track, required=("path",))
    channels = {
        name: read_keys(members[name], f"{member}/{name}") or None
        for name in CHANNEL_NAMES
        if members.get(name) is not None
    }
    return Track(read_text(members["path"], f"{member}/path"), **channels)


def read_keys(value: object, member: str) -> tuple[Key, ...]:
    """Return the keys of a channel."""
    items = enumerate(_items(value, member))
    return tuple(read_key(item, f"{member}/{index}") for index, item in items)


def read_tracks(value: object, member: str) -> tuple[Track, ...]:
    """Return the tracks of a clip; a track without keys is left out."""
    items = enumerate(_items(value, member))
    tracks = (read_track(item, f"{member}/{index}") for index, item in items)
    return tuple(track for track in tracks if has_keys(track))


def has_keys(track: Track) -> bool:
    """Whether a track has a key, without which it is none."""
    return bool(track.position or track.rotation or track.scale)


def read_members(
    value: object, member: str, model: type[AttrsInstance], required: Sequence[str]
) -> Mapping[str, Any]:
    """Return the members of an object: of one of the model, or of a mapping read from JSON."""
    known = fields_dict(model)
    if isinstance(value, model):
        return {name: getattr(value, name) for name in known}
    if not isinstance(value, Mapping):
        raise unexpected(value, member, "an object")
    refuse_unknown(value, member, known)
    for name in required:
        if name not in value:
            raise CommandError(f"{member}/{name}", "is missing")
    refuse_null(value, member)
    return value


def refuse_null(members: Mapping[Any, Any], member: str) -> None:
    """Raise for the first member that is null: what has no value has no member."""
    for name, item in members.items():
        if item is None:
            raise CommandError(f"{member}/{name}", "is null, expected a value or no such member")


def refuse_unknown(members: Mapping[Any, Any], member: str, known: Iterable[str]) -> None:
    """Raise for the first member that has no meaning: nothing is dropped silently."""
    names = list(known)
    for name in members:
        if name not in names:
            guess = did_you_mean(str(name), names) or f"; the members are {listed(names)}"
            place = member + to_text((str(name),))
            raise CommandError(place, f"is a member without meaning here{guess}")


def _items(value: object, member: str) -> Iterable[object]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise unexpected(value, member, "an array")
    return value


def _one_of(value: object, member: str, names: Sequence[_Name]) -> _Name:
    for name in names:
        if value == name:
            return name
    guess = did_you_mean(value, names) if isinstance(value, str) else ""
    raise unexpected(value, member, choice(names), guess)


def unexpected(value: object, member: str, expected: str, guess: str = "") -> CommandError:
    """Return the error that a member holds something else than was expected."""
    return CommandError(member, f"is {quoted(value)}, expected {expected}{guess}")


def quoted(value: object) -> str:
    """Return any value as a sentence quotes it, also one that JSON does not know."""
    try:
        return shown(value)
    except (TypeError, ValueError):
        return f"a Python {type(value).__name__}"
