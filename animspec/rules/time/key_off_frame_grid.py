"""A key is between two frames of the clip.

Why
    A timeline that snaps to frames cannot place a key there, so that editing moves it; a player
    that shows whole frames never shows its value. A key one tick before a frame that has a key is
    not meant: so a jump is written.

Fix
    Move the key to the nearest frame, which the message names.

Source
    The clip's fps is the frame grid that the timeline snaps to.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule(
    "key-off-frame-grid",
    Severity.HINT,
    (SETS,),
    Level.CHANNEL,
    fix=Safety.UNSAFE,
    guard=lambda survey: not survey.on_frames,
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each key that is on no frame, nor the tick before one at which the channel jumps."""
    rate = channel.rate
    ticks_per_frame = rate.ticks_per_frame
    for at, tick in enumerate(channel.times):
        if tick % ticks_per_frame and not _leads_to_jump(channel, at):
            frame = tick // ticks_per_frame
            message = (
                f"key {at} is at tick {tick}, between frames {frame} and {frame + 1} "
                f"at {rate.fps} fps; the nearest frame is at tick {rate.snap(tick)}"
            )
            fix = partial(_fix, channel, at) if _has_room(channel, at) else None
            yield RULE.fault(channel.time_pointer(at), message, fix=fix)


def _leads_to_jump(channel: ChannelPart, at: int) -> bool:
    """Whether a key is the tick before the next one, which is on a frame."""
    later = channel.times[at + 1 : at + 2]
    return later == [channel.times[at] + 1] and not later[0] % channel.frame


def _has_room(channel: ChannelPart, at: int) -> bool:
    """Whether a key can be moved to its frame, wherever its neighbours are moved to theirs.

    It must not meet them, nor leave the clip.
    """
    if not channel.rises:
        return False
    snap, times = channel.rate.snap, channel.times
    neighbours = [times[place] for place in (at - 1, at + 1) if 0 <= place < len(times)]
    meets = any(snap(each) == snap(times[at]) for each in neighbours)
    return not meets and (snap(times[at]) <= channel.end or channel.end < times[at])


def _fix(channel: ChannelPart, at: int) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    tick = channel.rate.snap(channel.times[at])
    return replacement(f"move it to tick {tick}", channel.time_pointer(at), tick)
