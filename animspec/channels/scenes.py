"""A scene as one motion, in seconds: camera, objects and properties as they are evaluated.

Objects are told by position, rotation and scale; shear, which only a key's own matrix can
have, is not. Where a property sets the camera's lens, the one channel ``camera.fov`` has the
property's keys and the lens that comes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import evolve, frozen

from animspec.cameras import FOV_TRACK
from animspec.channels.actions import action_moments
from animspec.channels.motion import XYZ, XYZW, Channel, Handles, Motion, MotionError, continuous
from animspec.curves import BEZIER, SceneKeys, handle_points
from animspec.kinds import SCENE_ANIMATION
from animspec.layers import property_address
from animspec.lenses import complete
from animspec.paths import path_key
from animspec.rounding import round_time
from animspec.scenes import SceneSampler
from animspec.transforms import decompose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from animspec.channels.motion import Measure
    from animspec.curves import Floats
    from animspec.layers import LayeredPose
    from animspec.model.scene_animation import (
        Camera,
        CameraKey,
        Cycle,
        Driver,
        ObjectTrack,
        PropertyTrack,
        SceneAnimation,
    )
    from animspec.scenes import SceneValues

SCENE: Final = "scene"
"""The name of a scene's motion."""

CAMERA: Final = "camera"


@frozen(eq=False)
class _Group:
    """Channels that are read together from an evaluated scene."""

    channels: tuple[Channel, ...]
    read: Callable[[SceneValues], tuple[Floats, ...]]


def scene_motions(scene: SceneAnimation) -> tuple[Motion, ...]:
    """Return the one motion of a scene.

    Raises:
        MotionError: key times do not strictly rise, drivers wait for each other or do not
            compile, a clip plays an action that is not there, or values differ in length.
    """
    try:
        sampler = SceneSampler.of(scene)
        groups = _groups(scene, sampler)
        moments = action_moments(scene)
    except ValueError as error:
        raise MotionError(str(error)) from error

    def sample(times: Floats) -> tuple[Floats, ...]:
        values = sampler.sample_many(times)
        return tuple(part for group in groups for part in group.read(values))

    motion = Motion(
        kind=SCENE_ANIMATION.name,
        name=SCENE,
        label="Scene",
        start=0.0,
        end=round_time(scene.length),
        unit="s",
        units_per_second=1.0,
        fps=float(scene.fps),
        loop=False,
        channels=tuple(channel for group in groups for channel in group.channels),
        sampler=sample,
        moments=moments,
    )
    return (motion,)


def _groups(scene: SceneAnimation, sampler: SceneSampler) -> tuple[_Group, ...]:
    """Return all that a scene has, in groups."""
    return (
        *_cameras(scene, sampler),
        *_objects(scene, sampler),
        *_properties(scene, sampler),
    )


def _column(value: npt.ArrayLike) -> Floats:
    return np.asarray(value, dtype=np.float64)[:, None]


_CAMERA_CHANNELS: Final[tuple[tuple[str, tuple[str, ...], str, Measure], ...]] = (
    ("eye", XYZ, "", "linear"),
    ("target", XYZ, "", "linear"),
    ("fov", ("0",), "degrees", "linear"),
    ("height", ("0",), "", "linear"),
    ("persp", ("0",), "", "switch"),
)
"""The name, components, unit and measure of what a camera has."""


def _cameras(scene: SceneAnimation, sampler: SceneSampler) -> Iterator[_Group]:
    """Yield the camera, if it has keys."""
    if not scene.camera:
        return
    keys, before, after = list(map(_whole, scene.camera)), *_ends(scene.cameraCycle)
    channels = []
    for name, components, unit, measure in _CAMERA_CHANNELS:
        rows = [np.atleast_1d(np.array(getattr(key.cam, name), np.float64)) for key in keys]
        read = SceneKeys.of([key.t for key in keys], rows, [key.ease or "smooth" for key in keys])
        channels.append(
            Channel(
                part="camera",
                path=CAMERA,
                name=name,
                components=components,
                unit=unit,
                measure=measure,
                keys=read.times,
                interpolations=read.eases,
                values=read.values,
                before=before,
                after=after,
            )
        )
    lens = _lens(scene, sampler)
    if lens is not None:
        channels[2] = lens
    yield _Group(tuple(channels), _camera_values)


def _camera_values(values: SceneValues) -> tuple[Floats, ...]:
    camera = values.camera
    if camera is None:
        return ()
    lens = (_column(each) for each in (camera.fov, camera.height, camera.persp))
    return (camera.eye, camera.target, *lens)


def _whole(key: CameraKey) -> CameraKey:
    """Return a key with all of its lens, as it is evaluated."""
    lens: Camera = complete(key.cam)
    return evolve(key, cam=lens)


