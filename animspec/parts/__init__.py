"""The parts of documents as rules see them, one module per kind of document.

Each module has a function ``walk(model, settings)`` that yields every part
with its level. Parts of all kinds speak one vocabulary, so that one rule can
serve them all: a whole document has ``identified`` and ``named`` lists,
``references``, ``spellings`` and ``blocks``, what owns tracks has ``claims``,
``names`` and ``paths``, and a channel has ``times``, ``order``, ``rises``,
``start``, ``end``, ``said``, ``time_pointer`` and ``misfits``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

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


class Identified(Protocol):
    """A document whose parts have ids."""

    @property
    def identified(self) -> list[Labels]:
        """The ids, list by list."""


class Named(Protocol):
    """A document whose parts have names."""

    @property
    def named(self) -> list[Labels]:
        """The names, list by list."""


class Spelled(Protocol):
    """What owns tracks, and the words in it that people wrote."""

    @property
    def names(self) -> list[Labels]:
        """The names in it, list by list."""

    @property
    def paths(self) -> Labels:
        """The paths of its tracks; the noun is that of what a path names."""


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


class Pathed(Protocol):
    """A document whose parts name blocks or objects by paths."""

    @property
    def spellings(self) -> Iterable[Spelling]:
        """The known paths, in the order in which they are written."""

    @property
    def earlier(self) -> str:
        """What a sentence calls the place where another scope has spelled a path before."""

    @property
    def blocks(self) -> Blocks | None:
        """What the paths may name, where that is known."""


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


class Referring(Protocol):
    """A document whose parts refer to each other."""

    @property
    def references(self) -> list[References]:
        """The references, by the list that they lead into."""


class Claim(Protocol):
    """A track's claim on what it drives."""

    @property
    def key(self) -> Hashable:
        """Equal for claims on the same thing."""

    @property
    def place(self) -> Pointer:
        """Where the claim is written."""

    @property
    def noun(self) -> str:
        """What a sentence calls that which is claimed."""

    def against(self, before: Any) -> str | None:
        """Return why this claim cannot stand beside an earlier one of its key, None if it can."""


class Claiming(Protocol):
    """What owns tracks."""

    @property
    def claims(self) -> Sequence[Claim]:
        """The claims of its tracks, in the order in which they are written."""


@frozen(eq=False)
class Misfit:
    """A list of numbers, or a count of them, that does not fit the rest of its channel."""

    pointer: Pointer
    said: str
    """What is there, as a sentence says it."""
    expected: str


class Measured(Protocol):
    """A channel whose values are lists of numbers."""

    @property
    def misfits(self) -> Iterable[Misfit]:
        """The values of another length than the channel's, or the count at fault for that."""


@frozen(eq=False)
class Pace:
    """How long one clip lasts, and how many frames it has a second.

    ``pointer`` is that of what has the members ``length`` and ``fps``.
    """

    noun: str
    pointer: Pointer
    seconds: float
    fps: float


class Paced(Protocol):
    """A document of clips that last some seconds."""

    @property
    def paces(self) -> Iterable[Pace]:
        """The pace of each clip, of those where it is known."""


class Placed(Protocol):
    """A part of a document."""

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""


class Tracked(Protocol):
    """What owns tracks."""

    @property
    def tracks(self) -> Sequence[Placed]:
        """Its tracks."""


class Ordered(Protocol):
    """A channel: keys that follow each other in time."""

    @property
    def pointer(self) -> Pointer:
        """Where the part is in the document."""

    @property
    def times(self) -> Sequence[float]:
        """The time of every key."""

    @property
    def order(self) -> Sequence[int]:
        """The keys in the order in which they are played."""

    @property
    def rises(self) -> bool:
        """Whether the times rise in that order as the kind of document demands.

        Strictly for sets and scenes; keyframe sequences may have equal times.
        """

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""

    def time_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's time."""


class Timed(Ordered, Protocol):
    """A channel of something that has a start, an end and a frame rate."""

    @property
    def start(self) -> float:
        """From when on what the channel belongs to plays; infinite where that is open."""

    @property
    def end(self) -> float:
        """When what the channel belongs to ends; infinite where that is open."""

    @property
    def owner(self) -> str:
        """What ends at ``end``."""

    @property
    def frame(self) -> float:
        """How long a frame takes at least; 0 where there are no frames."""

    def when(self, at: int) -> str:
        """Return when a key is, as a sentence says it."""
