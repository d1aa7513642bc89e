"""The placement of objects over time: positions along curves, rotations and scales blended.

A key is a matrix. Between two keys the position follows the curve through the keys, the
rotation turns the short way and the scale changes straight, both by the eased share of
the way (SEMANTICS 3.7); at a key the answer is its matrix to the bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import evolve, frozen

from animspec.curves import POSE_SHARES, SceneKeys, scene_curve, stretch_lengths
from animspec.cycles import as_cycle, fold
from animspec.rotations import slerp
from animspec.transforms import NO_LENGTH, Flags, Transform, compose, decompose, matched_rotations

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from animspec.curves import Curve, Floats, Places
    from animspec.cycles import Cycle
    from animspec.model.scene_animation import Cycle as WrittenCycle
    from animspec.model.scene_animation import ObjectKey, ObjectTrack

POSITION: Final = slice(12, 15)
"""Where a matrix has its position."""


@frozen(eq=False)
class Located:
    """Times as a track sees them: which stretch, and how much of it has passed.

    ``spans`` is how many spans of the keys a time is away, for an ``offset`` cycle.
    """

    times: Floats
    at: Places
    share: Floats
    spans: Floats
    on_key: Flags


def located(times: npt.ArrayLike, starts: Floats, cycle: Cycle) -> Located:
    """Return where times fall among keys: folded by the cycle, then held at both ends.

    >>> from animspec.cycles import Cycle
    >>> found = located([-1, 0.5, 3, 9], np.array([0.0, 2.0, 4.0]), Cycle())
    >>> found.at.tolist(), found.share.tolist(), found.on_key.tolist()
    ([0, 0, 1, 2], [0.0, 0.25, 0.5, 0.0], [True, False, False, True])
    """
    folded, spans = fold(times, float(starts[0]), float(starts[-1]), cycle)
    inside = np.clip(folded, starts[0], starts[-1])
    at = starts.searchsorted(inside, side="right") - 1
    share = (inside - starts[at]) / stretch_lengths(starts)[at]
    return Located(inside, at, share, spans, share == 0.0)


def eased(share: Floats, eases: Floats) -> Floats:
    """Return the share of the way, by triples (e1, e2, e3) in rows, for the share of the time."""
    e1, e2, e3 = eases
    way: Floats = ((e3 * share + e2) * share + e1) * share
    return way


@frozen(eq=False)
class PoseCurve:
    """An object's placement through its keys.

    ``matrices`` (n, 16) are the keys'. Per stretch, ``first`` and ``second`` are the
    poses between which it blends, where one without a rotation of its own has the
    other's, and ``eases`` (3, n) says by which share.
    """

    matrices: Floats
    positions: Curve
    first: Transform
    second: Transform
    eases: Floats
    cycle: Cycle

    @classmethod
    def of(cls, keys: Sequence[ObjectKey], cycle: WrittenCycle | None = None) -> PoseCurve:
        """Return the curve through an object's keys.

        Raises:
            ValueError: there are no keys, or their times do not strictly rise.
        """
        if not keys:
            raise ValueError("there are no keys, expected at least one")
        eases = [key.ease or "smooth" for key in keys]
        read = SceneKeys.of([key.t for key in keys], [key.m for key in keys], eases)
        first = decompose(read.values)
        second = decompose(np.concatenate([read.values[1:], read.values[-1:]]))
        turns = matched_rotations(first, second)
        return cls(
            read.values,
            scene_curve(evolve(read, values=read.values[:, POSITION])),
            evolve(first, rotation=turns[0]),
            evolve(second, rotation=turns[1]),
            np.array([POSE_SHARES[ease] for ease in read.eases]).T,
            as_cycle(cycle),
        )

    def sample_many(self, times: npt.ArrayLike) -> Floats:
        """Return the matrices at all times, of shape (times, 16)."""
        found = located(times, self.positions.starts, self.cycle)
        poses = self._blended(found)
        matrices = compose(poses.position, poses.rotation, poses.scale)
        matrices[found.on_key] = self.matrices[found.at[found.on_key]]
        matrices[:, POSITION] = poses.position
        return matrices

    def poses_many(self, times: npt.ArrayLike) -> Transform:
        """Return the poses at all times, taken apart; shear, which a key may have, is lost."""
        return self._blended(located(times, self.positions.starts, self.cycle))

    def _blended(self, found: Located) -> Transform:
        """Return the poses at located times."""
        at = found.at
        way = eased(found.share, self.eases[:, at])
        position = self.positions.sample_many(found.times)
        if found.spans.any():
            move = self.matrices[-1, POSITION] - self.matrices[0, POSITION]
            position = position + found.spans[:, None] * move
        start = self.first.scale[at]
        scale = start + (self.second.scale[at] - start) * way[:, None]
        rotation = slerp(self.first.rotation[at], self.second.rotation[at], way)
        return Transform(position, rotation, scale, has_turn(scale))


def has_turn(scale: Floats) -> Flags:
    """Whether poses of such scales have a rotation of their own: any axis with a length."""
    present: Flags = np.abs(scale) >= NO_LENGTH
    return np.asarray(present.any(axis=-1))


def pose_at(track: ObjectTrack, time: float) -> list[float]:
    """Return an object's matrix at a time; many times are better asked of a ``PoseCurve``.

    Raises:
        ValueError: there are no keys, or their times do not strictly rise.

    >>> from animspec.model.scene_animation import ObjectKey, ObjectTrack
    >>> still = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    >>> keys = (ObjectKey(0, (*still, 0, 0, 0, 1), "linear"), ObjectKey(2, (*still, 8, 0, 0, 1)))
    >>> pose_at(ObjectTrack("Box", keys), 0.5)[12:15]
    [2.0, 0.0, 0.0]
    """
    matrix: list[float] = PoseCurve.of(track.keys, track.cycle).sample_many([time])[0].tolist()
    return matrix
