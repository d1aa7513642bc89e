"""A channel's first key is after the start of its clip or scene.

Why
    Until then the channel holds the first key's value. That may be meant; or the key at the start
    was lost.

Fix
    Put a key at the start if the channel is meant to move from the start.

Source
    Before the first key a channel has the first key's value, unless a scene's cycle says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SETS, UNORDERED, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Timed

RULE: Final = Rule(
    "first-key-after-start",
    Severity.HINT,
    (SETS, SCENES),
    Level.CHANNEL,
    UNORDERED,
    guard=lambda survey: not survey.from_start,
)


def check(channel: Timed) -> Iterator[Fault]:
    """Yield the first key if it is not at the start."""
    times = channel.times
    if times and channel.rises and times[0] > channel.start:
        first, start = channel.said(times[0]), channel.said(channel.start)
        message = f"the first key is at {first}, and its value holds from {start} on"
        yield RULE.fault(channel.time_pointer(0), message)
