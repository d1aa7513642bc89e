"""The tracks of a scene and of its actions as rules see them, and what owns them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from animspec.holes import is_known, known_items
from animspec.model.scene_animation import Variable
from animspec.names import name_key, trim
from animspec.parts import Labels
from animspec.parts.scene_channels import ChannelPart
from animspec.paths import path_key, trimmed
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    from animspec.model.scene_animation import Action, ObjectTrack, PropertyTrack, SceneAnimation
    from animspec.parts.scene_drivers import DriverPart
    from animspec.pointers import Pointer

    TrackPart: TypeAlias = "ObjectPart | PropertyPart"


def property_label(path: str, name: str) -> str:
    """Return what sentences call a property, as the command line does.

    >>> property_label("Lamp / Bulb", "power")
    'Lamp/Bulb:power'
    """
    return f"{trimmed(path)}:{trim(name)}"


class OwnerPart:
    """What owns tracks: an action, or the scene itself, which has no ``action``."""

    def __init__(self, scene: SceneAnimation, action: Action | None, pointer: Pointer) -> None:
        self.scene = scene
        self.action = action
        self.pointer = pointer
        holder = scene if action is None else action
        self.objects = [ObjectPart(self, at, track) for at, track in known_items(holder.objects)]
        self.properties = [PropertyPart(self, at, track) for at, track in known_items(holder.props)]

    @property
    def tracks(self) -> list[TrackPart]:
        """The tracks of objects, then those of properties."""
        return [*self.objects, *self.properties]

    @property
    def noun(self) -> str:
        """What a sentence calls the owner."""
        return "scene" if self.action is None else "action"

    @cached_property
    def _properties(self) -> dict[tuple[str, str], PropertyPart]:
        """The properties that are named, of equal ones the first."""
        return {part.key: part for part in reversed(self.properties) if part.is_named}

    def width_of(self, variable: Variable) -> int | None:
        """Return how many components a property has that a variable reads, if that is certain."""
        if self.action is not None:
            return None
        part = self._properties.get((path_key(variable.path), name_key(variable.name)))
        return None if part is None else part.width

    @property
    def knows_objects(self) -> bool:
        """Whether all tracks of objects are known, with their paths."""
        holder = self.scene if self.action is None else self.action
        return _all_named(holder.objects, self.objects)

    @property
    def knows_properties(self) -> bool:
        """Whether all tracks of properties are known, with their paths and names."""
        holder = self.scene if self.action is None else self.action
        return _all_named(holder.props, self.properties)

    @property
    def claims(self) -> list[TrackPart]:
        """The tracks as claims on the objects and properties that they drive."""
        return [part for part in self.tracks if part.is_named]

    @property
    def names(self) -> list[Labels]:
        """The names of the properties, and that of the action or those of the scene's clips."""
        properties = [((*part.pointer, "name"), part.track.name) for part in self.properties]
        labels = [Labels("property", [each for each in properties if is_known(each[1])])]
        named: list[tuple[Pointer, Any]] = []
        if self.action is not None:
            named.append(((*self.pointer, "name"), self.action.name))
        else:
            clips = known_items(self.scene.clips)
            named += [(("clips", at, "name"), clip.name) for at, clip in clips]
        given = [each for each in named if each[1] is not None and is_known(each[1])]
        return [*labels, Labels("clip" if self.action is None else "action", given)]

    @property
    def paths(self) -> Labels:
        """The paths of all tracks."""
        paths = [(part.place, part.track.path) for part in self.tracks]
        return Labels("object", [each for each in paths if is_known(each[1])])


def _all_named(listed: Any, parts: list[ObjectPart] | list[PropertyPart]) -> bool:
    return (
        is_known(listed)
        and len(listed or ()) == len(parts)
        and all(part.is_named for part in parts)
    )


