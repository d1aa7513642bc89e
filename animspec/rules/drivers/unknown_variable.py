"""A driver's expression reads a name that nothing stands for.

Why
    Its value is 0, so that the property stays still or vanishes without a word.

Fix
    Correct the name, or give the driver a variable of that name.

Source
    An unknown variable is 0; known are the driver's own variables, t, frame, fps, length and
    value (SEMANTICS 4.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import choice, did_you_mean, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule("unknown-variable", Severity.ERROR, (SCENES,), Level.DRIVER)

ELSEWHERE: Final = {"duration": "length", "self": "value", "seconds": "t", "time": "t"}
"""What the variables that every driver has are called elsewhere."""


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield each unknown name once in each expression, where it is first read."""
    unknown = driver.unknown if driver.programs else set()
    if not unknown:
        return
    from animspec.parts.scene_drivers import KNOWN, place_of  # noqa: PLC0415 - loaded by then

    names = [*driver.own, *KNOWN]
    for (pointer, text), program in zip(driver.texts, driver.programs, strict=True):
        for name in program.variables:
            if name in unknown:
                guess = did_you_mean(ELSEWHERE.get(name.lower(), name), names)
                message = (
                    f"{shown(name)} is neither a variable of the driver nor {choice(KNOWN)}{guess}"
                )
                yield RULE.fault(pointer, message, within=place_of(text, name))
