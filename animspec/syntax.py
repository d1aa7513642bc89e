"""Whether a text is JSON, judged by RFC 8259, and what to do where it is not.

Faults that leave the meaning plain (a comment, a trailing comma, ``NaN``, a
lone surrogate, a byte order mark) are reported and overwritten in a copy of
the same length, so that the rest of the document can still be read and every
offset stays true. Any other fault ends the reading: what would follow is
guesswork.

The scanner leaps: what is plain JSON, a few levels deep, is one match of one
regular expression. Only what does not match is walked token by token.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from animspec.cuts import cut_of
from animspec.findings import Fault
from animspec.malformed import Expected, explain
from animspec.mending import NOT_FINITE, Judgement, mend, not_finite, trailing_comma
from animspec.source import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from animspec.pointers import Pointer

DEEPEST: Final = 64
"""How many arrays and objects may stand inside one another (SEMANTICS 1.2)."""


def judge(data: bytes, stumbled: int | None = None) -> Judgement:
    """Return the faults of a text as JSON, and the text that remains to be read.

    ``stumbled`` is where msgspec stumbles over the text (see ``mending.stumble``), if known.

    >>> judge(b'[1, 2,]').repaired
    b'[1, 2 ]'
    >>> judge(b'[1, 2').faults[0].message
    'the text ends inside the array that opens at line 1; is the file cut off?'
    """
    undecodable = _not_utf8(data)
    if undecodable is not None:
        return Judgement((undecodable,), None)
    mended = mend(data, stumbled)
    if mended is None or any(len(each.pointer) > DEEPEST - _LEAP_DEPTH for each in mended.faults):
        return scan(data)
    return mended


def scan(data: bytes) -> Judgement:
    """Return the judgement on a text that is UTF-8, from one walk over it."""
    scanner = _Scanner(data)
    try:
        scanner.scan()
    except _UnreadableError as unreadable:
        return Judgement((*scanner.faults, unreadable.fault), None)
    return Judgement(tuple(scanner.faults), bytes(scanner.repaired))


def _not_utf8(data: bytes) -> Fault | None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        byte = data[error.start]
        guess = ""
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            guess = "; the text looks like UTF-16, save it as UTF-8"
        message = f"byte 0x{byte:02X} at offset {error.start} is not UTF-8{guess}"
        return Fault("not-utf8", (), message, bytes=(error.start, error.start + 1))
    return None


# Groups are repeated within atomic ones: possessive repeats of groups match wrongly in Pythons
# before 3.11.5 (CPython issue 106052).
_SPACE = rb"[ \t\n\r]*+"
_STRING = rb'"(?>(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"'
_NUMBER = rb"-?+(?:0|[1-9][0-9]*+)(?>(?:\.[0-9]++)?)(?>(?:[eE][+-]?+[0-9]++)?)(?![0-9A-Za-z_.+-])"
# A leap stays clear of escapes: they may hide half of a surrogate pair.
_PLAIN_STRING = rb'"[^"\\\x00-\x1f]*+"'


def _deeper(value: bytes) -> bytes:
    """Return the pattern of a value that may also hold values of the given pattern."""
    comma = _SPACE + rb"," + _SPACE
    member = _PLAIN_STRING + _SPACE + rb":" + _SPACE + rb"(?:" + value + rb")"
    members = rb"\{%b(?>(?:%b(?>(?:%b%b)*)%b)?)\}" % (_SPACE, member, comma, member, _SPACE)
    element = rb"(?:" + value + rb")"
    elements = rb"\[%b(?>(?:%b(?>(?:%b%b)*)%b)?)\]" % (_SPACE, element, comma, element, _SPACE)
    return rb"%b|%b|%b" % (_SCALAR, members, elements)


_SCALAR = rb"%b|%b|(?:true|false|null)(?![0-9A-Za-z_])" % (_PLAIN_STRING, _NUMBER)

_LEAP_DEPTH: Final = 3
_LEAP: Final = re.compile(_deeper(_deeper(_deeper(_SCALAR))))
_SPACE_RUN: Final = re.compile(_SPACE)
_STRING_TOKEN: Final = re.compile(_STRING)
_COMMENT: Final = re.compile(rb"//[^\n]*+|/\*.*?\*/", re.DOTALL)
_SURROGATE: Final = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
_BRACKETS: Final = re.compile(
    rb'[^"\[\]{}]*+(?>(?:"(?>(?:[^"\\]++|\\.)*)"[^"\[\]{}]*+)*)([\[\]{}])', re.DOTALL
)

_REPLACEMENT: Final = rb"\ufffd"
"""What a lone surrogate is overwritten with: an escape of the same length."""

_BESIDE_VALUES: Final = frozenset({"trailing-comma", "comment-in-json"})
"""The faults of a container rather than of the value written last."""

MARRING: Final = frozenset({"number-not-finite", "lone-surrogate", "nested-too-deep"})
"""The faults that stand in a value's place, so that the value is not known."""

