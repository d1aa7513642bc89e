"""Changes of one document together: as edits of its text, and where its parts then are.

Operations of many fixes are gathered in a tree of the parts that they change,
so that two removals in one array, or a new number in a key that moves, become
edits that fit together.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from animspec.edits import Container, Edit, Item, Kept, arrange, new_text, value_edit
from animspec.fixes import Cut, Insert, Remove, Replace
from animspec.layout import colon_of, scalar, style_of
from animspec.spans import name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from animspec.fixes import Operation
    from animspec.layout import Style
    from animspec.pointers import Pointer
    from animspec.spans import Outline, Part, Span


class Text:
    """A well-formed text that is changed; what is found out about it is kept."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    @cached_property
    def style(self) -> Style:
        """The habits of the text."""
        return style_of(self.outline.data)

    def edits(self, changes: Changes) -> list[Edit]:
        """Return the edits that make the changes.

        Raises: LookupError if a part that is changed is not there.
        """
        cuts = [Edit(cut.start, cut.end, b"") for cut in changes.cuts]
        return cuts + self._edits(changes.root, self.outline.root)

    def _edits(self, node: _Node, part: Part) -> list[Edit]:
        data = self.outline.data
        if node.value is not _SAME:
            return [value_edit(data, part, self.style, node.value)]
        if not node.inner and not node.is_rearranged:
            return []
        small = part.value.end - part.value.start <= _SMALL
        quick = numbers_edited(data, part.value, node) if small else None
        if quick is not None:
            return quick
        parts = self.outline.children(part.value)
        places = self._places(parts, node.inner)
        if node.is_rearranged or len(places) < len(node.inner):
            box = Container(data, part, tuple(parts), self.style)
            return arrange(box, [*self._items(node, box, places), *self._added(node, box, places)])
        inner = (self._edits(node.inner[step], parts[at]) for step, at in places.items())
        return [edit for edits in inner for edit in edits]

    def _places(self, parts: Sequence[Part], steps: Iterable[str | int]) -> dict[str | int, int]:
        """Return where among the parts of a container some of them are, by name or index."""
        if not parts or parts[0].name is None:
            return {at: at for at in steps if isinstance(at, int) and at < len(parts)}
        # Of a repeated name the last is meant, as parsers take it.
        names = {name_of(self.outline.data, part): at for at, part in enumerate(parts)}
        return {step: names[str(step)] for step in steps if step in names}

    def _items(self, node: _Node, box: Container, places: dict[str | int, int]) -> list[Item]:
        """Return what becomes of the parts of a container, with what is put before them."""
        inner = {at: node.inner[step] for step, at in places.items()}
        order = range(len(box.parts)) if node.order is None else node.order
        items: list[Item] = []
        for at in order:
            new = node.inserted.get(at, [])
            items += [new_text(box, each.value, box.parts[at]) for each in new]
            if at not in inner:
                items.append(Kept(at))
            elif not inner[at].is_removed:
                items.append(Kept(at, tuple(self._edits(inner[at], box.parts[at]))))
        return items

    def _added(self, node: _Node, box: Container, places: dict[str | int, int]) -> Iterator[bytes]:
        """Yield the new elements and members at the end of a container.

        Raises: LookupError if a part is to be changed that is not there.
        """
        model = box.parts[-1] if box.parts else None
        for each in node.inserts:
            if each.index >= len(box.parts):
                yield new_text(box, each.value, model)
        colon = colon_of(box.data, box.parts) or self.style.colon
        for step, inner in node.inner.items():
            if step in places:
                continue
            if inner.value is _SAME or isinstance(step, int):
                raise LookupError(f"the text has no {step!r} to change")
            yield scalar(step, self.style) + colon + new_text(box, inner.value)


_SMALL: Final = 2_048
"""In bytes: a value that has no more, such as a key, is looked through token by token."""

_SAME: Final[Any] = object()
"""Stands for the value that a part has."""


class _Node:
    """What happens to one part of a document, and to the parts in it."""

    def __init__(self) -> None:
        self.inner: dict[str | int, _Node] = {}
        self.value = _SAME
        self.is_removed = False
        self.inserts: list[Insert] = []
        self.order: tuple[int, ...] | None = None
        self.is_rearranged = False
        """Whether other parts stand in it than did, or in another order."""

    @cached_property
    def _gone(self) -> list[str | int]:
        """The parts that are removed; indices in order."""
        steps = [step for step, node in self.inner.items() if node.is_removed]
        return sorted(steps, key=lambda step: step if isinstance(step, int) else -1)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        """Where the elements that are kept stand in the new order."""
        return {at: rank for rank, at in enumerate(self.order or ())}

    @cached_property
    def inserted(self) -> dict[int, list[Insert]]:
        """The new elements by the index of the one that they come before."""
        by_index: dict[int, list[Insert]] = {}
        for each in self.inserts:
            by_index.setdefault(each.index, []).append(each)
        return by_index

    def moved(self, step: str | int) -> str | int | None:
        """Return the step to a part of it as it then is; None where the part is gone."""
        node = self.inner.get(step)
        if node is not None and node.is_removed:
            return None
        if isinstance(step, str) or not self.is_rearranged:
            return step
        if self.order is not None:
            return self._ranks.get(step)
        gone = bisect_left(self._gone, step, key=int)
        return step - gone + sum(each.index <= step for each in self.inserts)


