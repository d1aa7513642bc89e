"""The parts of a scene animation as rules see them.

A scene owns tracks of its own, and so does each of its actions. Only parts that the file
has in a usable form appear. Where a list lacks some of its parts, nothing is said that
they could make wrong.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from animspec.holes import is_known, known, known_items
from animspec.model.scene_animation import DEFAULT_PHYSICS
from animspec.parts import Blocks, Labels, Pace, References, Spelling
from animspec.parts.motion import motions_of
from animspec.parts.scene_channels import ChannelPart, rounded
from animspec.parts.scene_tracks import OwnerPart, property_label
from animspec.paths import path_key
from animspec.rule import Level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from animspec.model.scene_animation import Clip, Physics, SceneAnimation
    from animspec.parts.motion import SomeMotions
    from animspec.parts.scene_drivers import DriverPart
    from animspec.pointers import Pointer
    from animspec.settings import Settings

SCENE: Final = "scene"
"""The name of the hierarchy that has the objects of scenes, which have no rig."""

CAMERA: Final = path_key("camera")
"""The path of properties that are the camera's, which is no object."""


def walk(
    model: SceneAnimation,
    settings: Settings,
    levels: Collection[Level],  # noqa: ARG001 - all walks take them
) -> Iterator[tuple[Level, Any]]:
    """Yield every part of a scene animation with its level."""
    document = DocumentPart(model, settings)
    yield Level.DOCUMENT, document
    for owner in document.owners:
        yield Level.CLIP, owner
        for track in owner.tracks:
            yield Level.TRACK, track
    for clip in document.clips:
        yield Level.PLAYED, clip
    if document.physics is not None:
        yield Level.PHYSICS, document.physics
    for driver in document.drivers:
        yield Level.DRIVER, driver
    for channel in document.channels:
        yield Level.CHANNEL, channel


