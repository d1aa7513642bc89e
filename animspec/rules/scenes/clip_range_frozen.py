"""A clip plays no time of its action: its range starts and ends at one time.

Why
    It shows one pose of the action, and unless it extends it shows that for no time at all.

Fix
    Lengthen the range, unless a still pose is meant.

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

RULE: Final = Rule("clip-range-frozen", Severity.HINT, (SCENES,), Level.PLAYED)


def check(played: PlayedPart) -> Iterator[Fault]:
    """Yield the end of the range if it is at the start."""
    start, end = played.range
    if end == start:
        message = f"the clip plays from {number(start)} s to {number(end)} s, which is one pose"
        yield RULE.fault((*played.pointer, "to"), message)
