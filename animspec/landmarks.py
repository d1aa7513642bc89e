"""Parts of a clean text found by the names of their members, without splitting the text.

Where a text has no backslash, a name in quotes with a colon after it is a member of that name,
wherever it stands: nothing within a string looks so. And where only the elements of one list
have such a member, and each of them has it once, these members follow each other as the
elements do. A split has to go through the whole text at every level; this goes through it once.

Where a landmark is the first member of its element, it leads to what else is in there, too.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from animspec.spans import is_name, member_at, opened_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from animspec.documents import Document
    from animspec.model.shape import Chain
    from animspec.pointers import Pointer
    from animspec.spans import Part


def locate_all(document: Document, pointers: Iterable[Pointer]) -> dict[Pointer, Part]:
    """Return the part of each pointer; those that no landmark leads to by splitting the text.

    Raises: LookupError if the text lacks one of them.
    """
    wanted = dict.fromkeys(pointers)
    found = _found(document, wanted)
    rest = [pointer for pointer in wanted if pointer not in found]
    return {**found, **document.outline.locate_all(rest)} if rest else found


def _found(document: Document, pointers: Iterable[Pointer]) -> dict[Pointer, Part]:
    """Return the parts of those pointers that landmarks lead to."""
    kind, text = document.kind, document.text
    if kind is None or not document.is_clean or b"\\" in text:
        return {}
    found: dict[Pointer, Part] = {}
    for name, elements in _by_landmark(pointers, kind.shapes[kind.model].landmarks).items():
        places = _places(document.model, next(iter(elements))[::2])
        members = _members(text, name, {places[each[1::2]] for each in elements})
        for element, wanted in elements.items():
            member = members[places[element[1::2]]]
            own = (*element, name)
            inner = [pointer for pointer in wanted if pointer != own]
            if len(inner) < len(wanted):
                found[own] = member
            if inner and len(places) >= MANY:
                top = opened_at(text, member.start)
                if top is not None:
                    found.update(document.outline.locate_below(top, len(element), inner))
    return found


def _by_landmark(
    pointers: Iterable[Pointer], landmarks: Mapping[str, Chain]
) -> dict[str, dict[Pointer, list[Pointer]]]:
    """Return the landmarks that lead to pointers, with their elements, and those with pointers."""
    groups: dict[str, dict[Pointer, list[Pointer]]] = defaultdict(dict)
    inner = max(landmarks, key=lambda name: len(landmarks[name]), default="")
    chain = landmarks.get(inner, ())
    depth = 2 * len(chain)
    for pointer in pointers:
        name = pointer[-1] if pointer else None
        if isinstance(name, str) and landmarks.get(name) == pointer[:-1:2]:
            groups[name].setdefault(pointer[:-1], []).append(pointer)
        elif chain and len(pointer) >= depth and pointer[:depth:2] == chain:
            groups[inner].setdefault(pointer[:depth], []).append(pointer)
    return groups


MANY: Final = 8
"""Elements that share a text: a few large ones are found quicker by splitting it, which is done
in C."""


def _places(model: Any, chain: tuple[Any, ...]) -> dict[tuple[Any, ...], int]:
    """Return the place of each element among all that a chain of lists leads to."""
    elements: list[tuple[tuple[int, ...], Any]] = [((), model)]
    for name in chain:
        elements = [
            ((*above, at), each)
            for above, element in elements
            for at, each in enumerate(getattr(element, name))
        ]
    return {place: at for at, (place, _) in enumerate(elements)}


def _members(text: bytes, name: str, wanted: set[int]) -> dict[int, Part]:
    """Return those members of a name whose places are wanted, counted through the text."""
    quoted = f'"{name}"'.encode()
    found: dict[int, Part] = {}
    at, end, last = 0, 0, max(wanted)
    while at <= last:
        start = text.index(quoted, end)
        end = start + len(quoted)
        if not is_name(text, end):
            continue  # a string that reads like it
        if at in wanted:
            found[at] = member_at(text, start, end)
        at += 1
    return found
