"""The keys of scene animation: eases, handles, and the curve through them (SEMANTICS 3.1-3.5).

``SceneKeys`` is neutral: a property's values, a camera's numbers or a position, with an
ease per key that leads to the next. Only properties have Bézier stretches and handles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from attrs import frozen

from animspec.curves.bezier import bezier_curve, kept_inside
from animspec.curves.kinds import (
    EASED,
    HOLD,
    LINEAR,
    Keys,
    Kind,
    Share,
    by_share,
    cubic_coefficients,
    cubic_curve,
    hermite,
)
from animspec.curves.rounded import rounded_times

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from animspec.curves.curve import Curve, Floats, Places

BEZIER: Final = "bezier"

EASES: Final[dict[str, Kind]] = {
    "smooth": hermite,
    "linear": by_share(LINEAR),
    "hold": by_share(HOLD),
    "stop": hermite,
    # Its stretches are laid out from their handles; what this gives for them is not read.
    BEZIER: hermite,
}
"""The kinds by their names in a scene: ``smooth`` and ``stop`` are Catmull-Rom curves."""

POSE_SHARES: Final[dict[str, Share]] = {
    "smooth": EASED,
    "linear": LINEAR,
    "hold": HOLD,
    "stop": EASED,
    BEZIER: EASED,
}
"""The share of the way by which rotations and scales of poses blend (SEMANTICS 3.7)."""

HANDLE_MODES: Final = ("auto", "vector", "free", "aligned")
STORED_MODES: Final = frozenset({"free", "aligned"})


@frozen(eq=False)
class SceneKeys:
    """The keys of one track, in time order.

    ``times`` (n,) are rounded to 3 decimals, ``values`` have the shape (n, width).
    ``left`` and ``right`` are the stored handles, (n, 1 + width), relative to their keys,
    time first; a row of NaN where a key has none.
    """

    times: Floats
    values: Floats
    eases: tuple[str, ...]
    modes: tuple[str, ...]
    left: Floats
    right: Floats

    @classmethod
    def of(cls, times: npt.ArrayLike, values: npt.ArrayLike, eases: Sequence[str]) -> SceneKeys:
        """Return keys without stored handles.

        Times are rounded; where two meet by that, the later key in the list stays.

        Raises:
            ValueError: the times do not strictly rise.
        """
        points = np.asarray(values, dtype=np.float64)
        none = np.full((len(points), 1 + points.shape[1]), np.nan)
        modes = ("auto",) * len(points)
        return _placed(cls(np.asarray(times, np.float64), points, tuple(eases), modes, none, none))

    @classmethod
    def read(cls, keys: Sequence[Any]) -> SceneKeys:
        """Return a property's keys, read from values or mappings with the file's members.

        Each key has ``t`` and ``v``, and perhaps ``ease``, ``hm``, ``hl`` and ``hr``.

        Raises:
            ValueError: the times do not strictly rise, or there are no keys.

        >>> keys = SceneKeys.read([{"t": 0, "v": [1]}, {"t": 0.5004, "v": [2], "ease": "hold"}])
        >>> keys.times.tolist(), keys.eases, keys.modes
        ([0.0, 0.5], ('smooth', 'hold'), ('auto', 'auto'))
        """
        if not keys:
            raise ValueError("there are no keys, expected at least one")
        values = np.array([_member(key, "v") for key in keys], dtype=np.float64)
        none = [np.nan] * (1 + values.shape[1])
        return _placed(
            cls(
                np.array([_member(key, "t") for key in keys], dtype=np.float64),
                values,
                tuple(_member(key, "ease") or "smooth" for key in keys),
                tuple(_member(key, "hm") or "auto" for key in keys),
                np.array([_member(key, "hl") or none for key in keys], dtype=np.float64),
                np.array([_member(key, "hr") or none for key in keys], dtype=np.float64),
            )
        )


@frozen(eq=False)
class HandlePoints:
    """The handles of all keys as points: time first, then the values; each (n, 1 + width)."""

    left: Floats
    right: Floats


def speeds(keys: SceneKeys) -> Floats:
    """Return the speed of the values at each key, per second: (n, width).

    It is that of a Catmull-Rom curve on uneven times, (next - previous) / (their time
    apart), and 0 at the ends, at ``stop``, at ``hold`` and just after a ``hold``.

    >>> speeds(SceneKeys.of([0, 1, 3], [[0], [2], [6]], ["smooth"] * 3))[:, 0].tolist()
    [0.0, 2.0, 0.0]
    """
    found = np.zeros_like(keys.values)
    apart = (keys.times[2:] - keys.times[:-2])[:, None]
    found[1:-1] = (keys.values[2:] - keys.values[:-2]) / apart
    eases = np.array(keys.eases)
    flat = (eases == "stop") | (eases == "hold")
    flat[1:] |= eases[:-1] == "hold"
    found[flat] = 0.0
    return found


def handle_points(keys: SceneKeys) -> HandlePoints:
    """Return the Bézier handles of all keys, as points and as they are: not kept inside.

    ``auto`` lies along the key's speed, a third of the way to its neighbour; ``vector``
    points at the neighbour; ``free`` and ``aligned`` are the stored ones, and where none is
    stored as ``auto``. At an end without neighbour the point is the key itself.

    >>> keys = SceneKeys.of([0, 3], [[0], [6]], ["bezier"] * 2)
    >>> handle_points(keys).right.tolist(), handle_points(keys).left.tolist()
    ([[1.0, 0.0], [3.0, 6.0]], [[0.0, 0.0], [2.0, 6.0]])
    """
    points = np.column_stack([keys.times, keys.values])
    left, right = _handles(keys)
    return HandlePoints(points + left, points + right)


def scene_curve(keys: SceneKeys) -> Curve:
    """Return the curve through the keys, each with its own ease.

    >>> keys = SceneKeys.of([0, 1, 2], [[0], [1], [0]], ["linear", "hold", "hold"])
    >>> scene_curve(keys).sample_many([0.25, 1.0, 1.9, 2.0])[:, 0].tolist()
    [0.25, 1.0, 1.0, 0.0]
    """
    speed = speeds(keys)
    points = Keys(keys.times, keys.values, arriving=speed, leaving=speed)
    kinds = [EASES[ease] for ease in keys.eases]
    at = np.flatnonzero(np.array(keys.eases[:-1]) == BEZIER)
    if not len(at):
        return cubic_curve(points, kinds)
    left, right = _handles(keys)
    inside = kept_inside(points, at, right[at], left[at + 1])
    return bezier_curve(points, cubic_coefficients(points, kinds), at, inside)


def _handles(keys: SceneKeys) -> tuple[Floats, Floats]:
    """Return the handles relative to their keys, left and right."""
    modes = np.array(keys.modes)
    along = speeds(keys)
    steps = np.column_stack([keys.times, keys.values])
    steps = np.diff(steps, axis=0) / 3.0
    none = np.zeros((1, 1 + keys.values.shape[1]))
    stored = np.isin(modes, list(STORED_MODES))
    sides = []
    for towards, own in (
        (np.concatenate([none, -steps]), keys.left),
        (np.concatenate([steps, none]), keys.right),
    ):
        handles = towards.copy()
        auto = modes != "vector"
        handles[auto, 1:] = along[auto] * towards[auto, :1]
        use = stored & ~np.isnan(own[:, 0])
        handles[use] = own[use]
        sides.append(handles)
    return sides[0], sides[1]


def _placed(keys: SceneKeys) -> SceneKeys:
    """Return the keys with rounded times; of keys that meet by that, the later one."""
    place = _first_not_rising(keys.times)
    if place is not None:
        raise ValueError(
            f"key {place} is at {float(keys.times[place])} s, "
            f"which is not after key {place - 1} at {float(keys.times[place - 1])} s"
        )
    times = rounded_times(keys.times)
    stays = np.append(times[1:] > times[:-1], True)
    if stays.all():
        return SceneKeys(times, keys.values, keys.eases, keys.modes, keys.left, keys.right)
    at = np.flatnonzero(stays)
    return SceneKeys(
        times[at],
        keys.values[at],
        tuple(keys.eases[place] for place in at),
        tuple(keys.modes[place] for place in at),
        keys.left[at],
        keys.right[at],
    )


def _first_not_rising(times: Floats) -> int | None:
    """Return the place of the first time that is not after the one before it."""
    places: Places = np.flatnonzero(times[1:] <= times[:-1])
    return int(places[0]) + 1 if len(places) else None


def _member(key: Any, name: str) -> Any:
    """Return a member of a key that is a mapping or a value; ``None`` where it is absent."""
    return key.get(name) if isinstance(key, Mapping) else getattr(key, name, None)
