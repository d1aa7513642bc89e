"""Mending the few common faults of a text that is JSON otherwise, quicker than a scanner can."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
from attrs import field, frozen

from animspec.cuts import cut_of
from animspec.findings import Fault
from animspec.spans import Outline

if TYPE_CHECKING:
    from animspec.findings import ByteRange

NOT_FINITE: Final = re.compile(rb"[+-]?(?:NaN|Infinity)(?![0-9A-Za-z_])")
"""The numbers that JSON lacks, as programs write them."""

_WHITE: Final = b" \t\n\r"


@frozen
class Judgement:
    """What the scanner has to say of a text.

    ``repaired`` is the text with its lesser faults overwritten, of the same
    length and well-formed; ``None`` where the text cannot be read on.
    """

    faults: tuple[Fault, ...]
    repaired: bytes | None
    outline: Outline | None = field(default=None, eq=False, repr=False)
    """Where the parts of what is repaired stand, as far as anybody had to know."""


def stumble(text: bytes | bytearray) -> int | None:
    """Return where msgspec stumbles over a text; None if nowhere, -1 if it does not tell.

    It checks the grammar of what it skips, many times faster than a scanner.
    """
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except RecursionError:
        return -1
    except msgspec.DecodeError as error:
        told = _STUMBLED.search(str(error))
        return -1 if told is None else int(told[1])
    return None


def mend(data: bytes, first: int | None = None) -> Judgement | None:
    """Return the judgement on a text with a few common faults, or None where it has others.

    msgspec goes over a text several times faster than a scanner and tells
    where it stumbles. A comma too many or ``NaN`` there is overwritten and the
    text tried again; for anything else, or many faults, there is the scanner.
    How deep the text is nested is left to whoever reads it. ``first`` is where
    msgspec stumbles over the text, where the caller knows.
    """
    repaired = bytearray(data)
    found: list[tuple[str, ByteRange, str]] = []
    offset = stumble(data) if first is None else first
    while offset is not None:
        common = None if offset < 0 else _common_fault(bytes(repaired), offset)
        if common is None or len(found) == _MENDS:
            return None
        found.append(common)
        start, end = common[1]
        repaired[start:end] = (b"0" if common[0] == "number-not-finite" else b"").ljust(end - start)
        offset = stumble(repaired)
    if not found:
        return None
    outline = Outline(bytes(repaired))
    faults = [
        Fault(
            rule, outline.pointer_at(where[0]), message, bytes=where, fix=cut_of(rule, data, where)
        )
        for rule, where, message in found
    ]
    return Judgement(tuple(faults), outline.data, outline)


_MENDS: Final = 4
"""How many faults are mended one by one before the scanner takes them all at once."""

_STUMBLED: Final = re.compile(r"\(byte ([0-9]+)\)")


def _common_fault(text: bytes, offset: int) -> tuple[str, ByteRange, str] | None:
    """Return the rule, place and sentence of a common fault at an offset, if there is one."""
    if text[offset : offset + 1] in (b"]", b"}"):
        before = text[:offset].rstrip(_WHITE)
        comma = len(before) - 1
        if before[-1:] == b"," and before[:-1].rstrip(_WHITE)[-1:] not in (b"[", b"{", b",", b":"):
            return "trailing-comma", (comma, comma + 1), trailing_comma(text[offset])
        return None
    start = offset - 1 if text[offset - 1 : offset] in (b"-", b"+") else offset
    number = NOT_FINITE.match(text, start)
    if number is None or text[:start].rstrip(_WHITE)[-1:] not in (b"", b"[", b",", b":"):
        return None
    return "number-not-finite", number.span(), not_finite(number)


def trailing_comma(closer: int) -> str:
    """Return the sentence for a comma before a closing bracket."""
    kind = "object" if closer == ord("}") else "array"
    return f"a comma stands before the end of the {kind}, and JSON allows none there"


def not_finite(number: re.Match[bytes]) -> str:
    """Return the sentence for a number that JSON lacks."""
    return f"{number.group().decode()} is not a number that JSON can write"
