"""The parts of documents as rules see them, one module per kind of document.

Each module has a function ``walk(model, settings)`` that yields every part
with its level. Parts of all kinds speak one vocabulary, so that one rule can
serve them all: a whole document has ``identified`` and ``named`` lists, a
channel has ``times``, ``rises``, ``end``, ``said`` and ``time_pointer``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import frozen

if TYPE_CHECKING:
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


class Timed(Protocol):
    """A channel: keys at times."""

    @property
    def times(self) -> list[int] | list[float]:
        """The time of every key."""

    @property
    def rises(self) -> bool:
        """Whether the times strictly rise."""

    @property
    def end(self) -> float:
        """When what the channel belongs to ends."""

    @property
    def owner(self) -> str:
        """What ends at ``end``."""

    @property
    def frame(self) -> float:
        """How long a frame takes."""

    def said(self, time: float) -> str:
        """Return a time as a sentence says it."""

    def time_pointer(self, at: int) -> Pointer:
        """Return the pointer of a key's time."""
