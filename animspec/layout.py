"""How a JSON text is laid out, and new values written in the layout of their neighbours.

A ``Form`` is the white space of one value in a text: what stands after its
bracket, between its parts and before its closing bracket, and the forms of its
parts. Writing another value in that form gives text that looks as if whoever
wrote the neighbours had written it too. Where there is no neighbour, ``dump``
lays a value out in the ``Style`` of the whole text.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field, frozen

from animspec.spans import Part, Span, children, name_of, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EXACT_BELOW: Final = 2.0**53
"""Below it, a whole double is written as an integer without losing anything."""

_SAMPLE: Final = 1 << 16
"""So many bytes of a text are looked at to tell its style."""

_FEW: Final = 3
"""So many elements of an array are looked at to tell its form."""

_ONE_LINE_COMMA: Final = re.compile(rb'"(?>(?:[^"\\]++|\\.)*)"|,[ \t]*+(?=[^\s])')


@frozen
class Style:
    """The habits of a whole text: line end, one step of indentation, separators on one line.

    ``unit`` is None for a text that stands on one line.
    """

    newline: bytes
    unit: bytes | None
    comma: bytes
    colon: bytes
    escaped: bool = False
    """Whether characters beyond ASCII are written as escapes."""


@frozen(eq=False)
class Form:
    """The white space of one array or object, and the forms of what it holds."""

    lead: bytes
    comma: bytes
    tail: bytes
    colon: bytes
    element: Form | None = None
    members: dict[str, Form | None] = field(factory=dict)

    @property
    def indent(self) -> bytes | None:
        """What a line inside starts with; None if the container stands on one line."""
        return self.lead.rpartition(b"\n")[2] if b"\n" in self.lead else None


def style_of(data: bytes) -> Style:
    r"""Return the habits of a well-formed text.

    >>> style_of(b'{\n  "a": [1,2]\n}').unit, style_of(b'{"a":[1,2]}').comma
    (b'  ', b',')
    """
    root = whole(data)
    parts = children(data, root.value, 2)
    newline = b"\r\n" if b"\r\n" in data[:_SAMPLE] else b"\n"
    lead = data[root.start + 1 : parts[0].start] if parts else b""
    unit = (lead.rpartition(b"\n")[2] or b"  ") if b"\n" in lead else None
    found = Counter(match[0] for match in _ONE_LINE_COMMA.finditer(data[:_SAMPLE]))
    commas = [(count, text) for text, count in found.items() if text.startswith(b",")]
    comma = max(commas, key=itemgetter(0))[1] if commas else b", "
    colon = colon_of(data, parts) or b": "
    return Style(newline, unit, comma, colon, escaped=data.isascii() and b"\\u" in data)


def colon_of(data: bytes, parts: Iterable[Part]) -> bytes | None:
    """Return what stands between the first name and its value; None where there is no name."""
    pairs = ((part.name, part.value) for part in parts)
    return next((data[name.end : value.start] for name, value in pairs if name), None)


def comma_of(data: bytes, container: Span, parts: Sequence[Part], style: Style) -> bytes:
    """Return what separates the parts of a container that has at least one."""
    if len(parts) > 1:
        return data[parts[0].end : parts[1].start]
    lead = data[container.start + 1 : parts[0].start]
    return b"," + lead if b"\n" in lead else style.comma


def line_indent(data: bytes, position: int) -> bytes:
    """Return the white space at the start of the line a byte stands on."""
    line = data[data.rfind(b"\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(b" \t"))]


def starts_its_line(data: bytes, position: int) -> bool:
    """Whether only white space stands before a byte on its line."""
    return not data[data.rfind(b"\n", 0, position) + 1 : position].strip(b" \t")


def form_of(data: bytes, value: Span, style: Style) -> Form | None:
    """Return the form of a value, read from the text; None for a scalar or empty container.

    An array's form is that of its first element that has one, among the first few.
    """
    is_array = data.startswith(b"[", value.start)
    parts = children(data, value, _FEW if is_array else None)
    if not parts:
        return None
    forms = [form_of(data, part.value, style) for part in parts]
    return Form(
        lead=data[value.start + 1 : parts[0].start],
        comma=comma_of(data, value, parts, style),
        tail=_tail(data, value),
        colon=colon_of(data, parts) or style.colon,
        element=next((form for form in forms if form), None),
        members={} if is_array else _named(data, parts, forms),
    )


def _named(data: bytes, parts: list[Part], forms: list[Form | None]) -> dict[str, Form | None]:
    """Return the forms of an object's members by name."""
    return {name_of(data, part) or "": form for part, form in zip(parts, forms, strict=True)}


