"""From faults to findings: where each stands in the text, and its stable address."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import evolve

from animspec.addresses import Addresses
from animspec.catalogue import entry
from animspec.findings import ByteRange, Fault, Finding, Place, Related, RelatedPlace
from animspec.landmarks import locate_all
from animspec.pointers import Pointer, to_text
from animspec.source import Source
from animspec.spans import Part, inside

if TYPE_CHECKING:
    from animspec.documents import Document

_Parts: TypeAlias = dict[Pointer, Part]
_Places: TypeAlias = dict[int, Place]
"""Where faults and related places stand, by the identity of each."""


def place_all(
    document: Document, faults: list[Fault], *, remedies: bool = False
) -> tuple[Finding, ...]:
    """Return a finding for each fault, in the order of their places in the file.

    ``remedies``: with the edits that would mend each.
    """
    if document.spots is not None:
        from animspec.spotting import spot_all  # noqa: PLC0415 - texts have lines, not spots

        return spot_all(document, faults, document.spots)
    every: list[Fault | Related] = [*faults]
    every += [fault.related for fault in faults if fault.related is not None]
    wanted = {each.pointer for each in every if each.bytes is None}
    parts = locate_all(document, wanted)
    ranges = {id(each): _range(each, parts, document.text) for each in every}
    ordered = sorted(faults, key=lambda fault: (ranges[id(fault)], fault.rule))
    found = Source(document.data).places(ranges.values())
    places = {each: found[stretch] for each, stretch in ranges.items()}
    addresses = Addresses(document.model)
    findings = tuple([_finding(document, fault, addresses, places) for fault in ordered])
    if not remedies:
        return findings
    from animspec.remedies import remedies_of  # noqa: PLC0415 - only where they are wanted

    told = remedies_of(document, ordered)
    return tuple(evolve(each, remedy=told[at]) for at, each in enumerate(findings))


def _range(each: Fault | Related, parts: _Parts, text: bytes) -> ByteRange:
    if each.bytes is not None:
        return each.bytes
    part = parts[each.pointer]
    span = part.name if each.at_name and part.name is not None else part.value
    if isinstance(each, Fault) and each.within is not None:
        span = inside(text, span, *each.within)
    return span.start, span.end


def _finding(document: Document, fault: Fault, addresses: Addresses, places: _Places) -> Finding:
    rule = entry(fault.rule).rule
    return Finding(
        rule=fault.rule,
        severity=rule.severity,
        file=document.name,
        pointer=to_text(fault.pointer),
        address=addresses.of(fault.pointer),
        place=places[id(fault)],
        message=fault.message,
        related=_related(fault.related, places),
        count=fault.count,
        about=fault.about,
        fixable=None if fault.fix is None else rule.fix,
    )


def _related(related: Related | None, places: _Places) -> RelatedPlace | None:
    if related is None:
        return None
    return RelatedPlace(related.message, to_text(related.pointer), places[id(related)])