class ObjectPart:
    """The track of an object; with a known path it is a claim on the object."""

    noun = "path"

    def __init__(self, owner: OwnerPart, at: int, track: ObjectTrack) -> None:
        self.owner = owner
        self.track = track
        self.pointer: Pointer = (*owner.pointer, "objects", at)

    @property
    def is_named(self) -> bool:
        """Whether it is known which object it is."""
        return is_known(self.track.path)

    @property
    def scope(self) -> tuple[Any, ...]:
        """What it shares with the tracks beside it: their paths must be unlike."""
        return (self.owner.pointer, "objects")

    @property
    def key(self) -> str:
        """What the paths of one object have in common."""
        return path_key(self.track.path)

    @property
    def place(self) -> Pointer:
        """Where the path stands."""
        return (*self.pointer, "path")

    def against(self, before: ObjectPart) -> str:
        """Return why there cannot be this track beside an earlier one of the same object."""
        return (
            f"path {shown(self.track.path)} is taken by an earlier track of the {self.owner.noun}, "
            f"{shown(before.track.path)}, expected one track for each object"
        )

    @property
    def missing(self) -> str | None:
        """What is there instead of keys, as a sentence says it; None where nothing is missing."""
        return None if self.track.keys else f"object {shown(self.track.path)} has no keys"

    @property
    def expected(self) -> str:
        """What should be there."""
        return "a key"

    @cached_property
    def channel(self) -> ChannelPart | None:
        """The keys."""
        return _channel(self, "object")


class PropertyPart:
    """The track of a property; with a known path and name it is a claim on the property."""

    noun = "property"

    def __init__(self, owner: OwnerPart, at: int, track: PropertyTrack) -> None:
        self.owner = owner
        self.at = at
        self.track = track
        self.pointer: Pointer = (*owner.pointer, "props", at)

    @property
    def is_named(self) -> bool:
        """Whether it is known which property it is."""
        return is_known(self.track.path) and is_known(self.track.name)

    @property
    def scope(self) -> tuple[Any, ...]:
        """What it shares with tracks beside it: of one name their paths must be unlike."""
        name = self.track.name
        return (self.owner.pointer, "props", name_key(name) if is_known(name) else None)

    @property
    def key(self) -> tuple[str, str]:
        """What the tracks of one property have in common."""
        return path_key(self.track.path), name_key(self.track.name)

    @property
    def label(self) -> str:
        """What sentences call the property."""
        return property_label(self.track.path, self.track.name)

    @property
    def place(self) -> Pointer:
        """Where the path stands."""
        return (*self.pointer, "path")

    def against(self, before: PropertyPart) -> str:
        """Return why there cannot be this track beside an earlier one of the same property."""
        return (
            f"property {shown(self.label)} is taken by an earlier track of the {self.owner.noun}, "
            f"{shown(before.label)}, expected one track for each property"
        )

    @property
    def width(self) -> int | None:
        """How many components the property has, None where keys and expressions do not tell."""
        if self.driver is not None and self.driver.is_list:
            return len(self.driver.texts)
        return None if self.channel is None or self.channel.misfits else self.channel.width

    @property
    def missing(self) -> str | None:
        """What is there instead of keys, as a sentence says it; None where nothing is missing."""
        if self.track.keys or (self.track.driver is not None and self.owner.action is None):
            return None
        said = f"property {shown(self.label)} has no keys"
        return said if self.track.driver is None else f"{said} but a driver"

    @property
    def expected(self) -> str:
        """What should be there."""
        if self.owner.action is None:
            return "a key or a driver"
        unread = ", as drivers of actions are not read"
        return "a key" if self.track.driver is None else f"a key{unread}"

    @cached_property
    def channel(self) -> ChannelPart | None:
        """The keys, if there are any."""
        return None if self.track.keys is None else _channel(self, "property")

    @cached_property
    def driver(self) -> DriverPart | None:
        """The driver, if there is one."""
        driver = self.track.driver
        if driver is None or not is_known(driver):
            return None
        from animspec.parts.scene_drivers import DriverPart  # noqa: PLC0415 - it compiles

        return DriverPart(self, driver)

    @property
    def variables(self) -> Iterator[tuple[Pointer, Variable]]:
        """The known variables of the driver that read properties, each with its place."""
        driver = self.track.driver
        own: Mapping[str, Any] | None = None
        if driver is not None and is_known(driver):
            own = driver.variables
        if own is not None and is_known(own):
            for name, value in own.items():
                if isinstance(value, Variable) and is_known(value.path) and is_known(value.name):
                    yield (*self.pointer, "driver", "variables", name), value


def _channel(part: TrackPart, content: Any) -> ChannelPart | None:
    """Return the keys of a track, if they are known."""
    keys, cycle = part.track.keys, part.track.cycle
    if not is_known(keys):
        return None
    scene = part.owner.scene if part.owner.action is None else None
    return ChannelPart(scene, content, (*part.pointer, "keys"), keys, cycle)
