"""A number of a key has more than 4 decimals.

Why
    The set stores 4 decimals, so a document that holds more changes as soon as it is opened and
    saved. The noise of dragging and of exporters piles up in it.

Fix
    Round the number; the message says to what. No player can tell the difference.

Source
    The set rounds each value to 4 decimals, halves up, whether it comes from an edit or a loaded
    document.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from animspec.holes import is_known
from animspec.rounding import VALUE_DECIMALS, WHOLE_FROM, round_value
from animspec.rule import SETS, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.sets import ChannelPart
    from animspec.pointers import Pointer


_SCALE: Final = 10.0**VALUE_DECIMALS
_LARGE: Final = WHOLE_FROM / _SCALE
"""From here on numbers are not rounded; far beyond, the quick test would overflow."""

RULE: Final = Rule(
    "value-not-rounded",
    Severity.ERROR,
    (SETS,),
    Level.CHANNEL,
    guard=lambda survey: not survey.brief,
    fix=Safety.SAFE,
)


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each number that rounding to 4 decimals changes."""
    for at, key in enumerate(channel.keys):
        if not is_known(key) or not is_known(key.value):
            continue
        value = key.value
        for axis, written in (("x", value.x), ("y", value.y), ("z", value.z)):
            # What is a whole number of ten thousandths is rounded: the test is quick and
            # leaves few numbers for the exact one.
            if is_known(written) and not (
                -_LARGE < written < _LARGE and round(written * _SCALE) / _SCALE == written
            ):
                yield from _judged(channel, at, axis, written)


def _judged(channel: ChannelPart, at: int, axis: str, written: float) -> Iterator[Fault]:
    rounded = round_value(written)
    if written != rounded:
        message = f"{axis} is {number(written)}, expected at most 4 decimals: {number(rounded)}"
        pointer = (*channel.pointer, at, "value", axis)
        yield RULE.fault(pointer, message, fix=partial(_fix, pointer, rounded))


def _fix(pointer: Pointer, rounded: float) -> Fix:
    from animspec.fixes import replacement  # noqa: PLC0415 - only where a fix is asked for

    return replacement(f"round it to {number(rounded)}", pointer, rounded)
