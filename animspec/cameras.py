"""The camera of a scene: along its keys, with the lens that a property may set (SEMANTICS 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import evolve, frozen

from animspec.curves import POSE_SHARES, SceneKeys, scene_curve
from animspec.cycles import as_cycle
from animspec.drivers import PropertySampler
from animspec.layers import property_address
from animspec.lenses import HIGHEST, LOWEST, NARROWEST_FOV, WIDEST_FOV, complete
from animspec.model.scene_animation import Camera
from animspec.sampling.poses import eased, located

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from animspec.curves import Curve, Floats
    from animspec.cycles import Cycle
    from animspec.model.scene_animation import CameraKey, SceneAnimation
    from animspec.model.scene_animation import Cycle as WrittenCycle
    from animspec.transforms import Flags

FOV_TRACK: Final = property_address("camera", "fov")
"""The property that sets the lens, where it has keys or a driver."""

EYE: Final = slice(0, 3)
TARGET: Final = slice(3, 6)
PLACE: Final = slice(0, 6)
FOV: Final = 6
HEIGHT: Final = 7
PERSP: Final = 8
"""Where a key's row has its numbers."""


@frozen(eq=False)
class Cameras:
    """The camera at many times.

    ``eye`` and ``target`` have the shape (times, 3); ``fov`` in degrees, ``persp`` and
    ``height`` have (times,).
    """

    eye: Floats
    target: Floats
    fov: Floats
    persp: Flags
    height: Floats


def as_lens(fov: npt.ArrayLike) -> Floats:
    """Return fields of view kept between the narrowest and the widest lens.

    >>> as_lens([5, 50, 500]).tolist()
    [10.0, 50.0, 120.0]
    """
    return np.clip(np.asarray(fov, dtype=np.float64), NARROWEST_FOV, WIDEST_FOV)


@frozen(eq=False)
class CameraCurve:
    """The camera through its keys; ``rows`` has eye, target, fov, height and persp of each.

    The curve goes through the same numbers, but the logarithm of the height, so that a
    parallel view grows evenly.
    """

    rows: Floats
    curve: Curve
    eases: Floats
    cycle: Cycle

    @classmethod
    def of(cls, keys: Sequence[CameraKey], cycle: WrittenCycle | None = None) -> CameraCurve:
        """Return the camera through its keys.

        Raises:
            ValueError: there are no keys, or their times do not strictly rise.
        """
        if not keys:
            raise ValueError("there are no keys, expected at least one")
        eases = [key.ease or "smooth" for key in keys]
        read = SceneKeys.of([key.t for key in keys], [_row(key.cam) for key in keys], eases)
        numbers = read.values[:, :PERSP].copy()
        numbers[:, HEIGHT] = np.log(numbers[:, HEIGHT])
        shares = np.array([POSE_SHARES[ease] for ease in read.eases]).T
        return cls(read.values, scene_curve(evolve(read, values=numbers)), shares, as_cycle(cycle))

    def sample_many(self, times: npt.ArrayLike) -> Cameras:
        """Return the camera at all times."""
        found = located(times, self.curve.starts, self.cycle)
        at, on_key = found.at, found.on_key
        numbers = self.curve.sample_many(found.times)
        height = np.clip(np.exp(numbers[:, HEIGHT]), LOWEST, HIGHEST)
        height[on_key] = self.rows[at[on_key], HEIGHT]
        place = numbers[:, PLACE]
        if found.spans.any():
            change = self.rows[-1, PLACE] - self.rows[0, PLACE]
            place = place + found.spans[:, None] * change
        way = eased(found.share, self.eases[:, at])
        after = np.minimum(at + 1, len(self.rows) - 1)
        persp = self.rows[np.where(way < 0.5, at, after), PERSP] != 0.0
        return Cameras(place[:, EYE], place[:, TARGET], as_lens(numbers[:, FOV]), persp, height)


def _row(camera: Camera) -> list[float]:
    """Return a key's numbers, its lens kept within bounds."""
    lens = complete(camera)
    return [*lens.eye, *lens.target, lens.fov or 0.0, lens.height or 0.0, float(lens.persp or 0)]


@frozen(eq=False)
class CameraSampler:
    """The camera of a scene, ready to be sampled; ``curve`` is ``None`` where it has no keys."""

    curve: CameraCurve | None
    properties: PropertySampler

    @classmethod
    def of(cls, scene: SceneAnimation, properties: PropertySampler | None = None) -> CameraSampler:
        """Return the camera of a scene, with the scene's properties if the caller has them.

        Raises:
            ValueError: as of ``PropertySampler.of``, and where key times do not strictly rise.
        """
        curve = CameraCurve.of(scene.camera, scene.cameraCycle) if scene.camera else None
        return cls(curve, PropertySampler.of(scene) if properties is None else properties)

    def sample_many(self, times: npt.ArrayLike) -> Cameras | None:
        """Return the camera at all times, or ``None`` where it has no keys."""
        if self.curve is None:
            return None
        lens = self.properties.sample_many(times, [FOV_TRACK]).get(FOV_TRACK)
        return with_lens(self.curve.sample_many(times), lens)


def with_lens(cameras: Cameras, lens: Floats | None) -> Cameras:
    """Return cameras with the lens that a property sets, (times, components); NaN sets none."""
    if lens is None or not lens.shape[1]:
        return cameras
    fov = np.where(np.isnan(lens[:, 0]), cameras.fov, as_lens(lens[:, 0]))
    return evolve(cameras, fov=fov)


def camera_at(scene: SceneAnimation, time: float) -> Camera | None:
    """Return the camera of a scene at a time, or ``None`` where it has no keys.

    Many times are better asked of a ``CameraSampler``.

    Raises:
        ValueError: as of ``CameraSampler.of``.

    >>> from animspec.model.scene_animation import CameraKey, SceneAnimation
    >>> keys = (
    ...     CameraKey(0, Camera((0, -8, 2), (0, 0, 0)), "linear"),
    ...     CameraKey(2, Camera((8, 0, 2), (0, 0, 0), fov=30)),
    ... )
    >>> halfway = camera_at(SceneAnimation(2, 24, camera=keys), 1.0)
    >>> halfway.eye, halfway.fov, halfway.persp
    ((4.0, -4.0, 2.0), 40.0, True)
    """
    found = CameraSampler.of(scene).sample_many([time])
    if found is None:
        return None
    eye, target = found.eye[0].tolist(), found.target[0].tolist()
    return Camera(
        (eye[0], eye[1], eye[2]),
        (target[0], target[1], target[2]),
        float(found.fov[0]),
        bool(found.persp[0]),
        float(found.height[0]),
    )
