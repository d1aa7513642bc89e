"""A key is later than the clip's end.

Why
    The playhead stops at the clip's length or wraps there: the key itself is never shown, and
    the value at the end is somewhere on the way to it.

Fix
    Lengthen the clip, move the key, or remove it.

Source
    The playhead lies between 0 and the clip's length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.findings import Severity
from animspec.rule import SETS, Level, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts import ChannelPart

RULE: Final = Rule("key-past-end", Severity.WARNING, (SETS,), Level.CHANNEL)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each key past the clip's end."""
    length, ticks = channel.clip.length, channel.ticks
    if not ticks or (channel.rises and ticks[-1] <= length):
        return
    for at, tick in enumerate(ticks):
        if tick > length:
            message = f"key {at} is at tick {tick}, past the clip's end at tick {length}"
            yield RULE.fault((*channel.pointer, at, "tick"), message)
