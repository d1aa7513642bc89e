"""The keys of a camera, an object or a property of a scene, as rules see them."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from itertools import chain, islice
from math import inf
from operator import attrgetter, is_, lt
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from animspec.holes import HOLE, HoleUsed, is_known, known_items
from animspec.parts import Misfit
from animspec.parts.scene_matrices import PLAIN, shape_of
from animspec.parts.scene_motion import SceneMotion
from animspec.rounding import TIME_DECIMALS, round_time
from animspec.wording import number, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.model.scene_animation import Cycle, SceneAnimation
    from animspec.parts.scene_matrices import MatrixShape
    from animspec.pointers import Pointer

Content: TypeAlias = Literal["camera", "object", "property"]

CLOSER: Final = 10.0**-TIME_DECIMALS + 1e-9
"""By so many seconds rounding may bring two keys closer that are a frame apart, and by a little
that doubles leave."""

STORED_MODES: Final = ("free", "aligned")
"""The modes of handles that are stored with their key."""

_SMALL: Final = 1e9
"""Seconds; beyond, the quick test of rounding might overflow."""

_SCALE: Final = 10.0**TIME_DECIMALS

_MEMBERS: Final[dict[Content, Callable[[Any], tuple[Any, ...]]]] = {
    "camera": attrgetter(
        "t", "ease", "cam.eye", "cam.target", "cam.fov", "cam.persp", "cam.height"
    ),
    "object": attrgetter("t", "ease", "m"),
    "property": attrgetter("t", "ease", "v", "hm", "hl", "hr"),
}
"""All that a key says, by what it is a key of."""

_IS_HOLE: Final = partial(is_, HOLE)


class ChannelPart:
    """Keys of a scene or of one of its actions that follow each other in time.

    ``scene`` is None for the keys of an action, which has no end and no frames of its own.
    Times are rounded, as they are when evaluated.
    """

    def __init__(
        self,
        scene: SceneAnimation | None,
        content: Content,
        pointer: Pointer,
        keys: Any,
        cycle: Any,
    ) -> None:
        self.scene = scene
        self.content = content
        self.pointer = pointer
        self.keys: tuple[Any, ...] = keys
        self.cycle: Cycle | None = cycle

    @cached_property
    def times(self) -> list[float]:
        """The time of every key, in seconds."""
        # Nearly all are rounded already; without a call for each that shows twice as fast.
        return [
            time
            if -_SMALL < time < _SMALL and round(time * _SCALE) / _SCALE == time
            else rounded(time)
            for time in self.written
        ]

    @cached_property
    def written(self) -> list[float]:
        """The time of every key as it is written."""
        return [key.t for key in self.keys]

    @property
    def is_rounded(self) -> bool:
        """Whether it is certain that no time is changed by rounding."""
        try:
            return self.times == self.written
        except HoleUsed:
            return False

    @property
    def order(self) -> range:
        """The keys in the order in which they are played: as they are written."""
        return range(len(self.times))

    @cached_property
    def rises(self) -> bool:
        """Whether the times strictly rise."""
        return all(map(lt, self.times, islice(self.times, 1, None)))

    @property
    def is_whole(self) -> bool:
        """Whether all that the keys say is known."""
        members = chain.from_iterable(map(_MEMBERS[self.content], self.keys))
        return not any(map(_IS_HOLE, members))

    @property
    def closes(self) -> bool:
        """Whether it is known at a glance that nothing jumps: never, a cycle must be looked at."""
        return False

    @cached_property
    def motion(self) -> SceneMotion | None:
        """The motion that the keys make; None where they make none."""
        if not self.keys or not self.rises or self.misfits or not self.is_whole:
            return None
        return SceneMotion(self)

    @property
    def start(self) -> float:
        """When the timeline starts; open for an action, and where the keys repeat before."""
        return inf if self.scene is None or self._repeats_before else 0.0

    @property
    def end(self) -> float:
        """When the timeline ends; open for an action, and where the keys repeat before."""
        return inf if self.scene is None or self._repeats_before else round_time(self.scene.length)

    @property
    def _repeats_before(self) -> bool:
        """Whether keys also show before the first one's time."""
        return self.cycle is not None and self.cycle.before != "hold"

    @property
    def owner(self) -> str:
        """What ends at ``end``."""
        return "scene"

    @property
    def frame(self) -> float:
        """How many seconds a frame takes at least, once its ends are rounded."""
        return 0.0 if self.scene is None else 1.0 / self.scene.fps - CLOSER

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return f"{number(time)} s"

    def when(self, at: int) -> str:
        """Return when a key is, as a sentence says it; rounding is told where it matters."""
        written, said = self.keys[at].t, self.said(self.times[at])
        return said if written == self.times[at] else f"{self.said(written)} (rounded {said})"

    def time_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's time."""
        return (*self.pointer, at, "t")

    def handle(self, at: int, name: str) -> Any:
        """Return a handle that the key itself stores, None where its mode makes one up."""
        key = self.keys[at]
        return getattr(key, name) if key.hm in STORED_MODES else None

    @cached_property
    def shapes(self) -> list[tuple[int, MatrixShape]]:
        """What the matrices of the known keys are like; only objects have matrices."""
        if self.content != "object":
            return []
        try:
            return [(at, shape_of(key.m)) for at, key in enumerate(self.keys)]
        except HoleUsed:
            keys = known_items(self.keys)
            return [(at, shape_of(key.m)) for at, key in keys if is_known(key.m)]

    @cached_property
    def odd_shapes(self) -> list[tuple[int, MatrixShape]]:
        """Those of the shapes of which anything is to be said."""
        return [each for each in self.shapes if each[1] not in PLAIN]

    @cached_property
    def width(self) -> int | None:
        """How many components most values of a property have; None where nobody can tell."""
        if self.content != "property":
            return None
        try:
            counts = Counter([len(key.v) for key in self.keys])
        except HoleUsed:
            values = [key.v for _, key in known_items(self.keys)]
            counts = Counter(len(value) for value in values if is_known(value))
        return max(counts, key=lambda width: counts[width], default=None)

    @cached_property
    def misfits(self) -> list[Misfit]:
        """The values and handles of a property that have another length than most values."""
        width = self.width
        return [] if width is None or self._is_even(width) else list(self._misfits(width))

    def _is_even(self, width: int) -> bool:
        """Whether it is certain that all values have so many components, and no key a handle."""
        try:
            return all(
                len(key.v) == width and key.hl is None and key.hr is None for key in self.keys
            )
        except HoleUsed:
            return False

    def _misfits(self, width: int) -> Iterator[Misfit]:
        model = next(
            at for at, key in known_items(self.keys) if is_known(key.v) and len(key.v) == width
        )
        for at, key in known_items(self.keys):
            if not is_known(key.v):
                continue
            if len(key.v) != width:
                said = f"the value of key {at} has {plural(len(key.v), 'component')}"
                yield Misfit((*self.pointer, at, "v"), said, f"{width}, as key {model} has")
            # A handle goes with its own key, whose value has been told if it is odd.
            for name, handle in (("hl", key.hl), ("hr", key.hr)):
                if handle is not None and is_known(handle) and len(handle) != 1 + len(key.v):
                    said = f"{name} of key {at} has {plural(len(handle), 'number')}"
                    components = plural(len(key.v), "component")
                    expected = f"{1 + len(key.v)}: a time and {components}"
                    yield Misfit((*self.pointer, at, name), said, expected)


def rounded(time: float) -> float:
    """Return a time as it is evaluated: to 3 decimals.

    >>> rounded(0.0415), rounded(0.5)
    (0.042, 0.5)
    """
    # Most are rounded already, which this shows several times faster.
    if -_SMALL < time < _SMALL and round(time * _SCALE) / _SCALE == time:
        return time
    return round_time(time)
