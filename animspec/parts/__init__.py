"""The parts of documents as rules see them, one module per kind of document.

Each module has a function ``walk(model, settings, levels)`` that yields the parts of
those levels, at least, each with its level. Parts of all kinds speak one vocabulary, so
that one rule can serve them all: a whole document has ``identified`` and ``named`` lists,
``references``, ``spellings`` and ``blocks``, what owns tracks has ``claims``, ``names``
and ``paths``, and a channel has ``times``, ``order``, ``rises``, ``start``, ``end``,
``said``, ``time_pointer`` and ``misfits`` (see ``vocabulary``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from animspec.hierarchies import Hierarchy
    from animspec.pointers import Pointer


@frozen(eq=False)
class Labels:
    """The ids, or the names, of one list of a document's parts: those that are known.

    Attributes:
        noun: what a sentence calls one part of the list.
        entries: where each label stands, and the label.
    """

    noun: str
    entries: list[tuple[Pointer, str]]


@frozen(eq=False)
class Spelling:
    """A path as one part of a document spells it.

    Attributes:
        pointer: where it stands.
        path: as it is written.
        scope: equal for parts that must not have equal paths, which is another rule's business.
    """

    pointer: Pointer
    path: str
    scope: Hashable


@frozen(eq=False)
class Blocks:
    """What the paths of a document may name, and the paths.

    Attributes:
        noun: what a sentence calls one of them: ``block of the rig "Fox"``.
        hierarchy: all there are.
        entries: where each path stands, and the path.
    """

    noun: str
    hierarchy: Hierarchy
    entries: list[tuple[Pointer, str]]


@frozen(eq=False)
class References:
    """What parts of a document name from elsewhere: the parts of one list, by their ids.

    Attributes:
        labels: the ids of the list, those that are known.
        all_labels: whether those are all ids of the list.
        entries: where each reference stands, and the id that it names.
        all_entries: whether those are all references that there are; where the
            document has no part that could refer, nothing can be said of that.
        word: what a sentence calls the id.
        key: the form that ids compare by.
    """

    labels: Labels
    all_labels: bool
    entries: list[tuple[Pointer, str]]
    all_entries: bool
    word: str = "id"
    key: Callable[[str], str] = str

    @property
    def noun(self) -> str:
        """What a sentence calls one part of the list."""
        return self.labels.noun

    def unknown(self) -> list[tuple[Pointer, str]]:
        """Return the references that lead nowhere, as far as that is certain."""
        return self._astray() if self.all_labels else []

    def unused(self) -> list[tuple[Pointer, str]]:
        """Return the ids that nobody names; none where a reference may be misspelt."""
        if not self.all_entries or self._astray():
            return []
        named = {self.key(name) for _, name in self.entries}
        return [each for each in self.labels.entries if self.key(each[1]) not in named]

    def _astray(self) -> list[tuple[Pointer, str]]:
        """Return the references to none of the known ids."""
        known = {self.key(label) for _, label in self.labels.entries}
        return [each for each in self.entries if self.key(each[1]) not in known]


@frozen(eq=False)
class Misfit:
    """A list of numbers, or a count of them, that does not fit the rest of its channel."""

    pointer: Pointer
    said: str
    """What is there, as a sentence says it."""
    expected: str


@frozen(eq=False)
class Pace:
    """How long one clip lasts, and how many frames it has a second.

    ``pointer`` is that of what has the members ``length`` and ``fps``.
    """

    noun: str
    pointer: Pointer
    seconds: float
    fps: float
