"""A scale goes from positive to negative, or back, between two keys.

Why
    On the way the block collapses to nothing and comes out mirrored, inside out. Almost always a
    step to another size or to 0 is meant, or an exporter overshot.

Fix
    Give the key before it the interpolation step, or correct the sign.

Source
    A scale key multiplies the rest scale; linear and smooth keys pass every value in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from animspec.rounding import round_value
from animspec.rule import SETS, UNORDERED, Level, Rule
from animspec.severities import Severity
from animspec.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from animspec.findings import Fault
    from animspec.parts.sets import ChannelPart

RULE: Final = Rule(
    "scale-changes-sign",
    Severity.WARNING,
    (SETS,),
    Level.CHANNEL,
    UNORDERED,
    guard=lambda survey: survey.least_scale < 0,
)

_AXES: Final = ("x", "y", "z")


def check(channel: ChannelPart) -> Iterator[Fault]:
    """Yield each scale key that the scale reaches through zero."""
    if channel.name != "scale" or not channel.rises:
        return
    # Per axis the last number that was not 0, forgotten at a step: a jump passes nothing.
    last: dict[str, float] = {}
    for at, key in enumerate(channel.keys):
        now = {axis: round_value(getattr(key.value, axis)) for axis in _AXES}
        turned = [axis for axis in _AXES if last.get(axis, 0.0) * now[axis] < 0]
        if turned:
            yield RULE.fault((*channel.pointer, at, "value"), _sentence(at, turned, last, now))
        last = {axis: now[axis] or last.get(axis, 0.0) for axis in _AXES}
        if key.interpolation == "step":
            last = {}


def _sentence(at: int, turned: list[str], last: dict[str, float], now: dict[str, float]) -> str:
    axis = turned[0]
    return (
        f"key {at} takes the scale along {listed(turned)} through 0, from {number(last[axis])} "
        f"to {number(now[axis])}; is a step meant?"
    )
