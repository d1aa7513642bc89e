"""A scale key is 0 on some axis.

Why
    The block is flat or gone there. As a way to hide a block it is common; but normals and
    inverse matrices of it do not exist, and some renderers show artefacts.

Fix
    Step to a small scale instead, or hide the block in the player, if artefacts show.

Source
    A scale key multiplies the rest scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rounding import round_value
from animspec.rule import SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

SMALLEST: Final = 0.0001
"""What is not below it does not round to 0."""

RULE: Final = Rule(
    "scale-zero",
    Severity.HINT,
    (SETS,),
    Level.CHANNEL,
    guard=lambda survey: survey.least_scale < SMALLEST,
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each scale key with a zero."""
    if channel.name != "scale":
        return
    for at, key in enumerate(channel.keys):
        value = key.value
        flat = [axis for axis in "xyz" if round_value(getattr(value, axis)) == 0]
        if flat:
            message = f"key {at} scales the block to 0 along {listed(flat)}"
            yield RULE.fault((*channel.pointer, at, "value"), message)
