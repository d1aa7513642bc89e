"""What a motion and its channels are, whatever kind of document they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np
from attrs import field, frozen

from animspec.rounding import round_half_up

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from animspec.curves import Floats

Measure: TypeAlias = Literal["linear", "degrees", "quaternion", "switch"]
"""How two values of a channel differ: by their difference; by their difference modulo 360, for
angles of which whole turns look alike; by the angle between rotations, whose sign does not
count; or by being on (1) or off (0), where nothing lies between."""

TimeUnit: TypeAlias = Literal["tick", "s", "sequence unit", "world unit"]
"""What times are counted in. The last two are JSR-184's, which leaves their length open."""

Part: TypeAlias = Literal["block", "camera", "object", "property", "sequence", "target"]
"""What a channel belongs to."""

XYZ: Final = ("x", "y", "z")
XYZW: Final = ("x", "y", "z", "w")


class MotionError(ValueError):
    """A document cannot be played; the message says what stands in the way."""


@frozen(eq=False)
class Handles:
    """The Bézier handles of a channel's keys as points, as the file has them: not kept inside.

    ``left`` and ``right`` have the shape (keys, 1 + width), time first; a row of NaN where the
    stretch on that side is not a Bézier one.
    """

    left: Floats
    right: Floats


@frozen(eq=False, kw_only=True, slots=False)  # made in half the time
class Channel:
    """One value that changes over time, with the keys it has of its own.

    ``path`` names the block, object, target or sequence (or is ``camera``) and ``name`` the
    value: ``position``, ``rotation``, ``fov``, a property, ``value``. Components are ``x y z``
    (and ``w``), ``r g b``, or else ``0``, ``1`` and so on.

    ``keys`` (k,) are times in the motion's unit, rising; ``values`` (k, width) are the keys'
    as they are evaluated, rounded; each of ``interpolations`` leads to the next key. All are
    empty where nothing is keyed. The keys of a property whose driver gives another number of
    components have their own width. Of a channel that is ``driven`` (by ``expressions``) or
    ``layered`` (action clips lie over it) the values need not be those of its keys.
    ``before`` and ``after`` say what happens beyond the keys.
    """

    part: Part
    path: str
    name: str
    components: tuple[str, ...]
    unit: str = ""
    measure: Measure = "linear"
    keys: Floats = field(factory=lambda: np.empty(0))
    interpolations: tuple[str, ...] = ()
    values: Floats = field()
    handles: Handles | None = None
    before: str = "hold"
    after: str = "hold"
    driven: bool = False
    layered: bool = False
    expressions: tuple[str, ...] = ()

    @values.default
    def _no_values(self) -> Floats:
        return np.empty((0, len(self.components)))

    @property
    def width(self) -> int:
        """How many components a value has."""
        return len(self.components)

    @property
    def address(self) -> str:
        """The channel in a word, ``path.name``; ``Motion.addresses`` keeps all apart."""
        return f"{self.path}.{self.name}"


@frozen(eq=False, kw_only=True)
class Motion:
    """Channels that are played together, from ``start`` to ``end``, in the document's own time.

    ``name`` is what the document knows it by (a clip's id, a sequence's id, ``scene``,
    ``world``) and ``label`` what people call it. ``units_per_second`` is 24 000 for ticks, 1
    for seconds, ``None`` where the document does not say; ``fps`` is the frame grid, if there
    is one. ``loop`` tells that the end leads to the start.

    ``moments`` are times besides the channels' own keys at which something may turn: where
    action clips start and end, and where their keys come to lie; of a motion over world time,
    where controllers start and end and where sequences have their keys. They lie within the
    motion, rise, and are bounded in number.
    """

    kind: str
    name: str
    label: str
    start: float
    end: float
    unit: TimeUnit
    units_per_second: float | None
    fps: float | None
    loop: bool
    channels: tuple[Channel, ...]
    sampler: Callable[[Floats], tuple[Floats, ...]]
    moments: Floats = field(factory=lambda: np.empty(0))

    def sample(self, times: npt.ArrayLike) -> tuple[Floats, ...]:
        """Return the values of every channel at all times, (times, width) each, in their order.

        Times are taken as they are: a clip's playhead does not wrap, and beyond the ends the
        curves go on as they do. Rising times are the fastest. A value is NaN where nothing
        gives the channel any. Rotations of scenes keep the sign nearest to the time before
        them in the array. World times of JSR-184 are whole; others are rounded, halves up.
        """
        moments = np.atleast_1d(np.asarray(times, dtype=np.float64))
        # Numbers near the largest double may overflow on the way; what comes of it is told.
        with np.errstate(over="ignore", invalid="ignore"):
            return self.sampler(moments)

    @property
    def seconds(self) -> float | None:
        """How long the motion takes, in seconds; ``None`` where the document does not say."""
        if self.units_per_second is None:
            return None
        return (self.end - self.start) / self.units_per_second

    @property
    def frames(self) -> int | None:
        """How many frames the motion lasts, to the nearest; ``None`` without a frame grid."""
        if self.seconds is None or self.fps is None:
            return None
        return int(round_half_up(self.seconds * self.fps))

    def addresses(self) -> tuple[str, ...]:
        """Return a word for each channel that no other has: ``path.name``.

        Where two would be alike, as an object's ``position`` and a property of that name, the
        later one says what it is: ``Box.position (property)``.
        """
        taken: dict[str, None] = {}
        for channel in self.channels:
            word = channel.address
            if word in taken:
                word = f"{word} ({channel.part})"
            while word in taken:
                word += "'"
            taken[word] = None
        return tuple(taken)

    def columns(self) -> tuple[str, ...]:
        """Return a word for each component of each channel: ``path.name.component``."""
        return tuple(
            f"{address}.{component}"
            for address, channel in zip(self.addresses(), self.channels, strict=True)
            for component in channel.components
        )


def continuous(rotations: Floats) -> Floats:
    """Return quaternions, (n, 4), each with the sign that is nearer to the one before it.

    The first has a ``w`` of 0 or more, so that equal motions have equal numbers.

    >>> continuous(np.array([[0.0, 0.0, 0.6, -0.8], [0.0, 0.0, 0.8, -0.6]])).tolist()
    [[-0.0, -0.0, -0.6, 0.8], [-0.0, -0.0, -0.8, 0.6]]
    """
    if not len(rotations):
        return rotations
    signs = np.empty(len(rotations))
    signs[0] = -1.0 if rotations[0, 3] < 0.0 else 1.0
    signs[1:] = np.where((rotations[1:] * rotations[:-1]).sum(axis=1) < 0.0, -1.0, 1.0)
    turned: Floats = rotations * np.cumprod(signs)[:, None]
    return turned
