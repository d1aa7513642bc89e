"""Actions laid over the placement of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import evolve, frozen

from animspec.layers.timing import played_clips
from animspec.paths import path_key
from animspec.rotations import conjugate, multiply, slerp
from animspec.sampling.poses import PoseCurve, has_turn
from animspec.transforms import Transform, compose, decompose, matched_rotations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from animspec.curves import Floats
    from animspec.layers.timing import PlayedClip
    from animspec.model.scene_animation import Blend, ObjectTrack, SceneAnimation
    from animspec.transforms import Flags

REST: Final = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
"""The placement of an object that nothing places: the identity."""


def blend_pose(
    under: npt.ArrayLike,
    pose: npt.ArrayLike,
    *,
    blend: Blend = "replace",
    weight: float = 1.0,
    first: npt.ArrayLike | None = None,
) -> Floats:
    """Return matrices ``under`` with an action's matrices laid over them.

    ``add`` needs the action's ``first`` pose: what is added is the move away from it.

    Raises:
        ValueError: ``first`` is missing.

    >>> moved = list(REST[:12]) + [4.0, 0.0, 0.0, 1.0]
    >>> blend_pose(moved, moved, blend="add", weight=0.5, first=REST)[12:15].tolist()
    [6.0, 0.0, 0.0]
    """
    if blend == "add" and first is None:
        raise ValueError("the blend is add and there is no first pose, expected one")
    start = None if first is None or blend == "replace" else decompose(first)
    mixed = blended(decompose(under), decompose(pose), start, weight)
    return compose(mixed.position, mixed.rotation, mixed.scale)


def blended(under: Transform, pose: Transform, first: Transform | None, weight: float) -> Transform:
    """Return poses with others laid over them: their move since ``first`` if it is given."""
    if first is not None:
        return _added(under, pose, first, weight)
    position = under.position + (pose.position - under.position) * weight
    scale = under.scale + (pose.scale - under.scale) * weight
    rotation = slerp(*matched_rotations(under, pose), weight)
    return Transform(position, rotation, scale, has_turn(scale))


def _added(under: Transform, pose: Transform, first: Transform, weight: float) -> Transform:
    """Return poses moved and turned as an action has moved and turned since its first pose."""
    position = under.position + weight * (pose.position - first.position)
    before, now = matched_rotations(first, pose)
    turned = multiply(multiply(now, conjugate(before)), under.rotation)
    return evolve(under, position=position, rotation=slerp(under.rotation, turned, weight))


@frozen(eq=False)
class PoseLayer:
    """One clip's part in one object; ``first`` is the action's first pose, where it adds."""

    clip: PlayedClip
    curve: PoseCurve
    first: Transform | None

    @classmethod
    def of(cls, clip: PlayedClip, track: ObjectTrack) -> PoseLayer:
        """Return the part of a clip that plays a track."""
        curve = PoseCurve.of(track.keys, track.cycle)
        return cls(clip, curve, decompose(curve.matrices[0]) if clip.blend == "add" else None)


@frozen(eq=False)
class LayeredPose:
    """An object's base track, or else its rest placement, with the clips over it."""

    path: str
    base: PoseCurve | None
    layers: tuple[PoseLayer, ...]
    rest: Floats

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the matrices at all times, of shape (times, 16)."""
        moments = np.asarray(times, dtype=np.float64)
        if self.base is None:
            matrices = np.tile(self.rest, (len(moments), 1))
        else:
            matrices = self.base.sample_many(moments)
        inside = [layer.clip.local_times(moments) for layer in self.layers]
        playing = np.zeros(len(moments), dtype=np.bool_)
        for local in inside:
            playing |= ~np.isnan(local)
        if playing.any():
            matrices[playing] = self._over(
                decompose(matrices[playing]), [local[playing] for local in inside]
            )
        return matrices

    def _over(self, poses: Transform, inside: Sequence[Floats]) -> Floats:
        """Return the matrices of poses with every layer over them where it plays."""
        for layer, local in zip(self.layers, inside, strict=True):
            at = ~np.isnan(local)
            if at.any():
                over = layer.curve.poses_many(local[at])
                _put(poses, at, blended(_taken(poses, at), over, layer.first, layer.clip.weight))
        return compose(poses.position, poses.rotation, poses.scale)


def _taken(poses: Transform, at: Flags) -> Transform:
    return Transform(poses.position[at], poses.rotation[at], poses.scale[at], poses.turned[at])


def _put(poses: Transform, at: Flags, new: Transform) -> None:
    """Replace the poses that are flagged, in their arrays."""
    poses.position[at], poses.rotation[at] = new.position, new.rotation
    poses.scale[at], poses.turned[at] = new.scale, new.turned


def layered_poses(
    scene: SceneAnimation, rest: Mapping[str, Sequence[float]] | None = None
) -> dict[str, LayeredPose]:
    """Return every object that a scene places, by its path as paths compare.

    ``rest`` has the placement of objects without base keys, by path; where it has none,
    that is the identity.

    Raises:
        ValueError: a clip plays an action that is not there, or times do not strictly rise.
    """
    resting = {path_key(path): matrix for path, matrix in (rest or {}).items()}
    base: dict[str, ObjectTrack] = {}
    spelling: dict[str, str] = {}
    layers: dict[str, list[PoseLayer]] = {}
    for track in scene.objects or ():
        key = path_key(track.path)
        spelling.setdefault(key, track.path)
        base.setdefault(key, track)
    for clip, action in played_clips(scene):
        for track in action.objects or ():
            if track.keys:
                key = path_key(track.path)
                spelling.setdefault(key, track.path)
                layers.setdefault(key, []).append(PoseLayer.of(clip, track))
    return {
        key: LayeredPose(
            path,
            _curve(base.get(key)),
            tuple(layers.get(key, ())),
            np.array(resting.get(key, REST), dtype=np.float64),
        )
        for key, path in spelling.items()
    }


def _curve(track: ObjectTrack | None) -> PoseCurve | None:
    """Return the curve through a track's keys, if there are any."""
    return PoseCurve.of(track.keys, track.cycle) if track is not None and track.keys else None
