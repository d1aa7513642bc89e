"""The motion that the keys of a channel make: what rules about motion see, of any document.

A channel part offers ``motion``: a ``Motion``, or None where its keys are not sound. Keys
are counted in the order in which they are played; what they are in the file is said by
``value_pointer`` and ``name``. All but ``curve`` is plain Python, so that a rule can rule
out most channels before anything loads numpy.
"""

from __future__ import annotations

from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import frozen

from animspec.holes import HoleUsed
from animspec.rule import Threshold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from animspec.curves import Floats
    from animspec.pointers import Pointer
    from animspec.rule import Thresholds

    Row = Sequence[float]

HALF_TURN: Final = 180.0
TURN: Final = 360.0
"""Degrees: rotations that differ by whole turns are one pose."""

NOISE: Final = 1e-6
"""The share of a number's size below which two numbers are one: ten times what is lost in a
single float."""

TOLERANCES: Final[Mapping[str, Threshold]] = {
    "position": Threshold(0.001, "units; a thousandth of a block's edge moves no pixel"),
    "rotation": Threshold(0.01, "degrees; at the end of an arm of 100 units that is 0.02 units"),
    "scale": Threshold(0.0005, "as a factor; on a block of 2 units that is 0.001 units"),
    "share": Threshold(
        0.0001, "of the range of the values, where nobody knows in what they are counted"
    ),
    "turn": Threshold(
        0.0001, "in the numbers of a matrix's axes or a quaternion; that is about 0.01 degrees"
    ),
}
"""How far each kind of number may move before anybody sees it."""

LEAST_SAID: Final = 1e-6
"""A bound below that is told as that: nobody needs the digits that doubles lose."""

STILL: Final[Mapping[str, Threshold]] = {
    name: threshold for name, threshold in TOLERANCES.items() if name != "share"
}
"""The same for what stands still and has no range; there noise takes the place of the share."""


@frozen(eq=False)
class Group:
    """Numbers of a value that belong together.

    Attributes:
        noun: what a sentence calls them.
        measure: the name of their tolerance.
        columns: where they stand in a row.
        unit: what a sentence puts behind such a number.
    """

    noun: str
    measure: str
    columns: tuple[int, ...]
    unit: str = ""


class Sampled(Protocol):
    """A curve of any kind."""

    def sample_many(self, times: Floats, /) -> Floats:
        """Return the values at all times, of shape (times, width)."""


class Motion(Protocol):
    """The keys of one channel in the order in which they are played."""

    @property
    def channel(self) -> Any:
        """The channel."""

    @property
    def pointer(self) -> Pointer:
        """Where the channel is in the document."""

    @property
    def times(self) -> Sequence[float]:
        """When the keys are, as they are evaluated."""

    @property
    def rows(self) -> Sequence[Row]:
        """The values of the keys, each of one number per column."""

    def row(self, at: int) -> Row:
        """Return the value of one key."""

    @property
    def bounds(self) -> Sequence[float]:
        """The times of the keys, and where the curve goes on to its start, when it is there."""

    @property
    def rest(self) -> Row | None:
        """The value at which the channel does nothing, None where nobody knows."""

    @property
    def strays(self) -> bool:
        """Whether the curve may leave the value that two neighbours have in common."""

    @property
    def groups(self) -> Sequence[Group]:
        """The numbers of a row, by what they are."""

    @property
    def axes(self) -> Sequence[str]:
        """What the numbers of a row are called; nothing where one alone means nothing."""

    def apart(self, column: int, one: float, other: float) -> float:
        """Return how far two values of a column are apart; whole turns make no difference."""

    @property
    def frame(self) -> float:
        """How long a frame takes, 0 where there are none."""

    @property
    def per_second(self) -> float:
        """How many units of time a second has."""

    @property
    def loops(self) -> bool:
        """Whether the end is followed by the start, and both are seen."""

    @property
    def span(self) -> tuple[float, float]:
        """The start and the end that follow each other where it loops."""

    @property
    def lacks(self) -> str:
        """A clause about the key that the end lacks; empty where it has one."""

    def is_guided(self, at: int) -> bool:
        """Whether the way from a key to the next follows the keys around it, and may overshoot."""

    def holds(self, at: int) -> bool:
        """Whether a key's value is held until the next key."""

    def leaving(self, at: int) -> Row:
        """Return the speed at which a key is left."""

    def arriving(self, at: int) -> Row:
        """Return the speed at which a key is reached."""

    def curve(self, kept: Sequence[int]) -> Sampled:
        """Return the curve through some of the keys."""

    def spare(self, allowed: Sequence[float]) -> Sequence[int]:
        """Return the keys but the first and last that may be redundant, to be tried."""

    def may_join(self, before: int, after: int) -> bool:
        """Whether two keys may be neighbours: where they turn far, a key between tells the way."""

    def name(self, at: int) -> str:
        """Return what a sentence calls a key, such as ``key 3``."""

    def key_pointer(self, at: int) -> Pointer:
        """Return where a key is."""

    def value_pointer(self, at: int) -> Pointer:
        """Return where a key's value is."""

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""


