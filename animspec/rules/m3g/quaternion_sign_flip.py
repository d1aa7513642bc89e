"""A key of SLERP or SQUAD has the sign that makes the turn go the long way round.

Why
    A quaternion and its negative mean one orientation, but players do not choose the nearer: from a
    key to one with a negative dot product they turn by more than half a turn.

Fix
    Flip the sign of all four numbers of the key. If the keys after it then turn the long way, flip
    theirs too.

Source
    JSR-184, KeyframeSequence, SLERP. The page speaks of the shortest way, but its formula, and
    players, take the angle between the quaternions as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rule import SEQUENCES, Level, Rule
from animspec.severities import Safety, Severity
from animspec.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from animspec.findings import Fault
    from animspec.fixes import Fix
    from animspec.parts.m3g_sequences import SequencePart

RULE: Final = Rule(
    "quaternion-sign-flip", Severity.WARNING, (SEQUENCES,), Level.CHANNEL, fix=Safety.UNSAFE
)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield each valid key that is reached or left the long way, across a loop's wrap too."""
    ways = sequence.long_ways
    fix = _fix_of(sequence) if ways else None
    for way in ways:
        if not way.is_opposite:
            keys = listed([str(key) for key in way.neighbours])
            noun = "key" if len(way.neighbours) == 1 else "its neighbours, keys"
            message = (
                f"key {way.key} has a dot product of {way.dot:.4g} with {noun} {keys}, "
                f"so players turn the long way; is its sign flipped?"
            )
            yield RULE.fault(sequence.value_pointer(way.key), message, fix=fix)


def _fix_of(sequence: SequencePart) -> Callable[[], Fix] | None:
    """Return what makes the fix: one for all keys, as signs follow from those before them."""
    from animspec.turning import turned_short  # noqa: PLC0415 - only where a sign is wrong

    return turned_short(sequence)
