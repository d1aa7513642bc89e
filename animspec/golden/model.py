"""A golden file as it stands on disk: what every motion of a document came to.

Attributes have the members' own names, so that a JSON Pointer is an attribute path.
``docs/golden.md`` tells the form; ``schemas/v1/golden.schema.json`` is its schema.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - msgspec reads the annotations
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import numpy as np
from attrs import field, frozen
from msgspec import Meta

from animspec.channels import Measure, Motion, TimeUnit
from animspec.channels.plans import RESOLUTIONS, TooManyTimesError, grid
from animspec.comparison.stretches import QUARTERS, Stretches, stretched
from animspec.golden.numbers import HALF
from animspec.tolerances import MOST_DECIMALS, Tolerances
from animspec.wording import number

if TYPE_CHECKING:
    from animspec.curves import Floats

VERSION: Final = 1
"""The version of the form; it rises when a reader of the old form would go wrong."""

SEMANTICS: Final = 1
"""The version of what files mean; it rises when the same file comes to mean another motion."""

Value: TypeAlias = float | None
"""A recorded number; None where the channel has no value."""

Count: TypeAlias = Annotated[int, Meta(ge=1, le=2**31)]

Frame: TypeAlias = Annotated[int, Meta(ge=0)]

Run: TypeAlias = Annotated[list[Frame], Meta(min_length=2, max_length=2)]
"""The first and the last of some frames in a row."""

Row: TypeAlias = Annotated[list[Value], Meta(min_length=1)]

KindName: TypeAlias = Literal["animation-set", "scene-animation", "m3g-animation"]


class GoldenError(ValueError):
    """A golden file cannot be used, or something cannot be recorded; the message says why."""


@frozen
class Made:
    """Where the numbers come from: the version of animspec, and of what files mean to it."""

    animspec: str
    semantics: Annotated[int, Meta(ge=1)]


@frozen
class Plan:
    """When channels were looked at, besides their frames and keys.

    Each stretch between two keys was looked at ``beside`` both of them (see the motion) and
    at such shares ``between``.
    """

    between: tuple[float, ...]


@frozen(kw_only=True)
class GoldenTolerances:
    """The tolerances of the record."""

    linear: Annotated[float, Meta(ge=0)]
    degrees: Annotated[float, Meta(ge=0)]
    tracks: Mapping[str, Annotated[float, Meta(ge=0)]] | None = None

    @property
    def tolerances(self) -> Tolerances:
        """The same as comparisons take them."""
        return Tolerances(self.linear, self.degrees, tuple((self.tracks or {}).items()))


@frozen(kw_only=True, eq=False)
class GoldenChannel:
    """What one channel came to.

    Attributes:
        digest: a word for what its keys said.
        frameKeys: the frames on which the channel may turn: a number, or the first and the
            last of some in a row.
        keys: the other times at which it may, each followed by the values there.
        ways: how the values go from each of these times to the next: words as of
            ``golden.ways``, each with how many stretches in a row go so.
        between: the values inside of stretches that their way does not tell, a row for each.
        values: each component on all frames, or its one value where it is at rest. Rows of
            ``keys`` and ``between`` have the components that are not.
    """

    path: str
    name: str
    components: Annotated[tuple[str, ...], Meta(min_length=1)]
    unit: str
    measure: Measure
    decimals: Annotated[int, Meta(ge=0, le=MOST_DECIMALS)]
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    frameKeys: list[Frame | Run] = field(factory=list)  # noqa: N815 - as in the file
    keys: list[Row] = field(factory=list)
    ways: list[str] = field(factory=list)
    between: list[Row] = field(factory=list)
    values: Mapping[str, Value | list[Value]]

    @property
    def address(self) -> str:
        """The channel in a word, ``path.name``."""
        return f"{self.path}.{self.name}"

    @property
    def noise(self) -> float:
        """How far a value may be from what is recorded of it."""
        return HALF * 10.0**-self.decimals

    @property
    def moving(self) -> list[int]:
        """The places of the components that are not at rest."""
        return [
            at
            for at, component in enumerate(self.components)
            if isinstance(self.values[component], list)
        ]

    def frames(self, count: int) -> Floats:
        """Return the values on so many frames, (count, width)."""
        made = np.empty((count, len(self.components)))
        for at, component in enumerate(self.components):
            made[:, at] = np.array(self.values[component], dtype=np.float64)
        return made


@frozen(kw_only=True, eq=False)
class GoldenMotion:
    """What one clip, scene or sequence came to: its channels, and what it was played by."""

    name: str
    label: str
    start: float
    end: float
    unit: TimeUnit
    unitsPerSecond: float | None = None  # noqa: N815 - as in the file
    fps: float | None = None
    loop: bool
    frames: Count
    """How many there are."""
    beside: float
    """How far from a key a channel was looked at just beside it."""
    channels: list[GoldenChannel]

    @property
    def units_per_second(self) -> float | None:
        """The same, as motions call it."""
        return self.unitsPerSecond

    def times(self) -> Floats:
        """Return the times of the frames."""
        return frame_times(self.start, self.end, self.unit, self.unitsPerSecond, self.fps)

    def stretches(self, breaks: Floats) -> Stretches:
        """Return a channel of the motion, taken apart at its breaks."""
        return stretched(breaks, self.unit)


@frozen(kw_only=True, eq=False)
class Golden:
    """What every motion of a document came to, as it was recorded."""

    golden: int = VERSION
    source: str
    kind: KindName
    made: Made
    plan: Plan = Plan(QUARTERS)
    tolerances: GoldenTolerances
    motions: list[GoldenMotion]


def frame_times(
    start: float, end: float, unit: TimeUnit, units_per_second: float | None, fps: float | None
) -> Floats:
    """Return the times of a motion's frames, as ``animspec.channels.plans.grid`` has them.

    Raises:
        ValueError: the numbers are no time grid.

    >>> frame_times(0.0, 12000.0, "tick", 24000.0, 4.0).tolist()
    [0.0, 6000.0, 12000.0]
    """
    for name, rate in (("unitsPerSecond", units_per_second), ("fps", fps)):
        if rate is not None and not rate > 0.0:
            raise ValueError(f"{name} is {number(rate)}, expected more than 0")
    motion = Motion(
        kind="",
        name="",
        label="",
        start=start,
        end=end,
        unit=unit,
        units_per_second=units_per_second,
        fps=fps,
        loop=False,
        channels=(),
        sampler=lambda _: (),
    )
    # What overflows is no time, and is told as a sentence.
    with np.errstate(over="ignore", invalid="ignore"):
        times = grid(motion)
        if not (np.isfinite(times).all() and (times[1:] > times[:-1]).all()):
            raise TooManyTimesError("the frames lie nearer than numbers of their size can tell")
    return times


def beside(unit: TimeUnit) -> float:
    """Return how far from a key a channel is looked at just beside it.

    >>> beside("s")
    0.001
    """
    return RESOLUTIONS[unit]
