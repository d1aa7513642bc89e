"""What rules may ask of the parts of documents, whatever their kind: for the type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from animspec.parts import Blocks, Labels, Misfit, Pace, References, Spelling
    from animspec.pointers import Pointer


class Survey(Protocol):
    """What one look at a whole document proves of all its parts, for the guards of rules.

    A fact that is False is not proven.
    """

    @property
    def brief(self) -> bool:
        """Whether no number has more decimals than are stored."""

    @property
    def rises(self) -> bool:
        """Whether the keys of every channel rise as its kind demands."""

    @property
    def in_time(self) -> bool:
        """Whether, besides, none is past the end."""

    @property
    def on_frames(self) -> bool:
        """Whether every key is on a frame."""

    @property
    def whole(self) -> bool:
        """Whether everything that lasts some frames lasts a whole number of them."""

    @property
    def tracked(self) -> bool:
        """Whether every clip has a track."""

    @property
    def from_start(self) -> bool:
        """Whether every channel has a key at its start."""

    @property
    def full(self) -> bool:
        """Whether every track has a channel, and every channel a key."""

    @property
    def closed(self) -> bool:
        """Whether every channel that repeats ends with the value that it starts with."""

    @property
    def least_scale(self) -> float:
        """A number that no scale is below."""

    def turns_within(self, degrees: float) -> bool:
        """Whether every angle is nearer to 0 than so many degrees."""

    @property
    def neat(self) -> bool:
        """Whether no name, and no segment of a path, is blank or has space around it."""

    @property
    def own_ids(self) -> bool:
        """Whether no two parts of a list have one id."""

    @property
    def own_names(self) -> bool:
        """Whether no two parts of a list have one name."""

    @property
    def own_paths(self) -> bool:
        """Whether no two tracks of an owner drive one thing."""

    @property
    def one_spelling(self) -> bool:
        """Whether all paths to one thing are written alike."""

    @property
    def unrigged(self) -> bool:
        """Whether no hierarchy is named for any rig."""


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


class Measured(Protocol):
    """A channel whose values are lists of numbers."""

    @property
    def misfits(self) -> Iterable[Misfit]:
        """The values of another length than the channel's, or the count at fault for that."""


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
