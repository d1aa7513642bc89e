"""Whole scenes at many times: camera, placements and properties, as arrays (SEMANTICS 3.9a).

>>> from animspec.model.scene_animation import Driver, PropertyTrack, SceneAnimation
>>> disc = PropertyTrack("Turntable", "angle", driver=Driver("90 * t"))
>>> values = evaluate_scene(SceneAnimation(2, 24, props=(disc,)), [0, 0.5, 2])
>>> values.property("turntable", "Angle")[:, 0].tolist()
[0.0, 45.0, 180.0]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from animspec.cameras import FOV_TRACK, CameraCurve, Cameras, with_lens
from animspec.drivers import PropertySampler
from animspec.layers import LayeredPose, layered_poses, property_address
from animspec.paths import path_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from animspec.curves import Floats
    from animspec.model.scene_animation import SceneAnimation


@frozen(eq=False)
class SceneValues:
    """What a scene is at many times.

    ``times`` has the shape (n,). ``camera`` is ``None`` where it has no keys. ``matrices``
    has (n, 16) for each object, column by column, by its path; ``properties`` has
    (n, components) for each property, by its path and name, NaN at times at which nothing
    gives it a value. Paths and names are spelled as the scene first has them.
    """

    times: Floats
    camera: Cameras | None
    matrices: Mapping[str, Floats]
    properties: Mapping[tuple[str, str], Floats]

    def matrix(self, path: str) -> Floats:
        """Return an object's matrices, (n, 16), by its path in any spelling that compares equal.

        Raises:
            LookupError: the scene places no such object.
        """
        key = path_key(path)
        found = (value for name, value in self.matrices.items() if path_key(name) == key)
        value = next(found, None)
        if value is None:
            raise LookupError(f'the scene places no object "{path}"')
        return value

    def property(self, path: str, name: str) -> Floats:
        """Return a property's values, (n, components), in any spelling that compares equal.

        Raises:
            LookupError: the scene has no such property.
        """
        key = property_address(path, name)
        found = (
            value for words, value in self.properties.items() if property_address(*words) == key
        )
        value = next(found, None)
        if value is None:
            raise LookupError(f'the scene has no property "{name}" of "{path}"')
        return value


@frozen(eq=False)
class SceneSampler:
    """A scene ready to be evaluated; make another when the scene has changed."""

    camera: CameraCurve | None
    poses: Mapping[str, LayeredPose]
    properties: PropertySampler

    @classmethod
    def of(
        cls, scene: SceneAnimation, rest: Mapping[str, Sequence[float]] | None = None
    ) -> SceneSampler:
        """Return a scene ready to be evaluated.

        ``rest`` has the matrices of objects that have no keys of their own but are moved
        by actions, by path; where it has none, that is the identity.

        Raises:
            animspec.drivers.DriverCycleError: drivers read each other in a loop.
            ValueError: the scene has another error, such as key times that do not rise.
        """
        camera = CameraCurve.of(scene.camera, scene.cameraCycle) if scene.camera else None
        return cls(camera, layered_poses(scene, rest), PropertySampler.of(scene))

    def sample_many(self, times: npt.ArrayLike) -> SceneValues:
        """Return the scene at all times; times in rising order are the fastest."""
        moments = np.asarray(times, dtype=np.float64)
        properties = self.properties.sample_many(moments)
        camera = None
        if self.camera is not None:
            camera = with_lens(self.camera.sample_many(moments), properties.get(FOV_TRACK))
        layered = self.properties.layered
        return SceneValues(
            moments,
            camera,
            {pose.path: pose.sample_many(moments) for pose in self.poses.values()},
            {(layered[a].path, layered[a].name): values for a, values in properties.items()},
        )


def evaluate_scene(
    scene: SceneAnimation,
    times: npt.ArrayLike,
    rest: Mapping[str, Sequence[float]] | None = None,
) -> SceneValues:
    """Return a scene at all times: keys and cycles, then clips, drivers and the camera's lens.

    ``rest`` has the matrices of objects without keys of their own, by path.

    Raises:
        animspec.drivers.DriverCycleError: drivers read each other in a loop.
        ValueError: the scene has another error, such as key times that do not rise.
    """
    return SceneSampler.of(scene, rest).sample_many(times)
