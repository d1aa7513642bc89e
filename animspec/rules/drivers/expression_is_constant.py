"""A driver's expressions give the same value at all times.

Why
    A key says that as well, and an editor can show and change it. Most likely a variable was
    forgotten.

Fix
    Write a key instead, or read what was meant to change the value.

Source
    t, frame, value and other properties change over time; numbers, fps and length do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart

RULE: Final = Rule(
    "expression-is-constant", Severity.HINT, (SCENES,), Level.DRIVER, ("expression-not-finite",)
)

_TOLD: Final = 4
"""How many components a sentence tells."""


def check(driver: DriverPart) -> Iterator[Fault]:
    """Yield the driver's expressions if none of them reads anything that changes."""
    numbers = driver.numbers
    if not driver.programs or driver.reads - set(numbers):
        return
    from expressions import run  # noqa: PLC0415 - loaded by then

    values = [f"{run(program, numbers):.6g}" for program in driver.programs]
    told = ", ".join(values[:_TOLD]) + ("…" if len(values) > _TOLD else "")
    message = f"the value is {told} at all times, which a key says as well"
    yield RULE.fault((*driver.pointer, "expression"), message)
