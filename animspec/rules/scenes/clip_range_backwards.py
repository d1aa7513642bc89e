"""A clip plays its action from a later time to an earlier one.

Why
    Players show the range's start all the time, play it backwards, or fail.

Fix
    Exchange the two times. To play backwards, make an action of the keys in reverse.

Source
    A clip whose range is no longer than nothing shows its start.
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

RULE: Final = Rule("clip-range-backwards", Severity.ERROR, (SCENES,), Level.PLAYED)


def check(played: PlayedPart) -> Iterator[Fault]:
    """Yield the end of the range if it is before the start."""
    start, end = played.range
    if end < start:
        message = f"the clip plays from {number(start)} s to {number(end)} s, expected a later end"
        yield RULE.fault((*played.pointer, "to"), message)
