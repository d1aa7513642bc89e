"""Two keys of SLERP or SQUAD that follow each other are opposite quaternions.

Why
    The standard calls the way between them undefined and asks tools to warn. They mean one
    orientation: players turn all the way round about an axis that nobody chose.

Fix
    Flip the sign of all four numbers of the one key. Where a full turn is meant, add keys on the
    way.

Source
    JSR-184, KeyframeSequence, SLERP: interpolation between diametrically opposed orientations in
    successive keyframes is undefined.
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
    "opposite-quaternions", Severity.WARNING, (SEQUENCES,), Level.CHANNEL, fix=Safety.UNSAFE
)


def check(sequence: SequencePart) -> Iterator[Fault]:
    """Yield each valid key that is opposite a neighbour, across a loop's wrap too."""
    ways = sequence.long_ways
    fix = _fix_of(sequence) if ways else None
    for way in ways:
        if way.is_opposite:
            keys = listed([str(key) for key in way.neighbours])
            noun = "key" if len(way.neighbours) == 1 else "its neighbours, keys"
            message = (
                f"key {way.key} has a dot product of {way.dot:.4g} with {noun} {keys}, "
                f"which leaves the way between them undefined; is its sign flipped?"
            )
            yield RULE.fault(sequence.value_pointer(way.key), message, fix=fix)


def _fix_of(sequence: SequencePart) -> Callable[[], Fix] | None:
    """Return what makes the fix: one for all keys, as signs follow from those before them."""
    from animspec.turning import turned_short  # noqa: PLC0415 - only where a sign is wrong

    return turned_short(sequence)
