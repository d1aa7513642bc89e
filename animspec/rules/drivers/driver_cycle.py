"""Drivers read each other in a loop.

Why
    None can be computed first. Players take last frame's value, 0, or do not end.

Fix
    Take one of the variables out of the loop. A driver's own keys are read as `value`.

Source
    Drivers are evaluated after those that they read (SEMANTICS 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.names import name_key
from animspec.paths import path_key
from animspec.rule import SCENES, Level, Rule
from animspec.severities import Severity
from animspec.wording import plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.scene_drivers import DriverPart
    from animspec.parts.scenes import DocumentPart

RULE: Final = Rule("driver-cycle", Severity.ERROR, (SCENES,), Level.DOCUMENT)

_NAMED: Final = 4
"""How many properties after the first a sentence names."""


def check(document: DocumentPart) -> Iterator[Fault]:
    """Yield one loop of each group of drivers that wait for each other."""
    parts: dict[tuple[str, str], DriverPart] = {}
    for part in document.timeline.properties:
        if part.is_named and part.driver is not None and part.driver.is_readable:
            parts.setdefault(part.key, part.driver)
    reads = {key: _read(driver) for key, driver in parts.items()}
    if not _has_loop(reads):
        return
    from animspec.drivers import components, loop_in  # noqa: PLC0415 - it evaluates, too

    for group in components(reads):
        loop = list(loop_in(reads, group))
        if loop:
            start = loop.index(min(loop, key=list(parts).index))
            yield _fault(parts, reads, [*loop[start:], *loop[:start]])


def _read(driver: DriverPart) -> dict[tuple[str, str], str]:
    """Return the properties that a driver reads, each with the variable that does."""
    names = driver.reads
    variables = ((pointer[-1], value) for pointer, value in driver.property.variables)
    return {
        (path_key(value.path), name_key(value.name)): str(name)
        for name, value in variables
        if name in names
    }


def _has_loop(reads: dict[tuple[str, str], dict[tuple[str, str], str]]) -> bool:
    """Whether any drivers are left when those that wait for none have been taken away."""
    left = {key: {other for other in others if other in reads} for key, others in reads.items()}
    readers: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for key, others in left.items():
        for other in others:
            readers.setdefault(other, []).append(key)
    ready = [key for key, others in left.items() if not others]
    while ready:
        done = ready.pop()
        del left[done]
        for key in readers.get(done, ()):
            left[key].discard(done)
            if not left[key]:
                ready.append(key)
    return bool(left)


def _fault(
    parts: dict[tuple[str, str], DriverPart],
    reads: dict[tuple[str, str], dict[tuple[str, str], str]],
    loop: list[tuple[str, str]],
) -> Fault:
    """Return the fault, at the variable by which the first property reads the next."""
    first = parts[loop[0]]
    pointer = first.variable_pointer(reads[loop[0]][loop[1 % len(loop)]])
    label = shown(first.property.label)
    if len(loop) == 1:
        return RULE.fault(pointer, f"property {label} reads itself; its keys are read as value")
    names = [shown(parts[key].property.label) for key in loop[1:]]
    more = len(names) - _NAMED
    if more > 0:
        names[_NAMED:] = [f"{plural(more, 'other')} in turn"]
    way = ", which reads ".join(names)
    return RULE.fault(pointer, f"property {label} reads {way}, which reads {label} again")
