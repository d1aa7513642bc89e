"""The two handles of a Bézier stretch together are longer than the stretch.

Why
    A curve with such handles would go back in time. Players shrink them, both by one factor, so
    that the curve is not the one that was drawn; others do not, and show a jump.

Fix
    Shorten the handles until they fit into the stretch.

Source
    Handles are kept inside the stretch while evaluating (SEMANTICS 3.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.motion import said
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule(
    "handles-overlap", Severity.WARNING, (SCENES,), Level.CHANNEL, ("value-length-differs",)
)

SLACK: Final = 0.001
"""Seconds: by so much rounding to milliseconds may bring two keys nearer."""

THIRD: Final = 1.0 / 3.0
"""The share of a stretch that a handle has which no key stores."""


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield the key after each stretch whose handles do not fit."""
    if channel.content != "property" or not channel.rises:
        return
    for at in range(1, len(channel.keys)):
        if channel.keys[at - 1].ease == "bezier":
            length = channel.times[at] - channel.times[at - 1]
            right, left = channel.handle(at - 1, "hr"), channel.handle(at, "hl")
            # A handle that points backwards is none, and another rule tells of it.
            leaves = length * THIRD if right is None else max(right[0], 0.0)
            arrives = length * THIRD if left is None else max(-left[0], 0.0)
            if leaves + arrives > length + SLACK:
                longer = "hr" if leaves >= arrives else "hl"
                key = at - 1 if longer == "hr" else at
                message = (
                    f"the handles between key {at - 1} and key {at} reach {said(leaves)} s and "
                    f"{said(arrives)} s into a stretch of {said(length)} s"
                )
                yield RULE.fault((*channel.pointer, key, longer), message)
