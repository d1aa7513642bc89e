"""A controller's active interval ends before it starts.

Why
    A player refuses the interval, and with it the file.

Fix
    Swap the two times. Equal ones make the controller active always.

Source
    JSR-184, AnimationController.setActiveInterval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.m3g import ControllerPart

RULE: Final = Rule("interval-backwards", Severity.ERROR, (SEQUENCES,), Level.CONTROLLER)


def check(part: ControllerPart) -> Iterator[Fault]:
    """Yield the controller's interval if it runs backwards."""
    start, end = part.controller.activeInterval
    if end < start:
        message = (
            f"activeInterval ends at {end}, before its start at {start}, expected an end after it, "
            f"or the same for always; did you mean [{end}, {start}]?"
        )
        yield RULE.fault((*part.pointer, "activeInterval"), message)
