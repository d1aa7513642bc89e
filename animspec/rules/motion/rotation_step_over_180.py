"""A rotation turns by more than half a turn about an axis between two keys.

Why
    Degrees per axis carry the winding: 0 to 270 goes the long way, as written. Quaternions do
    not. An exporter that turns the two keys into quaternions plays the short way round, backwards;
    a whole turn does not move at all.

Fix
    Put keys in between, so that each step is below 180 degrees, or let the exporter bake the
    channel. Where every player reads degrees, leave it.

Source
    Rotation is added per axis in degrees, so that a key can spin several turns.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from animspec.parts.motion import HALF_TURN
from animspec.rule import SETS, UNORDERED, Level, Rule
from animspec.severities import Severity
from animspec.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule(
    "rotation-step-over-180",
    Severity.HINT,
    (SETS,),
    Level.CHANNEL,
    UNORDERED,
    guard=lambda survey: not survey.turns_within(HALF_TURN / 2),
)

LARGEST: Final = 1e9
"""Degrees; a million times that, and doubles no longer tell one turn from the next."""


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each rotation key that a turn of more than 180 degrees leads to."""
    if channel.name != "rotation" or not channel.rises:
        return
    for at, (before, key) in enumerate(pairwise(channel.keys), start=1):
        a, b = before.value, key.value
        turns = (b.x - a.x, b.y - a.y, b.z - a.z)
        if (max(turns) <= HALF_TURN and min(turns) >= -HALF_TURN) or before.interpolation == "step":
            continue
        for axis, turn in zip("xyz", turns, strict=True):
            if HALF_TURN < abs(turn) < LARGEST:
                yield RULE.fault((*channel.pointer, at, "value", axis), _sentence(at, axis, turn))


def _sentence(at: int, axis: str, turn: float) -> str:
    steps = int(abs(turn) // HALF_TURN) + 1
    turned = number(round(turn, 4))
    return (
        f"key {at} turns by {turned} degrees about {axis}, more than half a turn; "
        f"quaternions need {steps} steps for it"
    )