class DocumentPart:
    """A whole scene animation."""

    def __init__(self, model: SceneAnimation, settings: Settings) -> None:
        self.model = model
        self.settings = settings
        actions = known_items(model.actions)
        self.timeline = OwnerPart(model, None, ())
        self.owners = [
            self.timeline,
            *(OwnerPart(model, action, ("actions", at)) for at, action in actions),
        ]
        self.clips = [PlayedPart(at, clip) for at, clip in known_items(model.clips)]
        physics = model.physics
        known = physics is not None and is_known(physics)
        self.physics = PhysicsPart(physics) if known else None  # type: ignore[arg-type]

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""
        return ()

    @property
    def paces(self) -> Iterator[Pace]:
        """The pace of the scene, if it is known."""
        length, fps = self.model.length, self.model.fps
        if is_known(length) and is_known(fps):
            yield Pace("scene", (), length, fps)

    @cached_property
    def drivers(self) -> list[DriverPart]:
        """The drivers of the scene and of its actions."""
        drivers = [part.driver for owner in self.owners for part in owner.properties]
        return [driver for driver in drivers if driver is not None]

    @cached_property
    def channels(self) -> list[ChannelPart]:
        """The keys of the camera and of all tracks."""
        channels = [part.channel for owner in self.owners for part in owner.tracks]
        camera, cycle = self.model.camera, self.model.cameraCycle
        if camera is not None and is_known(camera):
            channels.insert(0, ChannelPart(self.model, "camera", ("camera",), camera, cycle))
        return [channel for channel in channels if channel is not None]

    @property
    def motions(self) -> SomeMotions:
        """The motions of the camera and of all tracks."""
        return motions_of(self.channels)

    @property
    def identified(self) -> list[Labels]:
        """The ids of the actions."""
        return [self._actions]

    @cached_property
    def _actions(self) -> Labels:
        actions = [(owner.pointer, owner.action) for owner in self.owners]
        ids = [((*pointer, "id"), action.id) for pointer, action in actions if action is not None]
        return Labels("action", [each for each in ids if is_known(each[1])])

    @property
    def named(self) -> list[Labels]:
        """The names of the clips."""
        names = [((*part.pointer, "name"), part.clip.name) for part in self.clips]
        given = [(pointer, name) for pointer, name in names if name is not None and is_known(name)]
        return [Labels("clip", given)]

    @property
    def references(self) -> list[References]:
        """What clips, variables and bodies name: actions, properties and objects."""
        found = [self._played, self._read]
        return found if self.hierarchy else [*found, self._simulated]

    @property
    def _played(self) -> References:
        """The actions that clips play."""
        clips, actions = self.model.clips, self.model.actions
        names = [((*part.pointer, "action"), part.clip.action) for part in self.clips]
        entries = [each for each in names if is_known(each[1])]
        return References(
            self._actions,
            all_labels=is_known(actions) and len(self._actions.entries) == len(actions or ()),
            entries=entries,
            all_entries=is_known(clips) and 0 < len(clips or ()) == len(entries),
        )

    @property
    def _read(self) -> References:
        """The properties that variables read."""
        parts = [part for owner in self.owners for part in owner.properties]
        entries = [
            (pointer, property_label(value.path, value.name))
            for part in parts
            for pointer, value in part.variables
        ]
        return References(
            Labels("property", [(part.pointer, part.label) for part in parts if part.is_named]),
            all_labels=self._knows_actions and all(each.knows_properties for each in self.owners),
            entries=entries,
            all_entries=False,
            word="path and name",
            key=path_key,
        )

    @property
    def _simulated(self) -> References:
        """The objects that are bodies."""
        parts = [part for owner in self.owners for part in owner.tracks]
        known = all(owner.knows_objects and owner.knows_properties for owner in self.owners)
        return References(
            Labels("object", [(part.place, part.track.path) for part in parts if part.is_named]),
            all_labels=self._knows_actions and known,
            entries=[] if self.physics is None else self.physics.paths,
            all_entries=False,
            word="path",
            key=path_key,
        )

    @property
    def _knows_actions(self) -> bool:
        """Whether all actions are known."""
        actions = self.model.actions
        return is_known(actions) and len(self.owners) - 1 == len(actions or ())

    @property
    def hierarchy(self) -> Any:
        """The objects of the scene, where they are named."""
        return self.settings.hierarchies.get(SCENE)

    @property
    def blocks(self) -> Blocks | None:
        """The objects of the scene, where a hierarchy is named for scenes."""
        if self.hierarchy is None:
            return None
        paths = [entry for owner in self.owners for entry in owner.paths.entries]
        entries = [each for each in paths if path_key(each[1]) != CAMERA]
        entries += [] if self.physics is None else self.physics.paths
        return Blocks("object of the scene", self.hierarchy, entries)

    @property
    def earlier(self) -> str:
        """What a sentence calls the place where another track has spelled a path before."""
        return "earlier in the document"

    @property
    def spellings(self) -> Iterator[Spelling]:
        """The paths of tracks, of what drivers read, and of bodies."""
        for owner in self.owners:
            for part in owner.tracks:
                if is_known(part.track.path):
                    yield Spelling(part.place, part.track.path, part.scope)
            for driven in owner.properties:
                for pointer, value in driven.variables:
                    yield Spelling((*pointer, "path"), value.path, pointer)
        for pointer, path in [] if self.physics is None else self.physics.paths:
            yield Spelling(pointer, path, "bodies")


class PlayedPart:
    """One clip, which plays an action."""

    def __init__(self, at: int, clip: Clip) -> None:
        self.pointer: Pointer = ("clips", at)
        self.clip = clip

    @property
    def range(self) -> tuple[float, float]:
        """The part of the action that is played, as it is evaluated."""
        return rounded(self.clip.from_), rounded(self.clip.to)


class PhysicsPart:
    """The settings of the simulation."""

    def __init__(self, physics: Physics) -> None:
        self.pointer: Pointer = ("physics",)
        self.physics = physics

    @property
    def range(self) -> tuple[float, float]:
        """When the simulation starts and ends, as it is run."""
        start, end = self.physics.from_, self.physics.to
        return (
            rounded(known(DEFAULT_PHYSICS.from_ if start is None else start)),
            rounded(known(DEFAULT_PHYSICS.to if end is None else end)),
        )

    @property
    def paths(self) -> list[tuple[Pointer, str]]:
        """The paths of the known bodies, each with its place."""
        bodies = known_items(self.physics.bodies)
        paths = [((*self.pointer, "bodies", at, "path"), body.path) for at, body in bodies]
        return [each for each in paths if is_known(each[1])]
