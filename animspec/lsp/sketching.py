"""Where an offset stands in a text that need not be JSON: in which object, at a name or a value.

While somebody types, the text is hardly ever well-formed. So this reader takes
what it finds: strings end with their line at the latest, brackets that do not
match close what they can, a text before a colon is a name.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from attrs import define, field, frozen

if TYPE_CHECKING:
    from animspec.pointers import Pointer

_STRING: Final = rb'"(?>(?:[^"\\\n\r]++|\\[^\n\r])*)"'
_PLAIN: Final = rb'[^"\[\]{}]*+'
_LEAF: Final = rb"[\[{]%b(?>(?:%b%b)*)[\]}]" % (_PLAIN, _STRING, _PLAIN)
_TWIG: Final = rb"[\[{]%b(?>(?:(?:%b|%b)%b)*)[\]}]" % (_PLAIN, _STRING, _LEAF, _PLAIN)
# Containers that hold no more than containers of their own are read as one token.
_TOKEN: Final = re.compile(
    rb'(?P<whole>%b)|(?P<text>%b)|(?P<open>")(?>(?:[^"\\\n\r]++|\\[^\n\r])*)\\?|(?P<mark>[\[\]{}:,])'
    rb'|(?P<word>[^\s"\[\]{}:,]++)' % (_TWIG, _STRING),
    re.DOTALL,
)
_REST_OF_STRING: Final = re.compile(rb'(?>(?:[^"\\\n\r]++|\\[^\n\r])*)("?)')
_REST_OF_WORD: Final = re.compile(rb'[^\s"\[\]{}:,]*+')
_COLON: Final = re.compile(rb"\s*+:")

_CLOSERS: Final = {ord("}"): ord("{"), ord("]"): ord("[")}

FARTHEST: Final = 200_000
"""How many bytes after a spot are looked at for the other members of its object."""


@define
class Level:
    """An array or object that is open, and how far it has been read."""

    start: int
    is_object: bool
    name: str | None = None
    """The name of the member that is being read."""
    has_colon: bool = False
    index: int = 0
    names: list[str] = field(factory=list)
    """The names of the members so far, with that of the present one."""
    last: int = 0
    """Where the last comma stands, or the bracket that opens."""
    is_filled: bool = False
    """Whether the present part has a value."""

    @property
    def step(self) -> str | int:
        """The step of a pointer to the part that is being read."""
        return (self.name or "") if self.is_object else self.index


@frozen
class Spot:
    """Where an offset stands.

    ``start`` and ``end`` are the bytes of the string or word that it is in or at
    the end of, else both are the offset. ``names`` are those of the other
    members of the innermost object.
    """

    levels: tuple[Level, ...]
    start: int
    end: int
    is_string: bool
    names: frozenset[str]

    @property
    def is_name(self) -> bool:
        """Whether a member's name belongs here."""
        if not self.levels or not self.levels[-1].is_object:
            return False
        return not self.levels[-1].has_colon

    @property
    def is_after_value(self) -> bool:
        """Whether a value is complete here, so that only a comma can follow."""
        return bool(self.levels) and self.levels[-1].is_filled and self.start == self.end

    @property
    def container(self) -> Pointer:
        """The pointer of the innermost object or array."""
        return tuple(level.step for level in self.levels[:-1])

    @property
    def pointer(self) -> Pointer:
        """The pointer of the value that stands, or belongs, here."""
        return tuple(level.step for level in self.levels)


def spot_at(data: bytes, offset: int) -> Spot:
    """Return where an offset stands, whatever the bytes are.

    >>> spot = spot_at(b'{"clips": [{"id": "a", "na', 26)
    >>> spot.container, spot.is_name, sorted(spot.names), spot.start
    (('clips', 0), True, ['id'], 23)
    >>> spot = spot_at(b'{"a": [1, {"b": "x', 18)
    >>> spot.pointer, spot.is_name, spot.is_string
    (('a', 1, 'b'), False, True)
    """
    levels, open_at, kind = _read(data, offset)
    start = offset if open_at is None else open_at
    end, is_string = offset, kind == "open"
    if is_string:
        rest = _REST_OF_STRING.match(data, offset)
        end = offset if rest is None else rest.end()
    elif kind == "word":
        rest = _REST_OF_WORD.match(data, offset)
        end = offset if rest is None else rest.end()
    names: set[str] = set()
    if levels and levels[-1].is_object:
        inner = levels[-1]
        names.update(inner.names)
        if inner.name is not None and not inner.has_colon:
            names.discard(inner.name)
        names.update(_names_after(data, end))
    return Spot(tuple(levels), start, end, is_string, frozenset(names))


