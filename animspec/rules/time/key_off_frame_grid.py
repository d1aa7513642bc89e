"""A key is between two frames of the clip.

Why
    A timeline that snaps to frames cannot place a key there, so that editing moves it; a player
    that shows whole frames never shows its value.

Fix
    Move the key to the nearest frame, which the message names.

Source
    The clip's fps is the frame grid that the timeline snaps to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule("key-off-frame-grid", Severity.HINT, (SETS,), Level.CHANNEL)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each key that is on no frame."""
    rate = channel.rate
    for at, tick in enumerate(channel.times):
        if tick % rate.ticks_per_frame:
            frame = tick // rate.ticks_per_frame
            message = (
                f"key {at} is at tick {tick}, between frames {frame} and {frame + 1} "
                f"at {rate.fps} fps; the nearest frame is at tick {rate.snap(tick)}"
            )
            yield RULE.fault(channel.time_pointer(at), message)
