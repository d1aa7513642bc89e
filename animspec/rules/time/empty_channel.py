"""A channel has no keys.

Why
    It moves nothing. A track exists while it has a key, so that no editor writes such a channel.

Fix
    Remove the channel.

Source
    Removing the last key of a track removes it; a curve without keys has no value.
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
    "empty-channel",
    Severity.WARNING,
    (SETS,),
    Level.CHANNEL,
    ("empty-track",),
    fix=Safety.SAFE,
    guard=lambda survey: not survey.full,
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield the channel if it is empty."""
    if not channel.keys:
        message = f"{channel.name} has no keys, expected one or no such channel"
        yield RULE.fault(channel.pointer, message, fix=partial(_fix, channel))


def _fix(channel: ChannelPart) -> Fix:
    from animspec.fixes import Fix, Remove  # noqa: PLC0415 - only where a fix is asked for

    return Fix(f"remove {channel.name}", (Remove(channel.pointer),))
