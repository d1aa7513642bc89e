"""From faults to findings: where each stands in the text, and its stable address."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from animspec.addresses import address
from animspec.catalogue import entry
from animspec.findings import ByteRange, Fault, Finding, Place, Related, RelatedPlace
from animspec.pointers import Pointer, to_text
from animspec.source import Source
from animspec.spans import Part

if TYPE_CHECKING:
    from animspec.documents import Document

_Parts: TypeAlias = dict[Pointer, Part]
_Places: TypeAlias = dict[ByteRange, Place]


def place_all(document: Document, faults: list[Fault]) -> tuple[Finding, ...]:
    """Return a finding for each fault, in the order of their places in the file."""
    if document.spots is not None:
        from animspec.spotting import spot_all  # noqa: PLC0415 - texts have lines, not spots

        return spot_all(document, faults, document.spots)
    every: list[Fault | Related] = [*faults]
    every += [fault.related for fault in faults if fault.related is not None]
    wanted = {each.pointer for each in every if each.bytes is None}
    parts = document.outline.locate_all(wanted)
    ordered = sorted(faults, key=lambda fault: (_range(fault, parts), fault.rule))
    places = Source(document.data).places(_range(each, parts) for each in every)
    return tuple(_finding(document, fault, parts, places) for fault in ordered)


def _range(each: Fault | Related, parts: _Parts) -> ByteRange:
    if each.bytes is not None:
        return each.bytes
    part = parts[each.pointer]
    span = part.name if each.at_name and part.name is not None else part.value
    return span.start, span.end


def _finding(document: Document, fault: Fault, parts: _Parts, places: _Places) -> Finding:
    return Finding(
        rule=fault.rule,
        severity=entry(fault.rule).rule.severity,
        file=document.name,
        pointer=to_text(fault.pointer),
        address=address(document.model, fault.pointer),
        place=places[_range(fault, parts)],
        message=fault.message,
        related=_related(fault.related, parts, places),
        count=fault.count,
    )


def _related(related: Related | None, parts: _Parts, places: _Places) -> RelatedPlace | None:
    if related is None:
        return None
    place = places[_range(related, parts)]
    return RelatedPlace(related.message, to_text(related.pointer), place)
