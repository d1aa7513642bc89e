"""A frame rate is none of those that the project allows.

Why
    Clips of different frame rates do not cut together frame by frame, and an engine may bake all
    of them at one rate.

Fix
    Set the clip to an allowed frame rate, and its keys to frames of that rate.

Source
    The rule speaks only where configuration names the frame rates, as in fps = [24, 30].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, SETS, Level, Rule
from animspec.severities import Severity
from animspec.wording import choice, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.vocabulary import Paced

RULE: Final = Rule(
    "fps-not-allowed",
    Severity.WARNING,
    (SETS, SCENES),
    Level.DOCUMENT,
    ("fps-off-tick-grid",),
    budget="fps",
)


def check(document: Paced, budget: tuple[float, ...]) -> Iterator[Fault]:
    """Yield each frame rate that is not allowed."""
    for each in document.paces:
        if each.fps not in budget:
            allowed = choice([number(fps) for fps in budget])
            message = f"fps is {number(each.fps)}, expected {allowed}"
            yield RULE.fault((*each.pointer, "fps"), message)