_QUOTE, _COMMA, _COLON = b'",:'
_OPENERS: Final = {ord("{"): ord("}"), ord("["): ord("]")}


class _UnreadableError(Exception):
    """The text cannot be read on; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Open:
    """An array or object that the scanner is inside of."""

    def __init__(self, start: int, closer: int) -> None:
        self.start = start
        self.closer = closer
        self.step: str | int = 0

    @property
    def is_object(self) -> bool:
        return self.closer == _OPENERS[ord("{")]


class _Scanner:
    """One walk over one text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.repaired = bytearray(data)
        self.faults: list[Fault] = []
        self.open: list[_Open] = []
        self.position = 0

    @property
    def pointer(self) -> Pointer:
        return tuple(container.step for container in self.open)

    def scan(self) -> None:
        """Walk over the whole text.

        Raises:
            _UnreadableError: the text is not JSON in a way that cannot be overwritten.
        """
        if self.data.startswith(BYTE_ORDER_MARK):
            message = "the text starts with a byte order mark, which JSON does not allow"
            self._note("byte-order-mark", 0, len(BYTE_ORDER_MARK), message, b"   ")
            self.position = len(BYTE_ORDER_MARK)
        self._skip()
        self._value()
        while self.open:
            self._next()
        self._skip()
        if self.position < len(self.data):
            self._stop(Expected.END)

    def _note(self, rule: str, start: int, end: int, message: str, instead: bytes) -> None:
        """Report a fault and overwrite it."""
        pointer = self.pointer
        if rule in _BESIDE_VALUES:
            pointer = pointer[:-1]
        fix = cut_of(rule, self.data, (start, end))
        self.faults.append(Fault(rule, pointer, message, bytes=(start, end), fix=fix))
        self.repaired[start:end] = instead.ljust(end - start)

    def _stop(self, expected: Expected) -> None:
        """Report a fault that ends the reading."""
        opened = self.open[-1].start if self.open else None
        where, message = explain(self.data, self.position, expected, opened)
        raise _UnreadableError(Fault("not-json", self.pointer[:-1], message, bytes=where))

    def _skip(self) -> None:
        """Skip white space, and comments with a finding each."""
        while True:
            self.position = _SPACE_RUN.match(self.data, self.position).end()  # type: ignore[union-attr]
            if self.data[self.position : self.position + 1] != b"/":
                return
            comment = _COMMENT.match(self.data, self.position)
            if comment is None:
                return
            message = "a comment stands here, and JSON has none"
            blank = re.sub(rb"[^\n\r]", b" ", comment.group())
            self._note("comment-in-json", *comment.span(), message, blank)
            self.position = comment.end()

    def _byte(self) -> int | None:
        return self.data[self.position] if self.position < len(self.data) else None

    def _value(self) -> None:
        """Walk over one value, or into one that cannot be leapt over."""
        if len(self.open) <= DEEPEST - _LEAP_DEPTH:
            leap = _LEAP.match(self.data, self.position)
            if leap is not None:
                self.position = leap.end()
                return
        byte = self._byte()
        if byte in _OPENERS:
            self._enter(_OPENERS[byte])
        elif byte == _QUOTE:
            self._note_lone(self._string_end(Expected.VALUE))
        else:
            self._bare()

    def _bare(self) -> None:
        """Walk over a value that is neither string nor container."""
        scalar = _LEAP.match(self.data, self.position)
        if scalar is not None and scalar.group()[:1] not in b"[{":
            self.position = scalar.end()
            return
        number = NOT_FINITE.match(self.data, self.position)
        if number is None:
            self._stop(Expected.VALUE)
            return
        self._note("number-not-finite", *number.span(), not_finite(number), b"0")
        self.position = number.end()

    def _enter(self, closer: int) -> None:
        """Open a container and walk to its first part, or skip it where it lies too deep."""
        if len(self.open) >= DEEPEST:
            self._too_deep()
            return
        self.open.append(_Open(self.position, closer))
        self.position += 1
        self._skip()
        if self._byte() == closer:
            self._leave()
        elif self._byte() is not None:
            self._part()

    def _leave(self) -> None:
        self.open.pop()
        self.position += 1

    def _part(self) -> None:
        """Walk over a member or an element of the innermost container."""
        if self.open[-1].is_object:
            self._name()
        self._value()

    def _name(self) -> None:
        """Walk over a member's name and its colon."""
        start = self.position
        if self._byte() != _QUOTE:
            self._stop(Expected.NAME)
        lone = self._string_end(Expected.NAME)
        self.open[-1].step = json.loads(self.repaired[start : self.position])
        self._note_lone(lone)
        self._skip()
        if self._byte() != _COLON:
            self._stop(Expected.COLON)
        self.position += 1
        self._skip()

    def _next(self) -> None:
        """Walk from the end of one part to the next, or out of the container."""
        container = self.open[-1]
        self._skip()
        if self._byte() == container.closer:
            self._leave()
            return
        if self._byte() != _COMMA:
            self._stop(Expected.COMMA)
        comma = self.position
        self.position += 1
        self._skip()
        if self._byte() == container.closer:
            self._note("trailing-comma", comma, comma + 1, trailing_comma(container.closer), b" ")
            self._leave()
            return
        if isinstance(container.step, int):
            container.step += 1
        self._part()

    def _string_end(self, expected: Expected) -> list[re.Match[bytes]]:
        """Walk over a string; overwrite and return each half of a surrogate pair."""
        string = _STRING_TOKEN.match(self.data, self.position)
        if string is None:
            self._stop(expected)
            return []
        escapes = _SURROGATE.finditer(self.data, *string.span())
        lone = [escape for escape in escapes if escape["lone"] is not None]
        for escape in lone:
            self.repaired[slice(*escape.span())] = _REPLACEMENT
        self.position = string.end()
        return lone

    def _note_lone(self, lone: list[re.Match[bytes]]) -> None:
        """Report each half of a surrogate pair, now that the string's pointer is known."""
        for escape in lone:
            message = f"{escape.group().decode()} is half of a surrogate pair, not a character"
            self._note("lone-surrogate", *escape.span(), message, _REPLACEMENT)

    def _too_deep(self) -> None:
        """Report a container that lies too deep and overwrite it, or stop where it has no end."""
        start = self.position
        message = f"an array or object lies more than {DEEPEST} levels deep"
        depth, end = 1, start + 1
        while depth:
            bracket = _BRACKETS.match(self.data, end)
            if bracket is None:
                fault = Fault("nested-too-deep", self.pointer, message, bytes=(start, start + 1))
                raise _UnreadableError(fault)
            depth += 1 if bracket[1] in b"[{" else -1
            end = bracket.end()
        self._note("nested-too-deep", start, end, message, b"0")
        self.position = end