def closed(data: bytes, end: int) -> bytes:
    """Return the complete parts of a text up to an offset, with what is open closed.

    >>> closed(b'{"a": [1, 2, {"b": 3, "c', 24)
    b'{"a": [1, 2, {"b": 3}]}'
    """
    levels, _, _ = _read(data, end)
    if not levels:
        return b""
    inner = levels[-1]
    stop = inner.last if data[inner.last : inner.last + 1] == b"," else inner.last + 1
    closers = (b"}" if level.is_object else b"]" for level in reversed(levels))
    return data[:stop] + b"".join(closers)


def _read(data: bytes, offset: int) -> tuple[list[Level], int | None, str]:
    """Return what is open at an offset; where the token that ends there starts, and its kind."""
    levels: list[Level] = []
    open_at: int | None = None
    kind = ""
    for token in _TOKEN.finditer(data, 0, offset):
        kind = token.lastgroup or ""
        open_at = token.start() if token.end() == offset and kind in ("open", "word") else None
        if kind == "mark":
            _mark(levels, data[token.start()], token.start())
        elif levels:
            _value(levels[-1], data, token, kind)
    return levels, open_at, kind if open_at is not None else ""


def _mark(levels: list[Level], mark: int, at: int) -> None:
    """Take a bracket, a colon or a comma in."""
    if mark in b"{[":
        levels.append(Level(at, mark == ord("{"), last=at))
    elif mark in b"}]":
        while levels:
            closed_one = levels.pop()
            if closed_one.is_object == (_CLOSERS[mark] == ord("{")):
                break
        if levels:
            levels[-1].is_filled = True
    elif levels and mark == ord(":"):
        levels[-1].has_colon = True
    elif levels:
        inner = levels[-1]
        inner.index += 1
        inner.name, inner.has_colon, inner.is_filled, inner.last = None, False, False, at


def _value(inner: Level, data: bytes, token: re.Match[bytes], kind: str) -> None:
    """Take a string, a word or a whole container in, as a name or as a value."""
    if not inner.is_object:
        inner.is_filled = kind not in ("open", "word")
        return
    is_text = kind in ("text", "open")
    starts_member = inner.name is None and not inner.has_colon
    if is_text and (starts_member or _COLON.match(data, token.end()) is not None):
        inner.name, inner.has_colon, inner.is_filled = written(token.group()), False, False
        inner.names.append(inner.name)
    elif inner.has_colon:
        inner.is_filled = kind not in ("open", "word")


def _names_after(data: bytes, start: int) -> set[str]:
    """Return the names of the members that follow in the object that an offset is in."""
    found: set[str] = set()
    depth = 0
    for token in _TOKEN.finditer(data, start, start + FARTHEST):
        if token.lastgroup == "mark":
            mark = data[token.start()]
            depth += (mark in b"{[") - (mark in b"}]")
            if depth < 0:
                break
        elif depth == 0 and token.lastgroup == "text" and _COLON.match(data, token.end()):
            found.add(written(token.group()))
    return found


def written(token: bytes) -> str:
    r"""Return the text of a string that may lack its end.

    >>> written(rb'"a\u00e4"'), written(b'"wal'), written(rb'"half \u00')
    ('aä', 'wal', 'half \\u00')
    """
    inner = token[1:-1] if len(token) > 1 and token.endswith(b'"') else token[1:]
    text = inner.decode("utf-8", "replace")
    if "\\" not in text:
        return text
    try:
        read: str = json.loads(f'"{text}"')
    except ValueError:
        return text
    return read
