"""A property has keys and a driver that does not read them.

Why
    The driver's value takes the place of theirs, so that the keys are never seen.

Fix
    Read the keys' value as `value` in the expression, or remove the keys or the driver.

Source
    The driver's value is the property's; `value` is what keys and clips give (SEMANTICS 3.9a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("keys-hidden-by-driver", Severity.HINT, (SCENES,), Level.DRIVER)


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield the keys if no expression reads their value."""
    track = driver.property.track
    if not driver.programs or driver.unknown or not track.keys:
        return
    if "value" not in driver.reads or "value" in driver.own:
        verb = "is" if len(track.keys) == 1 else "are"
        message = f"{plural(len(track.keys), 'key')} of the property {verb} hidden by its driver, "
        message += "which does not read value"
        yield RULE.fault((*driver.property.pointer, "keys"), message)
