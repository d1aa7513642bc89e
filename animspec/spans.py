"""Where the parts of a JSON text stand: byte offsets of values and of member names.

The text must be well-formed (RFC 8259); whoever holds a text of unknown worth
lets a scanner that judges read it first. A container is split in C where that
goes (msgspec cuts a text of 18 MB into its parts in 20 ms), and by a scanner
that skips what lies deeper where it does not: text nested too deep for a
recursive parser, lone surrogates, and objects that repeat a member name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from animspec.pointers import Pointer


# A text has many parts: structs are made in a fifth of the time, and refer to nothing that
# could refer to them.
class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of bytes, from ``start`` up to and without ``end``."""

    start: int
    end: int


class Part(msgspec.Struct, frozen=True, gc=False):
    """A value in the text, and the name before it where it is a member (quotes included)."""

    value: Span
    name: Span | None = None

    @property
    def start(self) -> int:
        """Where the part starts: its name, or else its value."""
        return self.value.start if self.name is None else self.name.start

    @property
    def end(self) -> int:
        """Where the part ends: with its value."""
        return self.value.end


def whole(data: bytes) -> Part:
    r"""Return the root value, without the white space (and byte order mark) around it.

    >>> whole(b" [1, 2]\n").value
    Span(start=1, end=7)
    """
    start = _end(_SPACE, data, len(_MARK) if data.startswith(_MARK) else 0)
    return Part(Span(start, len(data.rstrip(_WHITE))))


def children(data: bytes, container: Span, limit: int | None = None) -> list[Part]:
    """Return the elements or members of a container, in order; nothing for any other value.

    Of a repeated member name every member is listed. ``limit`` is how many are
    wanted from the start (all by default).

    >>> children(b'{"a": [1, 2]}', Span(0, 13))
    [Part(value=Span(start=6, end=12), name=Span(start=1, end=4))]
    """
    first = data[container.start]
    if first == _BRACE:
        members = _members(data, container)[:limit]
        return [Part(Span(*value), Span(*name)) for name, value in members]
    if first == _BRACKET:
        return [Part(Span(*value)) for value in islice(_elements(data, container), limit)]
    return []


def name_of(data: bytes, part: Part) -> str | None:
    """Return the member name of a part, decoded; None for an element and for the root."""
    return None if part.name is None else _text(data, part.name.start, part.name.end)


def inside(data: bytes, text: Span, first: int, last: int) -> Span:
    r"""Return where some characters of a string stand: from ``first`` to before ``last``.

    Characters are those of the string as it is read, which escapes write in several
    bytes. Of an empty stretch it is the next one; after the last that is the closing quote.

    >>> inside(rb'"a\u00e4\n\ud83e\udd8a!"', Span(0, 24), 1, 4)
    Span(start=2, end=22)
    >>> inside(b'"a +"', Span(0, 5), 3, 3)
    Span(start=4, end=5)
    """
    starts = [each.start() for each in _CHARACTER.finditer(data, text.start + 1, text.end - 1)]
    starts += [text.end - 1, text.end]
    start = min(first, len(starts) - 2)
    return Span(starts[start], starts[min(max(last, start + 1), len(starts) - 1)])


def locate(data: bytes, pointer: Pointer) -> Part:
    """Return the part a pointer names; of repeated member names the last, as parsers take it.

    >>> locate(b'{"a": [1, 20]}', ("a", 1)).value
    Span(start=10, end=12)

    Raises: LookupError if the text has no such part.
    """
    return Outline(data).locate_all([pointer])[pointer]


def locate_all(data: bytes, pointers: Iterable[Pointer]) -> dict[Pointer, Part]:
    """Return the part of each pointer, splitting every container on the way only once.

    Raises: LookupError if the text lacks one of them.
    """
    return Outline(data).locate_all(pointers)


