"""A driver's expression is infinite, or not a number, at some frame.

Why
    Its value there is 0, so that the property jumps. Division by 0 and roots of negative
    numbers are common reasons.

Fix
    Keep the divisor away from 0, or the argument in the domain, for instance by max or clamp.

Source
    A result that is not finite is 0 (SEMANTICS 4.3). All frames are looked at, in a very long
    scene ten thousand of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart
    from animspec.parts.scene_results import Lapse
    from animspec.parts.scenes import DocumentPart

RULE: Final = Rule("expression-not-finite", Severity.WARNING, (SCENES,), Level.DOCUMENT)


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield each expression that is not finite at a frame, with the first such frame."""
    drivers = [part.driver for part in document.timeline.properties]
    risky = [driver for driver in drivers if driver is not None and _is_risky(driver)]
    if not risky:
        return
    from animspec.parts.scene_results import lapses  # noqa: PLC0415 - most need no numpy

    for lapse in lapses(document.model, risky):
        yield RULE.fault(lapse.pointer, _sentence(lapse, document.model.fps))


def _is_risky(driver: DriverPart) -> bool:
    from animspec.parts.scene_drivers import may_be_infinite  # noqa: PLC0415 - loaded by then

    numbers = driver.numbers
    return any(may_be_infinite(program, numbers) for program in driver.programs)


def _sentence(lapse: Lapse, fps: float) -> str:
    if lapse.always:
        return "the expression is not finite at any frame, so that its value is 0"
    time = number(round(lapse.frame / fps, 3))
    more = f" and {plural(lapse.count - 1, 'other')}" if lapse.count > 1 else ""
    frames = f"frame {lapse.frame} ({time} s){more}"
    return f"the expression is not finite at {frames}, so that its value there is 0"