def _lens(scene: SceneAnimation, sampler: SceneSampler) -> Channel | None:
    """Return the camera's field of view where a property sets it."""
    found = (group.channels[0] for group in _properties(scene, sampler, lens=True))
    lens = next(found, None)
    if lens is None:
        return None
    handles = lens.handles
    if handles is not None:
        handles = Handles(handles.left[:, :2], handles.right[:, :2])
    return evolve(
        lens,
        part="camera",
        path=CAMERA,
        name="fov",
        components=("0",),
        values=lens.values[:, :1],
        handles=handles,
    )


def _objects(scene: SceneAnimation, sampler: SceneSampler) -> Iterator[_Group]:
    """Yield each object that is placed."""
    base: dict[str, ObjectTrack] = {}
    for track in scene.objects or ():
        base.setdefault(path_key(track.path), track)
    for key, pose in sampler.poses.items():
        yield _object(pose, base.get(key))


def _object(pose: LayeredPose, track: ObjectTrack | None) -> _Group:
    """Return the placement of an object."""
    channel, values = _placed(pose, track)

    def read_object(scene_values: SceneValues) -> tuple[Floats, ...]:
        return _taken_apart(scene_values.matrices[pose.path])

    return _Group(
        (
            evolve(channel, name="position", values=values[0]),
            evolve(
                channel, name="rotation", components=XYZW, measure="quaternion", values=values[1]
            ),
            evolve(channel, name="scale", values=values[2]),
        ),
        read_object,
    )


def _placed(pose: LayeredPose, track: ObjectTrack | None) -> tuple[Channel, tuple[Floats, ...]]:
    """Return what an object's channels have in common, and the values of their keys."""
    channel = Channel(
        part="object", path=pose.path, name="", components=XYZ, layered=bool(pose.layers)
    )
    if track is None or not track.keys:
        return channel, (channel.values, np.empty((0, 4)), channel.values)
    eases = [key.ease or "smooth" for key in track.keys]
    read = SceneKeys.of([key.t for key in track.keys], [key.m for key in track.keys], eases)
    before, after = _ends(track.cycle)
    values = _taken_apart(read.values)
    keyed = evolve(channel, keys=read.times, interpolations=read.eases, values=values[0])
    return evolve(keyed, before=before, after=after), values


def _taken_apart(matrices: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the positions, rotations of continuous sign, and scales of matrices, (n, 16)."""
    placed = decompose(matrices)
    return placed.position, continuous(placed.rotation), placed.scale


def _properties(
    scene: SceneAnimation, sampler: SceneSampler, *, lens: bool = False
) -> Iterator[_Group]:
    """Yield each property that has values; the lens of a camera with keys only if asked for."""
    base: dict[tuple[str, str], PropertyTrack] = {}
    for track in scene.props or ():
        base.setdefault(property_address(track.path, track.name), track)
    for address, layered in sampler.properties.layered.items():
        if lens != (address == FOV_TRACK and bool(scene.camera)):
            continue
        driven = sampler.properties.driven.get(address)
        width = layered.width
        if driven is not None:
            width = len(driven.programs) if driven.each else max(width, 1)
        if width:
            channel = _property(layered.path, layered.name, width, base.get(address))
            yield _read_property(evolve(channel, layered=bool(layered.layers)))


def _read_property(channel: Channel) -> _Group:
    words = channel.path, channel.name

    def read(values: SceneValues) -> tuple[Floats, ...]:
        return (values.properties[words],)

    return _Group((channel,), read)


def _property(path: str, name: str, width: int, track: PropertyTrack | None) -> Channel:
    """Return a property's channel; its keys may have other components than its driver gives."""
    is_lens = property_address(path, name) == FOV_TRACK
    channel = Channel(
        part="property",
        path=path,
        name=name,
        components=tuple(map(str, range(width))),
        unit="degrees" if is_lens else "",
    )
    if track is None:
        return channel
    if track.driver is not None:
        channel = evolve(channel, driven=True, expressions=_texts(track.driver))
    if not track.keys:
        return channel
    keys = SceneKeys.read(track.keys)
    before, after = _ends(track.cycle)
    return evolve(
        channel,
        keys=keys.times,
        interpolations=keys.eases,
        values=keys.values,
        handles=_handles(keys),
        before=before,
        after=after,
    )


def _texts(driver: Driver) -> tuple[str, ...]:
    texts = driver.expression
    return (texts,) if isinstance(texts, str) else tuple(texts)


def _handles(keys: SceneKeys) -> Handles | None:
    """Return the handles of Bézier stretches, or ``None`` where there are none."""
    leads = np.array([ease == BEZIER for ease in keys.eases])
    leads[-1] = False
    if not leads.any():
        return None
    points = handle_points(keys)
    follows = np.concatenate([[False], leads[:-1]])
    return Handles(
        np.where(follows[:, None], points.left, np.nan),
        np.where(leads[:, None], points.right, np.nan),
    )


def _ends(cycle: Cycle | None) -> tuple[str, str]:
    return ("hold", "hold") if cycle is None else (cycle.before, cycle.after)
