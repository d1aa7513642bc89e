"""Parts of a clean text found by the names of their members, without splitting the text.

Where a text has no backslash, a name in quotes with a colon after it is a member of that name,
wherever it stands: nothing within a string looks so. And where only the elements of one list
have such a member, and each of them has it once, these members follow each other as the
elements do. A split has to go through the whole text at every level; this goes through it once.

Where a landmark is the first member of its element, it leads to what else is in there, too.
"""

from __future__ import annotations

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
    landmarks = kind.shapes[kind.model].landmarks
    found: dict[Pointer, Part] = {}
    by_name, by_element = _sorted(pointers, landmarks)
    for name, wanted in by_name.items():
        places = _places(document.model, landmarks[name])
        found.update(_members(text, name, {places[each[1::2]]: each for each in wanted}))
    if by_element:
        name = _innermost(landmarks)
        places = _places(document.model, landmarks[name])
        if len(places) >= MANY:
            tops = _members(text, name, {places[each[1::2]]: each for each in by_element})
            for element, wanted in by_element.items():
                top = opened_at(text, tops[element].start)
                if top is not None:
                    found.update(document.outline.locate_below(top, len(element), wanted))
    return found


def _sorted(
    pointers: Iterable[Pointer], landmarks: Mapping[str, Chain]
) -> tuple[dict[str, list[Pointer]], dict[Pointer, list[Pointer]]]:
    """Return the pointers to landmarks by name, and those into innermost elements by element."""
    by_name: dict[str, list[Pointer]] = {}
    by_element: dict[Pointer, list[Pointer]] = {}
    chain = landmarks[_innermost(landmarks)] if landmarks else ()
    depth = 2 * len(chain)
    for pointer in pointers:
        name = pointer[-1] if pointer else ""
        if name in landmarks and landmarks[name] == pointer[:-1:2]:  # type: ignore[index]
            by_name.setdefault(name, []).append(pointer)  # type: ignore[arg-type]
        elif chain and len(pointer) >= depth and pointer[:depth:2] == chain:
            by_element.setdefault(pointer[:depth], []).append(pointer)
    return by_name, by_element


def _innermost(landmarks: Mapping[str, Chain]) -> str:
    """Return the landmark that most lists lead to."""
    return max(landmarks, key=lambda name: len(landmarks[name]))


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


def _members(text: bytes, name: str, wanted: Mapping[int, Pointer]) -> dict[Pointer, Part]:
    """Return those members of a name whose places, counted through the text, are wanted."""
    quoted = f'"{name}"'.encode()
    found: dict[Pointer, Part] = {}
    at, end, last = 0, 0, max(wanted)
    while at <= last:
        start = text.index(quoted, end)
        end = start + len(quoted)
        if not is_name(text, end):
            continue  # a string that reads like it
        if at in wanted:
            found[wanted[at]] = member_at(text, start, end)
        at += 1
    return found
