"""A driver's expression cannot be read.

Why
    No player can compute it. What is not part of the language in one player may be in another,
    so that what works in one fails elsewhere.

Fix
    Correct the expression; the message says what was likely meant.

Source
    The grammar of expressions (SEMANTICS 4.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("expression-syntax", Severity.ERROR, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each such fault, at its characters."""
    for pointer, fault in driver.faults:
        if fault.rule == RULE.name:
            yield RULE.fault(pointer, fault.sentence, within=fault.span)
