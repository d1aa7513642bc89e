"""The parts of a scene animation as the reader of documents must know them.

Of each: its schema, how many members its JSON has, and which texts in it are
free, that is, may hold any character.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from animspec.model.scene_animation import (
    Action,
    Body,
    Camera,
    CameraKey,
    Clip,
    Cycle,
    Driver,
    Ground,
    ObjectKey,
    ObjectTrack,
    Physics,
    PropertyKey,
    PropertyTrack,
    SceneAnimation,
    Variable,
)
from animspec.model.shape import Shape, no_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from animspec.model.shape import Shapes

_Part = TypeVar("_Part")


def cycle_members(_: Cycle) -> int:
    """Return how many members JSON needs for a cycle."""
    return 2


def camera_members(camera: Camera) -> int:
    """Return how many members JSON needs for a camera.

    >>> from animspec.model.scene_animation import DEFAULT_CAMERA
    >>> camera_members(DEFAULT_CAMERA)
    5
    """
    return 2 + _present(camera.fov, camera.persp, camera.height)


def camera_key_members(key: CameraKey) -> int:
    """Return how many members JSON needs for a key of the camera."""
    return 2 + (key.ease is not None) + camera_members(key.cam)


def object_key_members(key: ObjectKey) -> int:
    """Return how many members JSON needs for a key of an object."""
    return 2 + (key.ease is not None)


def property_key_members(key: PropertyKey) -> int:
    """Return how many members JSON needs for a key of a property."""
    return (
        2
        + (key.ease is not None)
        + (key.hm is not None)
        + (key.hl is not None)
        + (key.hr is not None)
    )


def object_members(track: ObjectTrack) -> int:
    """Return how many members JSON needs for an object's track."""
    return 2 + sum(map(object_key_members, track.keys)) + (0 if track.cycle is None else 3)


def variable_members(variable: Variable) -> int:
    """Return how many members JSON needs for a variable that reads a property."""
    return 2 + (variable.component is not None)


def driver_members(driver: Driver) -> int:
    """Return how many members JSON needs for a driver.

    >>> from animspec.model.scene_animation import Driver
    >>> driver_members(Driver("a + b", {"a": 1.0, "b": Variable("Fan", "speed")}))
    6
    """
    if driver.variables is None:
        return 1
    values = driver.variables.values()
    inside = sum(variable_members(value) for value in values if isinstance(value, Variable))
    return 2 + len(values) + inside


def property_members(track: PropertyTrack) -> int:
    """Return how many members JSON needs for a property's track."""
    return (
        2
        + (0 if track.keys is None else 1 + sum(map(property_key_members, track.keys)))
        + (0 if track.cycle is None else 3)
        + (0 if track.driver is None else 1 + driver_members(track.driver))
    )


def action_members(action: Action) -> int:
    """Return how many members JSON needs for an action."""
    return (
        1
        + _present(action.name, action.objects, action.props)
        + sum(map(object_members, action.objects or ()))
        + sum(map(property_members, action.props or ()))
    )


def clip_members(clip: Clip) -> int:
    """Return how many members JSON needs for a clip."""
    optional = (clip.scale, clip.repeat, clip.extend, clip.blend, clip.weight, clip.mute)
    return 4 + _present(clip.name, *optional)


def ground_members(ground: Ground) -> int:
    """Return how many members JSON needs for the ground."""
    return _present(ground.on, ground.z)


def body_members(body: Body) -> int:
    """Return how many members JSON needs for a body."""
    return 5 + _present(body.velocity, body.spin)


def physics_members(physics: Physics) -> int:
    """Return how many members JSON needs for the settings of a simulation."""
    own = _present(
        physics.gravity,
        physics.ground,
        physics.from_,
        physics.to,
        physics.substeps,
        physics.bodies,
    )
    ground = 0 if physics.ground is None else ground_members(physics.ground)
    return own + ground + sum(map(body_members, physics.bodies or ()))


