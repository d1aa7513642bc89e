"""Gathering faults: many of one rule in one channel become one, consequences fall away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from attrs import evolve

from animspec.catalogue import entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from animspec.findings import Fault
    from animspec.pointers import Pointer

FOLD_ABOVE: Final = 20
"""How many findings of one rule a channel may show one by one."""


def channel_of(pointer: Pointer, channels: frozenset[str]) -> Pointer | None:
    """Return the channel that a pointer leads into, if it does.

    ``channels`` are the names of the lists that hold a channel's keys.

    >>> channel_of(("clips", 0, "tracks", 1, "scale", 3, "tick"), frozenset({"scale"}))
    ('clips', 0, 'tracks', 1, 'scale')
    """
    for at in range(len(pointer) - 1, 0, -1):
        if isinstance(pointer[at], int) and pointer[at - 1] in channels:
            return pointer[:at]
    return None


class Collector:
    """Faults as they come, kept within bounds however many there are."""

    def __init__(self, channels: frozenset[str], *, fold: bool) -> None:
        """Start empty; ``channels`` are the names of the lists that hold a channel's keys."""
        self._channels = channels
        self._fold = fold
        self._groups: dict[tuple[str, Pointer | None], list[Fault]] = {}
        self._counts: dict[tuple[str, Pointer | None], int] = {}

    def __bool__(self) -> bool:
        return bool(self._groups)

    def add(self, fault: Fault) -> None:
        """Take a fault in."""
        group = (fault.rule, channel_of(fault.pointer, self._channels))
        kept = self._groups.setdefault(group, [])
        self._counts[group] = self._counts.get(group, 0) + 1
        if group[1] is None or not self._fold or len(kept) < FOLD_ABOVE:
            kept.append(fault)

    def faults(self) -> Iterator[Fault]:
        """Yield what is to be shown."""
        for group, kept in self._groups.items():
            more = self._counts[group] - len(kept)
            if more:
                total = self._counts[group]
                yield evolve(kept[0], message=folded_message(kept[0].message, total), count=total)
            else:
                yield from kept


def folded_message(message: str, total: int) -> str:
    """Return the sentence of the first of so many findings, for them all."""
    return f"{message} (and {total - 1} more of this rule in the channel)"


def without_consequences(faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults but for those that follow from another one at their place."""
    present = list(faults)
    places: dict[str, set[Pointer]] = {}
    for fault in present:
        places.setdefault(fault.rule, set()).add(fault.pointer)
    return [fault for fault in present if not _follows(fault, places)]


def _follows(fault: Fault, places: Mapping[str, set[Pointer]]) -> bool:
    """Whether a fault of a causing rule is at the place of this one, or above it."""
    causes = [places[cause] for cause in entry(fault.rule).rule.silenced_by if cause in places]
    above = (fault.pointer[:length] for length in range(len(fault.pointer) + 1)) if causes else ()
    return any(pointer in cause for pointer in above for cause in causes)
