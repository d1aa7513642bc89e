"""Findings as compact bytes, and back: how they cross to other processes and to the cache."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

from animspec.findings import Finding, Place, PlacedEdit, RelatedPlace, Remedy, Spot
from animspec.severities import Safety, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable


def pack(findings: Iterable[Finding]) -> bytes:
    """Return findings as bytes, without the name of their file: whoever opens them knows it."""
    plain = [
        (
            each.rule,
            str(each.severity),
            each.pointer,
            each.address,
            _place(each.place),
            each.message,
            each.related
            and (each.related.message, each.related.pointer, _place(each.related.place)),
            each.count,
            each.spot and (each.spot.offset, each.spot.object_number, each.spot.inflated_offset),
            each.fixable and str(each.fixable),
            each.remedy and (each.remedy.message, [*map(_edit, each.remedy.edits)]),
            each.about,
        )
        for each in findings
    ]
    return marshal.dumps(plain) if plain else b""


def unpack(packed: bytes, file: str) -> tuple[Finding, ...]:
    """Return the findings in a file from their bytes."""
    return tuple(_finding(plain, file) for plain in marshal.loads(packed)) if packed else ()


def _finding(plain: tuple[Any, ...], file: str) -> Finding:
    rule, severity, pointer, address, place, message, related, count, spot, safety, fix, about = (
        plain
    )
    return Finding(
        rule=rule,
        severity=Severity(severity),
        file=file,
        pointer=pointer,
        address=address,
        place=place and Place(*place),
        message=message,
        related=related and RelatedPlace(related[0], related[1], Place(*related[2])),
        count=count,
        spot=spot and Spot(*spot),
        fixable=safety and Safety(safety),
        remedy=fix and Remedy(fix[0], tuple(PlacedEdit(Place(*at), *rest) for at, *rest in fix[1])),
        about=about,
    )


def _place(place: Place | None) -> tuple[int, int, int, int] | None:
    if place is None:
        return None
    return place.line, place.column, place.end_line, place.end_column


def _edit(edit: PlacedEdit) -> tuple[Any, tuple[int, int], str]:
    return _place(edit.place), edit.bytes, edit.replacement