def scene_members(scene: SceneAnimation) -> int:
    """Return how many members JSON needs for a scene animation."""
    lists = (scene.camera, scene.objects, scene.props, scene.actions, scene.clips)
    return (
        2
        + _present(*lists, scene.schema_)
        + (0 if scene.cameraCycle is None else 3)
        + sum(map(camera_key_members, scene.camera or ()))
        + sum(map(object_members, scene.objects or ()))
        + sum(map(property_members, scene.props or ()))
        + sum(map(action_members, scene.actions or ()))
        + sum(map(clip_members, scene.clips or ()))
        + (0 if scene.physics is None else 1 + physics_members(scene.physics))
    )


def _present(*members: object) -> int:
    """Return how many of the members are there."""
    return len(members) - members.count(None)


def object_texts(track: ObjectTrack) -> Iterator[str]:
    """Yield the free texts of an object's track: those that may hold any character."""
    yield track.path


def variable_texts(variable: Variable) -> Iterator[str]:
    """Yield the free texts of a variable that reads a property."""
    yield from (variable.path, variable.name)


def driver_texts(driver: Driver) -> Iterator[str]:
    """Yield the free texts of a driver, the names of its variables too."""
    yield from (driver.expression,) if isinstance(driver.expression, str) else driver.expression
    for name, value in (driver.variables or {}).items():
        yield name
        if isinstance(value, Variable):
            yield from variable_texts(value)


def property_texts(track: PropertyTrack) -> Iterator[str]:
    """Yield the free texts of a property's track."""
    yield from (track.path, track.name)
    if track.driver is not None:
        yield from driver_texts(track.driver)


def action_texts(action: Action) -> Iterator[str]:
    """Yield the free texts of an action and its tracks."""
    yield from _given(action.id, action.name)
    for track in action.objects or ():
        yield track.path
    for driven in action.props or ():
        yield from property_texts(driven)


def clip_texts(clip: Clip) -> Iterator[str]:
    """Yield the free texts of a clip."""
    yield from _given(clip.action, clip.name)


def body_texts(body: Body) -> Iterator[str]:
    """Yield the free texts of a body."""
    yield body.path


def physics_texts(physics: Physics) -> Iterator[str]:
    """Yield the free texts of the settings of a simulation."""
    yield from (body.path for body in physics.bodies or ())


def scene_texts(scene: SceneAnimation) -> Iterator[str]:
    """Yield the free texts of a scene animation and all its parts."""
    yield from _given(scene.schema_)
    yield from (track.path for track in scene.objects or ())
    yield from _texts_of(property_texts, scene.props)
    yield from _texts_of(action_texts, scene.actions)
    yield from _texts_of(clip_texts, scene.clips)
    yield from _texts_of(physics_texts, () if scene.physics is None else (scene.physics,))


def _given(*texts: str | None) -> Iterator[str]:
    """Yield the texts that are there."""
    yield from (text for text in texts if text is not None)


def _texts_of(
    texts: Callable[[_Part], Iterable[str]], parts: Iterable[_Part] | None
) -> Iterator[str]:
    """Yield the free texts of all parts."""
    for part in parts or ():
        yield from texts(part)


MODEL: Final = SceneAnimation

SHAPES: Final[Shapes] = {
    SceneAnimation: Shape("scene-animation", scene_members, scene_texts),
    CameraKey: Shape("scene-animation-camera-key", camera_key_members, no_texts),
    Camera: Shape("scene-animation-camera", camera_members, no_texts),
    ObjectTrack: Shape("scene-animation-object", object_members, object_texts),
    ObjectKey: Shape("scene-animation-object-key", object_key_members, no_texts),
    PropertyTrack: Shape("scene-animation-property", property_members, property_texts),
    PropertyKey: Shape("scene-animation-property-key", property_key_members, no_texts),
    Cycle: Shape("scene-animation-cycle", cycle_members, no_texts),
    Driver: Shape("scene-animation-driver", driver_members, driver_texts),
    Variable: Shape("scene-animation-variable", variable_members, variable_texts),
    Action: Shape("scene-animation-action", action_members, action_texts),
    Clip: Shape("scene-animation-clip", clip_members, clip_texts),
    Physics: Shape("scene-animation-physics", physics_members, physics_texts),
    Ground: Shape("scene-animation-ground", ground_members, no_texts),
    Body: Shape("scene-animation-body", body_members, body_texts),
}
"""What the reader must know of each class."""