_NUMBER: Final = re.compile(rb"[ \t\r\n]*:[ \t\r\n]*+(-?[0-9][-+.0-9Ee]*+)")
"""What follows the name of a member that is a number."""

_FLAT: Final = re.compile(rb"[ \t\r\n]*:[ \t\r\n]*+\{[^{}\[\]]*+\}")
"""What follows the name of a member that is an object of scalars."""


def numbers_edited(data: bytes, value: Span, node: _Node) -> list[Edit] | None:
    """Return the edits of a small object in which nothing but numbers changes.

    These are its own, or those of flat objects in it. A member stands where its
    name does, so that nothing need be taken apart. None where that is not
    plain: where more is to change, a name comes twice or is also a text, the
    text has escapes, or there was no number.
    """
    text = data[value.start : value.end]
    if b"\\" in text or node.is_rearranged:
        return None
    edits: list[Edit | None] = []
    for step, inner in node.inner.items():
        name = _end_of_name(text, step)
        if inner.value is not _SAME:
            is_own = text.count(b"{", 1, name) == text.count(b"}", 1, name)
            edits.append(_number_edited(text, value.start, step, inner) if is_own else None)
            continue
        flat = _FLAT.match(text, name)
        if flat is None or inner.is_removed or inner.is_rearranged:
            return None
        for step_in, leaf in inner.inner.items():
            is_in = flat.start() < _end_of_name(text, step_in) < flat.end()
            edits.append(_number_edited(text, value.start, step_in, leaf) if is_in else None)
    made = [each for each in edits if each is not None]
    return made if len(made) == len(edits) else None


def _end_of_name(text: bytes, step: str | int) -> int:
    """Return where the name of a member ends; the end of the text where that is not plain."""
    quoted = f'"{step}"'.encode("utf-8", "surrogatepass")
    at = text.find(quoted)
    is_plain = isinstance(step, str) and at >= 0 and text.find(quoted, at + 1) < 0
    return at + len(quoted) if is_plain else len(text)


def _number_edited(text: bytes, start: int, step: str | int, node: _Node) -> Edit | None:
    """Return the edit that gives a member another number; ``start`` is where the text stands."""
    found = _NUMBER.match(text, _end_of_name(text, step))
    if found is None or type(node.value) not in {int, float}:
        return None
    return Edit(start + found.start(1), start + found.end(1), scalar(node.value))


class Changes:
    """The operations of fixes that do not meet, as a tree of what they change."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.root = _Node()
        self.cuts: list[Cut] = []
        self._moves = False
        for operation in operations:
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        if isinstance(operation, Cut):
            self.cuts.append(operation)
        elif isinstance(operation, Replace):
            self._node(operation.pointer).value = operation.value
        elif isinstance(operation, Remove):
            self._node(operation.pointer).is_removed = True
            self._rearranged(operation.pointer[:-1])
        elif isinstance(operation, Insert):
            self._rearranged(operation.array).inserts.append(operation)
        else:
            self._rearranged(operation.array).order = operation.order

    def _rearranged(self, container: Pointer) -> _Node:
        """Return the node of a container whose parts do not stay where they are."""
        node = self._node(container)
        node.is_rearranged = self._moves = True
        return node

    def _node(self, pointer: Pointer) -> _Node:
        node = self.root
        for step in pointer:
            inner = node.inner.get(step)
            if inner is None:
                inner = node.inner[step] = _Node()
            node = inner
        return node

    def moved(self, pointer: Pointer) -> tuple[Pointer, bool]:
        """Return where a part is after the changes, and whether it still is there.

        Of a part that is gone the pointer leads to the innermost part around it that is left.
        """
        if not self._moves:
            return pointer, True
        steps: list[str | int] = []
        node: _Node | None = self.root
        for at, step in enumerate(pointer):
            if node is None:
                return (*steps, *pointer[at:]), True
            moved = node.moved(step)
            if moved is None:
                return tuple(steps), False
            steps.append(moved)
            node = node.inner.get(step)
        return tuple(steps), True
