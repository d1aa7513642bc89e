"""The parts of documents as rules see them, one module per kind of document.

Each module has a function ``walk(model, settings)`` that yields every part
with its level. Parts of all kinds speak one vocabulary, so that one rule can
serve them all: a whole document has ``identified`` and ``named`` lists and
``references``, what owns tracks has ``claims``, and a channel has ``times``,
``order``, ``rises``, ``end``, ``said``, ``time_pointer`` and ``misfits``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

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


@frozen(eq=False)
class References:
    """What parts of a document name from elsewhere: the parts of one list, by their ids.

    Attributes:
        labels: the ids of the list, those that are known.
        all_labels: whether those are all ids of the list.
        entries: where each reference stands, and the id that it names.
        all_entries: whether those are all references that there are; where the
            document has no part that could refer, nothing can be said of that.
    """

    labels: Labels
    all_labels: bool
    entries: list[tuple[Pointer, str]]
    all_entries: bool

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
        named = {name for _, name in self.entries}
        return [(pointer, label) for pointer, label in self.labels.entries if label not in named]

    def _astray(self) -> list[tuple[Pointer, str]]:
        """Return the references to none of the known ids."""
        known = {label for _, label in self.labels.entries}
        return [(pointer, name) for pointer, name in self.entries if name not in known]


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


class Ordered(Protocol):
    """A channel: keys that follow each other in time."""

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
    """A channel of something that has an end and a frame rate."""

    @property
    def end(self) -> float:
        """When what the channel belongs to ends."""

    @property
    def owner(self) -> str:
        """What ends at ``end``."""

    @property
    def frame(self) -> float:
        """How long a frame takes."""
