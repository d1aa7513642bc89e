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

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import said
from animspec.rule import SCENES, UNORDERED, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.scene_channels import ChannelPart

RULE: Final = Rule(
    "handles-overlap",
    Severity.WARNING,
    (SCENES,),
    Level.CHANNEL,
    ("value-length-differs", *UNORDERED),
    fix=Safety.UNSAFE,
)

SLACK: Final = 0.001
"""Seconds: by so much rounding to milliseconds may bring two keys nearer."""

DIGITS: Final = 7
"""So many digits a handle is written with that is worked out: more than any screen shows."""

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
                fix = partial(_fix, channel, at)
                yield RULE.fault((*channel.pointer, key, longer), message, fix=fix)


def _fix(channel: ChannelPart, at: int) -> Fix:
    """Return the fix that shortens both handles by one factor, as players do.

    A handle that no key stores has its third, and leaves the other one the rest.
    """
    from animspec.fixes import Fix, Replace  # noqa: PLC0415 - only where a fix is asked for

    length = channel.times[at] - channel.times[at - 1]
    stored = [
        ((*channel.pointer, key, name), handle, min(max(way * handle[0], 0.0), length))
        for key, name, way in ((at - 1, "hr", 1.0), (at, "hl", -1.0))
        if (handle := channel.handle(key, name)) is not None
    ]
    room = length if len(stored) > 1 else length * (1.0 - THIRD)
    share = min(room / sum(reach for _, _, reach in stored), 1.0)
    operations = [
        Replace((*pointer, place), float(f"{number * share * reach / abs(handle[0]):.{DIGITS}g}"))
        for pointer, handle, reach in stored
        for place, number in enumerate(handle)
        if reach and number
    ]
    return Fix("shorten the handles until they fit", tuple(operations))
