"""Edits of a text that leave the rest of it alone, byte for byte.

An edit replaces a stretch of bytes. The functions here work out the edits for
changes of a JSON document (give a value, insert, remove or move an element or a
member) so that the result is laid out as its neighbours are: an array on one
line stays on one line, an expanded one stays expanded, a part goes with its
comma and its line. Fixes, commands and retiming all write through this module.

The text must be well-formed; positions are byte offsets into it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, frozen

from animspec.layout import (
    Style,
    colon_of,
    comma_of,
    dump,
    form_of,
    line_indent,
    moved_to,
    on_one_line,
    scalar,
    starts_its_line,
    style_of,
    write_like,
)
from animspec.spans import Part, children, locate, locate_all, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from animspec.pointers import Pointer


@frozen(order=True)
class Edit:
    """Bytes ``start`` to ``end`` give way to ``replacement``; equal ends make an insertion."""

    start: int
    end: int
    replacement: bytes


class OverlapError(ValueError):
    """Two edits that want the same bytes: ``first`` and ``second``, in order of the text."""

    def __init__(self, first: Edit, second: Edit) -> None:
        super().__init__(
            f"an edit of bytes {second.start} to {second.end} meets "
            f"one of bytes {first.start} to {first.end}"
        )
        self.first = first
        self.second = second


@frozen
class Kept:
    """A part of a container that stays, by its index, with the edits inside it."""

    index: int
    edits: tuple[Edit, ...] = ()


@frozen(eq=False)
class Container:
    """An array or object in a text, split into its parts."""

    data: bytes
    part: Part
    parts: tuple[Part, ...]
    style: Style

    def names(self) -> list[str]:
        """Return the names of an object's members, in order."""
        return [name_of(self.data, part) or "" for part in self.parts]

    def indent(self) -> bytes | None:
        """Return what a line inside starts with; None if the parts share a line."""
        if self.parts:
            lead = self.data[self.part.value.start + 1 : self.parts[0].start]
            return lead.rpartition(b"\n")[2] if b"\n" in lead else None
        if self.style.unit is None or not starts_its_line(self.data, self.part.start):
            return None
        return line_indent(self.data, self.part.start) + self.style.unit

    def comma_before(self, index: int) -> bytes:
        """Return what stands before a part; before the first, what stands before the second."""
        if index and index < len(self.parts):
            return self.data[self.parts[index - 1].end : self.parts[index].start]
        return comma_of(self.data, self.part.value, self.parts, self.style)


Item: TypeAlias = Kept | bytes
"""A part of a rearranged container: one that was there, or the text of a new one."""


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in the order of the text, the same replacement of the same bytes once.

    Insertions at one place all stay, in the order given, before an edit that starts there.

    Raises: OverlapError if two edits want the same bytes.
    """
    given = enumerate(edits)
    once = {(edit, number if edit.start == edit.end else 0): edit for number, edit in given}
    ordered = sorted(once.values(), key=lambda edit: (edit.start, edit.end))
    for first, second in pairwise(ordered):
        if second.start < first.end:
            raise OverlapError(first, second)
    return ordered


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the text after all edits, whose positions are those of ``data``.

    >>> apply_edits(b"walk", [Edit(4, 4, b"ing"), Edit(0, 1, b"t"), Edit(0, 1, b"t")])
    b'talking'

    Raises: OverlapError if two edits want the same bytes.
    """
    pieces = []
    position = 0
    for edit in in_order(edits):
        pieces += [data[position : edit.start], edit.replacement]
        position = edit.end
    return b"".join([*pieces, data[position:]])


def split(data: bytes, part: Part, style: Style) -> Container:
    """Return an array or object of a text with its parts."""
    return Container(data, part, tuple(children(data, part.value)), style)


def container_at(data: bytes, pointer: Pointer) -> Container:
    """Return the array or object that a pointer leads to.

    Raises: LookupError if nothing stands at the pointer.
    """
    return split(data, locate(data, pointer), style_of(data))


def replace_value(data: bytes, pointer: Pointer, value: Any) -> list[Edit]:
    """Give the value at a pointer another value, in the form the old one has.

    Raises: LookupError if nothing stands at the pointer.
    """
    return [value_edit(data, locate(data, pointer), style_of(data), value)]


