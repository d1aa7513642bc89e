"""A clip repeats its range a fraction of a time, and jumps to the range's end when it is over.

Why
    At the end of the last repeat a clip shows the end of its range, wherever it is by then, and
    goes on showing it where it extends.

Fix
    Repeat a whole number of times. To play a part of the range only, make a clip of that part.

Source
    At the end of its last repeat a clip shows `to`, also where the repeat is a fraction
    (SEMANTICS 3.9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scenes import PlayedPart

RULE: Final = Rule(
    "fractional-repeat-jumps", Severity.WARNING, (SCENES,), Level.PLAYED, ("clip-range-backwards",)
)

TOLERANCE: Final = 1e-9
"""Seconds by which a clip may miss its range's end and still be on it, as it is evaluated."""


def check(played: PlayedPart) -> Iterator[Fault]:
    """Yield the repeat if it ends inside of the range."""
    clip, repeat = played.clip, played.clip.repeat
    start, end = played.range
    if repeat is None or clip.mute or end <= start:
        return
    left = (repeat % 1.0) * (end - start)
    if left > TOLERANCE and end - start - left > TOLERANCE:
        message = (
            f"repeat is {number(repeat)}: when it is over, the clip jumps from "
            f"{number(round(start + left, 6))} s of its action to the range's end, {number(end)} s"
        )
        yield RULE.fault((*played.pointer, "repeat"), message)
