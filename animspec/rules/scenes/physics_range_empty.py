"""A simulation ends when it starts, or before.

Why
    Nothing is simulated, and players that divide by its length fail.

Fix
    Set `to` to a later time than `from`.

Source
    Where they are left out, `from` is 0 and `to` is 3 (SEMANTICS 3.11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scenes import PhysicsPart

RULE: Final = Rule("physics-range-empty", Severity.ERROR, (SCENES,), Level.PHYSICS)


def check(physics: PhysicsPart) -> Iterator[Fault]:
    """Yield the end of the simulation if it is not after its start."""
    start, end = physics.range
    if end <= start:
        written = "from" if physics.physics.to is None else "to"
        message = (
            f"the simulation runs from {number(start)} s to {number(end)} s, expected a later end"
        )
        yield RULE.fault((*physics.pointer, written), message)