def value_edit(data: bytes, part: Part, style: Style, value: Any) -> Edit:
    """Return the edit that gives a part another value, in the form the old one has."""
    if isinstance(value, (dict, list)):
        alone = style.unit is not None and starts_its_line(data, part.start)
        indent = line_indent(data, part.start) if alone else None
        text = write_like(value, form_of(data, part.value, style), style, indent)
    else:
        text = scalar(value, style)
    return Edit(part.value.start, part.value.end, text)


def insert_element(data: bytes, array: Pointer, index: int, value: Any) -> list[Edit]:
    """Put a new element before the one at ``index``; last where there is none.

    Raises: LookupError if nothing stands at the pointer.
    """
    box = container_at(data, array)
    items: list[Item] = [Kept(number) for number in range(len(box.parts))]
    model = box.parts[min(max(index - 1, 0), len(box.parts) - 1)] if box.parts else None
    items.insert(index, new_text(box, value, model))
    return arrange(box, items)


def set_member(data: bytes, container: Pointer, name: str, value: Any) -> list[Edit]:
    """Give a member of an object a value; a new member comes last.

    Raises: LookupError if nothing stands at the pointer.
    """
    box = container_at(data, container)
    if name in box.names():
        return replace_value(data, (*container, name), value)
    return change_members(box, {name: dump(value, box.style, box.indent())})


def remove(data: bytes, pointers: Iterable[Pointer]) -> list[Edit]:
    """Take elements and members out, each with its comma and its line.

    A pointer to a part of what goes anyway is no second removal.

    Raises: LookupError if nothing stands at a pointer, or it is the root.
    """
    wanted = set(pointers)
    locate_all(data, wanted)  # refuses a pointer that leads nowhere
    groups: dict[Pointer, set[str | int]] = {}
    for pointer in wanted:
        if not pointer:
            raise LookupError("the root of a text cannot be removed")
        if not any(pointer[:depth] in wanted for depth in range(1, len(pointer))):
            groups.setdefault(pointer[:-1], set()).add(pointer[-1])
    style = style_of(data)
    edits: list[Edit] = []
    for pointer, part in locate_all(data, groups).items():
        box = split(data, part, style)
        tokens = box.names() if data.startswith(b"{", part.value.start) else range(len(box.parts))
        kept = [Kept(index) for index, token in enumerate(tokens) if token not in groups[pointer]]
        edits += arrange(box, kept)
    return edits


def move_element(data: bytes, array: Pointer, index: int, to: int) -> list[Edit]:
    """Move an element so that it stands at index ``to`` of the array as it then is.

    Raises: LookupError if nothing stands at the pointer, or no element at ``index``.
    """
    box = container_at(data, array)
    if not 0 <= index < len(box.parts):
        raise LookupError(f"the array has {len(box.parts)} elements and so none at {index}")
    items: list[Item] = [Kept(number) for number in range(len(box.parts)) if number != index]
    items.insert(to, Kept(index))
    return arrange(box, items)


Change: TypeAlias = bytes | list[Edit] | None
"""What becomes of a member: new text for its value, edits inside it, or None: it goes."""


def change_members(
    box: Container, changes: Mapping[str, Change], order: Sequence[str] = ()
) -> list[Edit]:
    """Change members of an object; one that is not there yet is added.

    It comes after the last member that ``order`` names before it, and where
    ``order`` does not name it, last. Of a repeated name the last is changed.
    """
    names = box.names()
    last = {name: index for index, name in enumerate(names)}
    items: list[tuple[str, Item]] = []
    for index, (name, part) in enumerate(zip(names, box.parts, strict=True)):
        change = changes.get(name, []) if last[name] == index else []
        if isinstance(change, bytes):
            change = [Edit(part.value.start, part.value.end, change)]
        if change is not None:
            items.append((name, Kept(index, tuple(change))))
    colon = colon_of(box.data, box.parts) or box.style.colon
    for name, change in changes.items():
        if isinstance(change, bytes) and name not in last:
            place = _place([known for known, _ in items], name, order)
            items.insert(place, (name, scalar(name, box.style) + colon + change))
    return arrange(box, [item for _, item in items])


