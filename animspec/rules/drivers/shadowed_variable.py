"""A variable of a driver has the name of one that every driver has, or of a constant.

Why
    The driver's own wins over t, frame, fps, length and value, and a constant wins over both:
    who reads the expression may take the one for the other.

Fix
    Give the variable another name.

Source
    A variable's own name wins over a built-in of the same name; constants cannot be redefined
    (SEMANTICS 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("shadowed-variable", Severity.HINT, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each variable that hides another one, or is hidden."""
    from animspec.parts.scene_drivers import KNOWN  # noqa: PLC0415 - loaded by then
    from expressions import CONSTANTS  # noqa: PLC0415

    for name in driver.own:
        pointer = driver.variable_pointer(name)
        if name in KNOWN:
            message = f"variable {shown(name)} hides the one that every driver has"
            yield RULE.fault(pointer, message, at_name=True)
        elif name in CONSTANTS:
            message = f"variable {shown(name)} is hidden by the constant {name}"
            yield RULE.fault(pointer, message, at_name=True)
