"""A Bézier handle points away from the stretch that it belongs to.

Why
    The right handle of a key lies after it, the left one before it. One that points the other way
    is no handle for players: the curve leaves the key straight, and its value is lost.

Fix
    Most likely hl and hr are swapped, or the time has the wrong sign. A handle of time 0 is fine.

Source
    Handles are relative to their key, [dt, dv...], and are kept inside the stretch (SEMANTICS 3.5).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import said
from animspec.rule import SCENES, UNORDERED, Level, Rule
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.scene_channels import ChannelPart
    from animspec.pointers import Pointer

RULE: Final = Rule(
    "handle-points-backwards",
    Severity.WARNING,
    (SCENES,),
    Level.CHANNEL,
    ("value-length-differs", *UNORDERED),
    fix=Safety.UNSAFE,
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each handle in use that points the wrong way."""
    if channel.content != "property" or not channel.rises:
        return
    for at in range(1, len(channel.keys)):
        if channel.keys[at - 1].ease == "bezier":
            right, left = channel.handle(at - 1, "hr"), channel.handle(at, "hl")
            if right is not None and right[0] < 0.0:
                yield _fault(channel, at - 1, "hr", right[0], "after")
            if left is not None and left[0] > 0.0:
                yield _fault(channel, at, "hl", left[0], "before")


def _fault(channel: ChannelPart, at: int, name: str, time: float, side: str) -> Fault:
    wrong = {"after": "before", "before": "after"}[side]
    message = (
        f"{name} of key {at} lies {said(abs(time))} s {wrong} the key, expected {side} it; "
        f"are hl and hr swapped?"
    )
    fix = partial(_fix, (*channel.pointer, at, name), getattr(channel.keys[at], name))
    return RULE.fault((*channel.pointer, at, name, 0), message, fix=fix)


def _fix(pointer: Pointer, handle: Sequence[float]) -> Fix:
    """Return the fix that leaves no handle on that side, as players take it."""
    from animspec.fixes import Fix, Replace  # noqa: PLC0415 - only where a fix is asked for

    operations = [Replace((*pointer, at), 0) for at, number in enumerate(handle) if number]
    return Fix("draw the handle in to its key", tuple(operations))
