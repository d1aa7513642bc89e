"""From faults in a binary file to findings: which object, which byte, and the stable address."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from animspec.addresses import Addresses
from animspec.catalogue import entry
from animspec.findings import Finding
from animspec.pointers import to_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from animspec.documents import Document
    from animspec.findings import Fault, Spot
    from animspec.pointers import Pointer

    Spots: TypeAlias = Callable[[Pointer], Spot]


def spot_all(document: Document, faults: list[Fault], spots: Spots) -> tuple[Finding, ...]:
    """Return a finding for each fault, in the order of their places in the file."""
    placed = [(fault, fault.spot or spots(fault.pointer)) for fault in faults]
    ordered = sorted(placed, key=lambda each: (_order(each[1]), each[0].rule))
    addresses = Addresses(document.model)
    return tuple(
        _finding(document, fault, (spot, addresses.of(fault.pointer)), spots)
        for fault, spot in ordered
    )


def _order(spot: Spot) -> tuple[int, int, int]:
    return spot.offset, spot.inflated_offset or 0, spot.object_number or 0


def _finding(document: Document, fault: Fault, where: tuple[Spot, str], spots: Spots) -> Finding:
    spot, address = where
    return Finding(
        rule=fault.rule,
        severity=entry(fault.rule).rule.severity,
        file=document.name,
        pointer=to_text(fault.pointer),
        address=address,
        place=None,
        message=fault.message + _aside(fault, spot, spots),
        count=fault.count,
        about=fault.about,
        spot=spot,
    )


def _aside(fault: Fault, spot: Spot, spots: Spots) -> str:
    """Return what the sentence adds about another place, if that is another object."""
    if fault.related is None:
        return ""
    other = spots(fault.related.pointer)
    return "" if other == spot else f" ({fault.related.message}: {other})"
