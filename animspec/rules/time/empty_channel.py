"""A channel has no keys.

Why
    It moves nothing. A track exists while it has a key, so that no editor writes such a channel.

Fix
    Remove the channel.

Source
    Removing the last key of a track removes it; a curve without keys has no value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule("empty-channel", Severity.WARNING, (SETS,), Level.CHANNEL, ("empty-track",))


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield the channel if it is empty."""
    if not channel.keys:
        yield RULE.fault(
            channel.pointer, f"{channel.name} has no keys, expected one or no such channel"
        )
