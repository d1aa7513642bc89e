"""A walk of the camera through saved scenes, each held for a while."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from animspec.lenses import complete
from animspec.model.scene_animation import SHORTEST, Camera, CameraKey
from animspec.rounding import round_time

if TYPE_CHECKING:
    from collections.abc import Iterable

    from animspec.model.scene_animation import Vector

MOVE: Final = 3.0
HOLD: Final = 1.5
"""Seconds that the camera takes to the next scene, and stays there, if nothing is said."""

AXES: Final = 3

GREATEST: Final = sys.float_info.max


@frozen
class Walkthrough:
    """A camera's keys and their length in seconds; ``skipped`` tells the unusable scenes."""

    keys: tuple[CameraKey, ...]
    length: float
    skipped: tuple[int, ...] = ()


def walkthrough(scenes: Iterable[Any], move: float = MOVE, hold: float = HOLD) -> Walkthrough:
    """Return a camera that goes from scene to scene, slowing into each, and stays at each.

    A scene is a mapping whose ``cam`` has ``eye`` and ``target``, three finite numbers
    each, and perhaps ``fov``, ``persp`` and ``height``; another is skipped. It takes
    ``move`` seconds to the next scene and stays ``hold`` seconds. Of keys that meet, the
    later stays.

    >>> saved = [{"cam": {"eye": [x, -8, 2], "target": [0, 0, 1]}} for x in (0, 4)]
    >>> walk = walkthrough([*saved, {"cam": None}], move=2, hold=1)
    >>> [(key.t, key.ease) for key in walk.keys], walk.length, walk.skipped
    ([(0.0, 'hold'), (1.0, 'stop'), (3.0, 'hold'), (4.0, 'stop')], 4.0, (2,))
    """
    keys: dict[float, CameraKey] = {}
    skipped = []
    time = 0.0
    for place, scene in enumerate(scenes):
        camera = usable_camera(scene.get("cam") if isinstance(scene, Mapping) else None)
        if camera is None:
            skipped.append(place)
            continue
        time += move if keys else 0.0
        keys[round_time(time)] = CameraKey(round_time(time), camera, "hold" if hold > 0 else "stop")
        if hold > 0:
            time += hold
            keys[round_time(time)] = CameraKey(round_time(time), camera, "stop")
    ordered = tuple(keys[time] for time in sorted(keys))
    return Walkthrough(ordered, max(SHORTEST, round_time(time)), tuple(skipped))


def usable_camera(value: Any) -> Camera | None:
    """Return a camera from plain JSON, its lens complete and within bounds, if it can be used.

    >>> usable_camera({"eye": [0, 0, 9], "target": [0, 0, 0], "fov": 500, "persp": "?"})
    Camera(eye=(0.0, 0.0, 9.0), target=(0.0, 0.0, 0.0), fov=120.0, persp=True, height=10.0)
    >>> usable_camera({"eye": [0, 0], "target": [0, 0, 0]}) is None
    True
    """
    if not isinstance(value, Mapping):
        return None
    eye, target = _vector(value.get("eye")), _vector(value.get("target"))
    if eye is None or target is None:
        return None
    persp = value.get("persp")
    lens = [_number(value.get(name)) for name in ("fov", "height")]
    return complete(
        Camera(eye, target, lens[0], persp if isinstance(persp, bool) else None, lens[1])
    )


def _vector(value: Any) -> Vector | None:
    """Return three finite numbers, if that is what the value is."""
    if not isinstance(value, Sequence) or len(value) != AXES:
        return None
    x, y, z = map(_number, value)
    return None if x is None or y is None or z is None else (x, y, z)


def _number(value: Any) -> float | None:
    """Return a finite number, if that is what the value is."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) <= GREATEST else None
