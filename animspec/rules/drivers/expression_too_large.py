"""A driver's expression is too long, nested too deep, or takes too many steps.

Why
    Players have limits of their own; within these all can compute it, at any frame.

Fix
    Split the expression over several properties that read each other.

Source
    10 000 characters, 100 levels of nesting, 4 096 steps (SEMANTICS 4.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("expression-too-large", Severity.ERROR, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each such fault, at its characters."""
    for pointer, fault in driver.faults:
        if fault.rule == RULE.name:
            yield RULE.fault(pointer, fault.sentence, within=fault.span)
