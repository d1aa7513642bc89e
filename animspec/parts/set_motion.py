"""The motion of one channel of an animation set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.parts.motion import HALF_TURN, TURN, Group
from animspec.ticks import TICKS_PER_SECOND
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from animspec.parts.motion import Sampled
    from animspec.parts.sets import ChannelPart
    from animspec.pointers import Pointer

_COLUMNS: Final = (0, 1, 2)
_UNITS: Final[dict[str, str]] = {"position": "", "rotation": " degrees", "scale": ""}
_RESTS: Final = {
    "position": (0.0, 0.0, 0.0),
    "rotation": (0.0, 0.0, 0.0),
    "scale": (1.0, 1.0, 1.0),
}
_GROUPS: Final = {name: (Group(name, name, _COLUMNS, unit),) for name, unit in _UNITS.items()}

TOGETHER: Final = 2.0
"""Times what a run of keys may move: by no more can one of them leave its neighbours' way."""


class SetMotion:
    """The keys of a channel, with their values as they are written."""

    __slots__ = ("_rows", "channel", "times")

    axes = ("x", "y", "z")
    per_second = TICKS_PER_SECOND

    def __init__(self, channel: ChannelPart) -> None:
        self.channel = channel
        self.times: Sequence[int] = channel.times
        self._rows: list[tuple[float, float, float]] | None = None

    @property
    def pointer(self) -> Pointer:
        """Where the channel is in the document."""
        return self.channel.pointer

    @property
    def rows(self) -> list[tuple[float, float, float]]:
        """The values of the keys."""
        if self._rows is None:
            values = [key.value for key in self.channel.keys]
            self._rows = [(value.x, value.y, value.z) for value in values]
        return self._rows

    def row(self, at: int) -> tuple[float, float, float]:
        """Return the value of one key."""
        value = self.channel.keys[at].value
        return value.x, value.y, value.z

    @property
    def bounds(self) -> Sequence[int]:
        """The times of the keys."""
        return self.times

    @property
    def rest(self) -> tuple[float, float, float]:
        """The value at which the channel does nothing."""
        return _RESTS[self.channel.name]

    @property
    def strays(self) -> bool:
        """No interpolation leaves the value that two neighbours have in common."""
        return False

    @property
    def groups(self) -> tuple[Group, ...]:
        """The numbers of a row are of one kind."""
        return _GROUPS[self.channel.name]

    def apart(self, column: int, one: float, other: float) -> float:  # noqa: ARG002 - one of three
        """Return how far two values are apart; rotations less whole turns."""
        far = abs(other - one)
        if self.channel.name == "rotation":
            far %= TURN
            return min(far, TURN - far)
        return far

    @property
    def frame(self) -> int:
        """How many ticks a frame takes, 0 where nobody knows."""
        fps = self.channel.clip.fps
        return TICKS_PER_SECOND // fps if is_known(fps) else 0

    @property
    def loops(self) -> bool:
        """Whether the clip does, and is known to end."""
        clip = self.channel.clip
        return clip.loop is True and is_known(clip.length)

    @property
    def span(self) -> tuple[int, int]:
        """The start and the end of the clip."""
        return 0, self.channel.end

    @property
    def lacks(self) -> str:
        """What to say of a key that the clip's end lacks; nothing where there is one."""
        rate, last, end = self.channel.rate, self.times[-1], self.channel.end
        if last >= end:
            return ""
        frame = number(round(rate.to_frame(end), 3))
        before = number(round(rate.to_frame(last), 3))
        return f"; frame {frame}, the clip's end, lacks a key, the last is on frame {before}"

    def kind(self, at: int) -> str:
        """Return the interpolation that leads from a key to the next."""
        return self.channel.keys[at].interpolation or "linear"

    def holds(self, at: int) -> bool:
        """Whether a key's value is held until the next key."""
        return self.kind(at) == "step"

    def is_guided(self, at: int) -> bool:  # noqa: ARG002 - other kinds have both
        """No way between two keys follows the keys around it."""
        return False

    def leaving(self, at: int) -> tuple[float, ...]:
        """Return the speed at which a key is left: only a straight stretch starts with any."""
        if at == len(self.times) - 1 or self.kind(at) != "linear":
            return 0.0, 0.0, 0.0
        time = self.times[at + 1] - self.times[at]
        (ax, ay, az), (bx, by, bz) = self.row(at), self.row(at + 1)
        return (bx - ax) / time, (by - ay) / time, (bz - az) / time

    def arriving(self, at: int) -> tuple[float, ...]:
        """Return the speed at which a key is reached: that of a straight stretch is even."""
        return self.leaving(at - 1) if at else (0.0, 0.0, 0.0)

    def curve(self, kept: Sequence[int]) -> Sampled:
        """Return the curve through some of the keys."""
        from animspec.curves import SHARES, rounded_values, share_curve  # noqa: PLC0415 - hints

        values = rounded_values([self.row(at) for at in kept])
        shares = [SHARES[self.kind(at)] for at in kept]
        return share_curve([self.times[at] for at in kept], values, shares)

    def spare(self, allowed: Sequence[float]) -> list[int]:
        """Return the keys that lie, about, on the way from their neighbour to the next.

        A key can leave that way by no more than twice what a run of them may move.
        """
        rows, times, keys = self.rows, self.times, self.channel.keys
        wide_x, wide_y, wide_z = (TOGETHER * number for number in allowed)
        found = []
        # This loop turns once for every key of every file, hence no function per turn.
        for at in range(1, len(rows) - 1):
            (ax, ay, az), (x, y, z), (bx, by, bz) = rows[at - 1], rows[at], rows[at + 1]
            kind = keys[at - 1].interpolation
            if kind == "step":
                share = 0.0
            else:
                share = (times[at] - times[at - 1]) / (times[at + 1] - times[at - 1])
                if kind == "smooth":
                    share *= share * (3.0 - 2.0 * share)
            if (
                -wide_x <= x - ax - (bx - ax) * share <= wide_x
                and -wide_y <= y - ay - (by - ay) * share <= wide_y
                and -wide_z <= z - az - (bz - az) * share <= wide_z
            ):
                found.append(at)
        return found

    def may_join(self, before: int, after: int) -> bool:
        """Whether two keys may be neighbours: not where a rotation would turn too far."""
        if self.channel.name != "rotation":
            return True
        pairs = zip(self.row(before), self.row(after), strict=True)
        return all(abs(b - a) <= HALF_TURN for a, b in pairs)

    def name(self, at: int) -> str:
        """Return what a sentence calls a key."""
        return f"key {at}"

    def key_pointer(self, at: int) -> Pointer:
        """Return where a key is."""
        return (*self.channel.pointer, at)

    def value_pointer(self, at: int) -> Pointer:
        """Return where a key's value is."""
        return (*self.channel.pointer, at, "value")

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""
        return self.channel.said(time)
