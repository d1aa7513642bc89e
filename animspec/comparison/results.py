"""What a comparison tells: of channels, of motions, of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.curves import Floats

Status: TypeAlias = Literal["same", "within", "changed", "added", "removed", "renamed"]
"""Of a channel or motion: no difference that is known; one within the tolerance; a greater
one; only in the new document; only in the old; in both, under another name."""

PASSING: Final = frozenset({"same", "within"})


@frozen(eq=False)
class Curves:
    """The values of a channel, old and new, (n, width) each, at rising times; for pictures."""

    times: Floats
    old: Floats
    new: Floats


@frozen(eq=False, kw_only=True, slots=False)  # made in half the time
class ChannelComparison:
    """How far a channel is from what it was.

    Times are in the motion's unit, errors in the channel's unit (rotations: degrees).

    Attributes:
        path, name: as the new document writes them, of removed channels the old one.
        was: the old ``path.name`` of a channel that is renamed, else None.
        error: the worst absolute error, and infinite where there is only one value.
        time: the first time of the worst error; frames that only the rounding of recorded
            values keeps apart from it have it, too. None where there is no error to tell: the
            channel is the same, is there only once, or its values do not compare.
        component: the component of the worst error; None for a rotation as a whole.
        old, new: the values at that time, all components.
        rms: the root of the mean, over the frames, of the square of each frame's greatest
            error of a component (of rotations the angle): at most the worst error.
        velocity: the worst error of the speed between two frames, per second (or per unit
            of time where nobody knows how long a second is).
        seam: by how much the way from the last value to the first, which a loop jumps,
            differs; None where the motion is no loop.
        doubt: how much greater the error may be: between recorded times the old value is
            known only so well.
        unlike: the clause that says why values do not compare: other components, another
            measure or unit; "" where they do.
        curves: what to draw; only where the channel differs and was compared.
    """

    path: str
    name: str
    status: Status
    components: tuple[str, ...]
    unit: str
    measure: str
    tolerance: float
    error: float = 0.0
    time: float | None = None
    component: str | None = None
    old: tuple[float, ...] = ()
    new: tuple[float, ...] = ()
    rms: float = 0.0
    velocity: float = 0.0
    seam: float | None = None
    doubt: float = 0.0
    was: str | None = None
    unlike: str = ""
    curves: Curves | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """The channel in a word, ``path.name``."""
        return f"{self.path}.{self.name}"

    @property
    def passes(self) -> bool:
        """Whether the channel is what it was, within its tolerance."""
        return self.status in PASSING

    @property
    def severity(self) -> float:
        """How bad it is: the error in tolerances; what is there only once is worst."""
        if self.status in {"same", "within", "changed"}:
            return (self.error + self.doubt) / self.tolerance if self.tolerance else self.error
        return float("inf")


@frozen(eq=False, kw_only=True)
class MotionComparison:
    """How far a clip, a scene or a sequence is from what it was.

    Attributes:
        name, label: as the new document has them, of removed motions the old one.
        was: the old name of a motion that is renamed, else None.
        changes: sentences on what else is not as it was: length, frame rate, loop, label.
        channels: in the new order, removed ones at the end.
    """

    name: str
    label: str
    status: Status
    unit: str
    units_per_second: float | None
    fps: float | None
    start: float
    channels: tuple[ChannelComparison, ...] = ()
    changes: tuple[str, ...] = ()
    was: str | None = None

    @property
    def passes(self) -> bool:
        """Whether the motion is what it was, within tolerances."""
        return self.status in PASSING

    @property
    def failing(self) -> list[ChannelComparison]:
        """The channels that are not what they were, worst first."""
        found = [each for each in self.channels if not each.passes]
        return sorted(found, key=lambda each: -each.severity)

    def seconds(self, time: float | None) -> float | None:
        """Return a time in seconds, None where nobody knows how long a second is.

        Of a channel without a time, None, there are none either.
        """
        if time is None or self.units_per_second is None:
            return None
        return time / self.units_per_second

    def frame(self, time: float | None) -> float | None:
        """Return a time in frames from the start, None where there are none, or no time."""
        if time is None or self.fps is None or self.units_per_second is None:
            return None
        return (time - self.start) / self.units_per_second * self.fps


@frozen(eq=False)
class Comparison:
    """How far a document is from what it was: its motions in the new order, removed ones last."""

    motions: tuple[MotionComparison, ...]

    @property
    def passes(self) -> bool:
        """Whether all is what it was, within tolerances."""
        return all(motion.passes for motion in self.motions)

    @property
    def is_same(self) -> bool:
        """Whether no difference is known, not even within tolerances."""
        return all(
            motion.status == "same" and all(each.status == "same" for each in motion.channels)
            for motion in self.motions
        )

    def failing(self) -> Iterator[tuple[MotionComparison, ChannelComparison]]:
        """Yield every channel that is not what it was, worst first."""
        pairs = [(motion, channel) for motion in self.motions for channel in motion.failing]
        yield from sorted(pairs, key=lambda pair: -pair[1].severity)

    @property
    def worst(self) -> tuple[MotionComparison, ChannelComparison] | None:
        """The channel that is furthest from what it was, with its motion.

        None where all channels pass: then a motion may still be gone, new or renamed, or have
        another length or name.
        """
        return next(self.failing(), None)