def new_text(box: Container, value: Any, model: Part | None = None) -> bytes:
    """Return the text of a new value in a container, written as the model is.

    The model is a sibling, or a value elsewhere in the text, whose text then is
    indented as the container asks for, or put on one line. Without a model the
    value is laid out in the style of the text.
    """
    data, style, indent = box.data, box.style, box.indent()
    if model is None:
        return dump(value, style, indent)
    form = form_of(data, model.value, style)
    if box.part.start <= model.start < box.part.end:
        return write_like(value, form, style, indent)
    if indent is None:
        return write_like(value, on_one_line(form, style), style, None)
    text = write_like(value, form, style, indent)
    return moved_to(text, line_indent(data, model.start), indent)


def arrange(box: Container, items: Sequence[Item]) -> list[Edit]:
    """Give a container these parts in this order, moving as few of the old ones as can be.

    An old part that is not among the items goes; one that has to move takes its
    text, with its edits, along.
    """
    anchors = _longest_rise(items)
    if not anchors:
        return _rebuild(box, items) if box.parts or items else []
    edits: list[Edit] = []
    fresh: list[bytes] = []
    previous = -1
    for position, item in enumerate(items):
        if isinstance(item, Kept) and position in anchors:
            if fresh or item.index > previous + 1:
                comma = box.comma_before(item.index)
                start, end = box.parts[previous + 1].start, box.parts[item.index].start
                edits.append(Edit(start, end, b"".join(text + comma for text in fresh)))
            edits += item.edits
            previous, fresh = item.index, []
        else:
            fresh.append(_text(box, item))
    if fresh or previous < len(box.parts) - 1:
        comma = box.comma_before(len(box.parts) - 1)
        start, end = box.parts[previous].end, box.parts[-1].end
        edits.append(Edit(start, end, b"".join(comma + text for text in fresh)))
    return edits


def _place(names: list[str], name: str, order: Sequence[str]) -> int:
    """Return where a new member goes among the names that are there."""
    if name not in order:
        return len(names)
    earlier = order[: order.index(name)]
    return max((place + 1 for place, known in enumerate(names) if known in earlier), default=0)


def _longest_rise(items: Sequence[Item]) -> set[int]:
    """Return the positions of the old parts that can stay: as many as are in order."""
    kept = [position for position, item in enumerate(items) if isinstance(item, Kept)]
    indices = [item.index for item in items if isinstance(item, Kept)]
    if all(first < second for first, second in pairwise(indices)):
        return set(kept)
    tops: list[int] = []
    ends: list[int] = []
    before: dict[int, int] = {}
    for position, index in zip(kept, indices, strict=True):
        length = bisect_left(tops, index)
        before[position] = ends[length - 1] if length else -1
        tops[length : length + 1] = [index]
        ends[length : length + 1] = [position]
    chosen: set[int] = set()
    position = ends[-1]
    while position >= 0:
        chosen.add(position)
        position = before[position]
    return chosen


def _text(box: Container, item: Item) -> bytes:
    """Return the text of a part that does not stay where it was."""
    if isinstance(item, bytes):
        return item
    start, end = box.parts[item.index].start, box.parts[item.index].end
    inside = (evolve(edit, start=edit.start - start, end=edit.end - start) for edit in item.edits)
    return apply_edits(box.data[start:end], inside)


def _rebuild(box: Container, items: Sequence[Item]) -> list[Edit]:
    """Return the edit that gives a container nothing but new parts, or none at all."""
    start, end, data = box.part.value.start, box.part.value.end, box.data
    lead = tail = b""
    comma = box.style.comma
    indent = box.indent()
    if box.parts:
        lead, tail = data[start + 1 : box.parts[0].start], data[box.parts[-1].end : end - 1]
        comma = box.comma_before(0)
    elif indent is not None:
        lead = box.style.newline + indent
        comma, tail = b"," + lead, box.style.newline + line_indent(data, box.part.start)
    body = lead + comma.join(_text(box, item) for item in items) + tail if items else b""
    return [Edit(start, end, data[start : start + 1] + body + data[end - 1 : end])]
