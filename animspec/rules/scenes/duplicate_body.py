"""Two bodies of a simulation are one object.

Why
    One object would fall twice: the simulation refuses the settings, or lets the later body
    win.

Fix
    Remove one of the two, or correct its path.

Source
    A body names an object by its path, compared segment by segment, trimmed and in any case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.paths import path_key
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scenes import PhysicsPart
    from animspec.pointers import Pointer

RULE: Final = Rule("duplicate-body", Severity.ERROR, (SCENES,), Level.PHYSICS)


def check(physics: PhysicsPart) -> Iterator[Fault]:
    """Yield each body whose object an earlier body is."""
    first: dict[str, tuple[Pointer, str]] = {}
    for pointer, path in physics.paths:
        before = first.setdefault(path_key(path), (pointer, path))
        if before[0] != pointer:
            message = (
                f"path {shown(path)} is taken by an earlier body, {shown(before[1])}, "
                f"expected one body for each object"
            )
            yield RULE.fault(pointer, message, ("the path is first written here", before[0]))
