"""A function of an expression has too many or too few arguments.

Why
    No player can compute it, or each leaves out another argument.

Fix
    Give it as many as the message says. A decimal comma is a common reason.

Source
    The table of functions (SEMANTICS 4.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("wrong-argument-count", Severity.ERROR, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each such fault, at its characters."""
    for pointer, fault in driver.faults:
        if fault.rule == RULE.name:
            yield RULE.fault(pointer, fault.sentence, within=fault.span)
