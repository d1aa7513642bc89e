"""The motion of a camera, an object or a property of a scene.

A row is what the evaluator has: an object's 16 numbers, of which the position follows a
curve; a property's components; a camera's eye, target, field of view, height and whether it
is in perspective.
"""

from __future__ import annotations

from functools import cached_property
from math import pi
from typing import TYPE_CHECKING, Any, Final

from animspec.lenses import complete
from animspec.parts.motion import HALF_TURN, TURN, Group, components
from animspec.parts.scene_matrices import turned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.cameras import CameraCurve
    from animspec.curves import Floats
    from animspec.parts.motion import Row, Sampled
    from animspec.parts.scene_channels import ChannelPart
    from animspec.pointers import Pointer

IDENTITY: Final = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)

_OBJECT: Final = (
    Group("position", "share", (12, 13, 14)),
    Group("matrix", "turn", (*range(12), 15)),
)
_OBJECT_AXES: Final = (*[""] * 12, "x", "y", "z", "")
_CAMERA: Final = (
    Group("eye", "share", (0, 1, 2)),
    Group("target", "share", (3, 4, 5)),
    Group("fov", "rotation", (6,), " degrees"),
    Group("height", "share", (7,)),
    Group("perspective", "turn", (8,)),
)
_CAMERA_AXES: Final = (*("x", "y", "z", "x", "y", "z", "fov", "height", ""),)
_PERSP: Final = 8
_MEMBERS: Final = {"camera": "cam", "object": "m", "property": "v"}

WHOLE_TURNS: Final = (TURN, 2.0 * pi)
"""A property that is an angle, in degrees or radians, is where it was after each of these."""

NEARLY_WHOLE: Final = 1e-4
"""Of a turn: what 6.2832 lacks to a whole one, and then some."""


