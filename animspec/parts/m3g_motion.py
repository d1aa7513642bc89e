"""The motion of a keyframe sequence: its valid keys in the order in which they are played."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from animspec.parts.motion import Group, components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.parts.m3g_sequences import SequencePart
    from animspec.parts.motion import Row, Sampled
    from animspec.pointers import Pointer


class SequenceMotion:
    """The valid keys of a sequence that can be played.

    LOOP goes on from the last key to the first, so that nothing loops as a clip of a set does.
    """

    rest = None
    strays = False
    frame = 0.0
    per_second = 1.0
    loops = False
    lacks = ""

    def __init__(self, channel: SequencePart) -> None:
        self.channel = channel
        self.times = [channel.times[at] for at in channel.order]

    @property
    def pointer(self) -> Pointer:
        """Where the sequence is in the document."""
        return self.channel.pointer

    @cached_property
    def rows(self) -> list[Row]:
        """The values of the keys."""
        return [self.row(at) for at in range(len(self.times))]

    def row(self, at: int) -> Row:
        """Return the value of one key."""
        return self.channel.keys[self.channel.order[at]].value

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The numbers of a row: a quaternion, or a value of nobody knows what."""
        columns = tuple(range(len(self.row(0))))
        if self.channel.is_spherical:
            return (Group("orientation", "turn", columns),)
        return (Group("value", "share", columns),)

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """What the components are called; those of a quaternion mean nothing one by one."""
        width = len(self.row(0))
        if self.channel.is_spherical:
            return ("",) * width
        return components("value", width)

    @property
    def bounds(self) -> list[int]:
        """The times of the keys, and of the first one once more where a LOOP goes on to it."""
        if not self.channel.loops:
            return self.times
        return [*self.times, self.times[0] + self.channel.sequence.duration]

    @property
    def span(self) -> tuple[int, int]:
        """The times of the first and the last key."""
        return self.times[0], self.times[-1]

    def apart(self, column: int, one: float, other: float) -> float:  # noqa: ARG002 - sets ask it
        """Return how far two values are apart."""
        return abs(other - one)

    def is_guided(self, at: int) -> bool:  # noqa: ARG002 - all of a sequence are alike
        """Whether the way from a key to the next follows the keys around it."""
        return self.channel.sequence.interpolation == "SPLINE"

    def holds(self, at: int) -> bool:  # noqa: ARG002 - all of a sequence are alike
        """Whether a key's value is held until the next key."""
        return self.channel.sequence.interpolation == "STEP"

    def leaving(self, at: int) -> Row:
        """Return the speed at which a key is left."""
        return self._speeds[1][at]

    def arriving(self, at: int) -> Row:
        """Return the speed at which a key is reached."""
        return self._speeds[0][at]

    @cached_property
    def _speeds(self) -> tuple[list[Row], list[Row]]:
        from animspec.parts.numeric_speeds import speeds_at_keys  # noqa: PLC0415 - hints

        reached, left = speeds_at_keys(self.curve(range(len(self.times))), self.times)
        return reached.tolist(), left.tolist()

    def curve(self, kept: Sequence[int]) -> Sampled:
        """Return the curve through some of the keys."""
        import numpy as np  # noqa: PLC0415 - only hints ask, all three

        from animspec.m3g.interpolation import INTERPOLATION_CURVES  # noqa: PLC0415
        from animspec.m3g.quaternions import unit  # noqa: PLC0415
        from animspec.m3g.valid_keys import ValidKeys  # noqa: PLC0415

        sequence = self.channel.sequence
        values = np.array([self.row(at) for at in kept], dtype=np.float64)
        keys = ValidKeys(
            np.array([self.times[at] for at in kept], dtype=np.float64),
            unit(values) if self.channel.is_spherical else values,
            float(sequence.duration) if self.channel.loops else None,
        )
        return INTERPOLATION_CURVES[sequence.interpolation](keys)

    def spare(self, allowed: Sequence[float]) -> range:  # noqa: ARG002 - sets tell by it
        """Return all keys but the first and last: a key matters for the curve around it."""
        return range(1, len(self.times) - 1)

    def may_join(self, before: int, after: int) -> bool:
        """Whether two keys may be neighbours: not where a quaternion would turn too far."""
        if not self.channel.is_spherical:
            return True
        return sum(a * b for a, b in zip(self.row(before), self.row(after), strict=True)) > 0.0

    def name(self, at: int) -> str:
        """Return what a sentence calls a key."""
        return f"key {self.channel.order[at]}"

    def key_pointer(self, at: int) -> Pointer:
        """Return where a key is."""
        return (*self.channel.pointer, "keyframes", self.channel.order[at])

    def value_pointer(self, at: int) -> Pointer:
        """Return where a key's value is."""
        return self.channel.value_pointer(self.channel.order[at])

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return self.channel.said(time)
