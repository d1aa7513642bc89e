"""Time in whole ticks, and the frame grids that lie on them.

A second has 24 000 ticks whatever a clip's fps, and every frame of a valid fps
is a whole tick: changing the fps of a clip never moves a key.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from attrs import field, frozen

from animspec.rounding import round_half_up

TICKS_PER_SECOND: Final = 24_000

_SMALL: Final = [
    fps for fps in range(1, isqrt(TICKS_PER_SECOND) + 1) if TICKS_PER_SECOND % fps == 0
]

FRAME_RATES: Final[tuple[int, ...]] = (*_SMALL, *(TICKS_PER_SECOND // fps for fps in _SMALL[::-1]))
"""Every frame rate whose frames are whole ticks, rising: the 56 divisors of 24 000."""

_FRAME_RATE_SET: Final = frozenset(FRAME_RATES)


def _whole(fps: float) -> int:
    """Return ``fps`` as an integer.

    Raises:
        ValueError: it is not a frame rate that divides a second into whole ticks.
    """
    if not FrameRate.is_valid(fps):
        raise ValueError(f"fps is {fps!r}, expected a positive whole divisor of {TICKS_PER_SECOND}")
    return int(fps)


@frozen
class FrameRate:
    """A frame grid: so many frames a second, each a whole number of ticks.

    Raises:
        ValueError: ``fps`` is no positive whole divisor of 24 000.

    >>> rate = FrameRate(24)
    >>> rate.ticks_per_frame, rate.to_tick(12), rate.to_frame(1500), rate.frame_at(1500)
    (1000, 12000, 1.5, 2)
    """

    fps: int = field(converter=_whole)

    @staticmethod
    def is_valid(fps: object) -> bool:
        """Whether ``fps`` is a positive whole divisor of 24 000; ``24.0`` is the integer 24.

        >>> FrameRate.is_valid(24), FrameRate.is_valid(29.97), FrameRate.is_valid(7)
        (True, False, False)
        """
        if isinstance(fps, bool) or not isinstance(fps, int | float):
            return False
        return fps in _FRAME_RATE_SET

    @property
    def ticks_per_frame(self) -> int:
        """The ticks between two frames."""
        return TICKS_PER_SECOND // self.fps

    def to_tick(self, frame: float) -> int:
        """Return the tick nearest to a frame, which may be fractional; halves go up.

        >>> FrameRate(24000).to_tick(0.5), FrameRate(24).to_tick(-1.0005)
        (1, -1000)
        """
        return int(round_half_up(frame * self.ticks_per_frame))

    def to_frame(self, tick: float) -> float:
        """Return the frame of a tick, which may fall between two.

        >>> FrameRate(24).to_frame(250)
        0.25
        """
        return tick / self.ticks_per_frame

    def frame_at(self, tick: float) -> int:
        """Return the whole frame nearest to a tick, halves up; of a clip's length, its frame count.

        >>> FrameRate(24).frame_at(1500), FrameRate(24).frame_at(-1500)
        (2, -1)
        """
        return int(round_half_up(self.to_frame(tick)))

    def snap(self, tick: float) -> int:
        """Return the tick of the frame nearest to ``tick``.

        >>> FrameRate(24).snap(1499)
        1000
        """
        return self.frame_at(tick) * self.ticks_per_frame
