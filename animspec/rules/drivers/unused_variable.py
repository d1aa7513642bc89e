"""A driver has a variable that no expression of it reads.

Why
    It does nothing. Most likely the expression was changed, or spells it otherwise.

Fix
    Remove the variable, or read it.

Source
    An expression reads the variables that it names; the constants pi, tau and e are no
    variables.
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

RULE: Final = Rule("unused-variable", Severity.HINT, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each variable that is not read; none where a name may be misspelt."""
    if not driver.programs or driver.unknown:
        return
    from expressions import CONSTANTS  # noqa: PLC0415 - loaded by then

    for name in driver.own:
        # A variable that a constant hides is what another rule speaks of.
        if name not in driver.reads and name not in CONSTANTS:
            message = f"variable {shown(name)} is read by no expression of the driver"
            yield RULE.fault(driver.variable_pointer(name), message, at_name=True)