class Looping(Protocol):
    """A channel that may be played over and over."""

    @property
    def closes(self) -> bool:
        """Whether it is known at a glance that the end meets the start, or that nothing loops."""

    @property
    def motion(self) -> Motion | None:
        """The motion that its keys make; None where they make none."""


class Motions(Protocol):
    """The motions of a document, of which most are soon seen to be of no interest."""

    def still(self, thresholds: Thresholds) -> Iterable[Motion]:
        """Return the motions that may stand still."""

    def thinnable(self, thresholds: Thresholds) -> Iterable[Motion]:
        """Return the motions that may have redundant keys."""

    def sharp(self, times: float) -> Iterable[Motion]:
        """Return the motions that may have a key that is passed so many times too fast."""

    def kinked(self, times: float) -> Iterable[Motion]:
        """Return the motions that may bend at the seam of their loop.

        That is so many ``times`` as sharply as anywhere else.
        """


@frozen(eq=False)
class SomeMotions:
    """Motions of which each takes a closer look."""

    motions: Sequence[Motion]

    def still(self, thresholds: Thresholds) -> Sequence[Motion]:  # noqa: ARG002 - no look is taken
        """Return all motions."""
        return self.motions

    thinnable = still

    def sharp(self, times: float) -> Sequence[Motion]:  # noqa: ARG002 - no look is taken
        """Return all motions."""
        return self.motions

    def kinked(self, times: float) -> Sequence[Motion]:  # noqa: ARG002 - as above
        """Return all motions."""
        return self.motions


def motions_of(channels: Iterable[Moving]) -> SomeMotions:
    """Return the motions of channels of which everything is known."""
    found = []
    for channel in channels:
        try:
            motion = channel.motion
        except HoleUsed:
            continue
        if motion is not None:
            found.append(motion)
    return SomeMotions(found)


class Moved(Protocol):
    """A document of things that move."""

    @property
    def motions(self) -> Motions:
        """The motions of its channels."""


class Moving(Protocol):
    """A channel."""

    @property
    def motion(self) -> Motion | None:
        """The motion that its keys make; None where they make none."""


def tolerances(motion: Motion, thresholds: Thresholds) -> list[float]:
    """Return how far each number of a row may move before anybody sees it."""
    first, width = motion.groups[0], len(motion.axes)
    if len(first.columns) == width and first.measure != "share":
        return [thresholds[first.measure]] * width
    found = [0.0] * width
    for group in motion.groups:
        tolerance = thresholds[group.measure]
        if group.measure == "share":
            tolerance *= max((reach(motion, column) for column in group.columns), default=0.0)
        for column in group.columns:
            found[column] = tolerance
    return found


def reach(motion: Motion, column: int) -> float:
    """Return how far apart the least and the greatest value of a column are."""
    numbers = [row[column] for row in motion.rows]
    return max(numbers) - min(numbers)


def variation(motion: Motion, thresholds: Thresholds) -> float | None:
    """Return how far the values vary where nobody sees it, None where somebody does.

    It is that of the number that varies most, measured by its tolerance.
    """
    first, second = motion.row(0), motion.row(1 if len(motion.times) > 1 else 0)
    allowed = {}
    # Nearly all channels move between their first two keys, and this ends at the first number.
    for group in motion.groups:
        tolerance = thresholds.get(group.measure)
        if tolerance is None:
            tolerance = NOISE * max(abs(first[column]) for column in group.columns)
        for column in group.columns:
            if not abs(second[column] - first[column]) <= tolerance:
                return None
            allowed[column] = tolerance
    varied = {column: reach(motion, column) for column in allowed}
    still = all(by <= allowed[column] for column, by in varied.items())
    return max(varied.values()) if still and not motion.strays else None


def components(noun: str, width: int) -> tuple[str, ...]:
    """Return what the numbers of a value are called; the only one is called as the value is.

    >>> components("value", 1), components("value", 2)
    (('value',), ('component 0', 'component 1'))
    """
    return (noun,) if width == 1 else tuple(f"component {at}" for at in range(width))


def label(group: Group, axis: str) -> str:
    """Return what a sentence calls one number of a group.

    >>> rotation, value = Group("rotation", "rotation", (0, 1, 2)), Group("value", "share", (0,))
    >>> label(rotation, "x"), label(value, "value")
    ('rotation x', 'value')
    """
    return group.noun if axis == group.noun else f"{group.noun} {axis}"


def said(value: float) -> str:
    """Return a number as sentences about motion say it, to 6 digits.

    >>> said(90.0), said(0.1 + 0.2), said(-0.0)
    ('90', '0.3', '0')
    """
    return f"{value + 0.0:.6g}"


def at_most(value: float) -> str:
    """Return a number as a sentence bounds it from above: 2 digits, never rounded down.

    >>> at_most(0.01231), at_most(0.5), at_most(0.0), at_most(128.0), at_most(6e-14)
    ('0.013', '0.5', '0', '130', '1e-06')
    """
    if value <= 0.0 or not isfinite(value):
        return said(value)
    value = max(value, LEAST_SAID)
    unit = 10.0 ** (floor(log10(value)) - 1)
    digits = ceil(value / unit - _EXACT)
    return said(digits * unit)


_EXACT: Final = 1e-9
"""In units of the second digit: what is above by less is that digit, and doubles are at fault."""
