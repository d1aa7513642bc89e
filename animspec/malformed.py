"""Sentences for text that is not JSON: what stands there, what was expected or likely meant."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from animspec.findings import ByteRange


class Expected(StrEnum):
    """What the scanner was looking for, as the sentence says it."""

    VALUE = "a value"
    NAME = "a member name in double quotes"
    COLON = 'a colon (":") after the member name'
    COMMA = 'a comma (",") or the end'
    END = "the end of the text"


def explain(
    data: bytes, position: int, expected: Expected, opened: int | None
) -> tuple[ByteRange, str]:
    """Return the place and the sentence for text that is not JSON.

    ``opened`` is the offset of the innermost array or object that is still open.

    >>> explain(b"{'a': 1}", 1, Expected.NAME, 0)
    ((1, 4), "'a' stands in single quotes, expected double quotes")
    """
    if position >= len(data):
        return (len(data), len(data)), _ends_early(data, opened)
    for case in _CASES:
        match = case[0].match(data, position)
        if match is not None and expected in case[2]:
            return match.span(), case[1].format(_shown(match.group()), expected=expected)
    return _unexpected(data, position, expected, opened)


def _ends_early(data: bytes, opened: int | None) -> str:
    """Say of a text that it stops before its value is complete."""
    if opened is None:
        if not data.strip():
            return "the text is empty, expected a JSON object"
        return "the text ends before a value"
    kind = "object" if data[opened] == ord("{") else "array"
    line = data.count(b"\n", 0, opened) + 1
    return f"the text ends inside the {kind} that opens at line {line}; is the file cut off?"


_ANYWHERE: Final = frozenset(Expected)
_AT_A_VALUE: Final = frozenset({Expected.VALUE})
_AT_A_STRING: Final = frozenset({Expected.VALUE, Expected.NAME})
_AFTER_A_VALUE: Final = frozenset({Expected.COMMA, Expected.END})

# What is likely meant, in the order it is tried: pattern, sentence, where it applies.
_CASES: Final[tuple[tuple[re.Pattern[bytes], str, frozenset[Expected]], ...]] = (
    (re.compile(rb"'[^'\n]*'"), "{} stands in single quotes, expected double quotes", _AT_A_STRING),
    (
        re.compile(rb"True\b|False\b|None\b"),
        "{} is how Python writes it, expected true, false or null",
        _AT_A_VALUE,
    ),
    (
        re.compile("\u201c[^\u201d\n]*\u201d|\u2018[^\u2019\n]*\u2019".encode()),
        "{} stands in typographic quotes, expected double quotes",
        _AT_A_STRING,
    ),
    (re.compile(rb"undefined\b"), "{} is not a value of JSON, leave the member out", _AT_A_VALUE),
    (
        re.compile(rb"[A-Za-z_$][A-Za-z0-9_$.-]*(?=[ \t\n\r]*:)"),
        "the member name {} is not in double quotes",
        frozenset({Expected.NAME}),
    ),
    (
        re.compile(rb"[+-]?0[xX][0-9a-fA-F]+"),
        "{} is a hexadecimal number, which JSON lacks",
        _AT_A_VALUE,
    ),
    (re.compile(rb"\+[0-9.]+"), "the number {} starts with a plus sign", _AT_A_VALUE),
    (re.compile(rb"-?\.[0-9]+"), "the number {} lacks a digit before its point", _AT_A_VALUE),
    (re.compile(rb"-?0[0-9]+[0-9.]*"), "the number {} starts with a zero too many", _AT_A_VALUE),
    (
        re.compile(rb"-?[0-9]+\.(?![0-9])"),
        "the number {} lacks a digit after its point",
        _AT_A_VALUE,
    ),
    (
        re.compile(rb"-?[0-9]+(?:\.[0-9]+)?[eE][+-]?(?![0-9])"),
        "the number {} lacks the digits of its exponent",
        _AT_A_VALUE,
    ),
    (re.compile(rb"-?[0-9][^\s,\]}]*"), "{} is not a number of JSON", _AT_A_VALUE),
    (
        re.compile(rb"[A-Za-z_][A-Za-z0-9_]*"),
        "{} is not a value of JSON; a text needs double quotes",
        _AT_A_VALUE,
    ),
    (
        re.compile(rb"(?<=[0-9],)[0-9]+(?=[ \t\n\r]*[,}])"),
        "{} stands here, expected {expected}; a point, not a comma, stands before decimals",
        frozenset({Expected.NAME}),
    ),
    (
        re.compile(rb"\x00"),
        "a zero byte stands here, expected {expected}; if the text is UTF-16, save it as UTF-8",
        _ANYWHERE,
    ),
    (
        re.compile(rb"/(?![/*])|/\*"),
        "a comment without an end stands here, and JSON has none",
        _ANYWHERE,
    ),
    (
        re.compile(rb"="),
        "an equals sign stands here, expected {expected}",
        frozenset({Expected.COLON}),
    ),
    (re.compile(rb";"), "a semicolon stands here, expected {expected}", _AFTER_A_VALUE),
    (
        re.compile(rb","),
        "a comma stands here, expected {expected}; is there one too many?",
        _ANYWHERE,
    ),
)

_ESCAPE: Final = re.compile(rb"\\(?![\"\\/bfnrt]|u[0-9a-fA-F]{4})[^\n]{0,1}")
_CONTROL: Final = re.compile(rb"[\x00-\x1f]")


def _unexpected(
    data: bytes, position: int, expected: Expected, opened: int | None
) -> tuple[ByteRange, str]:
    """Say what stands where nothing of the kind can stand."""
    byte = data[position : position + 1]
    here = (position, position + _width(data, position))
    if byte == b'"' and expected in (Expected.VALUE, Expected.NAME):
        return _broken_string(data, position)
    if byte in (b"]", b"}"):
        return here, _wrong_closer(data, byte, expected, opened)
    if expected is Expected.COMMA:
        start = len(data[:position].rstrip(b" \t\n\r"))
        what = "element" if data[opened or 0] == ord("[") else "member"
        return (start, start + 1), f"a comma is missing before the next {what}"
    if expected is Expected.END:
        return here, "more text follows after the value; a file holds one value"
    return here, f"{_shown(data[slice(*here)])} stands here, expected {expected}"


def _wrong_closer(data: bytes, byte: bytes, expected: Expected, opened: int | None) -> str:
    """Say of a closing bracket that it closes nothing, or the wrong thing."""
    closer = byte.decode()
    if opened is None:
        return f'"{closer}" closes nothing that is open'
    opener = chr(data[opened])
    if expected in (Expected.VALUE, Expected.COLON):
        return f'"{closer}" stands here, expected {expected}'
    line = data.count(b"\n", 0, opened) + 1
    return f'"{closer}" closes nothing; the innermost open bracket is "{opener}" at line {line}'


def _broken_string(data: bytes, start: int) -> tuple[ByteRange, str]:
    """Say what breaks the string that opens at ``start``."""
    position = start + 1
    while position < len(data):
        byte = data[position]
        if byte == ord("\\"):
            escape = _ESCAPE.match(data, position)
            if escape is not None:
                text = _shown(escape.group())
                return escape.span(), f'{text} is not an escape of JSON; a backslash is "\\\\"'
            position += 2
            continue
        if byte in b"\r\n":
            return (start, position), "the string has no closing quote on its line"
        control = _CONTROL.match(data, position)
        if control is not None:
            name = f"U+{byte:04X}"
            return (
                control.span(),
                f'the control character {name} stands in a string, write "\\u{byte:04x}"',
            )
        position += 1
    return (start, len(data)), "the string has no closing quote; is the file cut off?"


def _width(data: bytes, position: int) -> int:
    """How many bytes the character at ``position`` has."""
    end = position + 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return end - position


def _shown(part: bytes) -> str:
    """Return a piece of text as a sentence shows it, shortened where it is long."""
    text = part.decode("utf-8", "replace")
    text = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return text if text.isprintable() else ascii(text)


_SHOWN: Final = 40
