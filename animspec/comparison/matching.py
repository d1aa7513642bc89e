"""Which old motion and channel is which new one, also in another kind of document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from animspec.names import name_key
from animspec.paths import path_key

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence


class Named(Protocol):
    """A motion, as documents have it or as it is recorded."""

    @property
    def name(self) -> str:
        """What the document knows it by."""

    @property
    def label(self) -> str:
        """What people call it."""


class Placed(Protocol):
    """A channel, as documents have it or as it is recorded."""

    @property
    def path(self) -> str:
        """What it belongs to."""

    @property
    def name(self) -> str:
        """The value that changes."""


class Told(Placed, Protocol):
    """A channel with what its values are."""

    @property
    def components(self) -> tuple[str, ...]:
        """What a value is made of."""

    @property
    def unit(self) -> str:
        """What it is counted in."""

    @property
    def measure(self) -> str:
        """How two values differ."""


_MotionA = TypeVar("_MotionA", bound=Named)
_MotionB = TypeVar("_MotionB", bound=Named)
_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C", bound=Placed)
_D = TypeVar("_D", bound=Placed)

STANDARD_NAMES: Final = {"translation": "position", "orientation": "rotation"}
"""What JSR-184 calls what other documents call otherwise."""


def channel_key(channel: Placed) -> tuple[str, str]:
    """Return what two channels must have in common to be one: path and name in any spelling."""
    name = name_key(channel.name)
    return path_key(channel.path), STANDARD_NAMES.get(name, name)


def numbered(keys: Sequence[Hashable]) -> list[Hashable]:
    """Return keys that are unlike: of equal ones the second is told apart as second, and so on.

    >>> numbered(["a", "b", "a"])
    [('a', 0), ('b', 0), ('a', 1)]
    """
    counts: dict[Hashable, int] = {}
    made: list[Hashable] = []
    for key in keys:
        made.append((key, counts.setdefault(key, 0)))
        counts[key] += 1
    return made


def matched(
    old: Sequence[_A],
    new: Sequence[_B],
    old_key: Callable[[_A], Hashable],
    new_key: Callable[[_B], Hashable],
) -> tuple[list[tuple[_A, _B]], list[_A], list[_B]]:
    """Return the pairs of equal keys, in the new order, and what is left of old and new."""
    there = dict(zip(numbered([old_key(each) for each in old]), old, strict=True))
    pairs: list[tuple[_A, _B]] = []
    added: list[_B] = []
    for key, each in zip(numbered([new_key(one) for one in new]), new, strict=True):
        if key in there:
            pairs.append((there.pop(key), each))
        else:
            added.append(each)
    return pairs, list(there.values()), added


def matched_channels(
    old: Sequence[_C], new: Sequence[_D]
) -> tuple[list[tuple[_C, _D]], list[_C], list[_D]]:
    """Return the channels that belong together, in the new order, and what is left of each."""
    if [(each.path, each.name) for each in old] == [(each.path, each.name) for each in new]:
        # What is written alike in one order is alike in any spelling, at much less cost.
        return list(zip(old, new, strict=True)), [], []
    return matched(old, new, channel_key, channel_key)


def matched_motions(
    old: Sequence[_MotionA], new: Sequence[_MotionB], *, one_to_one: bool
) -> tuple[list[tuple[_MotionA, _MotionB]], list[_MotionA], list[_MotionB]]:
    """Return the motions that belong together: by name, else by label.

    ``one_to_one``: where one is left of each they belong together, too, whatever they are
    called; documents of two kinds call nothing alike.
    """
    pairs, gone, added = matched(old, new, lambda each: each.name, lambda each: each.name)
    more, gone, added = matched(
        gone, added, lambda each: name_key(each.label), lambda each: name_key(each.label)
    )
    pairs += more
    if one_to_one and len(gone) == len(added) == 1:
        pairs.append((gone.pop(), added.pop()))
    return pairs, gone, added
