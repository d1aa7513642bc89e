"""What an edit of a scene has made, and what it could not keep."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import field, frozen

from animspec.rounding import round_time
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from animspec.model.scene_animation import SceneAnimation
    from animspec.pointers import Pointer


class Timed(Protocol):
    """A key of any kind: it has a time."""

    @property
    def t(self) -> float:
        """When it is, in seconds."""


_Key = TypeVar("_Key", bound=Timed)


@frozen
class Loss:
    """Something that an edit could not keep: where it was before, and what became of it."""

    pointer: Pointer
    message: str


@frozen(eq=False)
class SceneEdit:
    """A scene before and after an edit.

    ``kept`` has for each changed list of keys, by its pointer, where the keys that it now
    has stood before.
    """

    before: SceneAnimation
    after: SceneAnimation
    kept: Mapping[Pointer, tuple[int, ...]] = field(factory=dict)
    losses: tuple[Loss, ...] = ()


@frozen(eq=False)
class MovedKeys:
    """The keys of one list at new times: in order, with their old places and what was lost."""

    keys: tuple[Timed, ...]
    kept: tuple[int, ...]
    losses: tuple[Loss, ...]


def settled(before: Sequence[_Key], after: Sequence[_Key], pointer: Pointer) -> MovedKeys:
    """Return keys in the order of their new times; of those that meet, the later in the list stays.

    ``before`` and ``after`` have the same keys at their old and new times.
    """
    last = {round_time(key.t): place for place, key in enumerate(after)}
    kept = tuple(place for _, place in sorted(last.items(), key=itemgetter(0)))
    losses = tuple(
        Loss((*pointer, place), _met(before, place, last[round_time(key.t)], key.t))
        for place, key in enumerate(after)
        if last[round_time(key.t)] != place
    )
    return MovedKeys(tuple(after[place] for place in kept), kept, losses)


def _met(before: Sequence[Timed], place: int, winner: int, time: float) -> str:
    """Say that a key met another and is gone."""
    return (
        f"the key at {number(before[place].t)} s met the key at {number(before[winner].t)} s "
        f"at {number(round_time(time))} s, where the later in the list stays"
    )
