"""A driver has too many or too few expressions, or reads a component that there is not.

Why
    What is too much is left out or makes the property wider than it is; a component that is not
    there reads as 0.

Fix
    Write one expression for all components, or one for each; count components from 0.

Source
    One text drives every component, a list has one for each (SEMANTICS 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.parts.scene_tracks import property_label
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("driver-component-count", Severity.ERROR, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield the list of expressions, and each component that is read, if it does not fit."""
    channel = driver.property.channel
    keyed = None if channel is None or channel.misfits else channel.width
    if driver.is_list and keyed is not None and len(driver.texts) != keyed:
        verb = "is" if len(driver.texts) == 1 else "are"
        message = (
            f"there {verb} {plural(len(driver.texts), 'expression')}, expected {keyed}: "
            f"one for each component of the keys"
        )
        yield RULE.fault((*driver.pointer, "expression"), message)
    for pointer, variable in driver.property.variables:
        count = driver.property.owner.width_of(variable)
        component = variable.component or 0
        if count is not None and component >= count:
            label = shown(property_label(variable.path, variable.name))
            message = (
                f"component is {component}, counted from 0, and property {label} has "
                f"{plural(count, 'component')}"
            )
            yield RULE.fault((*pointer, "component"), message)
