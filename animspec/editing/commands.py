"""Commands on an animation set: values that say one change, and read and write JSON.

In JSON a command is an object whose ``command`` is the name of the change,
beside what the change needs::

    {"command": "moveClip", "id": "walk", "beforeId": "run"}

A command is well-formed from the moment it exists: whoever makes one with a
tick of -1 or with a value that is not a number gets a ``CommandError`` that
names the member. Whether a set accepts it is another question (``refusals``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import NOTHING, field, fields, frozen, has

from animspec.editing import values as read
from animspec.editing.values import CommandError
from animspec.ticks import TICKS_PER_SECOND
from animspec.wording import choice, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from attrs import Attribute, AttrsInstance

    from animspec.model.animation_set import ChannelName, Key, Track

DEFAULT_LENGTH: Final = TICKS_PER_SECOND
"""A new clip lasts one second."""

DEFAULT_FPS: Final = 24

_READ: Final = "read"
_TEXT: Final = {_READ: read.read_text}
_INTEGER: Final = {_READ: read.read_integer}
_FLAG: Final = {_READ: read.read_flag}
_TICK: Final = {_READ: read.read_tick}
_CHANNEL: Final = {_READ: read.read_channel}
_KEY: Final = {_READ: read.read_key}
_TRACK: Final = {_READ: read.read_track}
_TRACKS: Final = {_READ: read.read_tracks}


def _read_fields(command: AttrsInstance) -> None:
    """Read every field of a new command, so that it holds nothing but what it may.

    Raises: CommandError for the first that is something else.
    """
    for each in fields(type(command)):
        value = getattr(command, each.name)
        if value is not None or each.default is not None:
            value = each.metadata[_READ](value, f"/{member_name(each.name)}")
            object.__setattr__(command, each.name, value)


@frozen
class RenameRig:
    """Set the rig's label."""

    rig: str = field(metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class AddClip:
    """Add a clip before another, or last; without an id it gets one when it is applied."""

    name: str = field(metadata=_TEXT)
    id: str | None = field(default=None, metadata=_TEXT)
    length: int = field(default=DEFAULT_LENGTH, metadata=_INTEGER)
    fps: int = field(default=DEFAULT_FPS, metadata=_INTEGER)
    loop: bool = field(default=False, metadata=_FLAG)
    tracks: tuple[Track, ...] = field(default=(), metadata=_TRACKS)
    before_id: str | None = field(default=None, metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class RemoveClip:
    """Remove a clip."""

    id: str = field(metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class ClipPatch:
    """What of a clip is to change: the members that are not None."""

    name: str | None = field(default=None, metadata=_TEXT)
    length: int | None = field(default=None, metadata=_INTEGER)
    fps: int | None = field(default=None, metadata=_INTEGER)
    loop: bool | None = field(default=None, metadata=_FLAG)

    __attrs_post_init__ = _read_fields


def read_patch(value: object, member: str) -> ClipPatch:
    """Return a patch, from the class or from JSON."""
    if isinstance(value, ClipPatch):
        return value
    if not isinstance(value, Mapping):
        raise read.unexpected(value, member, "an object")
    arguments = _arguments(ClipPatch, value, member)
    try:
        return ClipPatch(**arguments)
    except CommandError as error:
        raise CommandError(member + error.member, error.sentence) from None


@frozen
class ChangeClip:
    """Change any of a clip's name, length, fps and loop."""

    id: str = field(metadata=_TEXT)
    patch: ClipPatch = field(metadata={_READ: read_patch})

    __attrs_post_init__ = _read_fields


@frozen
class MoveClip:
    """Move a clip before another, or last."""

    id: str = field(metadata=_TEXT)
    before_id: str | None = field(default=None, metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class WriteKey:
    """Set the key at the key's tick; the track is made where it is new."""

    clip_id: str = field(metadata=_TEXT)
    path: str = field(metadata=_TEXT)
    channel: ChannelName = field(metadata=_CHANNEL)
    key: Key = field(metadata=_KEY)

    __attrs_post_init__ = _read_fields


@frozen
class RemoveKey:
    """Remove a key; a track goes with its last one."""

    clip_id: str = field(metadata=_TEXT)
    path: str = field(metadata=_TEXT)
    channel: ChannelName = field(metadata=_CHANNEL)
    tick: int = field(metadata=_TICK)

    __attrs_post_init__ = _read_fields


@frozen
class AddTrack:
    """Add a whole track before another, or last: what undoes the removal of one."""

    clip_id: str = field(metadata=_TEXT)
    track: Track = field(metadata=_TRACK)
    before_path: str | None = field(default=None, metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class RemoveTrack:
    """Remove a track and its keys."""

    clip_id: str = field(metadata=_TEXT)
    path: str = field(metadata=_TEXT)

    __attrs_post_init__ = _read_fields


@frozen
class RenameTrack:
    """Move a track and its keys to another path."""

    clip_id: str = field(metadata=_TEXT)
    path: str = field(metadata=_TEXT)
    to: str = field(metadata=_TEXT)

    __attrs_post_init__ = _read_fields


Command: TypeAlias = (
    RenameRig
    | AddClip
    | RemoveClip
    | ChangeClip
    | MoveClip
    | WriteKey
    | RemoveKey
    | AddTrack
    | RemoveTrack
    | RenameTrack
)

COMMANDS: Final[dict[str, type[Command]]] = {
    "renameRig": RenameRig,
    "addClip": AddClip,
    "removeClip": RemoveClip,
    "changeClip": ChangeClip,
    "moveClip": MoveClip,
    "writeKey": WriteKey,
    "removeKey": RemoveKey,
    "addTrack": AddTrack,
    "removeTrack": RemoveTrack,
    "renameTrack": RenameTrack,
}
"""Each command by its name in JSON."""

_NAMES: Final[dict[type, str]] = {command: name for name, command in COMMANDS.items()}


def name_of(command: Command) -> str:
    """Return a command's name in JSON."""
    return _NAMES[type(command)]


@cache
def member_name(attribute: str) -> str:
    """Return the member of a command that an attribute is in JSON.

    >>> member_name("before_id")
    'beforeId'
    """
    first, *others = attribute.split("_")
    return first + "".join(map(str.capitalize, others))


def read_command(value: object) -> Command:
    """Return the command that a decoded JSON value is.

    >>> read_command({"command": "moveClip", "id": "walk"})
    MoveClip(id='walk', before_id=None)

    Raises: CommandError if it is none; its member is a JSON Pointer into the value.
    """
    if not isinstance(value, Mapping):
        raise read.unexpected(value, "", "an object")
    if "command" not in value:
        raise CommandError("/command", "is missing")
    name = value["command"]
    if not isinstance(name, str) or name not in COMMANDS:
        guess = did_you_mean(name, COMMANDS) if isinstance(name, str) else ""
        raise read.unexpected(name, "/command", choice(list(COMMANDS)), guess)
    kind = COMMANDS[name]
    return kind(**_arguments(kind, value, "", ("command",)))


def to_json(value: Any) -> Any:
    """Return a command, or any part of the model, as a value of JSON; None members are left out.

    >>> to_json(MoveClip("walk", "run"))
    {'command': 'moveClip', 'id': 'walk', 'beforeId': 'run'}
    """
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    kind = type(value)
    if not has(kind):
        return value
    named = _NAMES.get(kind)
    written: dict[str, Any] = {} if named is None else {"command": named}
    for attribute, member in _members(kind):
        item = getattr(value, attribute)
        if item is not None:
            written[member] = to_json(item)
    return written


@cache
def _members(kind: type[AttrsInstance]) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a command or of the model, each with its member in JSON."""
    return tuple((each.name, _written(each.name)) for each in fields(kind))


def _written(attribute: str) -> str:
    """Return the member an attribute of a command or of the model is in JSON."""
    return "$schema" if attribute == "schema_" else member_name(attribute)


def _arguments(
    kind: type[AttrsInstance],
    members: Mapping[Any, Any],
    place: str,
    others: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the members of a JSON object as arguments of a class."""
    known: dict[str, Attribute[Any]] = {member_name(each.name): each for each in fields(kind)}
    read.refuse_unknown(members, place, (*others, *known))
    read.refuse_null(members, place)
    for name, each in known.items():
        if name not in members and each.default is NOTHING:
            raise CommandError(f"{place}/{name}", "is missing")
    return {each.name: members[name] for name, each in known.items() if name in members}