def _tail(data: bytes, container: Span) -> bytes:
    """Return the white space before a container's closing bracket."""
    start = end = container.end - 1
    while data[start - 1] in b" \t\r\n":
        start -= 1
    return data[start:end]


def on_one_line(form: Form | None, style: Style) -> Form | None:
    """Return a form without its line ends, and with its other white space."""
    if form is None:
        return None
    members = {name: on_one_line(inner, style) for name, inner in form.members.items()}
    flat = evolve(form, element=on_one_line(form.element, style), members=members)
    return evolve(flat, lead=b"", comma=style.comma, tail=b"") if form.indent is not None else flat


def write_like(value: Any, form: Form | None, style: Style, indent: bytes | None) -> bytes:
    """Return a JSON value as text in a form; without one, in the style, as ``dump`` does.

    A member that the form does not know takes the form of one that it knows and
    that holds the same kind of container.
    """
    if not isinstance(value, (dict, list)) or not value:
        return scalar(value, style)
    if form is None:
        return dump(value, style, indent)

    def inner(item: Any, known: Form | None) -> bytes:
        return write_like(item, known, style, form.indent)

    if isinstance(value, list):
        return _joined(b"[]", (inner(item, form.element) for item in value), form)
    named = form.members
    items = (
        scalar(name, style) + form.colon + inner(item, named.get(name) or _like_kind(named, item))
        for name, item in value.items()
    )
    return _joined(b"{}", items, form)


def dump(value: Any, style: Style, indent: bytes | None) -> bytes:
    r"""Return a JSON value as text; its first line stands on a line indented by ``indent``.

    On one line if ``indent`` is None or the style knows no other way.

    >>> dump({"x": 1.0, "y": [2]}, Style(b"\n", None, b", ", b": "), b"")
    b'{"x": 1, "y": [2]}'
    """
    if not isinstance(value, (dict, list)) or not value:
        return scalar(value, style)
    if indent is None or style.unit is None:
        form = Form(b"", style.comma, b"", style.colon)
        deeper = None
    else:
        deeper = indent + style.unit
        line = style.newline + deeper
        form = Form(line, b"," + line, style.newline + indent, style.colon)
    if isinstance(value, list):
        return _joined(b"[]", (dump(item, style, deeper) for item in value), form)
    items = (
        scalar(name, style) + form.colon + dump(item, style, deeper) for name, item in value.items()
    )
    return _joined(b"{}", items, form)


def scalar(value: Any, style: Style | None = None) -> bytes:
    r"""Return a string, number, constant or empty container as text.

    A whole number is written without a fraction.

    >>> scalar(90.0), scalar(0.0064), scalar(True), scalar("é"), scalar([])
    (b'90', b'0.0064', b'true', b'"\xc3\xa9"', b'[]')
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT_BELOW:
        value = int(value)
    if type(value) is int or (type(value) is float and isfinite(value)):
        return repr(value).encode()  # as json.dumps has it, and quicker
    return json.dumps(value, ensure_ascii=style is not None and style.escaped).encode()


def moved_to(text: bytes, old: bytes, new: bytes) -> bytes:
    """Return text whose lines, after the first, are indented by ``new`` where they were by ``old``.

    A string in JSON holds no line end, so every line end is white space.
    """
    return text if old == new else text.replace(b"\n" + old, b"\n" + new)


def _joined(brackets: bytes, items: Iterable[bytes], form: Form) -> bytes:
    """Return the text of a container."""
    return brackets[:1] + form.lead + form.comma.join(items) + form.tail + brackets[1:]


def _like_kind(members: dict[str, Form | None], item: Any) -> Form | None:
    """Return the form of a member that holds the same kind of container as ``item``."""
    kind = isinstance(item, dict)
    return next((form for form in members.values() if form and bool(form.members) == kind), None)