class Outline:
    """The parts of one text, each container split only once however often it is asked for."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._children: dict[int, list[Part]] = {}

    @property
    def root(self) -> Part:
        """The root value."""
        return whole(self.data)

    def children(self, container: Span) -> list[Part]:
        """Return the elements or members of a container, as the function of that name."""
        parts = self._children.get(container.start)
        if parts is None:
            parts = self._children[container.start] = children(self.data, container)
        return parts

    def pointer_at(self, offset: int) -> Pointer:
        """Return the pointer of the innermost value that an offset stands in.

        Between two parts of a container, and in a member's name, that is the container.

        >>> Outline(b'{"a": [1, 20]}').pointer_at(11)
        ('a', 1)
        """
        pointer: list[str | int] = []
        part: Part | None = self.root
        while part is not None:
            parts = self.children(part.value)
            at = bisect_right(parts, offset, key=lambda each: each.value.start) - 1
            part = parts[at] if at >= 0 and offset < parts[at].value.end else None
            if part is not None:
                name = name_of(self.data, part)
                pointer.append(at if name is None else name)
        return tuple(pointer)

    def locate_all(self, pointers: Iterable[Pointer]) -> dict[Pointer, Part]:
        """Return the part of each pointer.

        Raises: LookupError if the text lacks one of them.
        """
        return self.locate_below(self.root, 0, dict.fromkeys(pointers))

    def locate_below(
        self, top: Part, depth: int, pointers: Iterable[Pointer]
    ) -> dict[Pointer, Part]:
        """Return the part of each pointer, all of which lead, by ``depth`` steps, to a part.

        Raises: LookupError if the text lacks one of them.
        """
        found: dict[Pointer, Part] = {}
        waiting = [(top, list(pointers), depth)]
        while waiting:
            part, below, depth = waiting.pop()
            groups: dict[str | int, list[Pointer]] = {}
            for pointer in below:
                if len(pointer) == depth:
                    found[pointer] = part
                else:
                    groups.setdefault(pointer[depth], []).append(pointer)
            parts = self._chosen(part.value, groups) if groups else {}
            for token, group in groups.items():
                if token not in parts:
                    raise LookupError(f"the text has no {token!r} under {group[0][:depth]!r}")
                waiting.append((parts[token], group, depth + 1))
        return found

    def _chosen(
        self, container: Span, wanted: dict[str | int, list[Pointer]]
    ) -> dict[str | int, Part]:
        """Return the parts of one container that carry a wanted name or index."""
        known = self._children.get(container.start)
        if known is None:
            return _chosen(self.data, container, wanted)
        if self.data[container.start] == _BRACE:
            named = ((name_of(self.data, part) or "", part) for part in known)
            return {name: part for name, part in named if name in wanted}
        return {at: known[at] for at in wanted if isinstance(at, int) and at < len(known)}


_MARK: Final = b"\xef\xbb\xbf"
_WHITE: Final = b" \t\n\r"
_BRACE: Final = ord("{")
_BRACKET: Final = ord("[")
_COLON_SIGN: Final = ord(":")

_SPACE: Final = re.compile(rb"[ \t\n\r]*")
_COMMA: Final = re.compile(rb"[ \t\n\r]*,?[ \t\n\r]*")
_COLON: Final = re.compile(rb"[ \t\n\r]*:[ \t\n\r]*")
_PLAIN_MEMBER: Final = re.compile(rb'[ \t\n\r]*:[ \t\n\r]*("[^"\\]*")')
"""What follows the name of a member whose value is a string without escapes."""

_SCALAR: Final = re.compile(rb"[^ \t\n\r,\]}]*")
_CHARACTER: Final = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
    rb"|[\xc0-\xff][\x80-\xbf]*|[\x00-\xff]",
    re.DOTALL,
)
"""One character of a string, as it is or escaped; two escapes make one beyond U+FFFF."""

# Groups are repeated within atomic ones: possessive repeats of groups match wrongly in Pythons
# before 3.11.5 (CPython issue 106052).
_STRING: Final = re.compile(rb'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"', re.DOTALL)

_PLAIN: Final = rb'[^"\[\]{}]*+'
_LEAF: Final = rb"[\[{]%b(?>(?:%b%b)*)[\]}]" % (_PLAIN, _STRING.pattern, _PLAIN)
_TWIG: Final = rb"[\[{]%b(?>(?:(?:%b|%b)%b)*)[\]}]" % (_PLAIN, _STRING.pattern, _LEAF, _PLAIN)
# One bracket, after everything before it that holds no bracket of its depth.
# Containers of depth one and two (a key with its value) are skipped whole.
_NEXT_BRACKET: Final = re.compile(
    rb"%b(?>(?:(?:%b|%b)%b)*)([\[\]{}])" % (_PLAIN, _STRING.pattern, _TWIG, _PLAIN), re.DOTALL
)

_Bounds: TypeAlias = tuple[int, int]
_Member: TypeAlias = tuple[_Bounds, _Bounds]


def _end(pattern: re.Pattern[bytes], data: bytes, position: int) -> int:
    """Where a pattern that must match at ``position`` ends."""
    match = pattern.match(data, position)
    if match is None:
        raise ValueError(f"byte {position} is not where JSON goes on; the text is not well-formed")
    return match.end()


def _text(data: bytes, start: int, end: int) -> str:
    """Return the string written between two offsets, quotes included."""
    written = data[start:end]
    if b"\\" in written:
        import json  # noqa: PLC0415 - escapes are rare in names

        text: str = json.loads(written.decode())
        return text
    return written[1:-1].decode()


def _chosen(
    data: bytes, container: Span, wanted: dict[str | int, list[Pointer]]
) -> dict[str | int, Part]:
    """Return the parts of one container that carry a wanted name or index."""
    chosen: dict[str | int, Part] = {}
    if data[container.start] == _BRACE:
        for name, value in _members(data, container):
            token = _text(data, *name)
            if token in wanted:
                chosen[token] = Part(Span(*value), Span(*name))
    elif data[container.start] == _BRACKET:
        last = max((token for token in wanted if isinstance(token, int)), default=-1)
        for index, value in zip(range(last + 1), _elements(data, container), strict=False):
            if index in wanted:
                chosen[index] = Part(Span(*value))
    return chosen


def _elements(data: bytes, container: Span) -> Iterator[_Bounds]:
    """Yield the bounds of an array's elements."""
    try:
        pieces = msgspec.json.decode(_slice(data, container), type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        yield from (value for _, value in _scan(data, container))
        return
    position = _end(_SPACE, data, container.start + 1)
    after = _COMMA.match
    for piece in pieces:
        end = position + len(piece)
        yield position, end
        separator = after(data, end)
        position = separator.end() if separator else end


def _members(data: bytes, container: Span) -> list[_Member]:
    """Return the bounds of the names and values of an object's members."""
    try:
        pieces = msgspec.json.decode(_slice(data, container), type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        pieces = None
    members = None if pieces is None else _placed(data, container, pieces)
    return list(_scan(data, container)) if members is None else members


def _placed(data: bytes, container: Span, pieces: dict[str, msgspec.Raw]) -> list[_Member] | None:
    """Find the members that a parser cut out back in the text; None if it dropped some.

    Where a name is repeated the parser keeps its last value at its first place:
    a name or a value then is not what stands in the text, or text is left over.
    """
    members: list[_Member] = []
    position = _end(_SPACE, data, container.start + 1)
    for name, piece in pieces.items():
        if data[position] != _QUOTE:
            return None
        name_end = _end(_STRING, data, position)
        start = _end(_COLON, data, name_end)
        end = start + len(piece)
        if _text(data, position, name_end) != name or not data.startswith(bytes(piece), start):
            return None
        members.append(((position, name_end), (start, end)))
        position = _end(_COMMA, data, end)
    return members if position == container.end - 1 else None


_QUOTE: Final = ord('"')


def _slice(data: bytes, span: Span) -> memoryview:
    """Return the bytes of a span, not copied."""
    return memoryview(data)[span.start : span.end]


def _scan(data: bytes, container: Span) -> Iterator[_Member]:
    """Yield the bounds of a container's parts, by skipping; an element's name is empty."""
    named = data[container.start] == _BRACE
    position = _end(_SPACE, data, container.start + 1)
    while position < container.end - 1:
        name_end = _end(_STRING, data, position) if named else position
        start = _end(_COLON, data, name_end) if named else position
        end = _value_end(data, start)
        yield (position, name_end), (start, end)
        position = _end(_COMMA, data, end)


def is_name(data: bytes, end: int) -> bool:
    """Whether the string that ends at an offset is the name of a member.

    >>> is_name(b'{"a": "b"}', 4), is_name(b'{"a": "b"}', 9)
    (True, False)
    """
    return data[end] == _COLON_SIGN or _COLON.match(data, end) is not None


def member_at(data: bytes, start: int, end: int) -> Part:
    """Return the member whose name stands between two offsets.

    >>> member_at(b'{"a": "b"}', 1, 4).value
    Span(start=6, end=9)
    """
    plain = _PLAIN_MEMBER.match(data, end)
    if plain is not None:
        return Part(Span(*plain.span(1)), Span(start, end))
    value = _end(_COLON, data, end)
    return Part(Span(value, _value_end(data, value)), Span(start, end))


def opened_at(data: bytes, start: int) -> Part | None:
    """Return the object whose first member starts at an offset, None where another comes before.

    >>> opened_at(b'[{"a": "b"}]', 2).value, opened_at(b'[{"a": 1, "b": 2}]', 10)
    (Span(start=1, end=11), None)
    """
    # White space before a first member is a line's end and its indentation.
    brace = len(data[max(0, start - MARGIN) : start].rstrip(_WHITE)) + max(0, start - MARGIN) - 1
    if brace < 0 or data[brace] != _BRACE:
        return None
    return Part(Span(brace, _value_end(data, brace)))


MARGIN: Final = 256
"""How far before its first member an object is looked for."""


def _value_end(data: bytes, start: int) -> int:
    """Where the value that starts at ``start`` ends."""
    first = data[start]
    if first == _QUOTE:
        return _end(_STRING, data, start)
    if first not in b"[{":
        return _end(_SCALAR, data, start)
    depth, position = 1, start + 1
    while depth:
        position = _end(_NEXT_BRACKET, data, position)
        depth += 1 if data[position - 1] in b"[{" else -1
    return position