class SceneMotion:
    """The keys of a channel; its times rise, and all its values have one length."""

    per_second = 1.0

    def __init__(self, channel: ChannelPart) -> None:
        self.channel = channel
        self.times: list[float] = channel.times

    @property
    def pointer(self) -> Pointer:
        """Where the channel is in the document."""
        return self.channel.pointer

    @cached_property
    def rows(self) -> list[Row]:
        """The values of the keys."""
        return [self.row(at) for at in range(len(self.times))]

    def row(self, at: int) -> Row:
        """Return the value of one key."""
        key = self.channel.keys[at]
        if self.channel.content != "camera":
            row: Row = key.m if self.channel.content == "object" else key.v
            return row
        lens = complete(key.cam)
        fov, height, persp = lens.fov or 0.0, lens.height or 0.0, float(bool(lens.persp))
        return (*lens.eye, *lens.target, fov, height, persp)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The numbers of a row, by what they are."""
        if self.channel.content == "property":
            return (Group("value", "share", tuple(range(len(self.row(0))))),)
        return _OBJECT if self.channel.content == "object" else _CAMERA

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """What the numbers of a row are called."""
        if self.channel.content == "property":
            width = len(self.row(0))
            return components("value", width)
        if self.channel.content == "object":
            return _OBJECT_AXES
        # Where some views are parallel and some are not, neither number counts all the time.
        counts = {"fov": all(row[_PERSP] for row in self.rows)}
        counts["height"] = not any(row[_PERSP] for row in self.rows)
        return tuple(axis if counts.get(axis, True) else "" for axis in _CAMERA_AXES)

    @property
    def bounds(self) -> Sequence[float]:
        """The times of the keys."""
        return self.times

    @property
    def rest(self) -> Row | None:
        """Where an object is that has no keys.

        What an action holds still may be moved by what lies below it, so that nobody knows.
        """
        of_scene = self.channel.content == "object" and self.channel.scene is not None
        return IDENTITY if of_scene else None

    @property
    def strays(self) -> bool:
        """Whether stored handles may lead away between equal keys."""
        return self.channel.content == "property" and any(
            self.ease(at) == "bezier"
            and any(any(handle[1:]) for handle in self._stored(at) if handle is not None)
            for at in range(len(self.times) - 1)
        )

    def apart(self, column: int, one: float, other: float) -> float:  # noqa: ARG002 - sets ask it
        """Return how far two values are apart; of what may be an angle, whole turns are not."""
        far = abs(other - one)
        if self.channel.content == "property" and far < _LARGEST:
            for turn in WHOLE_TURNS:
                if far > turn / 2.0 and abs(far - turn * round(far / turn)) < NEARLY_WHOLE * turn:
                    return 0.0
        return far

    @property
    def frame(self) -> float:
        """How many seconds a frame takes; an action has none."""
        scene = self.channel.scene
        return 0.0 if scene is None else 1.0 / scene.fps

    @property
    def loops(self) -> bool:
        """Whether the keys repeat, and that is seen: an action's may be at any time."""
        cycle, scene = self.channel.cycle, self.channel.scene
        if cycle is None:
            return False
        seen_before = scene is None or self.times[0] > 0.0
        seen_after = scene is None or self.times[-1] < scene.length
        return (cycle.before == "repeat" and seen_before) or (
            cycle.after == "repeat" and seen_after
        )

    @property
    def span(self) -> tuple[float, float]:
        """The times of the first and the last key."""
        return self.times[0], self.times[-1]

    @property
    def lacks(self) -> str:
        """Nothing: the keys themselves are what repeats."""
        return ""

    def ease(self, at: int) -> str:
        """Return the ease that leads from a key to the next."""
        return self.channel.keys[at].ease or "smooth"

    def holds(self, at: int) -> bool:
        """Whether a key's value is held until the next key."""
        return self.ease(at) == "hold"

    def is_guided(self, at: int) -> bool:
        """Whether the way to the next key follows the keys around it, not handles of its own."""
        if self.ease(at) != "bezier":
            return self.ease(at) in {"smooth", "stop"}
        return self._stored(at) == (None, None)

    def _stored(self, at: int) -> tuple[Any, Any]:
        """Return the handles between a key and the next that the keys themselves store."""
        return self.channel.handle(at, "hr"), self.channel.handle(at + 1, "hl")

    def leaving(self, at: int) -> Row:
        """Return the speed at which a key is left."""
        return self._speeds[1][at]

    def arriving(self, at: int) -> Row:
        """Return the speed at which a key is reached."""
        return self._speeds[0][at]

    @cached_property
    def _speeds(self) -> tuple[list[Row], list[Row]]:
        import numpy as np  # noqa: PLC0415 - only hints ask

        from animspec.parts.numeric_speeds import speeds_at_keys  # noqa: PLC0415

        with np.errstate(all="ignore"):
            reached, left = speeds_at_keys(self.curve(range(len(self.times))), self.times)
        return list(map(tuple, reached.tolist())), list(map(tuple, left.tolist()))

    def curve(self, kept: Sequence[int]) -> Sampled:
        """Return the curve through some of the keys."""
        keys = [self.channel.keys[at] for at in kept]
        if self.channel.content == "property":
            from animspec.curves import SceneKeys, scene_curve  # noqa: PLC0415 - hints, all three

            return scene_curve(SceneKeys.read(keys))
        if self.channel.content == "object":
            from animspec.sampling.poses import PoseCurve  # noqa: PLC0415

            return PoseCurve.of(keys)
        from animspec.cameras import CameraCurve  # noqa: PLC0415

        return _CameraRows(CameraCurve.of(keys))

    def spare(self, allowed: Sequence[float]) -> range:  # noqa: ARG002 - sets tell by it
        """Return all keys but the first and last: a key matters for the curve around it."""
        return range(1, len(self.times) - 1)

    def may_join(self, before: int, after: int) -> bool:
        """Whether two keys may be neighbours: not where an object would turn half round."""
        if self.channel.content != "object":
            return True
        if any(shape.sign == 0 for _, shape in self.channel.shapes):
            return False
        return turned(self.row(before), self.row(after)) < HALF_TURN - _CLEAR

    def name(self, at: int) -> str:
        """Return what a sentence calls a key."""
        return f"key {at}"

    def key_pointer(self, at: int) -> Pointer:
        """Return where a key is."""
        return (*self.channel.pointer, at)

    def value_pointer(self, at: int) -> Pointer:
        """Return where a key's value is."""
        return (*self.channel.pointer, at, _MEMBERS[self.channel.content])

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return self.channel.said(time)


class _CameraRows:
    """A camera whose samples are rows."""

    def __init__(self, curve: CameraCurve) -> None:
        self._curve = curve

    def sample_many(self, times: Floats, /) -> Floats:
        """Return the rows at all times."""
        import numpy as np  # noqa: PLC0415 - the curve is made of it

        found = self._curve.sample_many(times)
        return np.column_stack([found.eye, found.target, found.fov, found.height, found.persp])


_CLEAR: Final = 5.0
"""Degrees: what is that near to half a turn may go the other way in another player."""

_LARGEST: Final = 1e9
"""Beyond, doubles hardly tell a turn."""
