"""What there is to draw of a motion: curves, how a loop goes on beyond its ends, and the seam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from attrs import frozen

from animspec.channels import plans

if TYPE_CHECKING:
    from animspec.channels import Channel, Motion
    from animspec.curves import Floats

POINTS: Final = 600
"""Even points of a curve, besides its keys: one for each dot of a wide panel."""

MARGIN: Final = 0.06
"""The share of a motion's length that is shown before its start and after its end."""

LEAST_JUMP: Final = 0.001
JUMP_SHARE: Final = 0.01
"""A seam is a jump from this difference on, and from this share of the channel's range, as the
rule ``loop-seam-jump`` has it."""

TWIN: Final = 1e-3
"""Curves that differ by no more of the largest value lie on one another on paper."""

HOLDING: Final = frozenset({"step", "hold", "STEP"})
"""The interpolations that keep a key's value up to the next."""


@frozen(eq=False)
class Drawn:
    """One channel as it is drawn.

    ``times`` (n,) and ``values`` (n, width) are the curve from start to end. Of a looping
    motion, ``before`` and ``after`` are what is played just before the start and just after the
    end, as pairs of times and values, and ``seam`` (width,) is how far the start is from the
    end: whole turns of angles apart. It is 0 for what jumps on purpose.
    """

    channel: Channel
    times: Floats
    values: Floats
    before: tuple[Floats, Floats] | None
    after: tuple[Floats, Floats] | None
    seam: Floats

    def jumps(self) -> Floats:
        """Return the seam where it can be seen, (width,), 0 where it cannot."""
        if not len(self.values):
            return np.zeros(self.channel.width)
        reach = np.ptp(self.values, axis=0)
        seen = (np.abs(self.seam) > LEAST_JUMP) & (np.abs(self.seam) > JUMP_SHARE * reach)
        return np.where(seen, self.seam, 0.0)

    def twins(self, place: int) -> int:
        """Return how many earlier components have the same curve, which this one would hide."""
        own = self.values[:, place]
        reach = max(1.0, float(np.nanmax(np.abs(self.values), initial=0.0)))
        return sum(
            bool(np.allclose(own, self.values[:, other], rtol=0, atol=TWIN * reach, equal_nan=True))
            for other in range(place)
        )


def drawn(motion: Motion) -> tuple[Drawn, ...]:
    """Return what there is to draw of each channel."""
    times = _times(motion)
    margin = (motion.end - motion.start) * MARGIN
    near_start = times[times <= motion.start + margin]
    near_end = times[times >= motion.end - margin]
    values = motion.sample(times)
    starts, ends = motion.sample(near_start), motion.sample(near_end)
    length = motion.end - motion.start
    found = []
    for channel, own, start, end in zip(motion.channels, values, starts, ends, strict=True):
        before = after = None
        seam = np.zeros(channel.width)
        if motion.loop and length > 0.0:
            turn = _turns(channel, own)
            seam = own[0] + turn - own[-1]
            before = (near_end - length, end - turn)
            after = (near_start + length, start + turn)
            if _is_meant(channel):
                seam = np.zeros(channel.width)
        found.append(Drawn(channel, times, own, before, after, np.nan_to_num(seam)))
    return tuple(found)


def _times(motion: Motion) -> Floats:
    """Return the times of a curve's points: even ones, all keys, and just before each key.

    The last are the doubles next to the keys, so that a step is drawn upright.
    """
    keys = plans.keyed(motion)
    even = np.linspace(motion.start, motion.end, POINTS + 1)
    edges = motion.moments
    near = np.concatenate([edges - 1e-6, edges + 1e-6])  # action clips end with a tolerance of 1e-9
    times = plans.union(even, keys, np.nextafter(keys, -np.inf), near)
    return times[(times >= motion.start) & (times <= motion.end)]


def _turns(channel: Channel, values: Floats) -> Floats:
    """Return the whole turns by which the end of an angle is ahead of its start, in degrees."""
    ahead: Floats = values[-1] - values[0]
    if channel.measure == "degrees":
        return 360.0 * np.floor(ahead / 360.0 + 0.5)
    return np.zeros(channel.width)


def _is_meant(channel: Channel) -> bool:
    """Whether the end of a channel jumps on purpose: it steps, or its format joins the ends."""
    return channel.part == "sequence" or any(
        name in HOLDING for name in channel.interpolations[-2:]
    )
